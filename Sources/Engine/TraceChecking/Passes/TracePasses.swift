package import TraceFindings
internal import TraceGrammar
package import TraceModel

/// Judges traces, each in up to three passes.
///
/// The first pass over a trace assumes that it shows every callback, or those that are stated. One pass is enough if
/// that finds nothing that accuses the app, or if no more occurs than what is stated. Otherwise the second pass judges
/// by the callbacks that occur, and those that are stated: others may have come at any time. Subjects whose recorders
/// show less than others are judged by what these show. If something is found about such subjects, a third pass judges
/// them, all at once.
package struct TracePasses: Sendable {
  /// The grammar, for recordings that show every callback.
  package let whole: CompiledGrammar
  /// How traces are judged.
  package var options: CheckOptions
  /// Prepares the grammar for recordings that show certain callbacks; nil stands for all of them.
  package let prepare: @Sendable (RecordedCallbacks?) -> any PreparedGrammar

  /// - Parameter prepare: prepares the grammar for recordings that show certain callbacks; nil stands for all of them.
  package init(
    _ whole: CompiledGrammar, _ options: CheckOptions,
    prepare: @escaping @Sendable (RecordedCallbacks?) -> any PreparedGrammar
  ) {
    (self.whole, self.options, self.prepare) = (whole, options, prepare)
  }

  /// What a pass has learned about a trace, besides its findings.
  package struct Learned {
    package var shown: ShownCallbacks
    /// What the recorder or the user states that it shows; nil if neither does.
    package var stated: Records?
    /// Who recorded what; nil if nothing was found.
    var recorders: SeenRecorders?
    var statements: Statements
    /// Whether any of these was made only after the first events.
    var wasStatedLate: Bool
    /// The events whose order is not certain.
    var disorder: [ClosedRange<UInt32>]
    /// Whether there are such events, or repeated ones.
    var hasDoubtfulTimes: Bool
  }

  /// A report with what was learned from the pass that it is from.
  package typealias Judged = (report: TraceReport, learned: Learned)

  // MARK: - Passes

  /// Judges a trace.
  /// - Parameter all: what all traces of the run show, if each is judged by that; nil if each is judged by what it
  ///   shows itself.
  package func judge<Source: TraceSource>(
    _ trace: Source, among all: RecordedCallbacks? = nil
  ) throws(Source.ReadingError) -> Judged {
    var first: Judged?
    do throws(Source.ReadingError) {
      first = try firstPass(trace)
    } catch {
      // What was read of a trace that is too long to be kept may end in the middle of an event.
      if !trace.isCut { throw error }
    }
    guard var judged = first, !trace.isCut, isEnough(judged) else {
      let excused = first?.report.excusedSubjects ?? [:]
      // What it found is found again; the memory for it is then needed once.
      let learned = (consume first)?.learned
      return try judgeByWhatOccurs(trace, learned, excused, among: all)
    }
    if let all, judged.learned.stated == nil {
      judged.report.observed = whole.describe(all, .run)
    }
    return judged
  }

  /// Checks a trace by what is stated about its recorder, otherwise as if it showed everything.
  package func firstPass<Source: TraceSource>(
    _ trace: Source
  ) throws(Source.ReadingError) -> Judged {
    let pass = try trace.read { statements in
      let stated = self.stated(statements)
      var options = self.options(for: statements)
      options.isTentative = stated == nil
      guard let stated else { return [prepare(nil).start(options)] }
      return [grammar(stated, showing: whole.shown(stated, RecordedCallbacks())).start(options)]
    }
    return judged(pass)
  }

  /// Whether a first pass, which assumed that every callback is shown or those that are stated, found nothing that
  /// another one has to confirm.
  private func isEnough(_ first: Judged) -> Bool {
    let (report, learned) = first
    // A document may state only at its end what its recorder shows.
    if learned.wasStatedLate { return false }
    // Notes are no accusations, so they need no second pass, unless they say that a call is missing or extra.
    let isClean =
      report.counts.errors + report.counts.warnings == 0
      && !report.violations.contains { $0.quirk == nil && $0.repair.cost > 0 }
    guard let stated = learned.stated else { return isClean }
    if stated == .all { return isClean || !learned.hasDoubtfulTimes }
    // What occurs is recorded, whatever is stated. If wider subjects are not told apart, they may have begun unseen.
    let listed = whole.shown(stated, RecordedCallbacks())
    if !learned.shown.all.isShown(by: listed) { return false }
    // A delegate may have another method instead of one that is stated.
    return isClean
      || learned.shown.all.mergedKinds.isEmpty && !learned.hasDoubtfulTimes
        && whole.observing(listed).revealing.isEmpty
  }

  /// Checks a trace by the callbacks that occur and those that are stated, perhaps after its first events.
  /// - Parameters:
  ///   - first: what the first pass has learned; nil if it was too long to be kept.
  ///   - excused: the subjects that the first pass excused.
  private func judgeByWhatOccurs<Source: TraceSource>(
    _ trace: Source, _ first: Learned?, _ excused: [FaultSubject: String],
    among all: RecordedCallbacks?
  ) throws(Source.ReadingError) -> Judged {
    let stated = first?.stated
    var callbacks = whole.shown(stated, first?.shown.all ?? RecordedCallbacks())
    var source = ObservedCallbacks.Source.trace
    if let all, stated == nil {
      callbacks.calls.formUnion(all.calls)
      callbacks.notifications.formUnion(all.notifications)
      source = .run
    }
    if trace.isCut { source = .soFar }
    func judging(_ statements: Statements, _ reported: ReportedSubjects) -> CheckOptions {
      var options = options(for: statements)
      if let first {
        options.beginsAtBeginning = options.beginsAtBeginning || first.statements.isComplete
        options.hasOneWindow = options.hasOneWindow || first.statements.hasOneWindow
        options.disorder = first.disorder
      }
      options.doubtsTimes = true
      options.reported = reported
      if stated == nil { options.excused = excused }
      return options
    }
    let grammar = grammar(stated, showing: callbacks)
    var reported = ReportedSubjects.all
    if stated != .all, trace.isCut { reported = .showingAll }
    if !trace.isCut, let first, let recorders = first.recorders {
      let inferred = first.shown.all.subtracting(whole.shown(stated, RecordedCallbacks()))
      reported = .allButScopes(RecorderScopes(grammar.compiled, showing: inferred, recorders))
    }
    let pass = try trace.read { [grammar.start(judging($0, reported))] }
    pass.checkers[0].checker.close()
    var others: [ScopeFindings] = []
    if let accused = pass.checkers[0].checker.accusedScopes {
      let last = try trace.read { statements in
        accused.numbers.map { scope in
          var callbacks = callbacks
          callbacks.unshown = accused.scopes.unshown(in: scope)
          var options = judging(statements, .scope(scope, of: accused.scopes))
          (options.timeline, options.coverage) = (.none, false)
          return prepare(callbacks).start(options)
        }
      }
      others = last.checkers.map { $0.checker.findingsOfScope() }
    }
    var judged = judged(pass, joining: others)
    if stated == nil {
      judged.report.observed = whole.describe(callbacks, source)
      if trace.isCut { judged.report.noteThatItWasJudgedSoFar() }
    }
    return judged
  }

  // MARK: - Reports

  /// The report of the first checker of a pass, with what it has learned.
  private func judged(_ pass: Pass, joining others: [ScopeFindings] = []) -> Judged {
    let running = pass.checkers[0]
    var learned = Learned(
      shown: ShownCallbacks(running.checker.occurred), stated: stated(pass.statements),
      statements: pass.statements, wasStatedLate: pass.wasStatedLate,
      disorder: running.checker.disorder, hasDoubtfulTimes: running.checker.hasDoubtfulTimes)
    let report = report(on: pass, learned.stated, learned.shown.all, joining: others)
    // Recorders are needed only for another pass, and to explain findings.
    if !report.violations.isEmpty || report.counts.errors + report.counts.warnings > 0
      || learned.wasStatedLate || learned.stated != nil
    {
      learned.shown.byRole = running.checker.shownByRole
      learned.recorders = running.checker.seenRecorders
    }
    return (report, learned)
  }

  /// The report of the first checker of a pass, with what is known about the recorder.
  package func report(
    on pass: Pass, _ stated: Records?, _ occurred: RecordedCallbacks,
    joining others: [ScopeFindings] = []
  ) -> TraceReport {
    var report = pass.report
    pass.checkers[0].checker.finish(&report, joining: others)
    if let stated, let listed = whole.stated(stated) {
      let shown = stated == .all ? listed.callbacks : whole.shown(stated, occurred)
      report.observed = whole.describe(shown, .stated)
      report.notes += listed.notes
    } else {
      report.observed = whole.describe(occurred, .trace)
    }
    return report
  }

  // MARK: - What is stated about the recorder

  /// What the recorder or the user states that a recording shows; nil if neither does.
  package func stated(_ statements: Statements) -> Records? {
    switch statements.records ?? options.records {
    case .trace, .run: nil
    case let stated: stated
    }
  }

  /// How a trace with these statements is checked.
  package func options(for statements: Statements) -> CheckOptions {
    var options = options
    options.platform = statements.platform ?? options.platform
    options.beginsAtBeginning = statements.isComplete
    options.hasOneWindow = options.hasOneWindow || statements.hasOneWindow
    return options
  }

  /// The grammar for recordings of which something is stated or inferred.
  package func grammar(
    _ stated: Records?, showing shown: RecordedCallbacks
  ) -> any PreparedGrammar {
    prepare(stated == .all ? nil : shown)
  }
}

