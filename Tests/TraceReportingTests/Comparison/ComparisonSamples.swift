import ReportSamples
import TraceFindings
import TraceModel

@testable import TraceReporting

/// Two generated runs that differ in every way that a comparison shows.
enum ComparisonSamples {
  /// A trace of one session, with calls written as `callback@time`.
  static func trace(_ path: String, _ calls: String) -> TraceReport {
    var trace = SampleReport.conformingTrace(path)
    let entries = calls.split(separator: " ").enumerated().map { index, call in
      let parts = call.split(separator: "@")
      return Timeline.Entry(
        event: index + 1, line: index + 1, callback: String(parts[0]), kind: .delegate,
        time: parts.count > 1 ? Double(parts[1]) : nil, lanes: [0])
    }
    trace.timeline = Timeline(
      lanes: [.init(kind: "session", subject: "id of \(path)")], entries: entries)
    return trace
  }

  static func report(_ traces: [TraceReport]) -> Report {
    Report(toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: traces)
  }

  /// The comparison of two recordings of one trace.
  static func compared(_ base: String, _ head: String) -> ReportComparison {
    ReportComparison(base: report([trace("a", base)]), head: report([trace("a", head)]))
  }

  static var base: Report {
    var first = trace(
      "old/ios18/a.json",
      "willConnect@0 willEnterForeground@0.1 didBecomeActive@0.2 willResignActive@9 "
        + "didEnterBackground@9.5 didDisconnect@20")
    first.add([SampleReport.discard, SampleReport.discard])
    return report([
      first, trace("old/ios18/b.json", "willConnect@0 didDisconnect@1"),
      trace("old/ios18/gone.json", "willConnect"),
    ])
  }

  static var comparison: ReportComparison {
    var first = trace(
      "new/a.json",
      "willConnect@0 didUpdate@0.1 didBecomeActive@0.9 willEnterForeground@1 willResignActive@9 "
        + "didDisconnect@20")
    var other = SampleReport.discard
    other.fingerprint = String(repeating: "e", count: 32)
    other.message = "another | fault"
    first.add([SampleReport.discard, other])
    let head = report([
      first, trace("new/b.json", "willConnect@0 didDisconnect@3"),
      trace("new/added.json", "willConnect"),
    ])
    return ReportComparison(base: base, head: head)
  }
}
