internal import TraceAutomata
internal import TraceGrammar
internal import TraceModel

/// What happens to subjects without a call about them: beginnings and ends of what they live in, gaps.
extension Checker {
  /// Makes room for a subject first seen now, in the states it may be in.
  /// - Parameter isNew: whether it is certain that it was not seen before under another name.
  mutating func insert(
    _ subject: Int, _ name: UnsafeRawBufferPointer, hash: UInt64, event: UInt32,
    parent: SubjectSlot?, isNew: Bool = true
  ) -> SubjectSlot {
    let slot = stores[subject].insert(name, hash: hash, event: event, gaps: gaps)
    stores[subject].records[slot].firstLine = currentLine
    var isKnown = false
    if let parent, let wider = compiled.grammar.subjects[subject].parent {
      let record = stores[wider].records[parent]
      isKnown = isNew && record.began && record.beganAtGaps == gaps
      stores[subject].records[slot].parent = Int32(parent)
      stores[subject].records[slot].parentGeneration = record.generation
    }
    let grave = ended[subject].grave(hash)
    let base = slot * stores[subject].livesPerSubject
    for (number, lifecycle) in compiled.lifecyclesOfSubject[subject].enumerated() {
      var vector = isKnown ? tables.knownStarts[lifecycle] : tables.unknownStarts[lifecycle]
      if let grave, number == 0 { vector = UInt32(grave) }
      var life = Life(vector: vector)
      if tables.automata[lifecycle].pinnedState(vector) == nil {
        life.stretch = stretches.open(startVector: vector)
        stretches[life.stretch].hasUnknownStart = !isKnown
      }
      stores[subject].lives[base + number] = life
    }
    return slot
  }

  /// Tells a subject what it missed since it was last met.
  mutating func meet(_ subject: Int, _ slot: SubjectSlot, _ parent: SubjectSlot?) {
    if let parent { touch(subject, slot, parent) } else { touchGaps(subject, slot) }
  }

  /// Tells a subject what it missed: gaps, and that it is in another wider subject now.
  private mutating func touch(_ subject: Int, _ slot: SubjectSlot, _ parent: SubjectSlot) {
    let wider = tables.subjects[subject].parent
    if wider < 0 { return }
    let known = stores[subject].records + slot
    if Int(known.pointee.parent) == parent,
      known.pointee.parentGeneration == stores[wider].records[parent].generation
    {
      if known.pointee.gaps != gaps { touchGaps(subject, slot) }
      return
    }
    let record = stores[subject].records[slot]
    let parentRecord = stores[wider].records[parent]
    stores[subject].records[slot].parent = Int32(parent)
    stores[subject].records[slot].parentGeneration = parentRecord.generation
    stores[subject].records[slot].lastCallback = .max
    stores[subject].records[slot].aliasBatch = 0
    if parentRecord.gapsAtStart > record.gaps { loseEvents(subject, slot) }
    checkEnd(subject, slot)
    tell(subject, slot, record.isUnnamed ? .parentBeganUnnamed : .parentBegan, eventCount)
    // Where the beginning was not recorded, more may have gone unrecorded with it.
    if gaps > parentRecord.gapsAtStart || !parentRecord.began {
      loseEvents(subject, slot)
    }
    stores[subject].records[slot].gaps = gaps
  }

  /// Tells a subject of the gaps since it was last seen.
  mutating func touchGaps(_ subject: Int, _ slot: SubjectSlot) {
    if stores[subject].records[slot].gaps == gaps { return }
    stores[subject].records[slot].gaps = gaps
    loseEvents(subject, slot)
  }

  /// Tells a subject of lost events. What has no identity, or lives in what has none, may have been followed by
  /// another among them.
  private mutating func loseEvents(_ subject: Int, _ slot: SubjectSlot) {
    let record = stores[subject].records[slot]
    let wider = tables.subjects[subject].parent
    let isInUnnamed =
      wider >= 0 && record.parent >= 0 && stores[wider].records[Int(record.parent)].isUnnamed
    let fact: Fact = record.isUnnamed ? .gapUnnamed : isInUnnamed ? .gapInUnnamed : .gap
    tell(subject, slot, fact, eventCount)
  }

