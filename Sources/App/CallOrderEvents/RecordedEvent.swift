/// One call, notification or action: as it is recorded, and as tests and live checks take it.
///
/// A property that is nil or empty is not written. A grammar says which members identify the subjects of events; those for
/// which there is no property go into `members`:
///
/// ```swift
/// RecordedEvent("sceneDidBecomeActive(_:)", session: "A", process: "4021", time: 12.5)
/// RecordedEvent("packetDidArrive", members: ["host": "h1", "wires": ["w1", "w2"]])
/// ```
public struct RecordedEvent: Sendable, Equatable {
  /// What kind of event was recorded.
  public enum Kind: String, Sendable, CaseIterable {
    /// A method was called.
    case delegate
    /// A notification was posted.
    case notification
    /// The app itself did something.
    case action
    /// Events were lost here.
    case gap
  }

  /// Which part of a call an event records. An end shows how long the call took.
  public enum Phase: String, Sendable, CaseIterable {
    /// The beginning of a call; its end is a separate event.
    case begin
    /// The end of a call that another event began.
    case end
  }

  /// An additional member, for which there is no property.
  public struct Member: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: Value

    /// Makes a member.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a member.
  public enum Value: Sendable, Equatable {
    /// A string.
    case text(String)
    /// A whole number.
    case number(Int)
    /// A Boolean.
    case truth(Bool)
    /// A list of strings.
    case list([String])
  }

  /// The callback, in any spelling, such as the value of `#function`. An unknown one is counted but not judged.
  public var callback: String
  /// The kind of the event.
  public var kind: Kind
  /// The part of the call; nil for the whole call.
  public var phase: Phase?
  /// Seconds, with any origin; nil if not known. A recorder sets it.
  public var time: Double?
  /// How long the call took, in seconds; nil if not known.
  public var duration: Double?
  /// The session's `persistentIdentifier`.
  public var session: String?
  /// The `persistentIdentifier`s of the sessions, if a call concerns a set of them.
  public var sessions: [String]
  /// What distinguishes the scenes of a session, such as their addresses.
  public var scene: String?
  /// What distinguishes one run of the app from the next. A recorder sets it.
  public var process: String?
  /// The raw value of the session's role.
  public var role: String?
  /// Who made the call: a framework such as `UIKitCore`, or a method of the app such as `SceneDelegate.reload(_:)`.
  public var caller: String?
  /// What passed the call on to the method: a library, or another object of the app with the same method.
  public var through: String?
  /// The scene's activation state during the call, such as `foregroundActive`.
  public var state: String?
  /// What a scene was connected with: kinds and counts, such as `urls`, never the contents.
  public var options: [Member] = []
  /// The identities of the links, activities and items that the call delivers.
  public var payloads: [String] = []
  /// The identity of the link, activity or item that the action handles.
  public var payload: String?
  /// The type of the user activity or quick action.
  public var type: String?
  /// The source file of the app that records the event, in the form of `#fileID`.
  public var file: String?
  /// The line in that file, counted from 1.
  public var sourceLine: Int?
  /// How many events were lost in a gap; 0 if that is unknown.
  public var lost = 0
  /// Additional members. Members that the grammar does not ask for have no effect.
  public var members: [Member] = []

  /// Makes an event; the parameters are described at the properties.
  /// - Parameter members: further members by their names, including those of properties without a parameter.
  public init(
    _ callback: String, kind: Kind = .delegate, phase: Phase? = nil, session: String? = nil,
    sessions: [String] = [], scene: String? = nil, process: String? = nil, role: String? = nil,
    time: Double? = nil, duration: Double? = nil, members: KeyValuePairs<String, Value> = [:]
  ) {
    (self.callback, self.kind, self.phase) = (callback, kind, phase)
    (self.session, self.sessions, self.scene) = (session, sessions, scene)
    (self.process, self.role) = (process, role)
    (self.time, self.duration) = (time, duration)
    for (name, value) in members { self[name] = value }
  }

  /// A mark where events were lost. What follows is judged by all states that the lost events may have led to.
  public static let gap = RecordedEvent("", kind: .gap)
}

extension RecordedEvent {
  /// Names that additional members cannot have: no object may contain a name twice.
  private static let ownNames: Set<String> = [
    "callback", "kind", "phase", "session", "sessions", "scene", "process", "time", "duration",
    "role", "caller", "through", "state", "thread", "options", "payloads", "payload", "type",
    "file", "sourceLine", "lost",
  ]

  /// Whether the member at an index has a reserved name or the name of an earlier member.
  package func isNamedTwice(_ index: Int) -> Bool {
    let name = members[index].name
    return Self.ownNames.contains(name) || members[..<index].contains { $0.name == name }
  }

  /// The members of the event in a recording, with the names that a grammar uses, each once.
  package var allMembers: [Member] {
    var all: [Member] = []
    func add(_ name: String, _ text: String?) {
      if let text { all.append(Member(name, .text(text))) }
    }
    func add(_ name: String, _ texts: [String]) {
      if !texts.isEmpty { all.append(Member(name, .list(texts))) }
    }
    add("session", session)
    add("sessions", sessions)
    add("scene", scene)
    add("process", process)
    add("role", role)
    add("caller", caller)
    add("through", through)
    add("state", state)
    all += options.map { Member("options.\($0.name)", $0.value) }
    add("payloads", payloads)
    add("payload", payload)
    add("type", type)
    add("file", file)
    add("sourceLine", sourceLine.map(String.init))
    return all + members.indices.lazy.filter { !isNamedTwice($0) }.map { members[$0] }
  }

  /// The value of the member with the name, whether or not it has a property; nil if there is none.
  public subscript(name: String) -> Value? {
    get { allMembers.first { $0.name == name }?.value }
    set {
      switch name {
      case "session": session = newValue?.text
      case "sessions": sessions = newValue?.texts ?? []
      case "scene": scene = newValue?.text
      case "process": process = newValue?.text
      case "role": role = newValue?.text
      case "caller": caller = newValue?.text
      case "through": through = newValue?.text
      case "state": state = newValue?.text
      case "payloads": payloads = newValue?.texts ?? []
      case "payload": payload = newValue?.text
      case "type": type = newValue?.text
      case "file": file = newValue?.text
      case "sourceLine": sourceLine = newValue.flatMap { Int($0.text) }
      default:
        if name.hasPrefix("options.") {
          options.set(String(name.dropFirst("options.".utf8.count)), to: newValue)
        } else {
          members.set(name, to: newValue)
        }
      }
    }
  }
}

extension [RecordedEvent.Member] {
  fileprivate mutating func set(_ name: String, to value: RecordedEvent.Value?) {
    if let index = firstIndex(where: { $0.name == name }) {
      if let value { self[index].value = value } else { remove(at: index) }
    } else if let value {
      append(RecordedEvent.Member(name, value))
    }
  }
}

extension RecordedEvent.Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int) { self = .number(number) }
  public init(booleanLiteral truth: Bool) { self = .truth(truth) }
  public init(arrayLiteral texts: String...) { self = .list(texts) }

  /// The value as one text.
  package var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .truth(let truth): truth ? "true" : "false"
    case .list(let texts): texts.joined(separator: ", ")
    }
  }

  /// The value as a list.
  fileprivate var texts: [String] { if case .list(let texts) = self { texts } else { [text] } }
}
