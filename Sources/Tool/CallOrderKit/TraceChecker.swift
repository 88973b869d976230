internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// Checks traces; may be used by several threads at once.
///
/// The first pass over a trace assumes that it shows every callback, or those that are stated. One pass is enough if that
/// finds nothing that accuses the app, or if no more occurs than what is stated. Otherwise the second pass judges by the
/// callbacks that occur, and those that are stated: others may have come at any time. Subjects whose recorders show less
/// than others are judged by what these show. If something is found about such subjects, a third pass judges them, all at
/// once.
final class TraceChecker: Sendable {
  struct Failed: Error {
    var failure: Report.Failure
  }

  let options: CheckOptions
  let reading: ReadingOptions
  let grammars: PreparedGrammars
  private let idle = Monitor<[Workplace]>([])

  init(_ compiled: CompiledGrammar, _ options: CheckOptions, _ reading: ReadingOptions) {
    self.options = options
    self.reading = reading
    grammars = PreparedGrammars(compiled, demandsCompleteLives: options.demandsCompleteLives)
  }

  /// The same checker with other options.
  init(_ other: TraceChecker, _ options: CheckOptions, _ reading: ReadingOptions) {
    (self.options, self.reading, grammars) = (options, reading, other.grammars)
  }

  /// The report of one trace, with the origins of its listed violations, or the failure that prevented it.
  /// - Parameters:
  ///   - all: what all traces of the run show, if each is judged by that; nil if each is judged by what it shows itself.
  ///   - told: which traces list their events individually, if the options ask for events at all.
  func check(
    _ trace: OpenedTrace, among all: RecordedCallbacks? = nil, jobs: Int,
    tellingEvents told: ToldEvents = .ofAll
  ) -> Result<TraceReport, Failed> {
    trace.tellsEvents = told == .ofAll || !trace.isRereadable
    let workplace = idle.withLock { $0.popLast() } ?? Workplace()
    defer { idle.withLock { $0.append(workplace) } }
    do throws(TraceError) {
      var (report, learned) = try judge(trace, among: all, jobs: jobs, workplace)
      if told == .ofViolating, !trace.tellsEvents, options.timelineLimit != nil,
        report.verdict == .violating
      {
        trace.tellsEvents = true
        (report, learned) = try judge(trace, among: all, jobs: jobs, workplace)
      }
      askAgain(about: &report, trace, jobs: jobs, workplace)
      if report.violations.isEmpty { return .success(report) }
      let source = trace.isCut ? nil : try? trace.begin()
      explain(
        &report, learned.shown, stated: learned.stated,
        by: origins(
          of: report, from: source, at: learned.places, through: &workplace.batch))
      return .success(report)
    } catch {
      return .failure(
        Failed(
          failure: .init(path: trace.path, position: error.position, message: error.message)))
    }
  }

  /// What a trace shows, for a run in which all traces are assumed to show the same callbacks.
  /// - Returns: nil for a trace that cannot be read, or that states what it shows.
  func occurred(_ trace: OpenedTrace, jobs: Int) -> RecordedCallbacks? {
    let workplace = idle.withLock { $0.popLast() } ?? Workplace()
    defer { idle.withLock { $0.append(workplace) } }
    guard let first = try? firstPass(trace, jobs: jobs, workplace),
      first.learned.stated == nil
    else { return nil }
    return first.learned.shown.callbacks
  }

  // MARK: - Passes

  /// What a pass has learned about a trace, besides its findings.
  struct Learned {
    var shown: Shown
    /// Who recorded what; nil if nothing was found.
    var recorders: SeenRecorders?
    /// What the recorder or the user states that it shows; nil if neither does.
    var stated: Records?
    /// Whether the trace states that the recording begins at the start of the app.
    var beginsAtBeginning: Bool
    /// Whether the trace states that the app has one window.
    var hasOneWindow: Bool
    /// Whether any of that was stated only after the first events.
    var wasStatedLate: Bool
    /// Where some of the batches begin.
    var places: BatchPlaces
    /// The events whose order is not certain.
    var disorder: [ClosedRange<UInt32>]
    /// Whether there are such events, or repeated ones.
    var hasDoubtfulTimes: Bool
  }

  /// A report with what was learned from the pass that it is from.
  typealias Judged = (report: TraceReport, learned: Learned)

