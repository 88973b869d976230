internal import TraceGrammar
internal import TraceModel

/// Finding out which subjects an event is about.
extension Checker {
  /// Steps every life that the event concerns.
  mutating func check(
    _ checked: CheckedEvent, _ event: EventRecord, _ traits: CallbackTraits,
    in batch: borrowing EventBatch
  ) {
    let subject = Int(traits.subject)
    var seen: [(subject: Int, slot: SubjectSlot)] = []
    if isWider(subject) {
      if deferBeginning(checked, event, traits, in: batch) { return }
      let slot = resolveWider(subject, event, in: batch, beginning: checked)
      begin(subject, slot, checked, traits)
      advanceWider(than: subject, checked, traits, event, in: batch)
      advance(subject, slot, checked, traits, event, in: batch, isOwn: true)
      if timeline != nil { seen.append((subject, slot)) }
    } else {
      let parent = resolveParent(of: subject, event, in: batch)
      advanceWider(than: subject, checked, traits, event, in: batch)
      let hasRisenWider = hasRisen
      forEachSubject(subject, parent, checked, event, traits, in: batch) { checker, slot, batch in
        checker.hasRisen = hasRisenWider
        checker.advance(subject, slot, checked, traits, event, in: batch, isOwn: true)
        if checker.timeline != nil { seen.append((subject, slot)) }
      }
    }
    if timeline != nil { addToTimeline(checked, event, subject, seen, in: batch) }
  }

  /// Whether other subjects live inside this one.
  func isWider(_ subject: Int) -> Bool { tables.subjects[subject].isWider }

  /// Steps the lives of what the subject lives in, which only calls do: notifications prove nothing to them.
  private mutating func advanceWider(
    than subject: Int, _ checked: CheckedEvent, _ traits: CallbackTraits, _ event: EventRecord,
    in batch: borrowing EventBatch
  ) {
    if checked.kind == .notification { return }
    var wider = tables.subjects[subject].parent
    while wider >= 0 {
      if current[wider] >= 0, !noOps.countIfNothing(wider, Int(checked.callback)) {
        let slot = current[wider]
        if advance(wider, slot, checked, traits, event, in: batch, isOwn: false) {
          forgetNoOps(wider)
        } else {
          noOps.learn(wider, Int(checked.callback))
        }
      }
      wider = tables.subjects[wider].parent
    }
  }

  /// Begins anew to learn which calls change nothing about the present wider subject.
  mutating func forgetNoOps(_ subject: Int) {
    let count = stores[subject].livesPerSubject
    let slot = current[subject]
    let vectors =
      slot < 0 ? [] : (0..<count).map { stores[subject].lives[slot * count + $0].vector }
    noOps.forget(subject, newVectors: vectors, tables, hits)
  }

