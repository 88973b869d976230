internal import TraceFindings
internal import TraceJSON

/// The members of an event that no rule asks for, as texts for people.
enum OtherMembers {
  /// So many are told.
  private static let limit = 12
  /// Longer names and values are cut to so many Unicode scalars.
  private static let textLimit = 120
  /// Of a larger event none is told.
  private static let eventLimit = 1 << 16
  /// What a report says of an event by itself.
  private static let shownAnyway: Set<String> = [
    "callback", "kind", "phase", "time", "duration", "lost", "file", "sourceLine",
  ]

  /// Reads the members in their order.
  /// - Parameters:
  ///   - bytes: an event as JSON; one that cannot be read has none.
  ///   - besides: the names of members that are told elsewhere.
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
