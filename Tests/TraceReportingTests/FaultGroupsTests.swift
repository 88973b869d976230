import Testing
import TraceModel
import TraceFindings

@testable import TraceReporting

/// Which violations a report shows as one.
@Suite("Violations that are shown as one") struct FaultGroupsTests {
  private static func violation(_ event: Int, in state: String, lacks missing: Bool = false)
    -> Violation
  {
    let repair =
      missing
      ? Repair(insertions: [.init(callback: "open", beforeEvent: event)])
      : Repair(deletions: [.init(event: event, callback: "close")])
    return Violation(
      rule: "r", severity: .error, cause: .extra, event: event, line: event, callback: "close",
      spelling: "close", lifecycle: "door", subject: "A", states: [state], message: "m",
      repair: repair, fingerprint: "f")
  }

  private static func trace(
    _ path: String, _ violations: [Violation], count: Int
  ) -> TraceReport {
    var trace = TraceReport(path: path)
    trace.violations = violations
    trace.groups = [
      ViolationGroup(fingerprint: "f", rule: "r", severity: .error, count: count, firstEvent: 1)
    ]
    return trace
  }

  @Test("are one fault in the same states with the same edits")
  func alike() {
    let report = Report(
      toolVersion: "1", grammarName: "G", grammarVersion: "1",
      traces: [
        Self.trace(
          "a",
          [
            Self.violation(2, in: "open"), Self.violation(4, in: "shut"),
            Self.violation(6, in: "open"), Self.violation(8, in: "open", lacks: true),
          ], count: 4),
        Self.trace("b", [Self.violation(3, in: "shut")], count: 1),
      ])
    let groups = report.faultGroups
    #expect(groups.map { $0.occurrences.map(\.path) } == [["a"], ["a", "b"], ["a"]])
    #expect(groups.map { $0.occurrences.map(\.events) } == [[[2, 6]], [[4], [3]], [[8]]])
    #expect(groups.map(\.count) == [2, 2, 1])
  }

  @Test("are counted once if they are not listed, with the first of their fault")
  func unlisted() {
    let report = Report(
      toolVersion: "1", grammarName: "G", grammarVersion: "1",
      traces: [
        Self.trace("a", [Self.violation(2, in: "open"), Self.violation(4, in: "shut")], count: 9),
        Self.trace("b", [], count: 5),
        Self.trace("c", [Self.violation(7, in: "shut")], count: 3),
      ])
    let groups = report.faultGroups
    #expect(groups.map { $0.occurrences.map(\.count) } == [[8, 5], [1, 3]])
    #expect(groups.reduce(0) { $0 + $1.count } == 17)
  }
}
