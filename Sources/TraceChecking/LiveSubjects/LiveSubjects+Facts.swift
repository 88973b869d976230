internal import TraceGrammar
internal import TraceModel

/// Facts, which happen to subjects without a call about them: wider subjects begin and end, and events are lost.
extension LiveSubjects {
  /// Adds a subject that is met for the first time, or again after it was forgotten, in the states that it may be in.
  /// - Parameter isNew: whether it certainly was not met before under another name.
  mutating func insert(
    _ kind: SubjectKindID, _ name: UnsafeRawBufferPointer, hash: UInt64, wider: SubjectSlot?,
    isNew: Bool = true
  ) -> SubjectReference {
    let tombstone = directory.kinds[kind].tombstones.take(hash)
    let slot = directory.kinds[kind].store.insert(
      name, hash: hash, event: event, gaps: gaps, tombstone: tombstone)
    let subject = SubjectReference(kind: kind, slot: slot)
    if tombstone != nil {
      stepper.start(subject, isKnown: false, tombstone: tombstone)
      // Events that concerned all subjects at the time did not reach it.
      if directory.kinds[kind].startIsPast { tell(subject, .mayHaveMoved) }
      return subject
    }
    let widerKind = tables.kinds[kind].parent
    if let wider { belong(subject, to: wider) }
    let isKnown =
      isNew && isSeenToBegin(directory.recordOfWider(subject)) && !isAdrift(widerKind)
      && directory.kinds[kind].aliases.unboundCount == 0
      && directory.kinds[kind].anonymousEvents == 0 && !directory.kinds[kind].startIsPast
    stepper.start(subject, isKnown: isKnown, tombstone: nil)
    return subject
  }

  /// Whether a subject that is met for the first time now cannot have existed before the recording.
  /// - Parameter wider: the subject that it belongs to; nil for none.
  func isSeenToBegin(_ wider: UnsafeMutablePointer<SubjectRecord>?) -> Bool {
    if beginsAtBeginning && gaps == 0 { return true }
    guard let wider = wider?.pointee else { return false }
    return wider.span.began && wider.span.beganAtGaps == gaps
  }

  private func belong(_ subject: SubjectReference, to wider: SubjectSlot) {
    guard let kind = tables.kinds[subject.kind].parent else { return }
    let widerRecord = directory.kinds[kind].store.records + wider
    let record = directory.record(subject)
    record.pointee.wider.slot = Int32(wider)
    record.pointee.wider.serial = widerRecord.pointee.serial
    record.pointee.wider.isUnnamed = widerRecord.pointee.isUnnamed
  }

  /// Applies to a subject what it missed since it was last met: gaps, and a change to another wider subject.
  @inline(__always)
  mutating func meet(_ subject: SubjectReference, _ wider: SubjectSlot?) {
    let known = directory.record(subject)
    if let wider, let widerKind = tables.kinds[subject.kind].parent, known.pointee.gaps == gaps,
      !known.pointee.wider.isAdrift,
      known.pointee.wider.slot >= 0, !isAdrift(widerKind),
      known.pointee.wider.serial == directory.kinds[widerKind].store.records[wider].serial,
      known.pointee.anonymousEvents == directory.kinds[subject.kind].anonymousEvents
    {
      // It missed nothing.
      known.pointee.wider.slot = Int32(wider)
      return
    }
    meetInGeneral(subject, wider)
  }

  @inline(never)
  private mutating func meetInGeneral(_ subject: SubjectReference, _ wider: SubjectSlot?) {
    let known = directory.record(subject)
    tellOfAnonymousEvents(subject)
    guard let wider, let widerKind = tables.kinds[subject.kind].parent else {
      return touchGaps(subject)
    }
    let widerRecord = directory.kinds[widerKind].store.records + wider
    if known.pointee.wider.isAdrift || isAdrift(widerKind) {
      known.pointee.wider.isAdrift = isAdrift(widerKind)
      belong(subject, to: wider)
      // It may have been in any other one in the meantime.
      known.pointee.wider.moves &+= 1
      known.pointee.wider.unseenMoves &+= 1
      touchGaps(subject)
      return tell(subject, .mayHaveMoved)
    }
    if known.pointee.wider.serial == widerRecord.pointee.serial && known.pointee.wider.slot >= 0 {
      known.pointee.wider.slot = Int32(wider)
      return touchGaps(subject)
    }
    let absence = Absence(of: known.pointee, subject.kind, until: widerRecord.pointee, self)
    let lastOfWider = lastEventOfWider(subject)
    belong(subject, to: wider)
    known.pointee.wider.moves &+= 1
    if !isSeenToBegin(directory.recordOfWider(subject)) { known.pointee.wider.unseenMoves &+= 1 }
    stepper.stores[subject.kind].trail(subject.slot).pointee.lastCallback = .absent
    known.pointee.alias.batch = 0
    if let loss = absence.lossBefore { tell(subject, loss, isMarkedLoss: true) }
    endings.check(subject, stepper, lastOfWider: lastOfWider, by: known.pointee.recorder)
    for left in (0..<absence.beginningCount).reversed() {
      let before = left > 0 ? stepper.vectors(subject) : []
      tell(subject, absence.beginning)
      if left > 0, stepper.vectors(subject) == before { break }
    }
    if let loss = absence.lossSince {
      tell(subject, loss, isMarkedLoss: absence.isLossMarked)
    }
    if absence.mayHaveMoved { tell(subject, .mayHaveMoved) }
    known.pointee.gaps = gaps
  }

