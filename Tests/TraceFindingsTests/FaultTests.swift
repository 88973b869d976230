import ReportSamples
import Testing
import TraceModel

@testable import TraceFindings

/// Which findings are one fault, and what is said about it.
@Suite("Findings that a person would fix once") struct FaultTests {
  private static func violation(
    _ event: Int, _ callback: String = "close", rule: String = "r", severity: Severity = .error,
    subject: String = "A", cause: Cause = .extra, after seconds: Double? = nil,
    causes: [PossibleCause] = []
  ) -> Violation {
    var violation = Violation(
      rule: rule, severity: severity, cause: cause, event: event, line: event, callback: callback,
      spelling: callback, lifecycle: "door", subject: subject, time: Double(event),
      message: "\(callback) was called while the door was shut", fingerprint: rule + callback)
    if let seconds {
      let rows = [(event - 1, Double(event) - seconds), (event, Double(event))]
      violation.steps = rows.map { number, time in
        .init(
          mark: .match, event: number, line: number, callback: callback, states: [], time: time,
          offending: number == event)
      }
    }
    violation.causes = causes
    return violation
  }

  private static func report(_ traces: [[Violation]], unlisted: Int = 0) -> Report {
    let traces = traces.enumerated().map { number, violations in
      var trace = TraceReport(path: "\(number)")
      trace.add(violations)
      for index in trace.groups.indices { trace.groups[index].count += unlisted }
      return trace
    }
    return Report(toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: traces)
  }

  @Test("all calls of a trace that come twice are one fault, with their distance")
  func doubled() throws {
    let report = Self.report(
      [
        [
          Self.violation(2, "open", rule: "a", severity: .warning, after: 0.001),
          Self.violation(4, "close", rule: "b", subject: "B", after: 0.001),
          Self.violation(6, "open", rule: "a", severity: .warning, after: 0.003),
        ],
        [Self.violation(2, "open", rule: "a", severity: .warning, after: 0.002)],
      ], unlisted: 10)
    let fault = try #require(report.faults.first)
    #expect(report.faults.count == 1)
    #expect(fault.title == "2 calls twice, 1 ms to 3 ms apart")
    #expect(fault.message == "2 different calls came twice, 1 ms to 3 ms apart")
    #expect(fault.counts == SeverityCounts(errors: 11, warnings: 23))
    #expect(fault.severity == .error && fault.first.callback == "close")
    #expect(fault.findings.map(\.trace) == [0, 0, 0, 1])
    #expect(fault.occurrences.map(\.count) == [23, 11])
    #expect(fault.rules == [RuleCount(rule: "a", count: 23), RuleCount(rule: "b", count: 11)])
    #expect(fault.calls.map(\.callback) == ["open", "close"])
  }

  @Test("a call that another program makes twice is another fault")
  func callers() {
    var other = Self.violation(4, "open", rule: "a", after: 0.001)
    other.origin.members = [RecordedMember(name: "caller", value: "Library")]
    let report = Self.report([[Self.violation(2, "close", rule: "b", after: 0.001), other]])
    #expect(report.faults.map(\.count) == [1, 1])
  }

  @Test("one call in different windows and traces is one fault; different causes are two")
  func causes() {
    let app = PossibleCause(
      id: .calledByApp, text: "the app calls it", action: "Do not.", evidence: "e")
    let lost = PossibleCause(
      id: .recordingCut, text: "events were lost", action: "Flush.", evidence: "f")
    let report = Self.report([
      [Self.violation(2, causes: [app]), Self.violation(3, subject: "B", causes: [app])],
      [Self.violation(2, causes: [lost]), Self.violation(5, causes: [app])],
    ])
    #expect(report.faults.map(\.count) == [3, 1])
    #expect(report.faults.map(\.causes.heading) == ["likely cause", "probably a recording error"])
    #expect(report.faults[0].title == "close while the door was shut")
  }

  @Test("what is wrong with the recorder is one fault, whatever the call")
  func recorder() {
    let late = PossibleCause(
      id: .recordingStartsLate, text: "Recording starts late", action: "Start early.", evidence: "e"
    )
    let report = Self.report([
      [Self.violation(1, "open", rule: "a", causes: [late])],
      [Self.violation(1, "close", rule: "b", causes: [late])],
    ])
    #expect(report.faults.count == 1)
    #expect(report.faults[0].message == "2 different calls came while the door was shut")
  }

  @Test("faults come by their errors, then warnings and notes; those that do not count come last")
  func order() {
    var known = Self.violation(9, "known", rule: "k")
    known.suppression = Suppression(source: .baseline)
    let report = Self.report([
      [
        known, Self.violation(2, "note", rule: "n", severity: .note),
        Self.violation(3, "note", rule: "n", severity: .note), Self.violation(4, "rare", rule: "r"),
        Self.violation(5, "often", rule: "o"), Self.violation(6, "often", rule: "o"),
        Self.violation(7, "warning", rule: "w", severity: .warning),
      ]
    ])
    #expect(report.faults.map(\.first.callback) == ["often", "rare", "warning", "note", "known"])
    #expect(report.faultsInForce.count == 4)
    #expect(Set(report.faults.map(\.id)).count == 5)
  }

  @Test("evidence is what holds for every finding")
  func evidence() {
    func cause(_ event: Int) -> PossibleCause {
      PossibleCause(
        id: .calledByApp, text: "the app calls it", action: "Do this. Then that.",
        evidence: "all others fit; event \(event)")
    }
    let times = [60, 120, 180]
    let report = Self.report([times.map { Self.violation($0, causes: [cause($0)]) }])
    #expect(report.faults.map { $0.causes[0].proofs } == [["all others fit"]])
    #expect(report.faults[0].causes[0].changes == ["Do this.", "Then that."])
  }

  @Test("findings that are not listed are counted with those of the same fingerprint")
  func unlisted() {
    var report = Self.report([[Self.violation(2)], [Self.violation(3)]], unlisted: 4)
    report.traces[1].violations = []
    #expect(report.faults.map(\.count) == [10])
    #expect(report.faults[0].findings.count == 1)
    #expect(report.faults[0].occurrences.map(\.count) == [5, 5])
  }
}
