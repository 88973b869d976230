internal import TraceGrammar
internal import TraceModel

/// The fast lane: calls that are legal, about one known subject that missed nothing, and change nothing about the wider
/// subject that it belongs to.
///
/// Nearly all events of a good recording are such calls. The general way gives the same result, only later; whatever is
/// out of the ordinary is left to it. `Checker.check` chooses between the two, and nothing else knows of the fast lane.
///
/// With it, the ordinary million (100 sessions side by side, fully identified) takes 30 % fewer instructions from the
/// start of the program to its end, one with 10 % wrong calls 6 %, and one with a beginning and an end for each call 1 %.
/// The median recording has a few hundred events, and gains nothing that could be measured.
///
/// A value of this type says how the calls of one callback are checked here.
struct FastLane: BitwiseCopyable {
  /// The kind of subject that the callback is about, and the wider kind that it belongs to.
  let kind: SubjectKindID
  let wider: SubjectKindID
  /// The indices of the event members for the identities of the two, and for the alias; nil for no alias.
  let member: Int
  let widerMember: Int
  let alias: Int?
  /// Whether every step by it ends its subject.
  let endsItsSubject: Bool
  let hasNotification: Bool
  /// Whether scenarios count cases of it. A call that records one of the members they ask for takes the general way.
  let countsCases: Bool
  /// Whether a rule limits the duration of the call. One that records its duration takes the general way.
  let hasDurationLimit: Bool

  /// Returns nil for a callback whose calls may concern more than their subject and its wider one, or that depend on more
  /// than the states of these.
  init?(
    _ callback: CallbackID, _ compiled: CompiledGrammar, _ trait: CallbackTraits,
    _ kinds: IDArray<SubjectKindID, KindTraits>, _ plans: RulePlans
  ) {
    let kind = kinds[trait.kind]
    guard let wider = kind.parent, wider == compiled.widest, kinds[wider].parent == nil,
      !kind.isWider, kind.runCount > 0, !trait.isAction, !trait.isDelayed, !trait.isAdvised,
      !trait.begins, trait.cases != .inLifecycles, trait.concerns.isEmpty,
      compiled.conditions.asksOnlyTheEvent(about: callback),
      plans.covering[callback] == 0, !plans.aliases[callback].opens,
      !kinds.contains(where: \.hasStateRules)
    else { return nil }
    self.kind = trait.kind
    self.wider = wider
    member = kind.member
    widerMember = kinds[wider].member
    alias = kind.alias
    endsItsSubject = trait.endsItsSubject
    hasNotification = trait.hasNotification
    countsCases = trait.cases != .none
    hasDurationLimit = trait.hasDurationLimit
  }
}

extension Checker {
  /// Checks an event in the fast lane.
  /// - Parameters:
  ///   - role: the role that it records, as `RecordedValues` numbers them; -1 for none.
  ///   - delegate: the delegate that was called; -1 if delegates do not matter.
  /// - Returns: false, with nothing changed, if anything is out of the ordinary.
  @inline(__always)
  mutating func checkInFastLane(
    _ event: EventRecord, _ spelling: Int, _ line: UInt32, role: Int32, delegate: Int32,
    in batch: borrowing EventBatch
  ) -> Bool {
    let meaning = spellings.meaning(spelling)
    guard let lane = tables.fastLanes[meaning.callback],
      (meaning.kind ?? event.kind) == .delegate, event.phase == .whole, event.setCount == 0,
      !lane.hasDurationLimit || event.duration.isNaN,
      !lane.countsCases || !compiled.conditions.areAsked(of: event, in: batch),
      let wider = subjects.ordinaryWider(lane, event, in: batch),
      let slot = subjects.ordinarySubject(
        lane, event, within: wider, role: role, delegate: delegate, in: batch)
    else { return false }
    let entry = HistoryEntry(
      event: recording.eventCount, line: line, callback: MaybeCallback(meaning.callback),
      spelling: UInt16(truncatingIfNeeded: spelling), time: event.time)
    let subject = SubjectReference(kind: lane.kind, slot: slot)
    if !subjects.stepper.stepOrdinary(lane, subject, within: wider, entry) { return false }
    subjects.directory.roles.note(
      meaning.callback, by: subjects.directory[subject].recorder.role)
    subjects.directory.delegates.note(meaning.callback, by: delegate)
    findings.count(callback: meaning.callback)
    if lane.endsItsSubject { subjects.endIfOver(subject) }
    if subjects.directory.mayBeOverLimit { finishEvent() }
    return true
  }
}

