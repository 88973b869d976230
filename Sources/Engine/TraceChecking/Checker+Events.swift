internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The effects of one event on the subjects that it is about.
extension Checker {
  /// Steps every lifecycle that the event concerns.
  /// - Parameter occurrence: in place, here and below, as it is expensive to copy.
  mutating func check(
    _ occurrence: inout Occurrence, _ event: EventRecord, in batch: borrowing EventBatch
  ) {
    let kind = tables.traits[occurrence.callback].kind
    finder.followOwners(&occurrence, event, in: batch, &subjects)
    noteWhatIsMissing(in: occurrence)
    if tables.kinds[kind].isWider {
      let begins = tables.traits[occurrence.callback].begins
      let name = batch.value(tables.kinds[kind].member, of: event)
      let isAgain =
        begins && !name.isNone && subjects.directory.find(kind, name, in: batch) != nil
      if name.isNone {
        switch finder.beginnings.effect(of: occurrence, in: subjects) {
        case .undecided:
          let entry = timeline.reserve(occurrence)
          if let present = subjects.current(kind) {
            reportContradictions(occurrence, present, in: batch)
          }
          return finder.beginnings.wait(
            DeferredBeginning(occurrence: occurrence, timelineEntry: entry))
        case .ofNext: subjects.startUnnamed(wider: kind)
        case .ofCurrent:
          if finder.beginnings.mayBeOfNext(occurrence, in: subjects) {
            for narrow in tables.kindIDs where tables.kinds[narrow].parent == kind {
              subjects.directory.kinds[narrow].noteAnonymous(at: occurrence.number)
            }
            recording.note(.launchOpen, line: occurrence.line)
          }
        }
      }
      let subject = finder.resolveWider(kind, event, in: batch, &subjects)
      if isAgain { beginAgain(subject) }
      others.answer(&occurrence, event, nil, in: batch, &subjects)
      if !subjects.noteIfUnattributed(kind) {
        reportContradictions(occurrence, subject, in: batch)
        if begins { finder.beginnings.note(subject, occurrence, in: subjects) }
        stepWider(than: kind, &occurrence)
        step(subject, &occurrence, isOwn: true)
      }
      stepOthers(&occurrence, event, in: batch)
      if !timeline.isFull {
        timeline.add(occurrence, about: [subject] + others.subjects, in: subjects)
      }
      return
    }
    let wider = finder.resolveParent(of: kind, event, in: batch, &subjects)
    others.answer(&occurrence, event, wider, in: batch, &subjects)
    stepWider(than: kind, &occurrence)
    let costRose = subjects.stepper.present.costRose
    finder.collectConcerned(
      occurrence, event, wider, in: batch, &subjects, notes: &recording.notes)
    if let foreign = finder.foreign {
      report(Firing(rule: foreign.rule, cause: .wrongSubject), occurrence, foreign.subject)
    }
    subjects.stepper.present.isAboutSeveral = finder.concerned.count > 1
    if let subject = finder.concerned.first {
      reportContradictions(occurrence, subject, in: batch)
    }
    for index in finder.concerned.indices {
      let subject = finder.concerned[index]
      if finder.foundAnother(subject, occurrence, &subjects) {
        subjects.noteRecorder(of: occurrence)
        continue
      }
      subjects.stepper.present.costRose = costRose
      step(subject, &occurrence, isOwn: true)
    }
    subjects.stepper.present.isAboutSeveral = false
    let concerned = timeline.isFull ? [] : finder.concerned
    stepOthers(&occurrence, event, in: batch)
    if !timeline.isFull {
      timeline.add(occurrence, about: concerned + others.subjects, in: subjects)
    }
  }

  /// Notes what an event leaves open, so that it is not judged like others.
  private mutating func noteWhatIsMissing(in occurrence: Occurrence) {
    let traits = tables.traits[occurrence.callback]
    if traits.isAction != (occurrence.kind == .action) {
      recording.note(.otherKind, line: occurrence.line)
    }
    if occurrence.namesWidest { return recording.noteOwner(isNamed: true, line: occurrence.line) }
    var root = traits.kind
    while let wider = tables.kinds[root].parent { root = wider }
    if !tables.kinds[root].isWider { return }
    if subjects.isUnattributed(root) {
      recording.note(
        .ownerMissing, line: occurrence.line, about: compiled.grammar.subjects[root].name)
    } else {
      recording.noteOwner(isNamed: false, line: occurrence.line)
    }
  }

  /// Lets a wider subject begin anew if the event that begins it names one that has ended: its name is used again.
  private mutating func beginAgain(_ subject: SubjectReference) {
    if !subjects.stepper.isOver(subject) { return }
    finish(subject)
    subjects.renew(subject)
  }

  /// Steps the lifecycles of other kinds of subjects that the event concerns.
  private mutating func stepOthers(
    _ occurrence: inout Occurrence, _ event: EventRecord, in batch: borrowing EventBatch
  ) {
    if !tables.traits[occurrence.callback].concerns.contains(.others) {
      return others.forget()
    }
    let costRose = subjects.stepper.present.costRose
    others.collect(occurrence, event, in: batch, &finder, &subjects)
    subjects.stepper.present.isAboutSeveral = others.subjects.count > 1
    for subject in others.subjects {
      subjects.stepper.present.costRose = costRose
      subjects.stepper.present.isBeside = true
      step(subject, &occurrence, isOwn: false)
    }
    subjects.stepper.present.isBeside = false
    subjects.stepper.present.isAboutSeveral = false
  }

