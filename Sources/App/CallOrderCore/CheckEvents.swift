public import CallOrderEvents
internal import TraceCauses
public import TraceChecking
public import TraceFindings
public import TraceGrammar
internal import TraceModel

/// Checks the events of one run of the app, all of which are known. The findings are those of `callorder check` for a
/// recording with these events.
///
/// Which callbacks the events show is stated by `CheckOptions.records`; by default, they show those that occur.
/// - Parameters:
///   - events: the events, in their order.
///   - grammar: the grammar to check against.
///   - options: how the events are judged.
///   - isComplete: whether nothing happened before the first event.
///   - name: the path in the report.
/// - Complexity: expected O(bytes of the events), plus the time to find repairs for findings, plus some milliseconds
///   for the grammar.
public func checkEvents(
  _ events: [RecordedEvent], against grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(), isComplete: Bool = false, name: String = "events"
) -> TraceReport {
  EventsCheck(events, Plan(grammar), options, isComplete: isComplete, name: name).report
}

/// One check of events in memory.
package struct EventsCheck {
  private let events: [RecordedEvent]
  private let plan: Plan
  private let options: CheckOptions
  private let isComplete: Bool
  private let lineOffset: Int
  private let name: String

  /// - Parameters:
  ///   - isComplete: whether nothing happened before the first event.
  ///   - lineOffset: how many lines a recording of the events has before that of the first event.
  ///   - name: the path in the report.
  package init(
    _ events: [RecordedEvent], _ plan: Plan, _ options: CheckOptions, isComplete: Bool,
    lineOffset: Int = 0, name: String
  ) {
    (self.events, self.plan, self.options) = (events, plan, options)
    (self.isComplete, self.lineOffset, self.name) = (isComplete, lineOffset, name)
  }

  /// The report on the events.
  package var report: TraceReport {
    var stored = StoredEvents(plan.members, lineOffset: lineOffset)
    for event in events { stored.append(event) }
    var statements = Statements()
    statements.isComplete = isComplete
    let judged = TraceJudge(plan)
      .judge(stored.store, statements, TraceReport(path: name), options)
    var report = judged.report
    if report.violations.isEmpty { return report }
    var facts = RecordingFacts(judged.shown, stated: judged.stated, report.observed, by: plan)
    facts.isInMemory = true
    report.explain(facts, Wording(plan.grammar), origin: origin)
    return report
  }

  /// Where an event, counted from 1, comes from.
  private func origin(_ event: Int) -> EventOrigin {
    guard events.indices.contains(event - 1) else { return EventOrigin() }
    return EventOrigin(of: events[event - 1])
  }
}

extension EventOrigin {
  /// What an event says about where it comes from.
  package init(of event: RecordedEvent) {
    let first = ["delegate", "caller", "through", "role", "thread", "scene", "process"]
    let ownProperties = ["file", "sourceLine", "session", "sessions"]
    let all = event.allMembers.filter { !ownProperties.contains($0.name) }
    let members =
      first.flatMap { name in all.filter { $0.name == name } }
      + all.filter { !first.contains($0.name) }
    self.init(
      file: event.file, line: event.sourceLine,
      members: members.map { RecordedMember(name: $0.name, value: $0.value.text) })
  }
}
