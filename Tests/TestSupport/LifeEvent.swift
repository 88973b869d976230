/// One event of the life of an app that uses scenes, as a trace records it.
public struct LifeEvent: Sendable, Equatable {
  /// The callback's short name in the built-in grammar; empty for a gap.
  public var callback: String
  /// The session that it concerns; nil for none or several.
  public var session: String?
  /// The sessions that it concerns, if it has a set of them.
  public var sessions: [String] = []
  /// The scene that it concerns.
  public var scene: String?
  /// The process; nil for a trace that does not distinguish processes.
  public var process: Int?
  /// The type of the user activity that it concerns.
  public var type: String?
  /// The role of the session, and the delegate that was called.
  public var role: String?
  public var delegate: String?
  /// Whether it is a notification.
  public var isNotification = false

  /// Makes an event that concerns a session, or the app.
  public init(_ callback: String, session: String? = nil, process: Int? = nil) {
    self.callback = callback
    self.session = session
    self.process = process
  }

  /// A gap where events were lost.
  public static let gap = LifeEvent("")

  /// The event as one line of JSON Lines, without the line end.
  public var line: String {
    if callback.isEmpty { return #"{"lost":0}"# }
    var line = #"{"callback":"\#(callback)""#
    if isNotification { line += #","kind":"notification""# }
    if let session { line += #","session":"\#(session)""# }
    if !sessions.isEmpty {
      line += #","sessions":[\#(sessions.map { "\"\($0)\"" }.joined(separator: ","))]"#
    }
    if let scene { line += #","scene":"\#(scene)""# }
    if let process { line += #","process":\#(process)"# }
    if let type { line += #","type":"\#(type)""# }
    if let role { line += #","role":"\#(role)""# }
    if let delegate { line += #","delegate":"\#(delegate)""# }
    return line + "}"
  }
}

extension [LifeEvent] {
  /// The trace as JSON Lines.
  public var text: String { map { $0.line + "\n" }.joined() }

  /// Removes, doubles and swaps events, and adds gaps, at random places. At least two events are left.
  public mutating func addMistakes(_ count: ClosedRange<Int>, using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: count, using: &random) where self.count > 2 {
      let index = Int.random(in: indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: remove(at: index)
      case 1: insert(self[index], at: index)
      case 2: insert(.gap, at: index)
      default: swapAt(index, Int.random(in: indices, using: &random))
      }
    }
  }
}
