import Testing
import TraceModel
import TraceFindings

@Suite("The calls that were expected") struct ExpectedCallsTests {
  private func violation(_ expected: [String], inserting: [String] = []) -> Violation {
    let insertions = inserting.map { Repair.Insertion(callback: $0, beforeEvent: 7) }
    return Violation(
      rule: "r", severity: .error, cause: .missing, event: 7, line: 8, callback: "c",
      spelling: "c", lifecycle: "session", subject: "A", expected: expected, message: "m",
      repair: Repair(insertions: insertions), fingerprint: "f")
  }

  @Test("a few are all named") func fewAllNamed() {
    #expect(violation([]).expectedInWords() == "")
    #expect(violation(["a"]).expectedInWords() == "a")
    #expect(violation(["a", "b", "c"]).expectedInWords() == "a, b or c")
    #expect(violation(["a", "b"]).expectedInWords { "<\($0)>" } == "<a> or <b>")
  }

  @Test("many are no help, and none is named") func manyAreNoHelp() {
    let names = (1...30).map { "c\($0)" }
    #expect(violation(names).expectedInWords() == "")
  }

  @Test("what the repair inserts comes first") func whatRepairInsertsComesFirst() {
    let names = (1...30).map { "c\($0)" }
    let one = violation(names, inserting: ["c29", "elsewhere", "c29"])
    #expect(one.expectedByLikelihood.first == "c29")
    #expect(one.expected == names)
    #expect(one.expectedByLikelihood.count == 30)
  }
}