  func judge(
    _ trace: OpenedTrace, among all: RecordedCallbacks?, jobs: Int, _ workplace: Workplace
  ) throws(TraceError) -> Judged {
    var first: Judged?
    do throws(TraceError) {
      first = try firstPass(trace, jobs: jobs, workplace)
    } catch {
      // What was read of a trace that is too long to be kept may end in the middle of an event.
      if !trace.isCut { throw error }
    }
    guard let first, !trace.isCut, isEnough(first) else {
      let excused = first?.report.excusedSubjects ?? [:]
      // What it found is found again; the memory for it is then needed once.
      let learned = (consume first)?.learned
      return try judgeByWhatOccurs(
        trace, learned, excused, among: all, jobs: jobs, workplace)
    }
    var judged = first
    if let all, judged.learned.stated == nil {
      judged.report.observed = grammars.whole.compiled.describe(all, .run)
    }
    return judged
  }

  /// Checks a trace by what is stated about its recorder, otherwise as if it showed everything.
  private func firstPass(
    _ trace: OpenedTrace, jobs: Int, _ workplace: Workplace
  ) throws(TraceError) -> Judged {
    let pass = try read(trace, jobs: jobs, workplace) { header in
      let stated = self.stated(header)
      var options = self.checkingOptions(trace, header)
      options.isTentative = stated == nil
      guard let stated else { return [RunningChecker(self.grammars.whole, options)] }
      let shown = self.shown(stated, RecordedCallbacks())
      return [RunningChecker(self.grammar(stated, showing: shown), options)]
    }
    return judged(trace, pass)
  }

  /// Whether one pass is enough.
  private func isEnough(_ first: Judged) -> Bool {
    // A document may state only at its end what its recorder shows.
    if first.learned.wasStatedLate { return false }
    let learned = first.learned
    return first.report.isEnough(
      stated: learned.stated, learned.shown.callbacks, hasDoubtfulTimes: learned.hasDoubtfulTimes,
      by: grammars.whole.compiled)
  }

  /// Checks a trace by the callbacks that occur and those that are stated, perhaps after its first events.
  /// - Parameters:
  ///   - first: what the first pass has learned; nil if it was too long to be kept.
  ///   - excused: the subjects that the first pass excused.
  private func judgeByWhatOccurs(
    _ trace: OpenedTrace, _ first: Learned?, _ excused: [FaultSubject: String],
    among all: RecordedCallbacks?, jobs: Int, _ workplace: Workplace
  ) throws(TraceError) -> Judged {
    let stated = first?.stated
    var callbacks = shown(stated, first?.shown.callbacks ?? RecordedCallbacks())
    var source = ObservedCallbacks.Source.trace
    if let all, stated == nil {
      callbacks.calls.formUnion(all.calls)
      callbacks.notifications.formUnion(all.notifications)
      source = .run
    }
    if trace.isCut { source = .soFar }
    let grammar = grammar(stated, showing: callbacks)
    func start(
      _ header: TraceHeader, _ grammar: PreparedGrammar, _ reported: ReportedSubjects
    ) -> RunningChecker {
      var options = checkingOptions(trace, header)
      options.beginsAtBeginning = options.beginsAtBeginning || first?.beginsAtBeginning ?? false
      options.hasOneWindow = options.hasOneWindow || first?.hasOneWindow ?? false
      options.reported = reported
      options.disorder = first?.disorder ?? []
      options.doubtsTimes = true
      if case .scope = reported { (options.timeline, options.coverage) = (.none, false) }
      if stated == nil { options.excused = excused }
      return RunningChecker(grammar, options)
    }
    var reported = ReportedSubjects.all
    if stated != .all, trace.isCut { reported = .showingAll }
    if !trace.isCut, let first, let recorders = first.recorders {
      let inferred = first.shown.callbacks.subtracting(shown(stated, RecordedCallbacks()))
      reported = .allButScopes(RecorderScopes(grammar.compiled, showing: inferred, recorders))
    }
    let pass = try read(trace, jobs: jobs, workplace) { [start($0, grammar, reported)] }
    pass.checkers[0].checker.close()
    var others: [ScopeFindings] = []
    if let accused = pass.checkers[0].checker.accusedScopes {
      let last = try read(trace, jobs: jobs, workplace) { header in
        accused.numbers.map { scope in
          var callbacks = callbacks
          callbacks.unshown = accused.scopes.unshown(in: scope)
          return start(header, self.grammars.showing(callbacks), .scope(scope, of: accused.scopes))
        }
      }
      others = last.checkers.map { $0.checker.findingsOfScope() }
    }
    var judged = judged(trace, pass, joining: others)
    if stated == nil {
      judged.report.observed = grammars.whole.compiled.describe(callbacks, source)
      if trace.isCut { judged.report.noteThatItWasJudgedSoFar() }
    }
    return judged
  }

