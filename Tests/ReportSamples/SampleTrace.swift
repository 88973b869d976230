import TestSupport
package import TraceModel
package import TraceFindings
import TraceGrammar

/// A generated trace: sessions that follow the sample grammar, with deliberate faults.
package struct SampleTrace {
  package private(set) var report: TraceReport
  private var generator: SeededGenerator
  private let lifecycle: Lifecycle
  private var lanes: [Timeline.Lane] = []
  private var entries: [Timeline.Entry] = []
  private var states: [Int: String] = [:]
  private var history: [Int: [Violation.Step]] = [:]
  private var process = 0
  private var processCount = 1
  private var time = 0.0
  private var coverage: Coverage.Lifecycle

  package init(path: String, seed: UInt64) {
    report = TraceReport(path: path)
    generator = SeededGenerator(seed: seed)
    let grammar = SampleGrammar.grammar
    lifecycle = grammar.lifecycles[1]
    let lifecycle = lifecycle
    coverage = Coverage.Lifecycle(
      name: "session", states: lifecycle.states.map { .init(name: $0.name, visits: 0) },
      transitions: lifecycle.transitions.map {
        .init(
          from: lifecycle.states[$0.from].name, callback: grammar.callbacks[$0.callback].name,
          to: lifecycle.states[$0.to].name, visits: 0)
      })
    lanes.append(Timeline.Lane(kind: "process", subject: "4021"))
  }

  private var sessionLanes: [Int] { lanes.indices.filter { lanes[$0].kind == "session" } }

  // MARK: Events

  package mutating func addSession(_ subject: String, role: String? = "windowApplication") -> Int {
    lanes.append(Timeline.Lane(kind: "session", subject: subject, role: role))
    let lane = lanes.count - 1
    states[lane] = "new"
    history[lane] = []
    return lane
  }

  package mutating func launch() {
    event("willFinishLaunching", lane: process, after: 0)
    openInterval(process, "launching")
    event("didFinishLaunching", lane: process, after: 0.08, duration: 0.052)
    closeInterval(process)
    openInterval(process, "running")
  }

  package mutating func restart() {
    closeInterval(process)
    let first = 4021
    let next = Timeline.Lane(kind: "process", subject: String(first + processCount))
    lanes.append(next)
    processCount += 1
    process = lanes.count - 1
    time += 3_600
    for lane in sessionLanes {
      guard let state = states[lane], state != "discarded", state != "new" else { continue }
      closeInterval(lane)
      states[lane] = "disconnected"
    }
    launch()
    for lane in sessionLanes where states[lane] == "disconnected" {
      openInterval(lane, "disconnected", at: entries.count - 1)
    }
  }

  package mutating func lose(_ count: Int) {
    entries.append(
      Timeline.Entry(
        event: entries.count + 1, line: entries.count + 4, callback: "", kind: .gap, time: time,
        processLane: process, details: [.init(name: "lost", value: String(count))]))
  }

  /// Adds one legal call of a session, or nothing if it is not legal now.
  package mutating func call(
    _ lane: Int, _ name: String, after seconds: Double? = nil, kind: EventKind = .delegate
  ) {
    let callback = SampleGrammar.callback(name)
    guard
      let step = lifecycle.transitions.first(where: {
        lifecycle.states[$0.from].name == states[lane] && $0.callback == callback
      })
    else { return }
    let state = lifecycle.states[step.to].name
    let number = event(name, lane: lane, after: seconds, kind: kind)
    count(step)
    if step.to != step.from {
      closeInterval(lane)
      states[lane] = state
      openInterval(lane, state)
    }
    history[lane, default: []].append(
      Violation.Step(
        mark: .match, event: number, line: number + 3, callback: name, states: [state],
        time: time))
  }

  /// Adds a random legal call.
  package mutating func wander(_ lane: Int) {
    let options = lifecycle.transitions.filter {
      lifecycle.states[$0.from].name == states[lane]
        && SampleGrammar.grammar.callbacks[$0.callback].name != "didDiscard"
    }
    guard let step = options.randomElement(using: &generator) else { return }
    call(lane, SampleGrammar.grammar.callbacks[step.callback].name)
  }

  // MARK: Faults

  /// Adds a call whose predecessor is missing; the state changes as if it had come.
  package mutating func skip(
    _ lane: Int, missing: String, then name: String, rule: String, subjects: Int = 1
  ) {
    let before = states[lane] ?? ""
    guard let middle = target(of: missing, from: before),
      let after = target(of: name, from: middle)
    else { return }
    let number = event(name, lane: lane, after: nil)
    closeInterval(lane)
    states[lane] = after
    openInterval(lane, after)
    let steps: [Violation.Step] =
      history[lane, default: []].suffix(4) + [
        Violation.Step(mark: .missing, event: nil, line: nil, callback: missing, states: [middle]),
        Violation.Step(
          mark: .match, event: number, line: number + 3, callback: name, states: [after],
          time: time, offending: true),
      ]
    raise(
      rule, .missing, lane: lane, event: number, name: name, before: before, steps: Array(steps),
      repair: Repair(insertions: [.init(callback: missing, beforeEvent: number)]))
    guard var last = steps.last else { return }
    last.offending = false
    history[lane, default: []].append(last)
  }

  /// Adds an extra call.
  package mutating func surplus(
    _ lane: Int, _ name: String, rule: String, cause: Cause = .repeated, quirk: String? = nil
  ) {
    let before = states[lane] ?? ""
    let number = event(name, lane: lane, after: nil)
    let steps: [Violation.Step] =
      history[lane, default: []].suffix(3) + [
        Violation.Step(
          mark: .unexpected, event: number, line: number + 3, callback: name, states: [before],
          time: time, offending: true)
      ]
    raise(
      rule, cause, lane: lane, event: number, name: name, before: before, steps: Array(steps),
      repair: Repair(deletions: [.init(event: number, callback: name)]), quirk: quirk)
  }

  /// Adds two calls in the wrong order.
  package mutating func exchange(_ lane: Int, first: String, second: String, rule: String) {
    let before = states[lane] ?? ""
    guard let middle = target(of: second, from: before), let after = target(of: first, from: middle)
    else { return }
    let number = event(first, lane: lane, after: nil)
    let next = event(second, lane: lane, after: 0.01)
    closeInterval(lane)
    states[lane] = after
    openInterval(lane, after)
    let steps: [Violation.Step] =
      history[lane, default: []].suffix(2) + [
        Violation.Step(mark: .missing, event: nil, line: nil, callback: second, states: [middle]),
        Violation.Step(
          mark: .match, event: number, line: number + 3, callback: first, states: [after],
          time: time, offending: true),
        Violation.Step(
          mark: .unexpected, event: next, line: next + 3, callback: second, states: [after],
          time: time),
      ]
    raise(
      rule, .outOfOrder, lane: lane, event: number, name: first, before: before,
      steps: Array(steps),
      repair: Repair(
        insertions: [.init(callback: second, beforeEvent: number)],
        deletions: [.init(event: next, callback: second)]),
      related: [.init(event: next, line: next + 3, message: "the call that should have come first")]
    )
  }

  private mutating func raise(
    _ rule: String, _ cause: Cause, lane: Int, event: Int, name: String, before: String,
    steps: [Violation.Step], repair: Repair, related: [Violation.Related] = [],
    quirk: String? = nil
  ) {
    let grammar = SampleGrammar.grammar
    let broken = grammar.rules.first { $0.id == rule }
    let origin = self.lifecycle.states.firstIndex { $0.name == before }
    let expected = self.lifecycle.transitions.filter { $0.from == origin }.map {
      grammar.callbacks[$0.callback].name
    }
    let severity = quirk == nil ? broken?.severity ?? .error : .note
    let key = "\(rule) \(before) \(steps.map(\.callback).joined(separator: " "))"
    report.violations.append(
      Violation(
        rule: rule, severity: severity, cause: cause, event: event, line: event + 3, callback: name,
        spelling: "\(name)(_:)", lifecycle: "session", subject: lanes[lane].subject,
        process: lanes[process].subject, time: time, states: [before], expected: expected,
        message: broken?.message ?? "\(name) is not allowed here", repair: repair, related: related,
        steps: steps, quirk: quirk, fingerprint: Self.fingerprint(key)))
  }

  private func target(of name: String, from state: String) -> String? {
    let callback = SampleGrammar.callback(name)
    return lifecycle.transitions.first {
      lifecycle.states[$0.from].name == state && $0.callback == callback
    }.map { lifecycle.states[$0.to].name }
  }

  // MARK: Bookkeeping

  @discardableResult
  private mutating func event(
    _ name: String, lane: Int, after seconds: Double?, kind: EventKind = .delegate,
    duration: Double? = nil
  ) -> Int {
    time += seconds ?? Double.random(in: 0.002...1.4, using: &generator)
    let number = entries.count + 1
    entries.append(
      Timeline.Entry(
        event: number, line: number + 3, callback: name, kind: kind, time: time,
        duration: duration, lanes: [lane], processLane: process))
    return number
  }

  private mutating func count(_ step: Lifecycle.Transition) {
    coverage.states[step.to.index].visits += 1
    if let place = lifecycle.transitions.firstIndex(of: step) {
      coverage.transitions[place].visits += 1
    }
  }

  private mutating func openInterval(_ lane: Int, _ state: String, at event: Int? = nil) {
    lanes[lane].intervals.append(
      .init(state: state, firstEvent: event ?? entries.count, endEvent: .max))
  }

  private mutating func closeInterval(_ lane: Int) {
    guard let last = lanes[lane].intervals.indices.last,
      lanes[lane].intervals[last].endEvent == .max
    else { return }
    lanes[lane].intervals[last].endEvent = max(
      entries.count, lanes[lane].intervals[last].firstEvent)
  }

  private static func fingerprint(_ text: String) -> String {
    var generator = SeededGenerator(
      seed: text.utf8.reduce(UInt64(7)) { ($0 &* 31) &+ UInt64($1) })
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The finished report of the trace.
  package func finished(violationLimit: Int = 1_000) -> TraceReport {
    var report = report
    var lanes = lanes
    for index in lanes.indices {
      for place in lanes[index].intervals.indices
      where lanes[index].intervals[place].endEvent == .max {
        lanes[index].intervals[place].endEvent = entries.count + 1
      }
    }
    report.timeline = Timeline(lanes: lanes, entries: entries)
    report.events = entries.count
    report.subjectCounts = [
      .init(kind: "process", count: processCount),
      .init(kind: "session", count: sessionLanes.count),
    ]
    for violation in report.violations {
      report.counts[violation.severity] += 1
      report.repairCost += violation.repair.cost
    }
    let byRule = Dictionary(grouping: report.violations, by: \.rule)
    report.countsByRule = byRule.map { RuleCount(rule: $0, count: $1.count) }.sorted {
      $0.rule < $1.rule
    }
    report.groups = Dictionary(grouping: report.violations, by: \.fingerprint).map { key, all in
      ViolationGroup(
        fingerprint: key, rule: all[0].rule, severity: all[0].severity, count: all.count,
        firstEvent: all[0].event, callback: all[0].callback)
    }.sorted { ($0.firstEvent, $0.fingerprint) < ($1.firstEvent, $1.fingerprint) }
    report.unlistedViolations = max(0, report.violations.count - violationLimit)
    report.violations = Array(report.violations.prefix(violationLimit))
    report.verdict = report.counts.errors + report.counts.warnings > 0 ? .violating : .conforming
    report.coverage = Coverage(
      lifecycles: [coverage],
      rules: SampleGrammar.grammar.rules.map { rule in
        Coverage.Rule(
          id: rule.id, exercised: rule.id == "callback-after-discard" ? 0 : entries.count / 3,
          violated: byRule[rule.id]?.count ?? 0)
      })
    report.metadata = [
      .init(name: "app", value: "Notes 4.2"), .init(name: "os", value: "iOS 26.1"),
    ]
    return report
  }
}
