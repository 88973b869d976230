internal import TraceFindings
internal import TraceJSON

/// The members of an event that no rule asks for, as text for people.
enum OtherMembers {
  /// At most this many members are shown.
  private static let limit = 12
  /// Longer names and values are cut to this many Unicode scalars.
  private static let textLimit = 120
  /// In bytes; no member of a larger event is shown.
  private static let eventLimit = 1 << 16
  /// Members that a report shows anyway.
  private static let shownAnyway: Set<String> = [
    "callback", "kind", "phase", "time", "duration", "lost", "file", "sourceLine",
  ]

  /// Reads the members in the order in which they occur.
  /// - Parameters:
  ///   - bytes: an event as JSON; malformed JSON has no members.
  ///   - others: the names of members that are shown elsewhere.
  /// - Complexity: O(bytes).
  static func read(_ bytes: [UInt8], besides others: Set<String>) -> [RecordedMember] {
    guard bytes.count <= eventLimit, let event = try? JSONValue(parsing: bytes),
      case .object(let members) = event
    else { return [] }
    var told: [RecordedMember] = []
    for member in members where told.count < limit {
      if shownAnyway.contains(member.name) || others.contains(member.name) { continue }
      let name = cut(member.name)
      if told.contains(where: { $0.name == name }) { continue }
      told.append(RecordedMember(name: name, value: cut(text(member.value))))
    }
    return told
  }

  private static func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return String(decoding: value.serialized(indentation: nil), as: UTF8.self)
  }

  private static func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: textLimit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}
