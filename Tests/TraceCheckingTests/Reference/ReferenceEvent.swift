import TraceGrammar
import TraceModel

/// One event of a generated trace, in a simple form.
struct ReferenceEvent: CustomStringConvertible {
  /// What happened.
  enum Occurrence: Equatable {
    /// A callback of the grammar.
    case callback(CallbackID, EventKind)
    /// A callback that no grammar knows.
    case unknown
    /// Events were lost.
    case gap
  }

  var occurrence: Occurrence
  /// The identity of the wide subject; nil for a gap, or if the event names none.
  var wide: String?
  /// The identity of the subject between the wide and the narrow one; nil if the event names none.
  var middle: String?
  /// The identities of the narrow subjects; empty if the event names none.
  var narrow: [String]
  /// The alias of the narrow subject; nil if it was not recorded.
  var alias: String?
  /// The value that cases depend on; nil if it was not recorded.
  var value: String?
  /// The recorded role of the subject.
  var role: String?
  /// Seconds.
  var time: Double?
  var duration: Double?

  /// The event as one line of JSON Lines, for the grammar of `RandomGrammar`.
  var description: String {
    var members: [String] = []
    switch occurrence {
    case .callback(let callback, let kind):
      members.append("\"callback\":\"c\(callback)\",\"kind\":\"\(kind.name)\"")
    case .unknown: members.append("\"callback\":\"nobodyKnowsThis\"")
    case .gap: members.append("\"lost\":0")
    }
    if let wide { members.append("\"wide\":\"\(wide)\"") }
    if let middle { members.append("\"middle\":\"\(middle)\"") }
    if narrow.count == 1 {
      members.append("\"narrow\":\"\(narrow[0])\"")
    } else if narrow.count > 1 {
      members.append("\"narrows\":[\(narrow.map { "\"\($0)\"" }.joined(separator: ","))]")
    }
    if let alias { members.append("\"alias\":\"\(alias)\"") }
    if let value { members.append("\"value\":\"\(value)\"") }
    if let role { members.append("\"role\":\"\(role)\"") }
    if let time { members.append("\"time\":\(time)") }
    if let duration { members.append("\"duration\":\(duration)") }
    return "{\(members.joined(separator: ","))}"
  }
}
