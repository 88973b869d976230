public import TraceModel

/// One lifecycle event as a value: what was called, and what it is about.
///
/// A grammar says which members identify the subjects of events. The members of the built-in grammar have parameters of
/// their own; all others go into `members`:
///
/// ```swift
/// Event("sceneDidBecomeActive(_:)", session: "A", process: "4021", time: 12.5)
/// Event("packetDidArrive", members: ["host": "h1", "wires": ["w1", "w2"]])
/// ```
public struct Event: Sendable, Equatable {
  /// The value of a member: a text, or several if one event is about several subjects.
  public enum Value: Sendable, Equatable {
    /// One identity, or any other text.
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

    /// Creates a member.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The callback, in any spelling that the grammar knows. An unknown callback is counted but not judged.
  public var callback: String
  /// Whether it is a delegate call, a notification, an action or a gap.
  public var kind: EventKind
  /// Whether it is a whole call, or the beginning or end of one. An end shows how long the call took.
  public var phase: CallPhase
  /// Seconds, with any origin; nil if not known.
  public var time: Double?
  /// How long the callback took, in seconds; nil if not known.
  public var duration: Double?
  /// The identities of the event's subjects, and other values. Members that the grammar does not ask for have no
  /// effect.
  public var members: [Member]

  /// Creates an event.
  /// - Parameters:
  ///   - callback: any spelling that the grammar knows, such as the value of `#function`.
  ///   - kind: whether it is a delegate call, a notification or an action.
  ///   - phase: whether it is a whole call, or the beginning or end of one.
  ///   - session: the session's `persistentIdentifier`.
  ///   - sessions: several of them, as `application(_:didDiscardSceneSessions:)` has.
  ///   - scene: distinguishes the scenes of a session, for example by their addresses.
  ///   - process: distinguishes one run of the app from the next.
  ///   - role: the session's role.
  ///   - time: seconds, with any origin.
  ///   - duration: how long the callback took, in seconds.
  ///   - members: other members, for a grammar of your own.
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

  /// A mark where events were lost. What follows is judged by all states that the lost events may have led to.
  public static let gap = Event("", kind: .gap)

  /// The value of the member with the name; nil if there is none.
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
