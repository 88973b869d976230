internal import TraceModel

/// Subjects of a trace that identifies none of their kind: one in every wider subject that is identified, else one.
extension SubjectDirectory {
  /// The unnamed subject that was met within the wider one before; nil when none was.
  func unnamed(_ kind: Int, _ wider: SubjectSlot?) -> SubjectSlot? {
    let latest = kinds[kind].unnamed
    let hash = unnamedHash(kind, wider)
    if latest >= 0, kinds[kind].store.records[latest].hash == hash { return latest }
    return kinds[kind].store.find(Self.noName, hash: hash)
  }

  /// What stands for the identity of the unnamed subject within the wider one.
  func unnamedHash(_ kind: Int, _ wider: SubjectSlot?) -> UInt64 {
    let widerKind = tables.kinds[kind].parent
    guard let wider, widerKind >= 0, !kinds[widerKind].store.records[wider].isUnnamed else {
      return Self.hashOfTheOnlyOne
    }
    return kinds[widerKind].store.records[wider].hash
  }

  /// Whether all unnamed subjects of the trace are taken to be this one.
  func isTheOnlyUnnamed(_ subject: SubjectReference) -> Bool {
    record(subject).pointee.hash == Self.hashOfTheOnlyOne
  }

  /// The unnamed subject met last has its turn; the one before may be forgotten.
  mutating func switchUnnamed(to subject: SubjectReference) {
    let before = kinds[subject.kind].unnamed
    if before == subject.slot { return }
    kinds[subject.kind].unnamed = subject.slot
    kinds[subject.kind].forgettable.remove(subject.slot)
    if before >= 0 { makeForgettable(SubjectReference(kind: subject.kind, slot: before)) }
  }

  private static var hashOfTheOnlyOne: UInt64 { 1 }
  static var noName: UnsafeRawBufferPointer { .init(start: nil, count: 0) }
}