  /// The report of the first checker of a pass, with what it has learned.
  private func judged(
    _ trace: OpenedTrace, _ pass: Pass, joining others: [ScopeFindings] = []
  ) -> Judged {
    let running = pass.checkers[0]
    var learned = Learned(
      shown: Shown(callbacks: running.checker.occurred), stated: stated(pass.header),
      beginsAtBeginning: pass.header.isComplete, hasOneWindow: pass.header.hasOneWindow,
      wasStatedLate: pass.isHeaderLate,
      places: pass.places, disorder: running.checker.disorder,
      hasDoubtfulTimes: running.checker.hasDoubtfulTimes)
    let report = report(trace.path, pass, joining: others)
    // Recorders are needed only for another pass, and to explain findings.
    if !report.violations.isEmpty || report.counts.errors + report.counts.warnings > 0
      || learned.wasStatedLate || learned.stated != nil
    {
      learned.shown.byRole = running.checker.shownByRole
      learned.recorders = running.checker.seenRecorders
    }
    return (described(report, learned.stated, learned.shown.callbacks), learned)
  }

  private func checkingOptions(_ trace: OpenedTrace, _ header: TraceHeader) -> CheckOptions {
    var options = checkingOptions(header)
    options.beginsAtBeginning = header.isComplete
    if !trace.tellsEvents { options.timeline = .none }
    return options
  }

  /// How a trace with a header is checked.
  func checkingOptions(_ header: TraceHeader) -> CheckOptions {
    var options = options
    options.platform = platform(header) ?? options.platform
    options.hasOneWindow = options.hasOneWindow || header.hasOneWindow
    return options
  }

  /// The report of the first checker of a pass.
  func report(_ path: String, _ pass: Pass, joining others: [ScopeFindings] = []) -> TraceReport {
    var report = TraceReport(path: path, format: pass.header.format)
    report.metadata = pass.header.metadata.map { .init(name: $0.name, value: $0.value) }
    pass.checkers[0].checker.finish(&report, joining: others)
    report.notes += pass.notes.map {
      TraceReport.Note(id: $0.id, line: $0.line, count: $0.count, message: $0.message)
    }
    return report
  }

  // MARK: - What is stated about the recorder

  /// What the recorder or the user states that a recording shows; nil if neither does.
  func stated(_ header: TraceHeader) -> Records? {
    switch header.records ?? options.records {
    case .trace, .run: nil
    case let stated: stated
    }
  }

  func shown(_ stated: Records?, _ occurred: RecordedCallbacks) -> RecordedCallbacks {
    grammars.whole.compiled.shown(stated, occurred)
  }

  /// The grammar for recordings of which something is stated or inferred.
  func grammar(_ stated: Records?, showing shown: RecordedCallbacks) -> PreparedGrammar {
    stated == .all ? grammars.whole : grammars.showing(shown)
  }

  /// The report with what is known about the recorder.
  func described(
    _ report: TraceReport, _ records: Records?, _ occurred: RecordedCallbacks
  ) -> TraceReport {
    var report = report
    let compiled = grammars.whole.compiled
    let seen = compiled.describe(occurred, .trace)
    report.occurred = seen.calls + seen.notifications
    if let stated = records.flatMap(compiled.stated) {
      let shown = records == .all ? stated.callbacks : shown(records, occurred)
      report.observed = compiled.describe(shown, .stated)
      report.notes += stated.notes
    } else {
      report.observed = seen
    }
    return report
  }
}

extension TraceReport {
  /// Notes that the trace was too long to be read twice, so that it was judged by what had occurred by then.
  mutating func noteThatItWasJudgedSoFar() {
    observed?.source = .soFar
    notes.append(
      Note(
        id: "judged-so-far",
        message:
          "the recording is too long to be read twice, so it is judged by the callbacks that had occurred by then, and"
          + " nothing is reported about a subject whose role or delegate never shows some of them; check a file, or state in"
          + " \"records\" what is recorded"))
  }
}
