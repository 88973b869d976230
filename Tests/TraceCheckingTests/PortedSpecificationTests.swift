import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

/// Specifications of other tools for runtime verification, in the notation of grammars.
@Suite("A specification of another tool")
struct PortedSpecificationTests {
  @Test("is described in words")
  func words() throws {
    func described(_ tool: String, _ rule: String) throws -> String {
      let grammar = try CheckCase.grammar(in: "other-tools.txt", of: tool)
      return try #require(grammar.rules.first { $0.id == rule }).condition(in: grammar)
    }
    #expect(
      try described("DejaVu", "too-soon") == "dispatch comes less than 10 s after dispatch")
    #expect(
      try described("JavaMOP", "left-open") == "its subject ends, and no close came after write")
    let locks = try CheckCase.grammar(in: "other-tools.txt", of: "PyContract")
    #expect(locks.subjects[1].quotedMembers == #""thread" and "lock""#)
  }
}
