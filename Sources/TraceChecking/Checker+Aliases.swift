internal import TraceGrammar
internal import TraceModel

/// Identities that stand for another one for a while, as a scene does for the session it is connected to.
extension Checker {
  /// The key of an alias: the same name means another thing within another wider subject.
  private func key(
    _ subject: Int, _ alias: NameID, _ parent: SubjectSlot?, in batch: borrowing EventBatch
  ) -> UInt64 {
    var key = batch.names.hash(alias)
    let wider = tables.subjects[subject].parent
    if let parent, wider >= 0 {
      let generation = UInt64(stores[wider].records[parent].generation)
      key ^= (UInt64(parent) << 32 | generation) &* 0x9E37_79B9_7F4A_7C15
    }
    return key | 1
  }

  /// From here on the alias stands for the subject; the alias it had is forgotten.
  mutating func bind(
    _ subject: Int, _ alias: NameID, to slot: SubjectSlot, _ parent: SubjectSlot?,
    in batch: borrowing EventBatch
  ) {
    let key = key(subject, alias, parent, in: batch)
    stores[subject].records[slot].alias = alias
    stores[subject].records[slot].aliasBatch = batchNumber
    if stores[subject].records[slot].aliasHash == key { return }
    forgetAlias(subject, slot)
    remember(key, subject, slot)
  }

  /// Forgets what stands for the subject.
  mutating func forgetAlias(_ subject: Int, _ slot: SubjectSlot) {
    let key = stores[subject].records[slot].aliasHash
    if key != 0 { aliases[subject].remove(key, slot) }
  }

  private mutating func remember(_ key: UInt64, _ subject: Int, _ slot: SubjectSlot) {
    if let other = aliases[subject].find(key, where: { _ in true }) {
      aliases[subject].remove(key, other)
    }
    aliases[subject].insert(key, slot)
    stores[subject].records[slot].aliasHash = key
    noteAlias(subject, slot)
  }

  /// Notes that a subject was named, by its identity alone so far.
  mutating func noteLackOfAlias(_ subject: Int, _ slot: SubjectSlot) {
    if tables.subjects[subject].alias < 0 { return }
    stores[subject].records[slot].lacksAlias = true
    aliasless[subject] += 1
  }

  /// Notes that no unbound alias can stand for the subject any more: it has one, or it has ended.
  mutating func noteAlias(_ subject: Int, _ slot: SubjectSlot) {
    if !stores[subject].records[slot].lacksAlias { return }
    stores[subject].records[slot].lacksAlias = false
    aliasless[subject] -= 1
  }

  /// Whether the alias stands for the subject already.
  mutating func isBound(
    _ subject: Int, _ alias: NameID, to slot: SubjectSlot, _ parent: SubjectSlot,
    in batch: borrowing EventBatch
  ) -> Bool {
    let record = stores[subject].records + slot
    if record.pointee.alias == alias && record.pointee.aliasBatch == batchNumber { return true }
    if record.pointee.aliasHash != key(subject, alias, parent, in: batch) { return false }
    record.pointee.alias = alias
    record.pointee.aliasBatch = batchNumber
    return true
  }

  /// The subject an alias stands for. One that was never bound is a subject by itself; where others are known by
  /// their identity alone it may be one of them, so nothing is known of its beginning.
  mutating func resolveAlias(
    _ subject: Int, _ alias: NameID, _ parent: SubjectSlot?, in batch: borrowing EventBatch
  ) -> SubjectSlot {
    let key = key(subject, alias, parent, in: batch)
    if let slot = aliases[subject].find(key, where: { _ in true }) {
      meet(subject, slot, parent)
      return slot
    }
    noteIdentity(subject)
    let slot = insert(
      subject, batch.names.bytes(alias), hash: key, event: eventCount, parent: parent,
      isNew: aliasless[subject] == 0)
    remember(key, subject, slot)
    meet(subject, slot, parent)
    return slot
  }
}
