internal import TraceGrammar
internal import TraceModel

/// Facts, which happen to subjects without a call about them: wider subjects begin and end, and events are lost.
extension LiveSubjects {
  /// Adds a subject that is met for the first time, or again after it was forgotten, in the states that it may be in.
  /// - Parameter isNew: whether it certainly was not met before under another name; nil if it may be one that is known by
  ///   an alias alone.
  mutating func insert(
    _ kind: SubjectKindID, _ name: UnsafeRawBufferPointer, hash: UInt64, wider: SubjectSlot?,
    isNew: Bool? = nil
  ) -> SubjectReference {
    // SAFETY: the name is in the batch, which does not change meanwhile, and the store copies it.
    let tombstone = directory.kinds[kind].tombstones.take(hash)
    let slot = directory.kinds[kind].store.insert(
      name, hash: hash, event: event, gaps: gaps, tombstone: tombstone)
    let subject = SubjectReference(kind: kind, slot: slot)
    if tombstone != nil {
      stepper.start(subject, isKnown: false, tombstone: tombstone)
      // Events that concerned all subjects at the time did not reach it.
      if directory.kinds[kind].startIsPast { apply(.mayHaveMoved, to: subject) }
      return subject
    }
    let widerKind = tables.kinds[kind].parent
    if let wider { belong(subject, to: wider) }
    // The calls so far of a wider subject may have come without its name.
    let isNew =
      (isNew ?? (directory.kinds[kind].aliases.unboundCount == 0))
      && (name.isEmpty || !directory.kinds[kind].hadUnnamed)
    let isKnown =
      isNew && isSeenToBegin(directory.recordOfWider(subject)) && !isUnattributed(widerKind)
      && directory.kinds[kind].anonymousEvents == 0 && !directory.kinds[kind].startIsPast
    stepper.start(subject, isKnown: isKnown, tombstone: nil)
    return subject
  }

  /// Whether a subject that is met for the first time now cannot have existed before the recording.
  /// - Parameter wider: the subject that it belongs to; nil for none.
  func isSeenToBegin(_ wider: SubjectRecord?) -> Bool {
    if beginsAtBeginning && gaps == 0 { return true }
    guard let wider else { return false }
    return wider.span.began && wider.span.beganAtGaps == gaps
  }

  func belong(_ subject: SubjectReference, to wider: SubjectSlot) {
    guard let kind = tables.kinds[subject.kind].parent else { return }
    let widerRecord = directory[SubjectReference(kind: kind, slot: wider)]
    directory[subject].wider.slot = Int32(wider)
    directory[subject].wider.serial = widerRecord.serial
    directory[subject].wider.isUnnamed = widerRecord.isUnnamed
  }

  /// Applies to a subject what it missed since it was last met: gaps, and a change to another wider subject.
  @inline(__always)
  mutating func meet(_ subject: SubjectReference, _ wider: SubjectSlot?) {
    if let wider, let widerKind = tables.kinds[subject.kind].parent,
      directory[subject].gaps == gaps,
      !directory[subject].wider.isUnattributed,
      directory[subject].wider.slot >= 0, !isUnattributed(widerKind),
      directory[subject].wider.serial == directory.kinds[widerKind].store.records[wider].serial,
      directory[subject].anonymousEvents == directory.kinds[subject.kind].anonymousEvents
    {
      // It missed nothing.
      directory[subject].wider.slot = Int32(wider)
      return
    }
    meetInGeneral(subject, wider)
  }

  @inline(never)
  private mutating func meetInGeneral(_ subject: SubjectReference, _ wider: SubjectSlot?) {
    applyAnonymousEvents(subject)
    guard let wider, let widerKind = tables.kinds[subject.kind].parent else {
      return applyGaps(subject)
    }
    let widerRecord = directory[SubjectReference(kind: widerKind, slot: wider)]
    if directory[subject].wider.isUnattributed || isUnattributed(widerKind) {
      directory[subject].wider.isUnattributed = isUnattributed(widerKind)
      belong(subject, to: wider)
      // It may have been in any other one in the meantime.
      directory[subject].wider.moves &+= 1
      directory[subject].wider.unseenMoves &+= 1
      applyGaps(subject)
      return apply(.mayHaveMoved, to: subject)
    }
    if directory[subject].wider.serial == widerRecord.serial && directory[subject].wider.slot >= 0 {
      directory[subject].wider.slot = Int32(wider)
      return applyGaps(subject)
    }
    let absence = Absence(of: directory[subject], subject.kind, until: widerRecord, self)
    let lastOfWider = lastEventOfWider(subject)
    belong(subject, to: wider)
    directory[subject].wider.moves &+= 1
    if !isSeenToBegin(directory.recordOfWider(subject)) {
      directory[subject].wider.unseenMoves &+= 1
    }
    stepper.stores[subject.kind].trails[subject.slot].lastCallback = .absent
    if let loss = absence.lossBefore { apply(loss, to: subject, isMarkedLoss: true) }
    endings.check(
      subject, stepper, lastOfWider: lastOfWider, isCutOff: false, by: directory[subject].recorder)
    for left in (0..<absence.beginningCount).reversed() {
      let before = left > 0 ? stepper.vectors(subject) : []
      apply(absence.beginning, to: subject)
      if left > 0, stepper.vectors(subject) == before { break }
    }
    if let loss = absence.lossSince {
      apply(loss, to: subject, isMarkedLoss: absence.isLossMarked)
    }
    if absence.mayHaveMoved { apply(.mayHaveMoved, to: subject) }
    directory[subject].gaps = gaps
  }

