import TestSupport
package import TraceFindings
import TraceModel

package import TraceReporting

/// Two generated runs that differ in every way that a comparison shows.
package enum ComparisonSamples {
  /// A trace of one session, with calls written as `callback@time`.
  package static func trace(_ path: String, _ calls: String, visits: [Int] = [1, 1]) -> TraceReport
  {
    var trace = SampleReport.conformingTrace(path)
    let entries = calls.split(separator: " ").enumerated().map { index, call in
      let parts = call.split(separator: "@")
      return Timeline.Entry(
        event: index + 1, line: index + 1, callback: String(parts[0]), kind: .delegate,
        time: parts.count > 1 ? Double(parts[1]) : nil, lanes: [0])
    }
    trace.timeline = Timeline(
      lanes: [.init(kind: "session", subject: "id of \(path)")], entries: entries)
    trace.coverage.lifecycles[0].states[1].visits = visits[0]
    trace.coverage.lifecycles[0].transitions[1].visits = visits[1]
    return trace
  }

  package static func report(_ traces: [TraceReport]) -> Report {
    Report(toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: traces)
  }

  package static var base: Report {
    var first = trace(
      "old/ios18/a.json",
      "willConnect@0 willEnterForeground@0.1 didBecomeActive@0.2 willResignActive@9 "
        + "didEnterBackground@9.5 didDisconnect@20", visits: [1, 0])
    first.add([SampleReport.discard, SampleReport.discard])
    return report([
      first, trace("old/ios18/b.json", "willConnect@0 didDisconnect@1"),
      trace("old/ios18/gone.json", "willConnect"),
    ])
  }

  package static var head: Report {
    var first = trace(
      "new/a.json",
      "willConnect@0 didUpdate@0.1 didBecomeActive@0.9 willEnterForeground@1 willResignActive@9 "
        + "didDisconnect@20", visits: [0, 1])
    var other = SampleReport.discard
    other.fingerprint = String(repeating: "e", count: 32)
    other.message = "another | fault"
    first.add([SampleReport.discard, other])
    return report([
      first, trace("new/b.json", "willConnect@0 didDisconnect@3"),
      trace("new/added.json", "willConnect"),
    ])
  }

  package static var comparison: ReportComparison { ReportComparison(base: base, head: head) }

  /// Text that attacks every format, on both sides and in every field.
  package static var hostile: ReportComparison {
    let text = SampleReport.hostileText
    var (before, after) = (SampleReport.hostile.report, SampleReport.hostile.report)
    before.traces.append(trace(text + "gone", "a"))
    after.traces.append(trace(text + "new", "a"))
    after.failures.append(.init(path: text, message: text))
    after.grammarName = text
    for index in before.traces.indices where !before.traces[index].violations.isEmpty {
      before.traces[index].timeline = timeline([text + "1", text + "2", text + "3"], step: 1)
      after.traces[index].timeline = timeline([text + "4", text + "3", text + "1"], step: 9)
      after.traces[index].groups[0].fingerprint = String(repeating: "f", count: 32)
      after.traces[index].violations[0].fingerprint = String(repeating: "f", count: 32)
      func coverage(_ visits: Int) -> [Coverage.Lifecycle] {
        [
          .init(
            name: text, states: [.init(name: text, visits: visits)],
            transitions: [.init(from: text, callback: text, to: text, visits: visits)])
        ]
      }
      before.traces[index].coverage.lifecycles = coverage(0)
      after.traces[index].coverage.lifecycles = coverage(1)
    }
    return ReportComparison(base: before, head: after)
  }

  private static func timeline(_ callbacks: [String], step: Double) -> Timeline {
    Timeline(
      lanes: [.init(kind: SampleReport.hostileText, subject: "")],
      entries: callbacks.enumerated().map { index, callback in
        .init(
          event: index + 1, line: index + 1, callback: callback, kind: .delegate,
          time: Double(index) * step, duration: step, lanes: [0])
      })
  }
}
