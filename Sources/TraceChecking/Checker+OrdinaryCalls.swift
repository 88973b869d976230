internal import TraceAutomata
internal import TraceModel

/// The ordinary call: about one known subject, and legal in all of its laws.
///
/// Nearly all events of a good recording are of this kind. What they do is done here in one pass over flat
/// memory; whatever is out of the ordinary is left untouched to the general way, which would do the same.
///
/// What is called here is `mutating` even where it changes nothing: to lend the checker for reading alone, the
/// compiler would copy it, event by event.
extension Checker {
  /// Checks an event if it is an ordinary call.
  /// - Returns: false, with nothing changed, where anything is out of the ordinary.
  @inline(__always)
  mutating func checkOrdinaryCall(
    _ event: EventRecord, _ spelling: Int32, _ line: UInt32, in batch: borrowing EventBatch
  ) -> Bool {
    let (number, kind) = meanings[Int(spelling)]
    let callback = Int(number)
    let plan = tables.ordinaryPlans[callback]
    guard plan.subject >= 0, event.setCount == 0, (kind ?? event.kind) == .delegate,
      !plan.hasDurationLimit || event.duration.isNaN, timeline == nil, deferred == nil,
      pendingAdvices.isEmpty,
      let slot = ordinarySubject(plan, callback, event, in: batch)
    else { return false }
    let subject = Int(plan.subject)
    let record = stores[subject].records + slot
    let lives = stores[subject].lives + slot &* stores[subject].livesPerSubject
    let steps = tables.ordinarySteps + Int(plan.firstStep)
    let count = Int(plan.stepCount)
    let isEcho =
      plan.hasNotification && record.pointee.lastCallback == number
      && record.pointee.lastKinds & 1 << EventKind.delegate.rawValue == 0
    if isEcho || !isLegal(lives, steps, count) { return false }

    callbackCounts[callback] &+= 1
    noOps.count(Int(plan.wider), callback)
    hasRisen = false
    if count > 0 { hasStepped = true }
    var entry = HistoryEntry(
      event: eventCount, line: line, callback: number,
      spelling: UInt16(truncatingIfNeeded: spelling), time: event.time)
    for index in 0..<count {
      let law = steps + index
      let life = lives + law.pointee.life
      let before = life.pointee.vector
      let step = law.pointee.automaton.pointee.step(before, law.pointee.symbol)
      if before < law.pointee.stateCount {
        hits[law.pointee.hitOffset &+ Int(before) &* law.pointee.hitStride] &+= 1
      }
      if step.next >= law.pointee.stateCount || life.pointee.stretch >= 0 {
        if step.isIdle {
          stretches[life.pointee.stretch].appendIdle(entry)
        } else {
          move(subject, slot, law.pointee.life, law.pointee.lifecycle, step, entry, rise: nil)
        }
      } else if step.next != before {
        life.pointee.vector = step.next
        life.pointee.setByCallback = number
        life.pointee.setByEvent = eventCount
        life.pointee.setByLine = line
      }
    }
    let vector = lives.pointee.vector
    if vector < plan.stateCount { entry.state = UInt8(truncatingIfNeeded: vector) }
    if plan.endsItsSubject { endIfOver(subject, slot, plan.firstLifecycle, vector) }
    if plan.hasNotification {
      record.pointee.lastCallback = number
      record.pointee.lastKinds = 1 << EventKind.delegate.rawValue
    }
    record.pointee.lastEvent = eventCount
    record.pointee.lastLine = line
    stores[subject].remember(entry, of: slot)
    return true
  }

  /// The subject of a call, if it is known, lives in the present wider subject, which the call leaves as it is,
  /// and if both missed nothing.
  @inline(__always)
  private mutating func ordinarySubject(
    _ plan: OrdinaryPlan, _ callback: Int, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> SubjectSlot? {
    let (subject, wider) = (Int(plan.subject), Int(plan.wider))
    let parent = current[wider]
    let name = batch.value(Int(plan.member), of: event)
    if name.isNone || parent < 0 || !noOps.isNothing(wider, callback) { return nil }
    let parentRecord = stores[wider].records + parent
    let process = batch.value(Int(plan.widerMember), of: event)
    if !process.isNone {
      let found = memo[Int(plan.widerMember), process]
      if Int(found.slot) != parent || found.generation != parentRecord.pointee.generation {
        return nil
      }
    }
    var found = memo[Int(plan.member), name]
    if found.slot < 0 {
      found = find(subject, Int(plan.member), name, in: batch)
      if found.slot < 0 { return nil }
    }
    let slot = Int(found.slot)
    let record = stores[subject].records + slot
    if record.pointee.generation != found.generation || Int(record.pointee.parent) != parent
      || record.pointee.parentGeneration != parentRecord.pointee.generation
      || record.pointee.gaps != gaps || parentRecord.pointee.gaps != gaps
    {
      return nil
    }
    if plan.alias >= 0 {
      let alias = batch.value(Int(plan.alias), of: event)
      if !alias.isNone && !isBound(subject, alias, to: slot, parent, in: batch) { return nil }
    }
    return slot
  }

  /// Looks a subject up that the batch names for the first time.
  private mutating func find(
    _ subject: Int, _ member: Int, _ name: NameID, in batch: borrowing EventBatch
  ) -> BatchMemo.Found {
    let known = stores[subject].find(batch.names.bytes(name), hash: batch.names.hash(name))
    guard let slot = known else { return BatchMemo.Found(slot: -1, generation: 0) }
    let generation = stores[subject].records[slot].generation
    let found = BatchMemo.Found(slot: Int32(slot), generation: generation)
    memo[member, name] = found
    return found
  }

  /// Whether every law allows the call without an edit.
  @inline(__always)
  private func isLegal(
    _ lives: UnsafeMutablePointer<Life>, _ steps: UnsafeMutablePointer<OrdinaryPlan.Step>,
    _ count: Int
  ) -> Bool {
    for index in 0..<count {
      let law = steps + index
      let vector = lives[law.pointee.life].vector
      if law.pointee.automaton.pointee.step(vector, law.pointee.symbol).rose { return false }
    }
    return true
  }
}
