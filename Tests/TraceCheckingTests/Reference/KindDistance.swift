import TraceGrammar

/// The kinds of subjects are a chain here, the widest first.
extension SubjectKindID {
  static func - (kind: SubjectKindID, distance: Int) -> SubjectKindID {
    kind.advanced(by: -distance)
  }

  static func + (kind: SubjectKindID, distance: Int) -> SubjectKindID {
    kind.advanced(by: distance)
  }
}
