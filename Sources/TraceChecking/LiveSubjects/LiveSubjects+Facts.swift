internal import TraceModel

/// What happens to subjects without a call about them: beginnings and ends of what they belong to, gaps.
extension LiveSubjects {
  /// Makes room for a subject first seen now, in the states it may be in.
  /// - Parameter isNew: whether it is certain that it was not seen before under another name.
  mutating func insert(
    _ kind: Int, _ name: UnsafeRawBufferPointer, hash: UInt64, wider: SubjectSlot?,
    isNew: Bool = true
  ) -> SubjectReference {
    let tombstone = directory.kinds[kind].tombstones.take(hash)
    let slot = directory.kinds[kind].store.insert(
      name, hash: hash, event: event, gaps: gaps, tombstone: tombstone?.record)
    let subject = SubjectReference(kind: kind, slot: slot)
    if tombstone != nil {
      stepper.start(subject, isKnown: false, tombstone: tombstone)
      // What concerned all that lived beside it did not reach it.
      if directory.kinds[kind].startIsPast { tell(subject, .mayHaveMoved) }
      return subject
    }
    let widerKind = tables.kinds[kind].parent
    if let wider, widerKind >= 0 { belong(subject, to: wider) }
    let isKnown =
      isNew && isSeenToBegin(directory.recordOfWider(subject)) && !isAdrift(widerKind)
      && directory.kinds[kind].aliases.unboundCount == 0
      && directory.kinds[kind].anonymousEvents == 0 && !directory.kinds[kind].startIsPast
    stepper.start(subject, isKnown: isKnown, tombstone: nil)
    return subject
  }

  /// Whether what is met now for the first time cannot have lived before the recording.
  /// - Parameter wider: what it belongs to; nil for nothing.
  func isSeenToBegin(_ wider: UnsafeMutablePointer<SubjectRecord>?) -> Bool {
    if beginsAtBeginning && gaps == 0 { return true }
    guard let wider = wider?.pointee else { return false }
    return wider.span.began && wider.span.beganAtGaps == gaps
  }

  private func belong(_ subject: SubjectReference, to wider: SubjectSlot) {
    let widerRecord = directory.kinds[tables.kinds[subject.kind].parent].store.records + wider
    let record = directory.record(subject)
    record.pointee.wider.slot = Int32(wider)
    record.pointee.wider.serial = widerRecord.pointee.serial
    record.pointee.wider.isUnnamed = widerRecord.pointee.isUnnamed
  }

  /// Tells a subject what it missed since it was last met: gaps, and that it is in another wider subject now.
  @inline(__always)
  mutating func meet(_ subject: SubjectReference, _ wider: SubjectSlot?) {
    let widerKind = tables.kinds[subject.kind].parent
    let known = directory.record(subject)
    if let wider, widerKind >= 0, known.pointee.gaps == gaps, !known.pointee.wider.isAdrift,
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
    let widerKind = tables.kinds[subject.kind].parent
    let known = directory.record(subject)
    tellOfAnonymousEvents(subject)
    guard let wider, widerKind >= 0 else { return touchGaps(subject) }
    let widerRecord = directory.kinds[widerKind].store.records + wider
    if known.pointee.wider.isAdrift || isAdrift(widerKind) {
      known.pointee.wider.isAdrift = isAdrift(widerKind)
      belong(subject, to: wider)
      // It may have been in any other one meanwhile.
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
    stepper.stores[subject.kind].trail(subject.slot).pointee.lastCallback = .max
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

  /// Whether the present event does not say which wider subject it belongs to, where others do.
  func isAdrift(_ kind: Int) -> Bool {
    kind >= 0 && tables.kinds[kind].parent < 0 && directory.kinds[kind].sawIdentity && !namesWidest
  }

  /// Notes that the present event may be about any subject of a wider kind, if it does not say which, where others do.
  /// - Returns: whether it is such an event.
  mutating func noteIfAdrift(_ kind: Int) -> Bool {
    if !isAdrift(kind) { return false }
    directory.kinds[kind].noteAnonymous(at: event)
    return true
  }

  /// Tells a subject that events which named nobody may have been about it.
  private mutating func tellOfAnonymousEvents(_ subject: SubjectReference) {
    let (record, count) = (
      directory.record(subject), directory.kinds[subject.kind].anonymousEvents
    )
    if record.pointee.anonymousEvents == count { return }
    record.pointee.anonymousEvents = count
    tell(subject, .mayHaveMoved)
  }

  /// Tells a subject of the gaps since it was last seen.
  mutating func touchGaps(_ subject: SubjectReference) {
    let record = directory.record(subject)
    if record.pointee.gaps == gaps { return }
    record.pointee.gaps = gaps
    loseEvents(subject)
  }

  /// Tells a subject of lost events. What has no identity, or belongs to what has none, may have been followed by
  /// another among them.
  /// - Parameter isMarked: whether a marker in the trace tells of it.
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

  /// Tells a subject what it missed up to the end of the trace.
  mutating func meetForTheLastTime(_ subject: SubjectReference) {
    namesWidest = true
    if tables.kinds[subject.kind].isWider {
      tellOfAnonymousEvents(subject)
      // One that another took the turn of was told of its gaps then.
      if current(subject.kind) == subject { touchGaps(subject) }
      return
    }
    let wider = tables.kinds[subject.kind].parent
    meet(subject, wider < 0 ? nil : current(wider)?.slot)
  }

  /// The last event in the wider subject that the subject was last seen in; 0 where that is not known.
  private func lastEventOfWider(_ subject: SubjectReference) -> UInt32 {
    let kind = tables.kinds[subject.kind].parent
    let tie = directory.record(subject).pointee.wider
    guard kind >= 0, tie.slot >= 0 else { return 0 }
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

  /// Whether the subject's lifecycles have to end well. Of unnamed subjects that holds for the last: those before
  /// may be the same.
  func mayBeJudgedComplete(_ subject: SubjectReference) -> Bool {
    tables.kinds[subject.kind].isWider || subject.slot == directory.kinds[subject.kind].unnamed
      || !directory.record(subject).pointee.isUnnamed
  }

  /// Lets the role that an event records be that of its subject, and an event without one have the subject's; its delegate
  /// is one of the subject's.
  mutating func settleRole(of subject: SubjectReference, _ occurrence: inout Occurrence) {
    let record = directory.record(subject)
    let isFirst = record.pointee.recorder.role < 0
    record.pointee.settleRole(&occurrence)
    let delegate = stepper.present.delegate
    record.pointee.recorder.add(delegate: delegate)
    record.pointee.recorder.covering |= tables.plans.covering[Int(occurrence.callback)]
    directory.delegates.note(Int(occurrence.callback), by: delegate)
    let role = record.pointee.recorder.role
    if role < 0 { return }
    directory.roles.note(Int(occurrence.callback), by: role)
    if !isFirst { return }
    for entry in stepper.recentEntries(of: subject) where entry.callback != .max {
      directory.roles.note(Int(entry.callback), by: role)
    }
  }

  /// Puts a subject that came to its end among those that may be forgotten.
  mutating func endIfOver(_ subject: SubjectReference) {
    if stepper.isOver(subject) { directory.makeForgettable(subject) }
  }
}