  private mutating func resolveParent(
    of subject: Int, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> SubjectSlot? {
    let parent = tables.subjects[subject].parent
    if parent < 0 { return nil }
    return resolveWider(parent, event, in: batch, beginning: nil)
  }

  /// Lets an event whose callback is not known tell at least which wider subjects are there.
  mutating func resolveWiderSubjects(_ event: EventRecord, in batch: borrowing EventBatch) {
    for subject in 0..<subjectCount
    where isWider(subject) && !batch.value(compiled.members[subject].member, of: event).isNone {
      _ = resolveWider(subject, event, in: batch, beginning: nil)
    }
  }

  /// The slot of a wider subject: by its identity, or the present one where the event names none.
  private mutating func resolveWider(
    _ subject: Int, _ event: EventRecord, in batch: borrowing EventBatch, beginning: CheckedEvent?
  ) -> SubjectSlot {
    let parent = resolveParent(of: subject, event, in: batch)
    let member = tables.subjects[subject].member
    let name = batch.value(member, of: event)
    if name.isNone {
      if current[subject] < 0 { return startUnnamedWider(subject) }
      meet(subject, current[subject], parent)
      return current[subject]
    }
    let found = memo[member, name]
    if found.slot >= 0, stores[subject].records[Int(found.slot)].generation == found.generation,
      current[subject] == Int(found.slot)
    {
      meet(subject, Int(found.slot), parent)
      return Int(found.slot)
    }
    let bytes = batch.names.bytes(name)
    let hash = batch.names.hash(name)
    var slot = stores[subject].find(bytes, hash: hash) ?? -1
    if slot < 0 { slot = insert(subject, bytes, hash: hash, event: eventCount, parent: parent) }
    memo[member, name] = .init(
      slot: Int32(slot), generation: stores[subject].records[slot].generation)
    meet(subject, slot, parent)
    switchCurrent(subject, to: slot)
    return slot
  }

  private mutating func switchCurrent(_ subject: Int, to slot: SubjectSlot) {
    let before = current[subject]
    if before == slot { return }
    if before >= 0 {
      touchGaps(subject, before)
      end(subject, before)
    }
    stores[subject].records[slot].ended = false
    current[subject] = slot
    forgetNoOps(subject)
  }

  /// Begins the next subject of a kind that the trace does not tell apart.
  @discardableResult
  mutating func startUnnamedWider(_ subject: Int) -> SubjectSlot {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    let hash = hashName(nothing, seed: UInt64(eventCount) &* 0x9E37_79B9_7F4A_7C15 | 1)
    let parent = compiled.grammar.subjects[subject].parent.map { current[$0] }
    let slot = insert(subject, nothing, hash: hash, event: eventCount, parent: parent)
    stores[subject].records[slot].isUnnamed = true
    switchCurrent(subject, to: slot)
    return slot
  }

  /// Calls the closure for every narrow subject the event is about; none where the event does not say.
  private mutating func forEachSubject(
    _ subject: Int, _ parent: SubjectSlot?, _ checked: CheckedEvent, _ event: EventRecord,
    _ traits: CallbackTraits, in batch: borrowing EventBatch,
    _ body: (inout Checker, SubjectSlot, borrowing EventBatch) -> Void
  ) {
    let members = tables.subjects[subject]
    let name = batch.value(members.member, of: event)
    let alias = members.alias >= 0 ? batch.value(members.alias, of: event) : .none
    if !name.isNone {
      let slot = resolve(subject, name, members.member, parent, in: batch)
      if !alias.isNone { bind(subject, alias, to: slot, parent, in: batch) }
      body(&self, slot, batch)
    } else if !alias.isNone && event.setCount == 0 {
      body(&self, resolveAlias(subject, alias, parent, in: batch), batch)
    }
    if members.isInSet {
      let set = Int(event.setStart)..<(Int(event.setStart) + Int(event.setCount))
      for place in set where !isRepeated(place, in: set, name, batch) {
        body(&self, resolve(subject, batch.sets[place], members.member, parent, in: batch), batch)
      }
      if !set.isEmpty { return }
    }
    if name.isNone && alias.isNone {
      checkUnnamed(subject, parent, checked, traits, in: batch, body)
    }
  }

  /// Whether a place of a set names what the event named before: once is enough.
  private func isRepeated(
    _ place: Int, in set: Range<Int>, _ name: NameID, _ batch: borrowing EventBatch
  ) -> Bool {
    batch.sets[place] == name
      || (set.lowerBound..<place).contains { batch.sets[$0] == batch.sets[place] }
  }

  /// An event that names nobody is about the one subject of a trace that never does, or of its process there.
  private mutating func checkUnnamed(
    _ subject: Int, _ parent: SubjectSlot?, _ checked: CheckedEvent, _ traits: CallbackTraits,
    in batch: borrowing EventBatch,
    _ body: (inout Checker, SubjectSlot, borrowing EventBatch) -> Void
  ) {
    if sawIdentity[subject] {
      if !traits.endsItsSubject {
        recordingNotes.add(.subjectMissing, event: checked.number, line: checked.line)
      }
      return
    }
    let known = knownUnnamed(subject, parent)
    if traits.endsItsSubject {
      if let known {
        meet(subject, known, parent)
        tell(subject, known, .unnamedEnd, checked.number)
      }
      return
    }
    let slot = known ?? insertUnnamed(subject, parent)
    if slot != unnamed[subject] { switchUnnamed(subject, to: slot) }
    unnamedEvents[subject].add(checked)
    meet(subject, slot, parent)
    body(&self, slot, batch)
  }

  /// The slot of a narrow subject by its identity.
  private mutating func resolve(
    _ subject: Int, _ name: NameID, _ member: Int, _ parent: SubjectSlot?,
    in batch: borrowing EventBatch
  ) -> SubjectSlot {
    let found = memo[member, name]
    var slot = Int(found.slot)
    if slot < 0 || stores[subject].records[slot].generation != found.generation {
      noteIdentity(subject)
      let hash = batch.names.hash(name)
      let bytes = batch.names.bytes(name)
      slot = stores[subject].find(bytes, hash: hash) ?? -1
      if slot < 0 {
        slot = insert(subject, bytes, hash: hash, event: eventCount, parent: parent)
        noteLackOfAlias(subject, slot)
      }
      memo[member, name] = .init(
        slot: Int32(slot), generation: stores[subject].records[slot].generation)
    }
    meet(subject, slot, parent)
    return slot
  }
}
