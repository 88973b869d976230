internal import TraceGrammar

/// The description of a subject in findings.
struct SubjectDescription {
  /// The kind's name in the grammar.
  var kind: String
  /// The identity as recorded; empty for one without.
  var name: String
  /// Whether it has no identity. Findings about it then hold only if no subject of its kind ever has one.
  var isUnnamed: Bool
  /// Who recorded it.
  var about: RecordedSubject
  /// The kind of the wider subject to which this unnamed one belongs; nil if the trace has only one unnamed subject.
  var widerKind: String?
}

extension SubjectDirectory {
  /// The description of a subject in findings.
  func describe(_ subject: SubjectReference, _ grammar: Grammar) -> SubjectDescription {
    let kind = grammar.subjects[subject.kind]
    let isUnnamed = self[subject].isNarrowAndUnnamed(tables.kinds[subject.kind])
    let wider = isUnnamed && !isTheOnlyUnnamed(subject) ? kind.parent : nil
    return SubjectDescription(
      kind: kind.name, name: name(subject), isUnnamed: isUnnamed,
      about: RecordedSubject(subject, in: self), widerKind: wider.map { grammar.subjects[$0].name })
  }
}

extension SubjectRecord {
  /// Whether a subject of a kind has no identity and contains no others.
  func isNarrowAndUnnamed(_ kind: KindTraits) -> Bool { isUnnamed && !kind.isWider }
}