extension CompiledGrammar {
  /// What a recording shows: what occurs, and what is stated.
  /// - Parameter stated: nil if nothing is stated.
  package func shown(_ stated: Records?, _ occurred: RecordedCallbacks) -> RecordedCallbacks {
    var shown = occurred
    shown.isInferred = stated == nil
    guard let listed = stated.flatMap(self.stated) else { return shown }
    shown.calls.formUnion(listed.callbacks.calls)
    shown.notifications.formUnion(listed.callbacks.notifications)
    // Only the last of the callbacks that begin a subject is certain to come: an app may not have the others.
    for kind in occurred.mergedKinds {
      let beginnings = grammar.subjects[kind].beginnings
      guard let last = beginnings.last, shown.isSilent(last),
        beginnings.allSatisfy(occurred.isSilent)
      else { continue }
      shown.calls.subtract(beginnings)
      shown.notifications.subtract(beginnings)
    }
    return shown
  }
}

extension TraceReport {
  /// The subjects whose faults are all excused by a quirk, with the quirk.
  fileprivate var excusedSubjects: [FaultSubject: String] {
    let bySubject = Dictionary(grouping: violations) {
      FaultSubject(lifecycle: $0.lifecycle, subject: $0.subject)
    }
    return bySubject.compactMapValues { violations in
      violations.allSatisfy { $0.quirk != nil } ? violations[0].quirk : nil
    }
  }

  /// Notes that the trace was too long to be read twice, so that it was judged by what had occurred by then.
  package mutating func noteThatItWasJudgedSoFar() {
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
