/// The index of a subject among those of its kind; used again after the subject is forgotten.
typealias SubjectSlot = Int

/// A subject that is known at present: its kind, by index in the grammar, and its slot.
struct SubjectReference: Hashable {
  var kind: Int
  var slot: SubjectSlot
}

/// A subject among all that ever were.
struct SubjectKey: Hashable {
  var subject: SubjectReference
  /// How often the slot was given to another subject.
  var generation: UInt32
}
