internal import TraceAutomata
internal import TraceGrammar
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
      return subject
    }
    let widerKind = tables.kinds[kind].parent
    if let wider, widerKind >= 0 { belong(subject, to: wider) }
    let isKnown =
      isNew && isSeenToBegin(directory.recordOfWider(subject)) && !isAdrift(widerKind)
      && directory.kinds[kind].unboundCount == 0 && directory.kinds[kind].anonymousEvents == 0
    stepper.start(subject, isKnown: isKnown, tombstone: nil)
    return subject
  }

  /// How many beginnings of wider subjects, one after the other, one that slept through them is told of.
  private static let beginningLimit = 64
  /// Whether what is met now for the first time cannot have lived before the recording.
  /// - Parameter wider: what it belongs to; nil for nothing.
  func isSeenToBegin(_ wider: UnsafeMutablePointer<SubjectRecord>?) -> Bool {
    if beginsAtBeginning && gaps == 0 { return true }
    guard let wider = wider?.pointee else { return false }
    return wider.began && wider.beganAtGaps == gaps
  }

  private func belong(_ subject: SubjectReference, to wider: SubjectSlot) {
    let widerRecord = directory.kinds[tables.kinds[subject.kind].parent].store.records + wider
    let record = directory.record(subject)
    record.pointee.parent = Int32(wider)
    record.pointee.parentSerial = widerRecord.pointee.serial
    record.pointee.isInUnnamed = widerRecord.pointee.isUnnamed
  }

  /// Tells a subject what it missed since it was last met: gaps, and that it is in another wider subject now.
  mutating func meet(_ subject: SubjectReference, _ wider: SubjectSlot?) {
    let widerKind = tables.kinds[subject.kind].parent
    let known = directory.record(subject)
    tellOfAnonymousEvents(subject)
    guard let wider, widerKind >= 0 else { return touchGaps(subject) }
    let widerRecord = directory.kinds[widerKind].store.records[wider]
    if known.pointee.isAdrift || isAdrift(widerKind) {
      known.pointee.isAdrift = isAdrift(widerKind)
      belong(subject, to: wider)
      touchGaps(subject)
      return tell(subject, .mayHaveMoved)
    }
    if known.pointee.parentSerial == widerRecord.serial && known.pointee.parent >= 0 {
      known.pointee.parent = Int32(wider)
      return touchGaps(subject)
    }
    let gapsBefore = known.pointee.gaps
    let met =
      Int(widerRecord.serial) - Int(known.pointee.parent < 0 ? 0 : known.pointee.parentSerial)
    let lastOfWider = lastEventOfWider(subject)
    belong(subject, to: wider)
    stepper.stores[subject.kind].trail(subject.slot).pointee.lastCallback = .max
    known.pointee.aliasBatch = 0
    if widerRecord.gapsAtStart > gapsBefore { loseEvents(subject) }
    checkEndRules(subject, lastOfWider: lastOfWider)
    // Between two beginnings calls may have come that the recording does not show.
    for _ in 0..<(compiled.observed == nil ? 1 : min(max(met, 1), Self.beginningLimit)) {
      let before = stepper.vectors(subject)
      tell(subject, known.pointee.isUnnamed ? .parentBeganUnnamed : .parentBegan)
      if stepper.vectors(subject) == before { break }
    }
    // Where the beginning was not recorded, more may have gone unrecorded with it.
    let isMarked = gaps > widerRecord.gapsAtStart
    if isMarked || !widerRecord.began { loseEvents(subject, isMarked: isMarked) }
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
    directory.kinds[kind].anonymousEvents &+= 1
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
      subject, record.isUnnamed ? .gapUnnamed : record.isInUnnamed ? .gapInUnnamed : .gap,
      isMarkedLoss: isMarked)
  }

  /// Applies a fact to all lifecycles of a subject.
  mutating func tell(_ subject: SubjectReference, _ fact: Fact, isMarkedLoss: Bool = false) {
    stepper.tell(subject, fact, event: event, isMarkedLoss: isMarkedLoss)
    if tables.kinds[subject.kind].isWider {
      stepper.forgetUnchanged(subject.kind, present: current(subject.kind)?.slot)
    }
  }

  /// Notes that a subject began, if the callback is one that tells.
  func noteBeginning(_ subject: SubjectReference, _ occurrence: Occurrence) {
    let callback = Int(occurrence.callback)
    if !tables.traits[callback].begins { return }
    let beginnings = compiled.grammar.subjects[subject.kind].beginnings
    guard beginnings.contains(callback) else { return }
    let record = directory.record(subject)
    record.pointee.began = true
    record.pointee.beganAtGaps = gaps
    if callback == beginnings.last { record.pointee.beganSurely = true }
  }

  /// What a callback that begins a wider subject does in a trace that does not tell such subjects apart.
  enum Beginning {
    /// It belongs to the present subject, or names its own.
    case ofCurrent
    /// It starts the next one.
    case ofNext
    /// Only the event after it tells.
    case undecided
  }

  /// Whether a beginning starts the next subject of its kind.
  ///
  /// The last of the beginnings starts it when the present one has begun surely, can only be followed by
  /// another, or may have been followed by one in a gap. Of an earlier one only the event after it tells. An echo
  /// begins nothing.
  func beginning(_ occurrence: Occurrence, isIdentified: Bool) -> Beginning {
    let traits = tables.traits[Int(occurrence.callback)]
    guard traits.begins, !isIdentified, let subject = current(Int(traits.kind)) else {
      return .ofCurrent
    }
    let record = directory.record(subject).pointee
    let trail = stepper.stores[subject.kind].trail(subject.slot).pointee
    let isEcho =
      traits.hasNotification && trail.isEchoed(by: occurrence.callback, occurrence.kind)
    if !record.isUnnamed || isEcho { return .ofCurrent }
    let lostSinceBeginning = record.began ? gaps != record.gapsAtStart : gaps > 0
    guard record.beganSurely || lostSinceBeginning || stepper.isRenewable(subject) else {
      return .ofCurrent
    }
    return isLastBeginning(occurrence) ? .ofNext : .undecided
  }

  /// Whether the callback is the last of those that begin its kind of subject: the one that is sure to come.
  func isLastBeginning(_ occurrence: Occurrence) -> Bool {
    let kind = Int(tables.traits[Int(occurrence.callback)].kind)
    return compiled.grammar.subjects[kind].beginnings.last == Int(occurrence.callback)
  }

  // MARK: - Ends

  /// Finds rules on where a lifecycle must not end while the subject goes on.
  /// - Parameter lastOfWider: the last event of the wider subject that it belongs to; 0 where that is not known.
  private mutating func checkEndRules(_ subject: SubjectReference, lastOfWider: UInt32) {
    for rule in compiled.endRules[subject.kind] {
      let run = stepper.stores[subject.kind].runs(subject.slot)[rule.run]
      if run.setByCallback == .max { continue }
      let lastEvent =
        rule.isAboutWider
        ? lastOfWider : stepper.stores[subject.kind].trail(subject.slot).pointee.lastEvent
      if rule.afterLaterEvents && lastEvent <= run.setByEvent { continue }
      let states = tables.automata[rule.lifecycle].cheapestStates(run.vector)
      guard states.allSatisfy(rule.states.contains) else { continue }
      endings.append(
        Ending(
          subject: subject, lifecycle: rule.lifecycle, rule: rule.rule, states: states, run: run))
    }
  }

  /// The last event in the wider subject that the subject was last seen in; 0 where that is not known.
  private func lastEventOfWider(_ subject: SubjectReference) -> UInt32 {
    let kind = tables.kinds[subject.kind].parent
    let record = directory.record(subject).pointee
    guard kind >= 0, record.parent >= 0 else { return 0 }
    let wider = directory.kinds[kind].store.records[Int(record.parent)]
    if wider.serial != record.parentSerial { return 0 }
    return current(kind)?.slot == SubjectSlot(record.parent) ? event : wider.lastOfTurn
  }

  /// Judges the end of a subject's lifecycles.
  mutating func finish(_ subject: SubjectReference, demandsCompleteLife: Bool) {
    if demandsCompleteLife, let rule = compiled.incompleteRule {
      for (number, lifecycle) in compiled.lifecyclesOfKind[subject.kind].enumerated() {
        let run = stepper.stores[subject.kind].runs(subject.slot)[number]
        if tables.automata[lifecycle].costToAccept(run.vector) < .unreachable { continue }
        let states = tables.automata[lifecycle].cheapestStates(run.vector)
        endings.append(
          Ending(subject: subject, lifecycle: lifecycle, rule: rule, states: states, run: run))
      }
    }
    stepper.finishRuns(of: subject, demandsCompleteLife: demandsCompleteLife)
    checkEndRules(subject, lastOfWider: lastEventOfWider(subject))
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

  /// Whether the subject's lifecycles have to end well. Of unnamed subjects that holds for the last: those before
  /// may be the same.
  func mayBeJudgedComplete(_ subject: SubjectReference) -> Bool {
    tables.kinds[subject.kind].isWider || subject.slot == directory.kinds[subject.kind].unnamed
      || !directory.record(subject).pointee.isUnnamed
  }

  /// Puts a subject that came to its end among those that may be forgotten.
  mutating func endIfOver(_ subject: SubjectReference) {
    if stepper.isOver(subject) { directory.makeForgettable(subject) }
  }
}
