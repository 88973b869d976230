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

  /// Subjects of several kinds are seldom looked up together, so that the slot tells nearly all of them apart.
  func hash(into hasher: inout Hasher) { hasher.combine(subject.slot) }
}
