internal import TraceGrammar

/// What findings say of a subject.
struct SubjectDescription {
  /// The kind's name in the grammar.
  var kind: String
  /// The identity as recorded; empty for one without.
  var name: String
  /// Whether it has no identity, and findings about it hold only if nothing of its kind ever has one.
  var isUnnamed: Bool
  /// Who recorded it.
  var about: RecordedSubject
  /// The kind of the wider subject that has the unnamed one for itself; nil where the trace has but one.
  var scope: String?
}

extension SubjectDirectory {
  /// What findings say of a subject.
  func describe(_ subject: SubjectReference, _ grammar: Grammar) -> SubjectDescription {
    let kind = grammar.subjects[subject.kind]
    let isUnnamed = record(subject).pointee.isUnnamed && !tables.kinds[subject.kind].isWider
    let wider = isUnnamed && !isTheOnlyUnnamed(subject) ? kind.parent : nil
    return SubjectDescription(
      kind: kind.name, name: name(subject), isUnnamed: isUnnamed,
      about: RecordedSubject(subject, in: self), scope: wider.map { grammar.subjects[$0].name })
  }
}
