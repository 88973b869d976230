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
    if singleEvents.hasAdvice {
      singleEvents.reportAdvices(subject, in: subjects, into: &findings)
    }
    singleEvents.forget(subjects.directory.key(subject))
  }

  /// Explains the segments that are finished, and reports subjects that ended badly.
  private mutating func reportFinished() {
    if !finder.droppedEvents.isEmpty || !finder.severalUnnamed.isEmpty {
      // A finding about subjects without identity may now be about another one.
      for events in finder.droppedEvents {
        recording.notes.add(
          .subjectMissing, event: events.firstEvent, line: events.firstLine, count: events.count)
      }
      for kind in finder.severalUnnamed { recording.noteSeveral(compiled.grammar.subjects[kind]) }
      finder.droppedEvents.removeAll()
      finder.severalUnnamed.removeAll()
      findings.dropUnnamed()
    }
    if !subjects.stepper.relianceOnSilence.isEmpty { noteReliance() }
    if !subjects.stepper.finished.isEmpty { explainFinished() }
    if !subjects.stepper.risen.isEmpty {
      if options.telling == .atOnce { tellRisen() }
      subjects.stepper.risen.removeAll(keepingCapacity: true)
    }
    if !subjects.endings.found.isEmpty {
      for ending in subjects.endings.found {
        endingExplainer.explain(ending, in: subjects.directory, into: &findings)
      }
      subjects.endings.found.removeAll(keepingCapacity: true)
    }
  }

  /// Explains the segments that are finished.
  private mutating func explainFinished() {
    let context = explanationContext
    for finished in subjects.stepper.finished {
      segmentExplainer.explain(
        finished, subjects.stepper.segments[finished.segment], context, in: subjects.directory,
        into: &findings)
      subjects.stepper.segments.close(finished.segment)
    }
    subjects.stepper.finished.removeAll(keepingCapacity: true)
  }

  /// Reports what the present event broke, although its repair is not certain yet.
  private mutating func tellRisen() {
    let context = explanationContext
    for risen in subjects.stepper.risen {
      guard let open = subjects.stepper.open(risen) else { continue }
      segmentExplainer.tellLast(
        of: open, subjects.stepper.segments[open.segment], context, in: subjects.directory,
        into: &findings)
    }
  }

  /// Notes which unrecorded calls were assumed because steps are legal only with them.
  private mutating func noteReliance() {
    let isAboutScope = findings.isAboutScope
    let compiled = compiled
    for reliance in subjects.stepper.relianceOnSilence
    where findings.notesReliance(of: reliance.about) {
      recording.missing.add(
        reliance, kernel: tables.automata[reliance.lifecycle].kernel(reliance.vector),
        compiled.lifecycles[reliance.lifecycle],
        orBeginningOf: compiled.grammar.subjects[reliance.about.kind].parent ?? reliance.about.kind
      ) { isAboutScope && compiled.observed?.isSilent($0) ?? false }
    }
    subjects.stepper.relianceOnSilence.removeAll(keepingCapacity: true)
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
    segmentExplainer.addCounted(to: &findings)
    endingExplainer.addCounted(to: &findings)
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
    for index in report.violations.indices {
      report.violations[index].otherSubjects = self.findings.shared.otherSubjects(
        of: report.violations[index])
    }
    markWrongSubjects(&report.violations)
    report.unlistedViolations = report.counts.total - report.violations.count
    report.unknownCallbacks = spellings.unknown.sorted { $0.key < $1.key }
      .map { .init(callback: $0.key, count: $0.value.count) }
    report.notes = recording.notes.notes + self.others.notes + recording.undecided
    if let observed = compiled.observed {
      report.notes += recording.missing.notes(grammar, observed)
      if observed.isInferred, findings.repairCost > 0 {
        report.notes += notesOnMergedKinds
      }
    }
    if let note = spellings.note { report.notes.append(note) }
    report.notes += readingNotes
    if options.coverage {
      report.coverageCounts = coverage(report.countsByRule)
    }
    (report.verdict, report.reason) = verdict(report.counts)
    if options.timelineLimit != nil {
      report.timeline = timeline.finish(eventCount: Int(recording.eventCount))
      report.overview = times.overview(of: report.events, findings.places)
    }
  }
}
