internal import TraceGrammar
internal import TraceAutomata
internal import TraceModel

/// Stepping the lives of a subject.
extension Checker {
  /// How many steps that change something end the stretch of a pinned life that has something to explain: with
  /// fewer, the next edit may belong to the last one (two calls in the wrong order).
  static let calmBeforeExplaining: UInt8 = 2
  /// A stretch of so many events is explained at the next pinned point with any calm, and one of so many at the
  /// next pinned point in any case.
  static let longStretch = 16
  static let longestStretch = 256
  /// How many events before a stretch an explanation shows.
  static let shownBefore = 4

  /// Steps all lives of one subject by an event.
  /// - Parameter isOwn: whether the callback is about this kind of subject, and not about one within it.
  /// - Returns: whether anything about its lives changed, or was said.
  @discardableResult
  mutating func advance(
    _ subject: Int, _ slot: SubjectSlot, _ checked: CheckedEvent, _ traits: CallbackTraits,
    _ event: EventRecord, in batch: borrowing EventBatch, isOwn: Bool
  ) -> Bool {
    if traits.isAction != (checked.kind == .action) { return true }
    if isOwn {
      if checked.kind == .notification && traits.isReplaced { return true }
      if isEcho(subject, slot, checked, traits) { return true }
      if traits.hasDurationLimit || traits.isDelayed {
        checkTimes(subject, slot, checked, event, in: batch)
      }
    }
    let traitsOfSubject = tables.subjects[subject]
    let plans = tables.plans + traitsOfSubject.firstPlan
    let lives = stores[subject].lives + slot &* traitsOfSubject.planCount
    let callback = Int(checked.callback)
    var isChanged = false
    for number in 0..<traitsOfSubject.planCount {
      let symbol = Int(plans[number].symbols[callback])
      if symbol < 0 { continue }
      hasStepped = true
      let before = lives[number].vector
      let step = plans[number].automaton.pointee.step(before, symbol)
      let stateCount = plans[number].stateCount
      if before < stateCount && !step.rose {
        hits[plans[number].hitOffset &+ Int(before) &* plans[number].symbolCount &+ symbol] &+= 1
      }
      if traits.isAdvised {
        advise(subject, slot, plans[number].lifecycle, symbol, before, checked, event, in: batch)
      }
      if !step.rose, step.next < stateCount, lives[number].stretch < 0 {
        if step.next != before {
          lives[number].vector = step.next
          lives[number].setByCallback = checked.callback
          lives[number].setByEvent = checked.number
          lives[number].setByLine = checked.line
          isChanged = true
        }
        continue
      }
      if step.isIdle {
        stretches[lives[number].stretch].appendIdle(checked.entry)
        continue
      }
      isChanged = isChanged || step.rose || step.next != before
      let rise = step.rose ? rise(event, in: batch) : nil
      move(
        subject, slot, number, plans[number].lifecycle, step, checked.entry, rise: rise)
      if step.rose { noteRise(lives[number].stretch) }
    }
    if isOwn || isChanged {
      remember(subject, slot, checked, traits, lives, isOwn: isOwn, isChanged: isChanged)
    }
    if isOwn && isChanged && traitsOfSubject.isWider { forgetNoOps(subject) }
    return isChanged || traits.isAdvised
  }

  /// Notes that the event raised a cost. Only the first life that an event is a finding about reports it, if
  /// deleting the event is what mends the others: the widest subject comes first.
  private mutating func noteRise(_ stretch: Int32) {
    if hasRisen && stretch >= 0 {
      let last = stretches[stretch].rises.count - 1
      if last >= 0 { stretches[stretch].rises[last].isSuperseded = true }
    }
    hasRisen = true
  }

  /// Notes the event as the last of its subject.
  private mutating func remember(
    _ subject: Int, _ slot: SubjectSlot, _ checked: CheckedEvent, _ traits: CallbackTraits,
    _ lives: UnsafeMutablePointer<Life>, isOwn: Bool, isChanged: Bool
  ) {
    var entry = checked.entry
    if tables.subjects[subject].planCount > 0 {
      let first = tables.plans[tables.subjects[subject].firstPlan]
      let vector = lives.pointee.vector
      entry.state =
        vector < first.stateCount ? UInt8(truncatingIfNeeded: vector) : HistoryEntry.unpinned
      if isChanged && traits.endsItsSubject && isOwn {
        endIfOver(subject, slot, first.lifecycle, vector)
      }
    }
    if isOwn && isChanged && !pendingAdvices.isEmpty { settleAdvices(subject, slot) }
    let record = stores[subject].records + slot
    if isOwn && traits.hasNotification {
      record.pointee.lastCallback = checked.callback
      record.pointee.lastKinds = 1 << checked.kind.rawValue
    }
    record.pointee.lastEvent = checked.number
    record.pointee.lastLine = checked.line
    stores[subject].remember(entry, of: slot)
  }

  /// Steps the lives of a wider subject by a beginning that waited.
  mutating func advanceOwn(
    _ subject: Int, _ slot: SubjectSlot, _ checked: CheckedEvent, _ traits: CallbackTraits
  ) {
    advance(
      subject, slot, checked, traits, EventRecord(), in: EventBatch(byteCapacity: 1), isOwn: true)
  }

  /// Whether the event tells of a transition that another kind of event has just told of.
  private mutating func isEcho(
    _ subject: Int, _ slot: SubjectSlot, _ checked: CheckedEvent, _ traits: CallbackTraits
  ) -> Bool {
    let record = stores[subject].records + slot
    if !record.pointee.isEchoed(by: checked, traits) { return false }
    record.pointee.lastKinds |= 1 << checked.kind.rawValue
    if checked.kind == .delegate { noteNotificationAhead(subject, slot, checked) }
    return true
  }

