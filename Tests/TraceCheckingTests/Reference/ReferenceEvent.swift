import TraceModel

/// One event of a made-up trace, as plain as it can be.
struct ReferenceEvent: CustomStringConvertible {
  /// What happened.
  enum Occurrence: Equatable {
    /// A callback of the grammar, by index.
    case callback(Int, EventKind)
    /// A callback no grammar knows.
    case unknown
    /// Events were lost.
    case gap
  }

  var occurrence: Occurrence
  /// The identity of the wide subject; nil for a gap.
  var wide: String?
  /// The identities of the narrow subjects; empty where the event names none.
  var narrow: [String]

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
    if narrow.count == 1 {
      members.append("\"narrow\":\"\(narrow[0])\"")
    } else if narrow.count > 1 {
      members.append("\"narrows\":[\(narrow.map { "\"\($0)\"" }.joined(separator: ","))]")
    }
    return "{\(members.joined(separator: ","))}"
  }
}
