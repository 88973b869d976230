internal import TraceGrammar

/// The index of a subject among those of its kind; reused after the subject is forgotten.
typealias SubjectSlot = Int

/// A subject that is currently known: its kind and its slot.
struct SubjectReference: Hashable {
  var kind: SubjectKindID
  var slot: SubjectSlot
}

/// A subject among all that ever existed.
struct SubjectKey: Hashable {
  var subject: SubjectReference
  /// The generation of the slot, which differs for each subject that gets it.
  var generation: UInt32

  /// Subjects of several kinds are seldom looked up together, so the slot alone tells nearly all of them apart.
  func hash(into hasher: inout Hasher) { hasher.combine(subject.slot) }
}

/// The subjects of a kind that are known, by slot; those that are first met meanwhile are left out.
struct KnownSubjects: Sequence, IteratorProtocol {
  private let kind: SubjectKindID
  // SAFETY: a register stays at its address as long as the directory, which a sequence must not outlive.
  private let register: UnsafeMutablePointer<KindRegister>
  private let slotCount: Int
  private var slot = 0

  init(kind: SubjectKindID, register: UnsafeMutablePointer<KindRegister>) {
    (self.kind, self.register) = (kind, register)
    slotCount = register.pointee.store.slotCount
  }

  mutating func next() -> SubjectReference? {
    while slot < slotCount {
      defer { slot += 1 }
      if register.pointee.store.isUsed(slot) { return SubjectReference(kind: kind, slot: slot) }
    }
    return nil
  }
}

extension Array {
  /// Removes everything and keeps the room; where there are few, in a fraction of the time of `removeAll(keepingCapacity:)`.
  mutating func clear() { while !isEmpty { removeLast() } }
}