  private mutating func setBy(_ subject: Int, _ life: Int, _ entry: HistoryEntry) {
    stores[subject].lives[life].setByCallback = entry.callback
    stores[subject].lives[life].setByEvent = entry.event
    stores[subject].lives[life].setByLine = entry.line
  }

  /// Takes a step that is not plain: off the law, unpinned, or by a fact.
  mutating func move(
    _ subject: Int, _ slot: SubjectSlot, _ number: Int, _ lifecycle: Int,
    _ step: CostAutomaton.Step, _ entry: HistoryEntry, rise: Rise?
  ) {
    let index = slot * stores[subject].livesPerSubject + number
    let life = stores[subject].lives[index]
    let isPinned = step.next < UInt32(tables.stateCounts[lifecycle])
    var open = life.stretch
    if open < 0 && !(isPinned && rise == nil) {
      open = stretches.open(startVector: life.vector)
      stretches[open].startedBy = (life.setByCallback, life.setByEvent, life.setByLine)
      stores[subject].copyRecent(of: slot, last: Self.shownBefore, to: &stretches[open].before)
    }
    stores[subject].lives[index].stretch = open
    if step.next != life.vector {
      stores[subject].lives[index].vector = step.next
      setBy(subject, index, entry)
    }
    if open < 0 { return }
    stretches[open].append(entry)
    if var rise {
      rise.index = stretches[open].entries.count - 1
      stretches[open].rises.append(rise)
      stores[subject].lives[index].calm = 0
    } else if life.calm < .max, moves(lifecycle, from: life.vector, to: step.next) {
      stores[subject].lives[index].calm = life.calm + 1
    }
    if !isPinned { return }
    if stretches[open].rises.isEmpty {
      closeStretch(subject, index)
    } else if stores[subject].lives[index].calm >= Self.calmBeforeExplaining
      || isLong(stretches[open], calm: stores[subject].lives[index].calm)
    {
      explain(subject, slot, lifecycle, stretches[open], end: [Int(step.next)])
      closeStretch(subject, index)
    }
  }

  /// Whether a stretch is explained without waiting for more calm. Where fault follows fault, short stretches are
  /// alike much oftener than long ones, so that most of them were explained before.
  private func isLong(_ stretch: Stretch, calm: UInt8) -> Bool {
    stretch.entries.count >= (calm > 0 ? Self.longStretch : Self.longestStretch)
  }

  /// Whether the states that are cheapest differ between two vectors.
  private func moves(_ lifecycle: Int, from before: UInt32, to after: UInt32) -> Bool {
    before != after
      && tables.automata[lifecycle].cheapestStates(before)
        != tables.automata[lifecycle].cheapestStates(after)
  }

  private mutating func closeStretch(_ subject: Int, _ index: Int) {
    let open = stores[subject].lives[index].stretch
    if open >= 0 { stretches.close(open) }
    stores[subject].lives[index].stretch = -1
    stores[subject].lives[index].calm = 0
  }

  /// Forgets the open stretches of a subject without explaining them.
  mutating func closeStretches(_ subject: Int, _ slot: SubjectSlot) {
    let count = stores[subject].livesPerSubject
    for index in (slot * count)..<(slot * count + count) { closeStretch(subject, index) }
  }

  /// Explains what is still open about a subject that gets no further events.
  mutating func resolveStretches(_ subject: Int, _ slot: SubjectSlot) {
    let count = stores[subject].livesPerSubject
    for (number, lifecycle) in compiled.lifecyclesOfSubject[subject].enumerated() {
      let index = slot * count + number
      finish(subject, slot, lifecycle, stores[subject].lives[index])
      closeStretch(subject, index)
    }
  }

  /// What a violation needs to know of the event that is about to leave its batch.
  private mutating func rise(_ event: EventRecord, in batch: borrowing EventBatch) -> Rise {
    let isShown = findings.wouldList(event: Int(eventCount))
    let wider = compiled.widest
    let name = batch.value(compiled.members[wider].member, of: event)
    return Rise(
      index: 0, process: isShown && isWider(wider) && !name.isNone ? batch.names.string(name) : nil,
      role: role(event, in: batch))
  }

  private func role(_ event: EventRecord, in batch: borrowing EventBatch) -> Int? {
    guard let member = compiled.roleMember, !batch.value(member, of: event).isNone else {
      return nil
    }
    let name = batch.names.bytes(batch.value(member, of: event))
    return compiled.quirkRoles.firstIndex { role in
      var role = role
      return role.withUTF8 { name.count == $0.count && $0.elementsEqual(name) }
    }
  }

  mutating func endIfOver(
    _ subject: Int, _ slot: SubjectSlot, _ lifecycle: Int, _ vector: UInt32
  ) {
    let ends = compiled.lifecycles[lifecycle].endStates
    if ends.isEmpty { return }
    let states = tables.automata[lifecycle].cheapestStates(vector)
    if states.allSatisfy(ends.contains) { end(subject, slot) }
  }
}

extension SubjectRecord {
  /// Whether the event tells of what another kind of event has just told of.
  func isEchoed(by checked: CheckedEvent, _ traits: CallbackTraits) -> Bool {
    traits.hasNotification && lastCallback == checked.callback
      && lastKinds & (1 << checked.kind.rawValue) == 0
  }
}