  /// Whether the present event does not say which wider subject it belongs to, although others do.
  func isAdrift(_ kind: SubjectKindID?) -> Bool {
    guard let kind else { return false }
    return tables.kinds[kind].parent == nil && directory.kinds[kind].sawIdentity && !namesWidest
  }

  /// If the present event does not say which subject of a wider kind it belongs to, although others do, notes that it
  /// may be about any of them.
  /// - Returns: whether it is such an event.
  mutating func noteIfAdrift(_ kind: SubjectKindID) -> Bool {
    if !isAdrift(kind) { return false }
    directory.kinds[kind].noteAnonymous(at: event)
    return true
  }

  /// Notes that events that named no subject may have been about this one.
  private mutating func tellOfAnonymousEvents(_ subject: SubjectReference) {
    let (record, count) = (
      directory.record(subject), directory.kinds[subject.kind].anonymousEvents
    )
    if record.pointee.anonymousEvents == count { return }
    record.pointee.anonymousEvents = count
    tell(subject, .mayHaveMoved)
  }

  /// Applies to a subject the gaps since it was last met.
  mutating func touchGaps(_ subject: SubjectReference) {
    let record = directory.record(subject)
    if record.pointee.gaps == gaps { return }
    record.pointee.gaps = gaps
    loseEvents(subject)
  }

  /// Applies a loss of events to a subject. If it has no identity, or belongs to a subject without one, another may
  /// have followed it in the gap.
  /// - Parameter isMarked: whether a marker in the trace shows the loss.
  mutating func loseEvents(_ subject: SubjectReference, isMarked: Bool = true) {
    let record = directory.record(subject).pointee
    tell(
      subject, .loss(isUnnamed: record.isUnnamed, isInUnnamed: record.wider.isUnnamed),
      isMarkedLoss: isMarked)
  }

  /// Applies a fact to all lifecycles of a subject.
  mutating func tell(_ subject: SubjectReference, _ fact: Fact, isMarkedLoss: Bool = false) {
    stepper.tell(subject, fact, event: event, isMarkedLoss: isMarkedLoss)
    if tables.kinds[subject.kind].isWider {
      stepper.forgetUnchanged(subject.kind, present: current(subject.kind)?.slot)
    } else if directory.record(subject).pointee.isUnnamed {
      unnamedCounts.tell(subject.kind, hash: directory.record(subject).pointee.hash, fact)
    }
  }

  /// Applies to a subject what it missed up to the end of the trace.
  mutating func meetForTheLastTime(_ subject: SubjectReference) {
    namesWidest = true
    if tables.kinds[subject.kind].isWider {
      tellOfAnonymousEvents(subject)
      // A subject whose turn is over got its gaps when another one took the turn.
      if current(subject.kind) == subject { touchGaps(subject) }
      return
    }
    let wider = tables.kinds[subject.kind].parent
    meet(subject, current(wider)?.slot)
  }

  /// The number of the last event in the wider subject in which the subject was last met; 0 if unknown.
  func lastEventOfWider(_ subject: SubjectReference) -> UInt32 {
    let tie = directory.record(subject).pointee.wider
    guard let kind = tables.kinds[subject.kind].parent, tie.slot >= 0 else { return 0 }
    let wider = directory.kinds[kind].store.records + Int(tie.slot)
    if wider.pointee.serial != tie.serial { return 0 }
    return current(kind)?.slot == SubjectSlot(tie.slot) ? event : wider.pointee.span.lastOfTurn
  }

  /// Judges the end of a subject's lifecycles.
  mutating func finish(_ subject: SubjectReference, demandsCompleteLife: Bool) {
    let recorder = directory.record(subject).pointee.recorder
    if demandsCompleteLife { endings.demandEnd(of: subject, stepper, by: recorder) }
    stepper.finishRuns(of: subject, demandsCompleteLife: demandsCompleteLife)
    endings.check(subject, stepper, lastOfWider: lastEventOfWider(subject), by: recorder)
  }

  /// Stores the role that an event records for its subject, or gives an event without a role that of its subject. The
  /// event's delegate is added to those of the subject.
  mutating func settleRole(of subject: SubjectReference, _ occurrence: inout Occurrence) {
    let record = directory.record(subject)
    let isFirst = record.pointee.recorder.role < 0
    record.pointee.settleRole(&occurrence)
    let delegate = stepper.present.delegate
    record.pointee.recorder.add(delegate: delegate)
    record.pointee.recorder.covering |= tables.plans.covering[occurrence.callback]
    directory.delegates.note(occurrence.callback, by: delegate)
    let role = record.pointee.recorder.role
    if role < 0 { return }
    directory.roles.note(occurrence.callback, by: role)
    if !isFirst { return }
    for entry in stepper.recentEntries(of: subject) where !entry.callback.isNone {
      directory.roles.note(entry.callback.known, by: role)
    }
  }

  /// Notes who recorded an event about one of several subjects that nothing tells apart. For a pass that assumes less of
  /// the recording, there may be only one, and it needs to know what its recorder shows.
  mutating func noteRecorder(of occurrence: Occurrence) {
    directory.delegates.note(occurrence.callback, by: stepper.present.delegate)
    if let role = occurrence.role { directory.roles.note(occurrence.callback, by: Int32(role)) }
  }

  /// Lets a subject be forgotten if it has come to its end.
  mutating func endIfOver(_ subject: SubjectReference) {
    if stepper.isOver(subject) { directory.makeForgettable(subject) }
  }
}