  /// Steps the lifecycles of the wider subjects that a kind belongs to. Only calls do: a notification proves nothing
  /// about a wider subject.
  mutating func stepWider(than kind: SubjectKindID, _ occurrence: inout Occurrence) {
    if others.states.isWaiting {
      for late in others.states.late(at: occurrence, &subjects) {
        report(late.firing, occurrence, late.subject, missing: late.missing)
      }
    }
    if occurrence.kind == .notification {
      if let parent = subjects.current(tables.kinds[kind].parent) {
        finder.beginnings.noteNotification(occurrence, within: parent, in: subjects)
      }
      return
    }
    var wider = tables.kinds[kind].parent
    while let kind = wider {
      if !subjects.noteIfUnattributed(kind), let subject = subjects.current(kind) {
        step(subject, &occurrence, isOwn: false)
      }
      wider = tables.kinds[kind].parent
    }
  }

  /// Steps all lifecycles of one subject.
  /// - Parameter isOwn: whether the callback is about this kind of subject, and not about one that belongs to it.
  private mutating func step(
    _ subject: SubjectReference, _ occurrence: inout Occurrence, isOwn: Bool
  ) {
    let traits = tables.traits[occurrence.callback]
    // The role is that of this subject, not of the next one.
    let role = occurrence.role
    defer { occurrence.role = role }
    if isOwn { subjects.rememberRole(of: subject, &occurrence) }
    if traits.isAction != (occurrence.kind == .action) { return }
    if isOwn {
      if occurrence.kind == .notification && traits.isReplaced { return }
      // A notification says nothing about how long its call took.
      if traits.hasDurationLimit && occurrence.kind != .notification {
        for firing in singleEvents.tooLong(occurrence.duration, occurrence.callback) {
          report(firing, occurrence, subject)
        }
        if occurrence.phase == .begin || !occurrence.duration.isNaN {
          singleEvents.noteDuration(of: occurrence.callback)
        }
        if occurrence.phase == .begin {
          singleEvents.awaitEnd(of: occurrence, subject, in: subjects, spellings.texts)
        }
      }
      if subjects.stepper.foldEcho(subject, occurrence) {
        if occurrence.kind == .delegate, let firing = singleEvents.notificationAhead() {
          report(firing, occurrence, subject)
        }
        return
      }
      if traits.isDelayed {
        for firing in singleEvents.delays(occurrence, of: subjects.directory.key(subject)) {
          report(firing, occurrence, subject)
        }
      }
    }
    if let doubt = occurrence.doubt, subjects.stepper.forbids(occurrence, to: subject) {
      // A call that began unseen may have done anything since.
      if doubt == .endWithoutBegin { subjects.apply(.mayHaveMoved, to: subject) }
      return recording.note(doubt, line: occurrence.line)
    }
    if traits.isAdvised {
      singleEvents.advise(subject, occurrence, in: subjects, spellings.texts)
    }
    let isChanged = subjects.stepper.step(
      subject, occurrence, isOwn: isOwn, names: &subjects.directory)
    if tables.kinds[subject.kind].hasStateRules {
      others.noteState(of: subject, isMoved: isChanged, occurrence, subjects)
    }
    let record = subjects.directory[subject]
    if !isOwn, record.isUnnamed, !tables.kinds[subject.kind].isWider {
      subjects.unnamedCounts.blur(subject.kind, hash: record.hash, by: occurrence)
    }
    if isOwn { subjects.stepper.expectEcho(subject, occurrence) }
    if isOwn && isChanged {
      if traits.endsItsSubject { subjects.endIfOver(subject) }
      if singleEvents.hasAdvice {
        singleEvents.reportAdvices(subject, in: subjects, into: &findings)
      }
    }
  }

  /// Reports a rule that an event broke.
  /// - Parameter missing: the callbacks that would have to be recorded for this to be certain; empty if it is.
  mutating func report(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference,
    missing: [CallbackID] = []
  ) {
    if !missing.isEmpty {
      if findings.notesMissing(for: firing.rule) { recording.missing.add(missing, occurrence) }
      return
    }
    singleEvents.report(
      firing, occurrence, subject, in: subjects, spellings.texts, into: &findings)
  }

  /// Reports the rules on values that the present event breaks.
  private mutating func reportContradictions(
    _ occurrence: Occurrence, _ subject: SubjectReference, in batch: borrowing EventBatch
  ) {
    for broken in singleEvents.values.broken {
      singleEvents.report(
        broken, occurrence, subject, in: subjects, spellings.texts, batch, into: &findings)
    }
  }

  // MARK: - Beginnings that wait

  /// Lets the events that wait take effect, now that the next one is known, unless that waits as well.
  /// - Parameter next: the next event; nil for a gap or the end of the trace.
  mutating func applyWaitingBeginning(before next: Occurrence?) {
    guard let first = finder.beginnings.waiting.first?.occurrence else { return }
    if let next, finder.beginnings.joins(next, in: subjects) { return }
    let kind = tables.traits[first.callback].kind
    let isOfNext = next.map {
      tables.traits[$0.callback].kind == kind && finder.beginnings.isBeginning($0)
    }
    let waiting = finder.beginnings.takeWaiting()
    if isOfNext ?? true {
      subjects.startUnnamed(wider: kind)
      if !finder.beginnings.isBeginning(first) {
        recording.notes.add(.nextRunAssumed, event: first.number, line: first.line)
      }
    }
    for deferred in waiting {
      guard let subject = subjects.current(kind) else { return }
      var occurrence = deferred.occurrence
      subjects.stepper.present.costRose = false
      finder.beginnings.note(subject, occurrence, in: subjects)
      step(subject, &occurrence, isOwn: true)
      if let entry = deferred.timelineEntry {
        timeline.fill(entry, occurrence, subject, in: subjects)
      }
    }
  }
}
