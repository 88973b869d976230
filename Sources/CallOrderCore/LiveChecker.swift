internal import TraceChecking
public import TraceFindings
public import TraceGrammar
internal import TraceModel

/// Checks events while they happen, one after the other.
///
/// ```swift
/// var checker = LiveChecker(grammar: .uiScene())
/// for violation in checker.feed(Event("sceneDidBecomeActive(_:)", session: "A")) { print(violation) }
/// let report = checker.finish()
/// ```
///
/// The memory is proportional to the subjects that are alive at the same time, however many events come. A checker is
/// used by one thread at a time; let an actor or a lock own it where events come from several.
public struct LiveChecker: ~Copyable, @unchecked Sendable {
  /// When a violation is told.
  public enum Telling: Sendable {
    /// By the event that broke the rule, where it is known then which one that is.
    ///
    /// The repair is the cheapest for what came so far. A report may tell another, or one violation for two that have it
    /// in common.
    case atOnce
    /// Once it is certain whatever follows, and its repair is known, which may take some more events of its subject.
    case onceCertain
  }

  /// A trace has no more events than this; later ones are not looked at.
  private static let eventLimit = Int(UInt32.max) - 1

  // Nobody else has the memory that these hold, so that the checker may go from thread to thread.
  private let compiled: CompiledGrammar
  private let records: RecordedCallbacks
  private let tables: CheckingTables
  private let options: CheckingOptions
  private let name: String
  private var checker: Checker
  private var writer: EventWriter

  /// Makes a checker of one run of the app, which is taken to feed it every call that `CheckOptions.records` tells: all
  /// of the grammar, unless it says less.
  /// - Parameters:
  ///   - telling: when `feed` returns a violation.
  ///   - name: the path in the report.
  /// - Complexity: some milliseconds for the built-in grammar, most of them for `Grammar.uiScene()`.
  public init(
    grammar: Grammar, options: CheckOptions = CheckOptions(), telling: Telling = .onceCertain,
    name: String = "live"
  ) {
    let whole = CompiledGrammar(grammar)
    switch options.records {
    case .all:
      records = whole.all
      compiled = whole
    case .callbacks(let spellings):
      records = whole.recorded(spellings)
      compiled = whole.observing(records.alphabet)
    }
    tables = CheckingTables(compiled, demandsCompleteLives: options.demandsCompleteLives)
    var checking = options.checking
    checking.telling = telling == .atOnce ? .atOnce : .onceCertain
    self.options = checking
    self.name = name
    checker = Checker(compiled, tables: tables, options: checking)
    writer = EventWriter(compiled.identityMembers)
  }

  /// Checks the next event.
  ///
  /// A violation is returned once, as early as `Telling` says. Left to `finish()` are violations at the end of the events
  /// and those about subjects without identity, which later events may turn out to have. A report may tell more of a
  /// violation than was known when it was returned: that the call came about the wrong subject.
  /// - Returns: the violations that are to be told by now, also those beyond `CheckOptions.violationLimit`; their events
  ///   are counted from 1, and so are their lines, an event a line.
  /// - Complexity: O(bytes of the event), expected; O(repair) where a violation is explained.
  public mutating func feed(_ event: Event) -> [Violation] { feed { $0.write(event) } }

  /// Checks the event that the closure writes.
  package mutating func feed(_ write: (inout EventWriter) -> Void) -> [Violation] {
    if writer.eventCount >= Self.eventLimit { return [] }
    write(&writer)
    checker.check(writer.batch, keepingNames: writer.keepsNames)
    return checker.takeCertain()
  }

  /// Where the closure that writes an event has to put the value of a member.
  package func place(of member: String) -> EventWriter.Place { writer.place(of: member) }

  /// Why a violation that was told may have come about, by what came so far.
  /// - Parameter origin: gives what an event, counted from 1, says of where it comes from.
  /// - Complexity: O(callbacks).
  package func causes(
    of violation: Violation, origin: (Int) -> EventOrigin
  ) -> [PossibleCause] {
    let grammar = compiled.grammar
    let shown = compiled.describe(checker.occurred, .trace)
    let occurred = Set(shown.calls + shown.notifications)
    let missing = violation.repair.insertions.map(\.callback)
    let facts = CauseFacts(
      origin: origin(violation.event),
      before: violation.sameCallBefore?.event.map { ($0, origin($0)) },
      neverRecorded: missing.filter { !occurred.contains($0) }, occurred: occurred,
      quirk: grammar.text(ofQuirk: violation.quirk))
    return violation.rankedCauses(grammar.causes(of: violation), by: facts)
  }

  /// Ends the events: judges how each subject ended, and sums up. The next event is the first one of another run.
  public mutating func finish() -> TraceReport {
    var report = TraceReport(path: name)
    checker.finish(&report)
    compiled.describe(records, in: &report)
    checker = Checker(compiled, tables: tables, options: options)
    writer = EventWriter(compiled.identityMembers)
    return report
  }
}
