package import TraceFindings
internal import TraceGrammar

/// The work after an event has taken effect: segments are explained, subjects are forgotten, and finally the report
/// is filled.
extension Checker {
  /// Reports what the event finished, forgets subjects if there are too many, and notes what holds for the next
  /// event. To be called after every event that may have changed more than its own subject.
  mutating func finishEvent() {
    reportFinished()
    if subjects.directory.mayBeOverLimit {
      subjects.directory.mayBeOverLimit = false
      for kind in tables.kindIDs {
        while let subject = subjects.directory.subjectToForget(kind) {
          subjects.directory.kinds[kind].tombstones.add(
            subjects.directory[subject],
            subjects.stepper.stores[kind].trails[subject.slot],
            vectors: subjects.stepper.lastVectors(of: subject))
          finish(subject)
          subjects.directory.kinds[kind].remove(subject.slot)
        }
      }
    }
    openFastLane()
  }

  /// Judges the end of a subject that, as far as is known, gets no further events.
  mutating func finish(_ subject: SubjectReference) {
    subjects.finish(
      subject,
      demandsCompleteLife: options.demandsCompleteLives
        && subjects.directory.kinds[subject.kind].mayBeJudgedComplete(
          subject.slot, isWider: tables.kinds[subject.kind].isWider)
    )
    reportFinished()
    subjects.stepper.present.costRose = false
    if singleEvents.rules.hasAdvice {
      singleEvents.reportAdvices(subject, in: subjects, into: &findings)
    }
    singleEvents.rules.forget(subjects.directory.key(subject))
  }

  /// Explains the segments that are finished, and reports subjects that ended badly.
  private mutating func reportFinished() {
    if !finder.droppedEvents.isEmpty || !finder.severalUnnamed.isEmpty {
      // A finding about subjects without identity may now be about another one.
      for events in finder.droppedEvents { recording.noteDropped(events) }
      for kind in finder.severalUnnamed { recording.noteSeveral(compiled.grammar.subjects[kind]) }
      finder.droppedEvents.removeAll()
      finder.severalUnnamed.removeAll()
      findings.dropUnnamed()
    }
    if !subjects.stepper.relianceOnSilence.isEmpty {
      explainer.noteReliance(&subjects, &findings, in: &recording.missing)
    }
    if !subjects.stepper.finished.isEmpty {
      explainer.explainFinished(&subjects, explanationContext, into: &findings)
    }
    if !subjects.stepper.risen.isEmpty {
      if options.telling == .atOnce {
        explainer.tellRisen(subjects, explanationContext, into: &findings)
      }
      subjects.stepper.risen.removeAll(keepingCapacity: true)
    }
    if !subjects.endings.found.isEmpty { explainer.explainEndings(&subjects, into: &findings) }
  }

  private var explanationContext: SegmentExplainer.Context {
    SegmentExplainer.Context(eventCount: Int(recording.eventCount), spellings: spellings.texts)
  }

  // MARK: - The end

  /// Explains what is still open.
  package mutating func close() {
    if isClosed { return }
    isClosed = true
    for kind in tables.kindIDs
    where tables.kinds[kind].isWider && tables.kinds[kind].parent == nil
      && subjects.directory.kinds[kind].sawIdentity
    {
      recording.noteUnowned(compiled.grammar.subjects[kind].name)
    }
    applyWaitingBeginning(before: nil)
    finishEvent()
    for kind in tables.kindIDs {
      for subject in subjects.directory.subjects(kind) {
        subjects.meetForTheLastTime(subject)
        finish(subject)
      }
    }
    for kind in tables.kindIDs {
      subjects.stepper.stores[kind].distributeTaken(
        to: &subjects.stepper.hits, &subjects.stepper.unpinned)
    }
    explainer.addCounted(to: &findings)
    singleEvents.addCounted(to: &findings)
  }

  /// The findings that became certain since the last call, in the order they did. Requires `CheckOptions.telling`.
  /// - Parameter all: whether to include findings about subjects that have not shown everything yet.
  package mutating func takeCertain(all: Bool = false) -> [Violation] {
    findings.takeCertain(all ? { _ in true } : showsAll)
  }

  /// Explains what is still open and fills the report.
  ///
  /// Call it once, after the last batch. Members with another source (path, format, metadata) are left as they are, and
  /// notes on reading come last.
  /// - Parameter others: the findings of the pass about the subjects that this one left to it.
  package mutating func finish(
    _ report: inout TraceReport, joining others: [ScopeFindings] = []
  ) {
    close()
    let grammar = compiled.grammar
    let readingNotes = report.notes
    let outcome = TraceOutcome(compiled, tables)
    var findings = findings.takeConfirmed(showsAll)
    for other in others {
      findings.merge(other.findings)
      recording.missing.add(other.missing)
    }
    report.events = Int(recording.eventCount)
    report.subjectCounts = grammar.subjects.numbered.map {
      .init(kind: $1.name, count: subjects.directory.kinds[$0].store.totalCount)
    }
    report.counts = findings.counts
    report.countsByRule = findings.countsByRule.sorted { $0.key < $1.key }
      .map { .init(rule: $0.key, count: $0.value) }
    report.repairCost = findings.repairCost
    report.groups = findings.sortedGroups()
    report.violations = findings.violations()
    markWrongSubjects(&report.violations)
    report.unlistedViolations = report.counts.total - report.violations.count
    report.unknownCallbacks = spellings.unknown.sorted { $0.key < $1.key }
      .map { .init(callback: $0.key, count: $0.value.count) }
    report.notes = recording.notes.notes + self.others.notes + recording.undecided
    if let observed = compiled.observed {
      report.notes += recording.missing.notes(grammar, observed)
      if observed.isInferred, findings.repairCost > 0 {
        report.notes += outcome.notesOnMergedKinds(subjects)
      }
    }
    if let note = spellings.note { report.notes.append(note) }
    report.notes += readingNotes
    if options.coverage {
      report.coverageTally = outcome.coverage(report.countsByRule, subjects, self.findings)
    }
    (report.verdict, report.reason) = outcome.verdict(
      report.counts, recording, limits: self.others.notes, subjects, self.findings)
    if options.timelineLimit != nil {
      report.timeline = timeline.finish(eventCount: Int(recording.eventCount))
      report.overview = times.overview(of: report.events, findings.places)
    }
  }
}