  /// Whether the present event does not say which wider subject it belongs to, although others do.
  func isUnattributed(_ kind: SubjectKindID?) -> Bool {
    guard let kind else { return false }
    return tables.kinds[kind].parent == nil && directory.kinds[kind].sawIdentity && !namesWidest
  }

  /// If the present event does not say which subject of a wider kind it belongs to, although others do, notes that it
  /// may be about any of them.
  /// - Returns: whether it is such an event.
  mutating func noteIfUnattributed(_ kind: SubjectKindID) -> Bool {
    if !isUnattributed(kind) { return false }
    directory.kinds[kind].noteAnonymous(at: event)
    return true
  }

  /// Notes that events that named no subject may have been about this one.
  private mutating func applyAnonymousEvents(_ subject: SubjectReference) {
    let count = directory.kinds[subject.kind].anonymousEvents
    if directory[subject].anonymousEvents == count { return }
    directory[subject].anonymousEvents = count
    apply(.mayHaveMoved, to: subject)
  }

  /// Applies to a subject the gaps since it was last met.
  mutating func applyGaps(_ subject: SubjectReference) {
    if directory[subject].gaps == gaps { return }
    directory[subject].gaps = gaps
    loseEvents(subject)
  }

  /// Applies a loss of events to a subject. If it has no identity, or belongs to a subject without one, another may
  /// have followed it in the gap.
  /// - Parameter isMarked: whether a marker in the trace shows the loss.
  mutating func loseEvents(_ subject: SubjectReference, isMarked: Bool = true) {
    let record = directory[subject]
    apply(
      .loss(isUnnamed: record.isUnnamed, isInUnnamed: record.wider.isUnnamed), to: subject,
      isMarkedLoss: isMarked)
  }

  /// Applies a fact to all lifecycles of a subject.
  mutating func apply(_ fact: Fact, to subject: SubjectReference, isMarkedLoss: Bool = false) {
    stepper.apply(fact, to: subject, event: event, isMarkedLoss: isMarkedLoss)
    if !tables.kinds[subject.kind].isWider, directory[subject].isUnnamed {
      unnamedCounts.apply(fact, to: subject.kind, hash: directory[subject].hash)
    }
  }

  /// Applies to a subject what it missed up to the end of the trace.
  mutating func meetForTheLastTime(_ subject: SubjectReference) {
    namesWidest = true
    if tables.kinds[subject.kind].isWider {
      applyAnonymousEvents(subject)
      // One that is not present any more got its gaps when another one became that.
      if current(subject.kind) == subject { applyGaps(subject) }
      return
    }
    let wider = tables.kinds[subject.kind].parent
    // Only where wider subjects follow one another may it go on in the last of them.
    if let wider, !tables.kinds[wider].hasBeginning, directory[subject].wider.slot >= 0,
      !directory[subject].wider.isUnattributed
    {
      if let owner = owner(of: subject) { return meet(subject, owner.slot) }
      applyAnonymousEvents(subject)
      return applyGaps(subject)
    }
    meet(subject, current(wider)?.slot)
  }

  /// The wider subject in which the subject was last met; nil if it is not known, or was forgotten.
  func owner(of subject: SubjectReference) -> SubjectReference? {
    let tie = directory[subject].wider
    guard let kind = tables.kinds[subject.kind].parent, tie.slot >= 0, !tie.isUnattributed else {
      return nil
    }
    let owner = SubjectReference(kind: kind, slot: SubjectSlot(tie.slot))
    // A subject that was forgotten keeps its number until its slot is used again.
    let isKnown = directory.kinds[kind].store.isUsed(owner.slot)
    return isKnown && directory[owner].serial == tie.serial ? owner : nil
  }

  /// The number of the last event in the wider subject in which the subject was last met; 0 if unknown.
  func lastEventOfWider(_ subject: SubjectReference) -> UInt32 {
    let tie = directory[subject].wider
    guard let kind = tables.kinds[subject.kind].parent, tie.slot >= 0 else { return 0 }
    let wider = directory[SubjectReference(kind: kind, slot: SubjectSlot(tie.slot))]
    if wider.serial != tie.serial { return 0 }
    return current(kind)?.slot == SubjectSlot(tie.slot) ? event : wider.span.lastPresent
  }

  /// Judges the end of a subject's lifecycles.
  mutating func finish(_ subject: SubjectReference, demandsCompleteLife: Bool) {
    let recorder = directory[subject].recorder
    if demandsCompleteLife { endings.demandEnd(of: subject, stepper, by: recorder) }
    stepper.finishRuns(of: subject, demandsCompleteLife: demandsCompleteLife)
    endings.check(
      subject, stepper, lastOfWider: lastEventOfWider(subject), isCutOff: !demandsCompleteLife,
      by: recorder)
  }

  /// Stores the role that an event records for its subject, or gives an event without a role that of its subject. The
  /// event's delegate is added to those of the subject.
  mutating func rememberRole(of subject: SubjectReference, _ occurrence: inout Occurrence) {
    let isFirst = directory[subject].recorder.role < 0
    directory[subject].rememberRole(&occurrence)
    let delegate = occurrence.delegate
    directory[subject].recorder.add(delegate: delegate)
    directory[subject].recorder.covering |= tables.plans.covering[occurrence.callback]
    directory.delegates.note(occurrence.callback, by: delegate)
    let role = directory[subject].recorder.role
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
    directory.delegates.note(occurrence.callback, by: occurrence.delegate)
    if let role = occurrence.role { directory.roles.note(occurrence.callback, by: Int32(role)) }
  }

  /// Lets a subject be forgotten if it has come to its end. The present one stays until another becomes that.
  mutating func endIfOver(_ subject: SubjectReference) {
    if stepper.isOver(subject), current(subject.kind) != subject {
      directory.makeForgettable(subject)
    }
  }
}
