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
/// The memory is proportional to the number of subjects that are alive at the same time, however many events come. A
/// checker may be used by one thread at a time. If events come from several, let an actor or a lock own it.
public struct LiveChecker: ~Copyable, @unchecked Sendable {
  /// When a violation is returned.
  public enum Telling: Sendable {
    /// At the event that broke the rule, if it is already known then which event that is.
    ///
    /// The repair is the cheapest for the events so far. The report may have another repair, or one violation for two
    /// that share a repair.
    case atOnce
    /// Once it is certain whatever follows and its repair is known, which may take some more events of its subject.
    case onceCertain
  }

  /// A trace has at most this many events; later ones are ignored.
  private static let eventLimit = Int(UInt32.max) - 1

  // SAFETY: nothing else refers to the memory of these, so the checker may move between threads.
  private let compiled: CompiledGrammar
  /// What the report says about the callbacks that it gets.
  private let observed: ObservedCallbacks?
  private let notes: [TraceReport.Note]
  private let tables: CheckingTables
  private let options: CheckOptions
  private let name: String
  private let wording: Wording
  private var checker: Checker
  private var writer: EventWriter

  /// Creates a checker for one run of the app. It assumes that it gets every call in `CheckOptions.records`: by
  /// default, all of the grammar.
  /// - Parameters:
  ///   - telling: when `feed` returns a violation.
  ///   - name: the path in the report.
  /// - Complexity: some milliseconds for the built-in grammar, most of them for `Grammar.uiScene()`.
  public init(
    grammar: Grammar, options: CheckOptions = CheckOptions(), telling: Telling = .onceCertain,
    name: String = "live"
  ) {
    let whole = CompiledGrammar(grammar)
    if case .callbacks = options.records, let stated = whole.stated(options.records) {
      compiled = whole.observing(stated.callbacks)
      (observed, notes) = (whole.describe(stated.callbacks, .stated), stated.notes)
    } else {
      compiled = whole
      (observed, notes) = (whole.stated(.all).map { whole.describe($0.callbacks, .stated) }, [])
    }
    tables = CheckingTables(compiled, demandsCompleteLives: options.demandsCompleteLives)
    var options = options
    options.telling = telling == .atOnce ? .atOnce : .onceCertain
    self.options = options
    self.name = name
    wording = Wording(grammar)
    checker = Checker(compiled, tables: tables, options: options)
    writer = EventWriter(compiled.identityMembers)
  }

  /// Checks the next event.
  ///
  /// A violation is returned once, as early as `Telling` says. Two sorts are left to `finish()`: violations at the end
  /// of the events, and those about subjects without identity, which later events may still identify. The report may
  /// know more about a violation than was known when it was returned: that the call came about the wrong subject.
  /// - Returns: the violations to report now, including those beyond `CheckOptions.violationLimit`. Their events are
  ///   counted from 1. So are their lines, with one event per line.
  /// - Complexity: expected O(bytes of the event); O(repair) if a violation is explained.
  public mutating func feed(_ event: RecordedEvent) -> [Violation] {
    if writer.eventCount >= Self.eventLimit { return [] }
    writer.write(event)
    checker.check(writer.batch)
    return checker.takeCertain().map { violation in
      var told = violation
      told.message = wording.headline(of: violation)
      return told
    }
  }

  /// Adds to a violation that was returned where it comes from and why it may have happened, judging by the events so far.
  /// - Parameter origin: returns what an event, counted from 1, says about where it comes from.
  /// - Complexity: O(callbacks).
  package func explain(_ violation: inout Violation, origin: (Int) -> EventOrigin) {
    let facts = RecordingFacts(ShownCallbacks(checker.occurred), by: compiled)
    violation.origin = origin(violation.event)
    violation.causes = CauseFacts(violation, wording, in: facts, origin: origin).causes
    if violation.shouldNotHaveCome { violation.message = wording.headline(of: violation) }
  }

  /// Ends the events: judges how each subject ended, and returns the report. The next event is the first one of another
  /// run.
  public mutating func finish() -> TraceReport {
    var report = TraceReport(path: name)
    checker.finish(&report)
    for index in report.violations.indices {
      report.violations[index].message = wording.headline(of: report.violations[index])
    }
    report.observed = observed
    report.notes += notes
    checker = Checker(compiled, tables: tables, options: options)
    writer = EventWriter(compiled.identityMembers)
    return report
  }
}
