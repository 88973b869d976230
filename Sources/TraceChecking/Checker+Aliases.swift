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
    if stores[subject].records[slot].aliasHash == key { return }
    aliases[subject][stores[subject].records[slot].aliasHash] = nil
    stores[subject].records[slot].aliasHash = key
    aliases[subject][key] = .init(
      slot: Int32(slot), generation: stores[subject].records[slot].generation)
  }

  /// The subject an alias stands for. One that was never bound is a subject by itself.
  mutating func resolveAlias(
    _ subject: Int, _ alias: NameID, _ parent: SubjectSlot?, in batch: borrowing EventBatch
  ) -> SubjectSlot {
    let key = key(subject, alias, parent, in: batch)
    if let found = aliases[subject][key],
      stores[subject].records[Int(found.slot)].generation == found.generation
    {
      let slot = Int(found.slot)
      meet(subject, slot, parent)
      return slot
    }
    noteIdentity(subject)
    let slot = insert(
      subject, batch.names.bytes(alias), hash: key, event: eventCount, parent: parent)
    stores[subject].records[slot].aliasHash = key
    aliases[subject][key] = .init(
      slot: Int32(slot), generation: stores[subject].records[slot].generation)
    meet(subject, slot, parent)
    return slot
  }
}
