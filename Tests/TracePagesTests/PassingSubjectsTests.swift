import ReportSamples
import TestSupport
import Testing
import TraceFindings
import TraceModel

@testable import TracePages

@Suite("The nearest subject that passes") struct PassingSubjectsTests {
  /// A trace about one session with the calls.
  private func trace(_ path: String, _ calls: String, wrong event: Int? = nil) -> TraceReport {
    var trace = TraceReport(path: path)
    let names = calls.split(separator: " ").map(String.init)
    trace.timeline = Timeline(
      lanes: [.init(kind: "session", subject: "A")],
      entries: names.enumerated().map {
        .init(event: $0.offset + 1, line: 1, callback: $0.element, kind: .delegate, lanes: [0])
      })
    (trace.events, trace.verdict) = (names.count, .conforming)
    if let event {
      trace.violations = [
        Violation(
          rule: "r", severity: .error, cause: .extra, event: event, line: 1,
          callback: names[event - 1], spelling: "", lifecycle: "session", subject: "A",
          message: "", fingerprint: "")
      ]
      trace.verdict = .violating
    }
    return trace
  }

  private func columns(_ traces: TraceReport...) -> String? {
    let report = PageSamples.report(traces)
    guard let wrong = traces.first, let timeline = wrong.timeline else { return nil }
    let match = PassingSubjects(report).nearest(to: wrong.violations[0], inLane: 0, of: timeline)
    return match.map { match in
      "\(report.traces[match.subject.trace].path):"
        + match.columns.map { column in
          (column.before == nil ? " +" : column.after == nil ? " -" : " ") + column.callback
        }.joined()
    }
  }

  @Test("lies beside the wrong one call by call, with what only one of them has")
  func isLaidBeside() {
    #expect(
      columns(
        trace("wrong", "connect active background", wrong: 3),
        trace("right", "connect active resign background"))
        == "right: connect active +resign background")
  }

  @Test("may have calls about subjects that are not in the report")
  func isForeign() {
    var right = trace("right", "connect active resign background")
    right.timeline?.entries[1].lanes = [0, 7]
    #expect(
      columns(trace("wrong", "connect active background", wrong: 3), right)
        == "right: connect active +resign background")
  }

  @Test("is the one with the fewest differences around the finding")
  func isNearest() {
    #expect(
      columns(
        trace("wrong", "connect enter active background", wrong: 4),
        trace("far", "connect background disconnect"),
        trace("near", "connect enter active resign background"))
        == "near: connect enter active +resign background")
  }

  @Test("is none where no passing trace has the call, or has little else in common")
  func isNone() {
    let wrong = trace("wrong", "connect active background", wrong: 3)
    #expect(columns(wrong, trace("other", "connect active")) == nil)
    #expect(columns(wrong, trace("other", "launch background")) == nil)
    #expect(columns(wrong, wrong) == nil)
  }

  @Test("shows twelve columns of many at most, with the finding among them")
  func isShort() throws {
    let turn = " enter active resign background"
    let long = "connect" + String(repeating: turn, count: 10)
    let shown = try #require(
      columns(
        trace("wrong", long + " enter background" + turn + turn, wrong: 43),
        trace("right", long + turn + turn + turn)))
    #expect(
      shown.split(separator: " ").count == 13 && shown.contains(" +active +resign background"),
      "\(shown)")
  }
}
