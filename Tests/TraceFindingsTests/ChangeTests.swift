import Testing
import TraceModel

@testable import TraceFindings

/// Which faults one change repairs, and what is said about it.
@Suite("What to change") struct ChangeTests {
  private static func violation(
    _ event: Int, _ callback: String, severity: Severity = .error, cause: PossibleCause? = nil,
    caller: String? = nil
  ) -> Violation {
    var violation = Violation(
      rule: "r-" + callback, severity: severity, cause: .extra, event: event, line: event,
      callback: callback, spelling: callback, lifecycle: "door", subject: "A",
      message: "\(callback) was called while the door was shut", fingerprint: callback)
    violation.causes = cause.map { [$0] } ?? []
    if let caller { violation.origin.members = [RecordedMember(name: "caller", value: caller)] }
    return violation
  }

  private static func report(_ traces: [Violation]...) -> Report {
    Report(
      toolVersion: "1", grammarName: "G", grammarVersion: "1",
      traces: traces.enumerated().map { number, violations in
        var trace = TraceReport(path: "\(number)")
        trace.violations = violations
        return trace
      }, rules: [.init(id: "r-knock", severity: .error, title: "Nobody knocks", explanation: "")])
  }

  private static func called(_ callback: String) -> PossibleCause {
    PossibleCause(
      id: .calledByApp, text: "The app calls \(callback)", action: "Do not call \(callback).",
      evidence: "e")
  }

  @Test("faults of one mechanism are one change, with words that are true for all of them")
  func mechanism() throws {
    let report = Self.report(
      [
        Self.violation(1, "open", cause: Self.called("open")),
        Self.violation(2, "close", severity: .warning, cause: Self.called("close")),
      ], [Self.violation(1, "open", cause: Self.called("open"))])
    let changes = report.changes(for: report.faults)
    let change = try #require(changes.first)
    #expect(changes.count == 1)
    #expect(
      change.faults.map(\.title) == [
        "open while the door was shut", "close while the door was shut",
      ])
    #expect(change.counts == SeverityCounts(errors: 2, warnings: 1))
    #expect(change.traces == [0, 1])
    #expect(change.text == "Your code or a library makes these calls itself")
    #expect(change.steps == ["Give the work a method of its own, and call that."])
  }

  @Test("a change of one fault has the fault's own words")
  func ownWords() {
    let report = Self.report([Self.violation(1, "open", cause: Self.called("open"))])
    let changes = report.changes(for: report.faults)
    #expect(changes.map(\.text) == ["The app calls open"])
    #expect(changes.map(\.steps) == [["Do not call open."]])
  }

  @Test("another caller is another change, and so is a cause in other words")
  func places() {
    let words = ["Move the door", "Move the wall"].map {
      PossibleCause(id: .other, text: $0, action: "Do.", evidence: "e")
    }
    let report = Self.report([
      Self.violation(1, "open", cause: Self.called("open"), caller: "Library"),
      Self.violation(2, "close", cause: Self.called("close")),
      Self.violation(3, "push", cause: words[0]), Self.violation(4, "pull", cause: words[1]),
    ])
    #expect(report.changes(for: report.faults).count == 4)
  }

  @Test("without a cause, the rule says what is forbidden, and a few changes need no summary")
  func noCause() {
    let report = Self.report([Self.violation(1, "knock")])
    let changes = report.changes(for: report.faults)
    #expect(changes.map(\.text) == ["Nobody knocks"] && changes[0].steps == [])
    #expect(changes.leverage == nil)
    #expect(report.changes(for: []) == [])
  }

  @Test("that callers have to be found is said once")
  func callers() {
    let causes = ["Turn it off.", "Move it."].map {
      PossibleCause(
        id: .other, text: "Because " + $0, action: PossibleCause.findCaller + " " + $0,
        evidence: "e")
    }
    let report = Self.report([
      Self.violation(1, "open", severity: .warning, cause: causes[0]),
      Self.violation(2, "close", cause: causes[1]),
    ])
    #expect(
      report.changes(for: report.faults).map(\.steps)
        == [[PossibleCause.findCaller, "Move it."], ["Turn it off."]])
  }

  @Test("changes come by what they repair, and the first ones say how much that is")
  func order() {
    let report = Self.report(
      (1...9).flatMap { number in
        (0..<number).map {
          Self.violation(
            number * 20 + $0, "call\(number)", severity: number == 9 ? .warning : .error,
            cause: PossibleCause(
              id: .other, text: "Cause \(number)", action: "Do \(number).", evidence: "e"))
        }
      })
    let changes = report.changes(for: report.faults)
    #expect(changes.map(\.text) == [8, 7, 6, 5, 4, 3, 2, 1, 9].map { "Cause \($0)" })
    #expect(changes.leverage == "Four changes would repair 26 of 36 errors")
    #expect(report.changes(for: report.faults.filter { $0.severity == .warning }).leverage == nil)
  }

  @Test("calls that always come as long after another one have a rhythm")
  func rhythm() {
    func fault(_ gaps: [Double]) -> Fault? {
      Self.report(
        gaps.enumerated().map { number, gap in
          var violation = Self.violation(number * 10 + 2, "close", cause: Self.called("close"))
          violation.time = gap
          violation.steps = [("open", 0.0), ("close", gap)].enumerated().map { row, step in
            .init(
              mark: .match, event: number * 10 + 1 + row, line: 1, callback: step.0, states: [],
              time: step.1, offending: row == 1)
          }
          return violation
        }
      ).faults.first
    }
    #expect(fault([30, 30.2, 30.1])?.rhythm?.inWords { $0 } == "30 s after open")
    #expect(fault([30, 40, 30])?.rhythm == nil)
    #expect(fault([30, 30])?.rhythm == nil)
    #expect(fault([0.2, 0.2, 0.2])?.rhythm == nil)
  }
}
