internal import TraceGrammar
internal import TraceModel

/// Subjects of a kind that the trace never identifies: one in each identified wider subject, otherwise only one.
extension SubjectDirectory {
  /// The unnamed subject that was met within the wider one before; nil if none was.
  func unnamed(_ kind: SubjectKindID, _ wider: SubjectSlot?) -> SubjectSlot? {
    let hash = unnamedHash(kind, wider)
    if let latest = kinds[kind].unnamed, kinds[kind].store.records[latest].hash == hash {
      return latest
    }
    return kinds[kind].store.find(Self.noName, hash: hash)
  }

  /// Stands in for the identity of the unnamed subject within the wider one.
  func unnamedHash(_ kind: SubjectKindID, _ wider: SubjectSlot?) -> UInt64 {
    guard let wider, let widerKind = tables.kinds[kind].parent,
      !kinds[widerKind].store.records[wider].isUnnamed
    else {
      return Self.hashOfTheOnlyOne
    }
    return kinds[widerKind].store.records[wider].hash
  }

  /// Whether this subject stands for all unnamed ones of the trace.
  func isTheOnlyUnnamed(_ subject: SubjectReference) -> Bool {
    self[subject].hash == Self.hashOfTheOnlyOne
  }

  /// Notes the unnamed subject that is met now. The previous one may be forgotten.
  mutating func switchUnnamed(to subject: SubjectReference) {
    let before = kinds[subject.kind].unnamed
    if before == subject.slot { return }
    kinds[subject.kind].unnamed = subject.slot
    kinds[subject.kind].forgettable.remove(subject.slot)
    if let before { makeForgettable(SubjectReference(kind: subject.kind, slot: before)) }
  }

  private static var hashOfTheOnlyOne: UInt64 { 1 }
  // SAFETY: it has no bytes, so there is nothing to read at its address.
  static var noName: UnsafeRawBufferPointer { .init(start: nil, count: 0) }
}