extension LiveSubjects {
  /// The present wider subject, if it missed nothing and an event belongs to it; nil otherwise.
  @inline(__always)
  fileprivate mutating func ordinaryWider(
    _ lane: FastLane, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> SubjectReference? {
    guard let slot = directory.kinds[lane.wider].current else { return nil }
    let name = batch.value(lane.widerMember, of: event)
    if name.isNone
      ? directory.kinds[lane.wider].sawIdentity
      : !directory.kinds[lane.wider].store.hasName(slot, batch.names.bytes(name))
    {
      return nil
    }
    let wider = SubjectReference(kind: lane.wider, slot: slot)
    return directory[wider].gaps == gaps
      && directory[wider].anonymousEvents == directory.kinds[lane.wider].anonymousEvents
      ? wider : nil
  }

  /// The subject of an ordinary call: it is known, belongs to the present wider subject and missed nothing, and the call
  /// has the same recorder as the ones before. Nil if anything is out of the ordinary.
  @inline(__always)
  fileprivate mutating func ordinarySubject(
    _ lane: FastLane, _ event: EventRecord, within wider: SubjectReference, role: Int32,
    delegate: Int32, in batch: borrowing EventBatch
  ) -> SubjectSlot? {
    let name = batch.value(lane.member, of: event)
    guard !name.isNone, let slot = directory.find(lane.kind, name, in: batch) else { return nil }
    let subject = SubjectReference(kind: lane.kind, slot: slot)
    guard directory[subject].wider.serial == directory[wider].serial,
      directory[subject].gaps == gaps, !directory[subject].wider.isUnattributed,
      directory[subject].anonymousEvents == directory.kinds[lane.kind].anonymousEvents,
      !directory.kinds[lane.kind].aliases.mayBeMixed(directory[subject].alias),
      role < 0 || role == directory[subject].recorder.role,
      directory[subject].recorder.contains(delegate: delegate)
    else { return nil }
    guard let member = lane.alias else { return slot }
    let alias = batch.value(member, of: event)
    let epoch = alias.isNone ? 0 : directory.kinds[lane.kind].aliases.epoch
    guard directory[subject].alias.metInEpoch == epoch,
      alias.isNone || directory.isBound(alias, to: subject, wider.slot, in: batch)
    else { return nil }
    return slot
  }
}

extension LifecycleStepper {
  /// Steps the lifecycles of a subject and of its wider one by an ordinary call.
  /// - Returns: false, with nothing changed, if a lifecycle does not allow the call, the call changes something about the
  ///   wider subject, or it is an echo.
  @inline(__always)
  fileprivate mutating func stepOrdinary(
    _ lane: FastLane, _ subject: SubjectReference, within wider: SubjectReference,
    _ entry: HistoryEntry
  ) -> Bool {
    if lane.hasNotification,
      stores[lane.kind].trails[subject.slot].isEchoed(by: entry.callback, .delegate)
    {
      return false
    }
    guard let outer = stores[lane.wider].combinedStep(wider.slot, entry.callback.known),
      outer.moved == 0,
      let own = stores[lane.kind].combinedStep(subject.slot, entry.callback.known)
    else { return false }
    take(outer, wider, entry)
    take(own, subject, entry)
    present.costRose = false
    if lane.hasNotification {
      stores[lane.kind].trails[subject.slot].lastCallback = entry.callback
      stores[lane.kind].trails[subject.slot].lastKinds = 1 << EventKind.delegate.rawValue
    }
    remember(subject, entry)
    return true
  }
}
