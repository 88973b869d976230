/// The index of a subject among those of its kind; reused after the subject is forgotten.
typealias SubjectSlot = Int

/// A subject that is currently known: its kind, by index in the grammar, and its slot.
struct SubjectReference: Hashable {
  var kind: Int
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
