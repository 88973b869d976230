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
/// - Complexity: expected O(bytes of the events), plus the time to find repairs for violations, plus some milliseconds
///   for the grammar.
public func checkEvents(
  _ events: [Event], against grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(), isComplete: Bool = false, name: String = "events"
) -> TraceReport {
  EventsCheck(events, CompiledGrammar(grammar), options, isComplete: isComplete).report(name)
}

/// One check of events in memory, in up to three passes, as `TraceChecker` of the program makes them of files.
package struct EventsCheck {
  private let events: [Event]
  private let whole: CompiledGrammar
  private let options: CheckOptions
  private let isComplete: Bool
  /// How many lines a recording has before that of the first event.
  private let lineOffset: Int

  /// - Parameters:
  ///   - whole: the grammar, for recordings that show every callback.
  ///   - lineOffset: how many lines a recording of the events has before that of the first event.
  package init(
    _ events: [Event], _ whole: CompiledGrammar, _ options: CheckOptions, isComplete: Bool = false,
    lineOffset: Int = 0
  ) {
    (self.events, self.whole, self.options) = (events, whole, options)
    (self.isComplete, self.lineOffset) = (isComplete, lineOffset)
  }

  /// The report on the events.
  /// - Parameter name: the path in the report.
  package func report(_ name: String) -> TraceReport {
    let stated: Records? =
      switch options.records {
      case .trace, .run: nil
      case let stated: stated
      }
    var first = checker(grammar(stated, showing: whole.shown(stated, RecordedCallbacks()))) {
      $0.isTentative = stated == nil
    }
    var report = TraceReport(path: name)
    first.finish(&report)
    let occurred = first.occurred
    let isEnough = report.isEnough(
      stated: stated, occurred, hasDoubtfulTimes: first.hasDoubtfulTimes, by: whole)
    if !isEnough { report = judgedByWhatOccurs(first, stated, report.excusedSubjects, name) }
    if let listed = stated.flatMap(whole.stated) {
      let shown = stated == .all ? listed.callbacks : whole.shown(stated, occurred)
      report.observed = whole.describe(shown, .stated)
      report.notes += listed.notes
    } else if report.observed == nil {
      report.observed = whole.describe(occurred, .trace)
    }
    explain(&report, occurred: occurred, byRole: first.shownByRole, isStated: stated != nil)
    return report
  }

  private func grammar(_ stated: Records?, showing shown: RecordedCallbacks) -> CompiledGrammar {
    stated == .all || stated == nil && shown.calls.isEmpty && shown.notifications.isEmpty
      ? whole : whole.observing(shown)
  }

  /// Judges by the callbacks that occur and those that are stated; subjects whose recorders show less than others, by what
  /// these show.
  private func judgedByWhatOccurs(
    _ first: borrowing Checker, _ stated: Records?, _ excused: [FaultSubject: String],
    _ name: String
  ) -> TraceReport {
    let occurred = first.occurred
    let callbacks = whole.shown(stated, occurred)
    let grammar = grammar(stated, showing: callbacks)
    let inferred = occurred.subtracting(whole.shown(stated, RecordedCallbacks()))
    let scopes = RecorderScopes(grammar, showing: inferred, first.seenRecorders)
    let disorder = first.disorder
    func change(_ options: inout CheckOptions, _ reported: ReportedSubjects) {
      (options.disorder, options.doubtsTimes, options.reported) = (disorder, true, reported)
      if stated == nil { options.excused = excused }
    }
    var second = checker(grammar) { change(&$0, .allButScopes(scopes)) }
    second.close()
    var others: [ScopeFindings] = []
    if let accused = second.accusedScopes {
      for scope in accused.numbers {
        var own = callbacks
        own.unshown = accused.scopes.unshown(in: scope)
        var third = checker(whole.observing(own)) {
          change(&$0, .scope(scope, of: accused.scopes))
          ($0.timeline, $0.coverage) = (.none, false)
        }
        others.append(third.findingsOfScope())
      }
    }
    var report = TraceReport(path: name)
    second.finish(&report, joining: others)
    if stated == nil { report.observed = whole.describe(callbacks, .trace) }
    return report
  }

  /// A checker that has checked all events.
  private func checker(
    _ grammar: CompiledGrammar, _ change: (inout CheckOptions) -> Void
  ) -> Checker {
    var options = options
    options.beginsAtBeginning = isComplete
    change(&options)
    let tables = CheckingTables(grammar, demandsCompleteLives: options.demandsCompleteLives)
    var checker = Checker(grammar, tables: tables, options: options)
    var writer = EventWriter(grammar.identityMembers, lineOffset: lineOffset)
    for event in events {
      writer.write(event)
      checker.check(writer.batch)
    }
    return checker
  }

  /// Adds origins and causes to the violations.
  private func explain(
    _ report: inout TraceReport, occurred: RecordedCallbacks, byRole: [String: Set<String>],
    isStated: Bool
  ) {
    let grammar = whole.grammar
    let shown = whole.describe(occurred, .trace)
    var common = CauseFacts(occurred: Set(shown.calls + shown.notifications))
    common.statesEverything = options.records == .all
    if isStated, !common.statesEverything, let listed = report.observed {
      common.listed = Set(listed.calls + listed.notifications)
    }
    common.findings = TraceFaults(report.violations, of: grammar, occurred: common.occurred)
    common.eventCount = report.events
    let partial = grammar.callbacksOfParts(unlessAny: common.occurred)
    for index in report.violations.indices {
      var violation = report.violations[index]
      var facts = common
      facts.origin = origin(violation.event)
      facts.before = violation.sameCallBefore?.event.map { ($0, origin($0)) }
      let role = [facts.origin, facts.before?.origin].compactMap { origin in
        origin?.members.first { $0.name == "role" }?.value
      }
      if let role = role.first, let shown = byRole[role] {
        (facts.role, facts.occurred) = (role, shown)
      }
      facts.quirk = grammar.text(ofQuirk: violation.quirk)
      violation.expected.removeAll { partial.contains($0) }
      violation.origin = facts.origin
      violation.message = violation.headline(of: grammar)
      violation.origin.members.removeAll { ["process", "scene"].contains($0.name) }
      violation.causes = violation.rankedCauses(of: grammar, by: facts)
      if violation.shouldNotHaveCome { violation.message = violation.headline(of: grammar) }
      report.violations[index] = violation
    }
  }

  /// Where an event, counted from 1, comes from.
  private func origin(_ event: Int) -> EventOrigin {
    guard events.indices.contains(event - 1) else { return EventOrigin() }
    return EventOrigin(of: events[event - 1])
  }
}

extension EventOrigin {
  /// What an event says about where it comes from.
  fileprivate init(of event: Event) {
    let identities: Set = ["file", "sourceLine", "session", "sessions"]
    let first = ["delegate", "caller", "role", "thread", "scene", "process"].filter {
      event[$0] != nil
    }
    let others = event.members.map(\.name).filter {
      !identities.contains($0) && !first.contains($0)
    }
    let members = (first + others).compactMap { name in
      event[name].map { RecordedMember(name: name, value: $0.text) }
    }
    self.init(
      file: event["file"]?.text, line: event["sourceLine"].flatMap { Int($0.text) },
      members: members)
  }
}

extension Event.Value {
  /// The value as one text.
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .list(let texts): texts.joined(separator: ", ")
    }
  }
}
