public import TraceModel

/// One lifecycle event as a value: what was called, and what it is about.
///
/// A grammar says which members identify what events are about. Those of the built-in one have parameters of their
/// own; any other has its place in `members`:
///
/// ```swift
/// Event("sceneDidBecomeActive(_:)", session: "A", process: "4021", time: 12.5)
/// Event("packetDidArrive", members: ["host": "h1", "wires": ["w1", "w2"]])
/// ```
public struct Event: Sendable, Equatable {
  /// The value of a member: a text, or several where one event is about several subjects.
  public enum Value: Sendable, Equatable {
    /// One identity, or anything else that is a text.
    case text(String)
    /// Several identities.
    case list([String])
  }

  /// A member of an event.
  public struct Member: Sendable, Equatable {
    /// The name, such as `session`.
    public var name: String
    /// The value.
    public var value: Value

    /// Makes a member.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The callback, by any spelling that the grammar knows; one that it does not know is counted and not judged.
  public var callback: String
  /// Who says that it happened.
  public var kind: EventKind
  /// Whether it is a whole call, or the beginning or end of one; an end tells how long the call took.
  public var phase: CallPhase
  /// Seconds, with any origin; nil where not known.
  public var time: Double?
  /// Seconds that the callback took; nil where not known.
  public var duration: Double?
  /// What the event is about, and what else is known of it; those that the grammar does not ask for say nothing.
  public var members: [Member]

  /// Makes an event.
  /// - Parameters:
  ///   - callback: any spelling that the grammar knows, such as `#function` gives it.
  ///   - kind: who says that it happened.
  ///   - phase: whether it is a whole call, or the beginning or end of one.
  ///   - session: the session's `persistentIdentifier`.
  ///   - sessions: several of them, as `application(_:didDiscardSceneSessions:)` has.
  ///   - scene: what tells one scene of a session from the next, such as its address.
  ///   - process: what tells one run of the app from the next.
  ///   - role: the session's role.
  ///   - time: seconds, with any origin.
  ///   - duration: seconds that the callback took.
  ///   - members: what a grammar of one's own asks for.
  public init(
    _ callback: String, kind: EventKind = .delegate, phase: CallPhase = .whole,
    session: String? = nil, sessions: [String] = [], scene: String? = nil, process: String? = nil,
    role: String? = nil,
    time: Double? = nil, duration: Double? = nil, members: KeyValuePairs<String, Value> = [:]
  ) {
    self.callback = callback
    self.kind = kind
    self.phase = phase
    self.time = time
    self.duration = duration
    self.members = []
    if let session { self["session"] = .text(session) }
    if !sessions.isEmpty { self["sessions"] = .list(sessions) }
    if let scene { self["scene"] = .text(scene) }
    if let process { self["process"] = .text(process) }
    if let role { self["role"] = .text(role) }
    for (name, value) in members { self[name] = value }
  }

  /// A mark where events were lost: what follows is judged by any of the states that they may have led to.
  public static let gap = Event("", kind: .gap)

  /// The value of the member with the name; nil where there is none.
  /// - Complexity: O(n) in the number of members.
  public subscript(name: String) -> Value? {
    get { members.first { $0.name == name }?.value }
    set {
      if let index = members.firstIndex(where: { $0.name == name }) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append(Member(name: name, value: newValue))
      }
    }
  }
}

extension Event.Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }

  public init(integerLiteral value: Int) { self = .text(String(value)) }

  public init(arrayLiteral elements: String...) { self = .list(elements) }
}
