import TestSupport
import TraceModel
package import TraceFindings
import TraceGrammar

/// The reports from which the tests render HTML pages.
package enum PageSamples {
  /// A short legal trace.
  package static var conforming: Report {
    var trace = SampleTrace(path: "traces/conforming/launch.json", seed: 1)
    trace.launch()
    let scene = trace.addSession("0F3C9A52-41D7-4B8E-9C0A-D3B1E7F42A11")
    for name in [
      "configurationForConnecting", "willConnect", "willEnterForeground", "didBecomeActive",
      "willResignActive", "didEnterBackground", "didDisconnect",
    ] { trace.call(scene, name) }
    return report([trace.finished()])
  }

  /// Two sessions over two processes, one of them discarded while still connected.
  package static var single: Report {
    report([discard(path: "traces/launch-discard.json", seed: 3)])
  }

  private static func discard(path: String, seed: UInt64) -> TraceReport {
    var trace = SampleTrace(path: path, seed: seed)
    trace.launch()
    let first = trace.addSession("0F3C9A52-41D7-4B8E-9C0A-D3B1E7F42A11")
    let second = trace.addSession("A7714E0B-9D2E-4C55-8A18-2F0B6E1D90C4")
    for name in [
      "configurationForConnecting", "willConnect", "willEnterForeground", "didBecomeActive",
    ] { trace.call(first, name, after: 0.12) }
    for name in ["configurationForConnecting", "willConnect", "willEnterForeground"] {
      trace.call(second, name, after: 0.2)
    }
    trace.call(first, "willResignActive", after: 2.4)
    trace.call(first, "didEnterBackground", after: 0.3)
    trace.call(second, "didBecomeActive", after: 0.1)
    trace.skip(
      first, missing: "didDisconnect", then: "didDiscard", rule: "discard-before-disconnect")
    trace.call(second, "willResignActive", after: 4)
    trace.call(second, "didEnterBackground", after: 0.4)
    return trace.finished()
  }

  /// Twelve violations of five kinds in one trace over three processes, with lost events.
  package static var twelve: Report {
    report([busy(path: "traces/field/editor-session.jsonl", seed: 9)])
  }

  private static func busy(path: String, seed: UInt64) -> TraceReport {
    var trace = SampleTrace(path: path, seed: seed)
    trace.launch()
    let lanes = ["0F3C9A52-41D7", "A7714E0B-9D2E", "C2D90F18-77A4"].map { trace.addSession($0) }
    for round in 0..<3 {
      for lane in lanes {
        trace.call(lane, "configurationForConnecting")
        trace.call(lane, "willConnect")
        trace.call(lane, "willEnterForeground")
        trace.call(lane, "didBecomeActive")
      }
      trace.surplus(lanes[round], "didBecomeActive", rule: "activate-while-active")
      if round == 1 {
        trace.surplus(
          lanes[0], "didBecomeActive", rule: "activate-while-active", quirk: "Q-01")
      }
      trace.call(lanes[1], "openURLContexts", after: 0.5)
      trace.surplus(
        lanes[2], "stateRestorationActivity", rule: "restoration-request-while-active",
        cause: .extra)
      if round == 1 { trace.lose(12) }
      trace.skip(
        lanes[0], missing: "willResignActive", then: "didEnterBackground",
        rule: "background-without-resign")
      trace.call(lanes[1], "willResignActive")
      trace.call(lanes[1], "didEnterBackground")
      trace.exchange(
        lanes[1], first: "didBecomeActive", second: "willEnterForeground",
        rule: "activate-without-foreground")
      if round < 2 { trace.restart() }
    }
    trace.skip(
      lanes[0], missing: "didDisconnect", then: "didDiscard", rule: "discard-before-disconnect")
    var report = trace.finished()
    report.notes = [
      .init(id: "time-goes-backwards", event: 21, line: 24, count: 2, message: "the time goes back")
    ]
    report.unknownCallbacks = [
      .init(callback: "windowScene(_:didUpdateEffectiveGeometry:)", count: 4)
    ]
    return report
  }

  /// A long trace with about the given number of events, and a fault at regular intervals.
  package static func long(
    events: Int, faultEvery: Int, sessions: Int = 6, path: String = "traces/long.jsonl",
    violationLimit: Int = 1_000, seed: UInt64 = 4
  ) -> TraceReport {
    var trace = SampleTrace(path: path, seed: seed)
    trace.launch()
    let lanes = (0..<sessions).map { index in
      trace.addSession("\(String(0xA11CE + index * 7_919, radix: 16))-4B8E-9C0A-\(index)")
    }
    var generator = SeededGenerator(seed: seed)
    for number in 2..<max(2, events) {
      let lane = lanes[Int.random(in: 0..<lanes.count, using: &generator)]
      guard number.isMultiple(of: faultEvery) else {
        trace.wander(lane)
        continue
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: trace.surplus(lane, "didBecomeActive", rule: "activate-while-active")
      case 1:
        trace.skip(
          lane, missing: "willResignActive", then: "didEnterBackground",
          rule: "background-without-resign")
      case 2:
        trace.exchange(
          lane, first: "didBecomeActive", second: "willEnterForeground",
          rule: "activate-without-foreground")
      default:
        trace.surplus(
          lane, "stateRestorationActivity", rule: "restoration-request-while-active",
          cause: .extra)
      }
    }
    return trace.finished(violationLimit: violationLimit)
  }

  /// Ten thousand violations, of which the first thousand are listed.
  package static var tenThousand: Report {
    report([long(events: 40_000, faultEvery: 3, path: "traces/storm.jsonl")])
  }

  /// A folder of traces, every third of them violating, and two unreadable files.
  package static func folder(_ count: Int) -> Report {
    var traces = (0..<count).map { index -> TraceReport in
      let name = "traces/night/run-\(index < 9 ? "0" : "")\(index + 1).json"
      switch index % 9 {
      case 0: return busy(path: name, seed: UInt64(index))
      case 3, 6: return discard(path: name, seed: UInt64(index))
      default:
        return long(events: 60, faultEvery: 10_000, sessions: 2, path: name, seed: UInt64(index))
      }
    }
    if count > 4 {
      traces[4] = TraceReport(path: "traces/night/run-05.json")
      traces[4].reason = "no event is of a callback that the grammar knows"
    }
    return report(
      traces,
      failures: [
        .init(
          path: "traces/night/broken.json",
          position: SourcePosition(line: 12, column: 7, offset: 200),
          message: "']' or ',' expected"),
        .init(path: "traces/night/gone.json", message: "no such file"),
      ])
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
    var trace = busy(path: "traces/" + evil, seed: 2)
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
    var report = report([trace], failures: [.init(path: evil, message: evil)])
    report.toolVersion = evil
    report.grammarName = evil
    report.grammarPath = evil
    report.rules.append(
      .init(
        id: evil, severity: .error, title: evil, explanation: evil,
        link: "javascript:window.stolen=1", facts: [evil]))
    return report
  }

  package static func report(_ traces: [TraceReport], failures: [Report.Failure] = []) -> Report {
    let grammar = SampleGrammar.grammar
    let broken = Set(traces.flatMap { $0.countsByRule.map(\.rule) })
    return Report(
      toolVersion: "0.1.0", grammarName: grammar.name, grammarVersion: grammar.version,
      traces: traces, failures: failures,
      rules: grammar.rules.filter { broken.contains($0.id) }.map {
        Report.RuleText(
          id: $0.id, severity: $0.severity, title: $0.title, explanation: $0.explanation,
          link: $0.link, facts: $0.facts)
      })
  }
}
