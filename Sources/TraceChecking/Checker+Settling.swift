internal import TraceAutomata
package import TraceFindings
internal import TraceGrammar

/// What is done once an event has taken effect: explaining, forgetting, and at last the report.
extension Checker {
  /// Reports what the event finished, and forgets subjects where there are too many.
  mutating func settle() {
    reportFinished()
    if !subjects.directory.isCrowded { return }
    subjects.directory.isCrowded = false
    for kind in 0..<tables.kindCount {
      while let subject = subjects.directory.subjectToForget(kind) {
        finish(subject)
        subjects.directory.forget(
          subject, subjects.stepper.stores[kind].trail(subject.slot).pointee,
          vectors: subjects.stepper.vectors(subject))
      }
    }
  }

  /// Judges the end of a subject that gets no further events, as far as is known.
  private mutating func finish(_ subject: SubjectReference) {
    subjects.finish(
      subject,
      demandsCompleteLife: options.demandsCompleteLives && subjects.mayBeJudgedComplete(subject))
    reportFinished()
    subjects.stepper.costRose = false
    settleAdvices(subject)
    eventRules.forget(subjects.directory.key(subject))
  }

  /// Explains the segments that are finished, and reports subjects that ended badly.
  private mutating func reportFinished() {
    if !subjects.droppedEvents.isEmpty { dropUnnamed() }
    if !subjects.severalUnnamed.isEmpty { noteSeveralUnnamed() }
    if !subjects.stepper.relianceOnSilence.isEmpty { noteReliance() }
    if !subjects.stepper.finished.isEmpty { explainFinished() }
    if !subjects.endings.isEmpty { reportEndings() }
  }

  private mutating func noteReliance() {
    for reliance in subjects.stepper.relianceOnSilence {
      recording.missing.add(
        reliance, kernel: tables.automata[reliance.lifecycle].kernel(reliance.vector),
        compiled.lifecycles[reliance.lifecycle])
    }
    subjects.stepper.relianceOnSilence.removeAll(keepingCapacity: true)
  }

  private mutating func explainFinished() {
    for index in subjects.stepper.finished.indices {
      let finished = subjects.stepper.finished[index]
      let segment = subjects.stepper.segments[finished.segment]
      let start = tables.automata[finished.lifecycle].kernel(segment.startVector)
      let possible = tables.automata[finished.lifecycle].cheapestStates(segment.startVector)
      explainer.explain(
        finished, segment, start: start, silently: possible,
        SegmentExplainer.Context(
          eventCount: Int(recording.eventCount), spellings: spellings.texts),
        of: { subjects.directory.describe(finished.subject, compiled.grammar) }, into: &findings)
      subjects.stepper.segments.close(finished.segment)
    }
    subjects.stepper.finished.removeAll(keepingCapacity: true)
  }

  private mutating func reportEndings() {
    for index in subjects.endings.indices {
      let ending = subjects.endings[index]
      endingExplainer.explain(
        ending, of: subjects.directory.describe(ending.subject, compiled.grammar),
        role: subjects.directory.role(of: ending.subject), into: &findings)
    }
    subjects.endings.removeAll(keepingCapacity: true)
  }

  /// Some kind of subject turned out to have identities: events without one are not checked.
  private mutating func dropUnnamed() {
    for events in subjects.droppedEvents {
      recording.withNotes {
        $0.add(
          .subjectMissing, event: events.firstEvent, line: events.firstLine, count: events.count)
      }
    }
    subjects.droppedEvents.removeAll()
    findings.dropUnnamed()
  }

  /// Subjects without identity turned out to be several: what was found about them may be about any.
  private mutating func noteSeveralUnnamed() {
    for kind in subjects.severalUnnamed {
      let name = compiled.grammar.subjects[kind].name
      let member = compiled.grammar.subjects[kind].member
      recording.undecided.append(
        TraceReport.Note(
          id: "subjects-not-told-apart", event: Int(recording.eventCount),
          line: Int(recording.line),
          message:
            "there seem to be several \(SubjectCount.plural(of: name)), and nothing tells them apart; record \"\(member)\""
            + " with each event to have them checked"))
    }
    subjects.severalUnnamed.removeAll()
    findings.dropUnnamed()
  }

  // MARK: - The end

  /// Explains what is still open and puts everything into a report.
  ///
  /// To be called once, after the last batch. Members that come from elsewhere (path, format, metadata) are
  /// left as they are.
  package mutating func finish(_ report: inout TraceReport) {
    settleDeferred(before: nil)
    settle()
    for kind in 0..<tables.kindCount {
      for subject in subjects.directory.subjects(kind) {
        subjects.meetForTheLastTime(subject)
        finish(subject)
      }
    }
    for kind in 0..<tables.kindCount { subjects.stepper.forgetUnchanged(kind, present: nil) }
    fill(&report)
  }

  /// Notes that what is found may be wrong about several wider subjects that the trace does not tell apart: each
  /// beginning that was recorded begins the next one, but the recorder may have joined others late.
  private func notesOnMergedKinds(_ observed: ObservedAlphabet) -> [TraceReport.Note] {
    compiled.grammar.subjects.indices.compactMap { kind in
      let subject = compiled.grammar.subjects[kind]
      guard compiled.isWider[kind], subjects.isMerged(kind),
        !subjects.directory.kinds[kind].sawIdentity,
        !subject.beginnings.allSatisfy(observed.isSilent)
      else { return nil }
      let plural = SubjectCount.plural(of: subject.name)
      return TraceReport.Note(
        id: "subjects-not-told-apart",
        message:
          "nothing tells the \(plural) apart; if the recorder joined one after its beginning, what is found may be no"
          + " violation: record \"\(subject.member)\" with each event")
    }
  }

  private mutating func fill(_ report: inout TraceReport) {
    let grammar = compiled.grammar
    var findings = findings.settle()
    report.events = Int(recording.eventCount)
    report.subjectCounts = grammar.subjects.enumerated().map {
      .init(kind: $0.element.name, count: subjects.directory.kinds[$0.offset].store.totalCount)
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
    report.notes = recording.notes.notes + recording.undecided
    if let observed = compiled.observed, observed.isInferred {
      report.notes += recording.missing.notes(grammar)
      if findings.repairCost > 0 { report.notes += notesOnMergedKinds(observed) }
    }
    if let note = spellings.note { report.notes.append(note) }
    if options.countsCoverage { report.coverageTally = coverage(report.countsByRule) }
    (report.verdict, report.reason) = verdict(report.counts)
    let wideKinds = Set(
      zip(grammar.subjects, compiled.isWider).filter(\.1).map { $0.0.name })
    if options.timelineLimit != nil {
      report.timeline = timeline.finish(
        eventCount: Int(recording.eventCount), wideKinds: wideKinds)
    }
  }
}
