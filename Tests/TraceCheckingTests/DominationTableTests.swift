import TestSupport
import Testing
import TraceChecking

/// With `RECORD_SNAPSHOTS=1`, the test writes the table that is built into the program.
@Suite("The table of domination")
struct DominationTableTests {
  @Test("holds the bounds of all lifecycles that ship, as they are computed now")
  func isUpToDate() {
    expectFile(DominationTable.bytes(), at: "Sources/Engine/CGrammars/Tables/Domination.bounds")
  }
}
