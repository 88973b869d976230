import CallOrderKit
import TestSupport
import TraceChecking
package import TraceFindings
package import TraceGrammar
import TraceModel

/// The reports from which the tests render HTML pages: checks of the recordings in `Recordings`, and of generated ones.
package enum PageSamples {
  package static let grammar = Grammar.uiScene()

  /// A short legal trace.
  package static let conforming = report([
    recorded("conforming", as: "traces/conforming/launch.json")
  ])

  /// A session that is discarded while its scene is still connected.
  package static let single = report([recorded("single", as: "traces/launch-discard.json")])

  /// A dozen violations of five kinds in one trace over three processes, with lost events.
  package static let busy = report([recorded("busy", as: "traces/field/editor-session.jsonl")])

  private static func recorded(_ name: String, as path: String) -> TraceReport {
    checked(Repository.bytes("Tests/ReportSamples/Recordings/\(name).jsonl") ?? [], as: path)
  }

  private static func checked(_ bytes: [UInt8], as path: String) -> TraceReport {
    var options = CheckOptions()
    options.coverage = true
    options.timeline = .upTo(1_000_000)
    let report = checkTraces([.bytes(bytes, name: path)], against: grammar, options: options)
    precondition(report.failures.isEmpty, "\(report.failures)")
    var trace = report.traces[0]
    trace.coverageCounts = report.foldedCoverage
    return trace
  }

  /// A long trace of some sessions, in which a call comes twice at regular intervals.
  package static func long(
    events: Int, faultEvery: Int, sessions: Int = 6, path: String = "traces/long.jsonl"
  ) -> TraceReport {
    var text = "{\"records\":\"all\"}\n"
    // Sessions that go on to the end, so that there are no more of them.
    let workload = Workload(events, liveSessions: sessions, roundTrips: events)
    workload.forEachCall { call in
      let session = call.session.map { ",\"session\":\"\($0)\"" } ?? ""
      let isTwice = call.number > 0 && call.number.isMultiple(of: faultEvery)
      for time in isTwice ? [call.number * 10, call.number * 10 + 1] : [call.number * 10] {
        text +=
          "{\"callback\":\"\(call.callback)\",\"process\":4021,\"time\":\(Double(time) / 10)\(session)}\n"
      }
    }
    return checked(Array(text.utf8), as: path)
  }

  /// More than ten thousand violations, of which the first thousand are listed.
  package static let tenThousand = report([
    long(events: 40_000, faultEvery: 3, path: "traces/storm.jsonl")
  ])

  /// A folder of traces, every third of them violating, and two unreadable files.
  package static func folder(_ count: Int) -> Report {
    let quiet = long(events: 60, faultEvery: .max, sessions: 2)
    var traces = (0..<count).map { index -> TraceReport in
      var trace =
        index % 9 == 0 ? busy.traces[0] : index % 3 == 0 ? single.traces[0] : quiet
      trace.path = "traces/night/run-\(index < 9 ? "0" : "")\(index + 1).json"
      return trace
    }
    if count > 4 {
      traces[4] = TraceReport(path: "traces/night/run-05.json")
      traces[4].reason = "no event is of a callback that the grammar knows"
    }
    var report = report(traces)
    report.failures = [
      .init(
        path: "traces/night/broken.json",
        position: SourcePosition(line: 12, column: 7, offset: 200), message: "']' or ',' expected"),
      .init(path: "traces/night/gone.json", message: "no such file"),
    ]
    return report
  }

  /// The same report without its events.
  package static func withoutTimelines(_ report: Report) -> Report {
    var report = report
    for index in report.traces.indices { report.traces[index].timeline = nil }
    return report
  }

  /// A report with dangerous text in every field that can hold text.
  package static var hostile: Report {
    let evil =
      #"</script><img src=x onerror="window.stolen=1">'`${}]]>--><!--"#
      + "\u{202E}\u{0}\u{1B}[31m\u{2028}&amp;\u{FFFE}"
    let long = evil + String(repeating: "a", count: 1_000_000)
    var trace = busy.traces[0]
    trace.path = "traces/" + evil
    trace.format = evil
    trace.metadata = [.init(name: evil, value: evil), .init(name: "long", value: long)]
    trace.notes = [.init(id: evil, event: 3, line: 4, message: evil)]
    trace.unknownCallbacks = [.init(callback: evil, count: 2), .init(callback: long, count: 1)]
    for index in trace.violations.indices {
      trace.violations[index].spelling = evil
      trace.violations[index].message = index == 0 ? long : evil
      trace.violations[index].subject += evil
      trace.violations[index].process = evil
      trace.violations[index].assumption = evil
      trace.violations[index].quirk = evil
      trace.violations[index].states.append(evil)
      trace.violations[index].expected.append(evil)
      trace.violations[index].causes = [
        .init(id: .other, text: evil, action: evil, evidence: evil)
      ]
      trace.violations[index].related.append(.init(event: 1, line: 1, message: evil))
      trace.violations[index].repair.insertions.append(.init(callback: evil, beforeEvent: 2))
      if index.isMultiple(of: 2) {
        trace.violations[index].fingerprint = "\"><script>window.stolen=1</script>"
        trace.violations[index].rule = evil
        trace.violations[index].lifecycle = evil
      }
      for step in trace.violations[index].steps.indices {
        trace.violations[index].steps[step].callback += evil
        trace.violations[index].steps[step].states = [evil]
      }
    }
    trace.countsByRule.append(.init(rule: evil, count: 3))
    trace.subjectCounts.append(.init(kind: evil, count: 2))
    var timeline = trace.timeline ?? Timeline()
    for index in timeline.lanes.indices {
      timeline.lanes[index].subject += evil
      timeline.lanes[index].role = evil
      for place in timeline.lanes[index].intervals.indices {
        timeline.lanes[index].intervals[place].state += evil
      }
    }
    for index in timeline.entries.indices where timeline.entries[index].kind != .gap {
      timeline.entries[index].callback += evil
      timeline.entries[index].details = [.init(name: evil, value: evil)]
    }
    trace.timeline = timeline
    var report = report([trace])
    report.failures = [.init(path: evil, message: evil)]
    report.toolVersion = evil
    report.grammarName = evil
    report.grammarPath = evil
    report.rules.append(
      .init(
        id: evil, severity: .error, title: evil, explanation: evil,
        link: "javascript:window.stolen=1", facts: [evil]))
    return report
  }

  package static func report(_ traces: [TraceReport]) -> Report {
    var report = Report(of: traces, by: grammar)
    report.toolVersion = "0.1.0"
    return report
  }
}