  /// Applies a fact to all lives of a subject.
  mutating func tell(_ subject: Int, _ slot: SubjectSlot, _ fact: Fact, _ event: UInt32) {
    let base = slot * stores[subject].livesPerSubject
    let entry = HistoryEntry(event: event, line: 0, fact: UInt8(fact.rawValue))
    for (number, lifecycle) in compiled.lifecyclesOfSubject[subject].enumerated() {
      let before = stores[subject].lives[base + number].vector
      let symbol = compiled.lifecycles[lifecycle].symbol(fact)
      let step = tables.automata[lifecycle].step(before, symbol)
      if step.next == before && stores[subject].lives[base + number].stretch < 0 { continue }
      move(subject, slot, number, lifecycle, step, entry, rise: nil)
    }
    if isWider(subject) { forgetNoOps(subject) }
  }

  /// Notes that a subject began, if the callback is one that tells.
  mutating func begin(
    _ subject: Int, _ slot: SubjectSlot, _ checked: CheckedEvent, _ traits: CallbackTraits
  ) {
    if !traits.begins { return }
    let beginnings = compiled.grammar.subjects[subject].beginnings
    guard beginnings.contains(Int(checked.callback)) else { return }
    stores[subject].records[slot].began = true
    stores[subject].records[slot].beganAtGaps = gaps
    if Int(checked.callback) == beginnings.last {
      stores[subject].records[slot].beganSurely = true
    }
  }

  /// In a trace that does not tell wider subjects apart, decides whether a beginning starts the next one.
  ///
  /// The last of the beginnings starts it when the present one has begun surely, can only be followed by
  /// another, or may have been followed by one in a gap. Of an earlier one only the event after it tells, so it
  /// waits for that. An echo begins nothing.
  /// - Returns: whether the event has to wait.
  mutating func deferBeginning(
    _ checked: CheckedEvent, _ event: EventRecord, _ traits: CallbackTraits,
    in batch: borrowing EventBatch
  ) -> Bool {
    let subject = Int(traits.subject)
    guard traits.begins, current[subject] >= 0,
      batch.value(compiled.members[subject].member, of: event).isNone,
      stores[subject].records[current[subject]].isUnnamed
    else { return false }
    let slot = current[subject]
    let record = stores[subject].records[slot]
    if record.isEchoed(by: checked, traits) { return false }
    let lostSinceBeginning = record.began ? gaps != record.gapsAtStart : gaps > 0
    guard record.beganSurely || lostSinceBeginning || isRenewable(subject, slot) else {
      return false
    }
    if Int(checked.callback) == compiled.grammar.subjects[subject].beginnings.last {
      startUnnamedWider(subject)
      return false
    }
    deferred = checked
    return true
  }

  /// Lets a waiting beginning take its place, now that the event after it is known; nil at the end.
  mutating func settleDeferred(before next: CheckedEvent?) {
    guard let waiting = deferred else { return }
    deferred = nil
    let traits = tables.traits[Int(waiting.callback)]
    let subject = Int(traits.subject)
    let beginnings = compiled.grammar.subjects[subject].beginnings
    if next == nil || next.map({ Int($0.callback) == beginnings.last }) ?? false {
      startUnnamedWider(subject)
    }
    let slot = current[subject]
    begin(subject, slot, waiting, traits)
    advanceOwn(subject, slot, waiting, traits)
  }

  /// Whether a lifecycle says that the subject can only be followed by the next one.
  private func isRenewable(_ subject: Int, _ slot: SubjectSlot) -> Bool {
    let base = slot * stores[subject].livesPerSubject
    for (number, lifecycle) in compiled.lifecyclesOfSubject[subject].enumerated() {
      let renewable = compiled.lifecycles[lifecycle].lifecycle.renewable
      if renewable.isEmpty { continue }
      let vector = stores[subject].lives[base + number].vector
      let states = tables.automata[lifecycle].cheapestStates(vector)
      if states.allSatisfy(renewable.contains) { return true }
    }
    return false
  }

  /// Puts a subject among those that may be forgotten.
  mutating func end(_ subject: Int, _ slot: SubjectSlot) {
    if stores[subject].records[slot].ended { return }
    stores[subject].records[slot].ended = true
    noteAlias(subject, slot)
    let generation = stores[subject].records[slot].generation
    guard let oldest = ended[subject].add(slot, generation) else { return }
    let record = stores[subject].records[oldest.slot]
    guard record.generation == oldest.generation, record.ended else { return }
    resolveStretches(subject, oldest.slot)
    checkEnd(subject, oldest.slot)
    if !isWider(subject), let lifecycle = compiled.lifecyclesOfSubject[subject].first {
      let vector = stores[subject].lives[oldest.slot * stores[subject].livesPerSubject].vector
      if let state = tables.automata[lifecycle].cheapestStates(vector).first {
        ended[subject].bury(record.hash, state: state)
      }
    }
    forgetAlias(subject, oldest.slot)
    stores[subject].remove(oldest.slot)
  }
}
