internal import TraceModel
internal import TraceFindings
internal import TraceJSON

// Members that several objects of a report have.

extension JSONFormat where Value == Severity {
  static var severity: Self { .word(among: Severity.allCases.reversed()) { $0.name } }
}

extension JSONFormat where Value == EventKind {
  static var eventKind: Self { .word(among: EventKind.allCases) { $0.name } }
}

extension JSONFormat where Value == [String] {
  static var texts: Self { .list(of: .text) }
}

extension JSONFormat where Value == [RecordedMember] {
  static var recordedMembers: Self {
    .members(of: .text, name: { $0.name }, value: { $0.value }) { .init(name: $0, value: $1) }
  }
}

extension JSONFormat where Value == [SubjectCount] {
  static var subjectCounts: Self {
    .members(
      of: .count, limit: GrammarLimits.subjectKinds, name: { $0.kind }, value: { $0.count }
    ) { .init(kind: $0, count: $1) }
  }
}

extension JSONFormat where Value == CallbackCount {
  /// How often a callback occurred.
  /// - Parameter name: the name of the member with the callback.
  static func callbackCount(named name: String) -> Self {
    .object(
      name == "name" ? "unknownCallback" : "callbackCount", "How often a callback occurred",
      blank: CallbackCount(callback: "", count: 0),
      [
        .required(name, \.callback, .text, "The callback's name"),
        .required("count", \.count, .count, "How many events carried it"),
      ])
  }
}

extension ObservedCallbacks {
  /// Which callbacks a recording shows.
  static let format = JSONFormat.object(
    "observed", "Which callbacks the recording shows; the others may have come",
    blank: Self(source: .trace),
    [
      .required(
        "source", \.source, .word(among: Source.allCases) { $0.rawValue },
        "How that is known: stated, or what occurs in the trace or in the run"),
      .added("calls", \.calls, .list(of: .text), "Callbacks whose calls are recorded"),
      .added(
        "notifications", \.notifications, .list(of: .text),
        "Callbacks whose notifications are recorded"),
    ])
}
