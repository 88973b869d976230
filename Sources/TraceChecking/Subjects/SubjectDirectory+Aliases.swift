internal import TraceModel

/// Identities that stand for another one for a while, as a scene does for the session it is connected to.
extension SubjectDirectory {
  /// The key of an alias: the same name means another thing within another wider subject.
  private func key(
    _ kind: Int, _ alias: NameID, _ wider: SubjectSlot?, in batch: borrowing EventBatch
  ) -> UInt64 {
    var key = batch.names.hash(alias)
    let widerKind = tables.kinds[kind].parent
    if let wider, widerKind >= 0 {
      let serial = kinds[widerKind].store.records[wider].serial
      key ^= (UInt64(serial) << 32 | 1) &* 0x9E37_79B9_7F4A_7C15
    }
    return key | 1
  }

  /// From here on the alias stands for the subject; the alias it had is forgotten.
  mutating func bind(
    _ alias: NameID, to subject: SubjectReference, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch
  ) {
    let key = key(subject.kind, alias, wider, in: batch)
    if record(subject).pointee.aliasHash != key {
      forgetAlias(subject)
      remember(key, subject)
    }
    record(subject).pointee.alias = alias
    record(subject).pointee.aliasBatch = batchNumber
  }

  /// Whether the alias stands for the subject already.
  mutating func isBound(
    _ alias: NameID, to subject: SubjectReference, _ wider: SubjectSlot,
    in batch: borrowing EventBatch
  ) -> Bool {
    let record = record(subject)
    if record.pointee.alias == alias && record.pointee.aliasBatch == batchNumber { return true }
    if record.pointee.aliasHash != key(subject.kind, alias, wider, in: batch) { return false }
    record.pointee.alias = alias
    record.pointee.aliasBatch = batchNumber
    return true
  }

  /// The subject that an alias stands for; nil for one that was never bound, with the key to bind it by.
  func find(
    alias: NameID, _ kind: Int, _ wider: SubjectSlot?, in batch: borrowing EventBatch
  ) -> (slot: SubjectSlot?, key: UInt64) {
    let key = key(kind, alias, wider, in: batch)
    return (kinds[kind].aliases.find(key) { _ in true }, key)
  }

  /// From here on the alias with the key stands for the subject.
  mutating func remember(_ key: UInt64, _ subject: SubjectReference) {
    if let other = kinds[subject.kind].aliases.find(key, where: { _ in true }) {
      forgetAlias(SubjectReference(kind: subject.kind, slot: other))
      noteBound(SubjectReference(kind: subject.kind, slot: other))
    }
    kinds[subject.kind].aliases.insert(key, subject.slot)
    record(subject).pointee.aliasHash = key
    noteAlias(subject)
  }

  /// Forgets what stands for the subject.
  mutating func forgetAlias(_ subject: SubjectReference) {
    let record = record(subject)
    if record.pointee.aliasHash == 0 { return }
    kinds[subject.kind].aliases.remove(record.pointee.aliasHash, subject.slot)
    (record.pointee.aliasHash, record.pointee.aliasBatch) = (0, 0)
  }

  /// Notes that a subject is known by an alias alone.
  mutating func noteUnbound(_ subject: SubjectReference) {
    record(subject).pointee.isUnbound = true
    kinds[subject.kind].unboundCount += 1
  }

  /// Notes that what was known by an alias alone is so no more: it is tied to an identity, or gone.
  mutating func noteBound(_ subject: SubjectReference) {
    if !record(subject).pointee.isUnbound { return }
    record(subject).pointee.isUnbound = false
    kinds[subject.kind].unboundCount -= 1
  }

  /// Whether calls about the subject may be recorded under another name.
  func mayBeMixed(_ subject: SubjectReference) -> Bool {
    let record = record(subject).pointee
    return kinds[subject.kind].isMixed && (record.lacksAlias || record.isUnbound)
  }

  /// Notes that a subject was named, by its identity alone so far.
  mutating func noteLackOfAlias(_ subject: SubjectReference) {
    if tables.kinds[subject.kind].alias < 0 { return }
    record(subject).pointee.lacksAlias = true
    kinds[subject.kind].aliaslessCount += 1
  }

  /// Notes that no unbound alias can stand for the subject any more: it has one, or it has ended.
  mutating func noteAlias(_ subject: SubjectReference) {
    if !record(subject).pointee.lacksAlias { return }
    record(subject).pointee.lacksAlias = false
    kinds[subject.kind].aliaslessCount -= 1
  }
}
