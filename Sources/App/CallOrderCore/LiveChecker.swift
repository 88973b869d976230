public import CallOrderEvents
internal import TraceCauses
public import TraceChecking
public import TraceFindings
public import TraceGrammar
internal import TraceModel

/// Checks events as they happen, one after the other.
///
/// ```swift
/// var checker = LiveChecker(grammar: .uiScene())
/// for violation in checker.feed(RecordedEvent("sceneDidBecomeActive(_:)", session: "A")) { print(violation) }
/// let report = checker.finish()
/// ```
///
/// The events are kept, and all of them are checked again after each one; once there are thousands, after each few. A checker
/// may be used by one thread at a time. If events come from several, let an actor or a lock own it.
public struct LiveChecker: ~Copyable, @unchecked Sendable {
  /// How many events are checked; later ones are ignored, and the report says so.
  public static let eventLimit = 100_000
  /// When the events are this many times as many as have come since the last check, they are checked again. The share of
  /// the checks is then at most this many checks of one event for each event.
  private static let patience = 256

  // SAFETY: nothing else refers to the memory of these, so the checker may move between threads.
  private let judge: TraceJudge
  private let options: CheckOptions
  private let name: String
  private let wording: Wording
  private let endRules: Set<String>
  private var events: StoredEvents
  /// How many events the last check saw.
  private var checkedCount = 0
  private var ignoredCount = 0
  private var told: Set<Fault> = []

  /// A fault that was returned. What it is called may change with what comes after it.
  private struct Fault: Hashable {
    var event: Int
    var lifecycle: String
    var subject: String
  }

  /// Creates a checker for one run of the app. It assumes that it gets every call in `CheckOptions.records`: by
  /// default, all calls of the grammar. Actions that it does not list count if they occur.
  /// - Parameter name: the path in the report.
  /// - Complexity: some milliseconds for the built-in grammar, most of them for `Grammar.uiScene()`.
  public init(
    grammar: Grammar, options: CheckOptions = CheckOptions(), name: String = "live"
  ) {
    judge = TraceJudge(Plan(grammar))
    var options = options
    if case .callbacks = options.records {} else { options.records = .all }
    self.options = options
    self.name = name
    wording = Wording(grammar)
    endRules = Set(grammar.rules.filter(\.form.isAboutTheEnd).map(\.id))
    events = StoredEvents(judge.plan.members)
  }

  /// Checks the next event.
  ///
  /// A finding is returned once, as soon as a check of all events so far finds it; its repair is then the cheapest for these
  /// events. Two sorts are left to `finish()`: findings at the end of the events, and those about subjects without identity, which
  /// later events may still identify. The report may know more than was known when a
  /// finding was returned, and may have one finding for two that share a repair.
  /// - Returns: the findings to report now. Their events are counted from 1. So are their lines, with one event per line.
  /// - Complexity: expected O(events) for a check.
  public mutating func feed(_ event: RecordedEvent) -> [Violation] { feed([event]) }

  /// Checks the next events, as one after the other, but with a single check.
  package mutating func feed(_ next: [RecordedEvent]) -> [Violation] {
    for event in next {
      if events.store.events.count < Self.eventLimit {
        events.append(event)
      } else {
        ignoredCount += 1
      }
    }
    let count = events.store.events.count
    if (count - checkedCount) * Self.patience < count || count == checkedCount { return [] }
    checkedCount = count
    var options = options
    (options.coverage, options.timeline, options.violationLimit) = (false, .none, .max)
    let found = report(options).violations
    return found.filter { violation in
      !endRules.contains(violation.rule) && isIdentified(violation)
        && told.insert(
          Fault(
            event: violation.event, lifecycle: violation.lifecycle, subject: violation.subject)
        ).inserted
    }
  }

  /// Adds to a finding that was returned where it comes from and why it may have happened, judging by the events so far.
  /// - Parameter origin: returns what an event, counted from 1, says about where it comes from.
  /// - Complexity: O(events).
  package func explain(_ violation: inout Violation, origin: (Int) -> EventOrigin) {
    let shown = ShownCallbacks(judge.occurred(events.store, Statements()))
    let facts = RecordingFacts(shown, by: judge.plan)
    violation.origin = origin(violation.event)
    CauseFacts(violation, wording, in: facts, origin: origin).explain(&violation)
  }

  /// Makes the tables that the first checks would make. No event may have been fed.
  package mutating func prepare() {
    _ = feed(judge.plan.grammar.callbacks.prefix(2).map { RecordedEvent($0.name, session: "-") })
    _ = finish()
  }

  /// Ends the events: judges how each subject ended, and returns the report. The next event is the first one of another
  /// run.
  public mutating func finish() -> TraceReport {
    var report = report(options)
    if ignoredCount > 0 {
      report.notes.append(
        TraceReport.Note(
          id: "events-ignored", count: ignoredCount,
          message:
            "only the first \(Self.eventLimit) events were checked; \(ignoredCount) came later"))
    }
    (checkedCount, ignoredCount, told) = (0, 0, [])
    events = StoredEvents(judge.plan.members)
    return report
  }

  /// Whether no later event can show that a finding is about another subject than it seems.
  private func isIdentified(_ violation: Violation) -> Bool {
    let kinds = judge.plan.grammar.subjects
    let kind = kinds.firstIndex { $0.name == violation.subjectKind ?? violation.lifecycle }
    return !violation.subject.isEmpty || kind.map { kinds[$0].parent == nil } ?? true
  }

  private func report(_ options: CheckOptions) -> TraceReport {
    var report = judge.judge(
      events.store, Statements(), TraceReport(path: name), options
    ).report
    for index in report.violations.indices {
      report.violations[index].message = wording.headline(of: report.violations[index])
    }
    return report
  }
}
