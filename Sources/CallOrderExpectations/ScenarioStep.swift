internal import TraceJSON

/// One or more events of a scenario.
public struct ScenarioStep: ScenarioStepConvertible, Sendable, Equatable {
  /// One line of the recording.
  struct Line: Sendable, Equatable {
    var members: [JSONValue.Member]

    /// Adds a member, unless the event has one of that name.
    mutating func addIfMissing(_ name: String, _ value: JSONValue) {
      if !members.contains(where: { $0.name == name }) { members.append(.init(name, value)) }
    }
  }

  var events: [Line]

  /// The step itself.
  public var step: ScenarioStep { self }
}

/// What can stand in a scenario.
public protocol ScenarioStepConvertible {
  /// The events that it stands for.
  var step: ScenarioStep { get }
}

/// A delegate method that was called.
public struct Call: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Makes a call.
  /// - Parameters:
  ///   - callback: any spelling that the grammar knows.
  ///   - options: what willConnect came with, by kind, such as `["urls": 1]`.
  ///   - sessions: those that `application(_:didDiscardSceneSessions:)` names.
  ///   - time: seconds, with any origin.
  ///   - duration: the seconds that it took.
  ///   - members: whatever else is known, such as `["state": "background"]`.
  public init(
    _ callback: String, options: KeyValuePairs<String, Int> = [:], sessions: [String] = [],
    time: Double? = nil, duration: Double? = nil, members: KeyValuePairs<String, String> = [:]
  ) {
    var line = ScenarioStep.Line(
      callback, kind: nil, time: time, duration: duration, members: members)
    if !options.isEmpty {
      let counts = options.map { JSONValue.Member($0.key, .integer(Int64($0.value))) }
      line.addIfMissing("options", .object(counts))
    }
    if !sessions.isEmpty { line.addIfMissing("sessions", .array(sessions.map(JSONValue.text))) }
    step = ScenarioStep(events: [line])
  }
}

/// A notification that was posted.
public struct Post: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Makes a notification; see `Call` for what its parameters mean.
  public init(
    _ name: String, time: Double? = nil, members: KeyValuePairs<String, String> = [:]
  ) {
    step = ScenarioStep(events: [
      ScenarioStep.Line(name, kind: "notification", time: time, duration: nil, members: members)
    ])
  }
}

/// Something that the app did.
public struct Act: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Makes an action; see `Call` for what its parameters mean.
  /// - Parameter name: as the grammar declares it.
  public init(
    _ name: String, time: Double? = nil, members: KeyValuePairs<String, String> = [:]
  ) {
    step = ScenarioStep(events: [
      ScenarioStep.Line(name, kind: "action", time: time, duration: nil, members: members)
    ])
  }
}

/// A place where events were lost.
public struct Lost: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Makes a mark.
  /// - Parameter count: how many were lost; 0 where that is not known.
  public init(_ count: Int = 0) {
    step = ScenarioStep(events: [
      ScenarioStep.Line(members: [.init("lost", .integer(Int64(max(0, count))))])
    ])
  }
}

/// Events of one run of the app.
public struct InProcess: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Says of all events within that they are of this process, unless they say another.
  public init(_ process: String, @ScenarioBuilder _ steps: () -> [ScenarioStep]) {
    step = ScenarioStep(steps(), each: [.init("process", .text(process))])
  }
}

/// Events of one scene session.
public struct InSession: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Says of all events within that they are about this session, unless they say another.
  /// - Parameters:
  ///   - session: the session's `persistentIdentifier`.
  ///   - scene: what tells this scene of the session from the next.
  ///   - role: the session's role.
  public init(
    _ session: String, scene: String? = nil, role: String? = nil,
    @ScenarioBuilder _ steps: () -> [ScenarioStep]
  ) {
    var members = [JSONValue.Member("session", .text(session))]
    if let scene { members.append(.init("scene", .text(scene))) }
    if let role { members.append(.init("role", .text(role))) }
    step = ScenarioStep(steps(), each: members)
  }
}

extension ScenarioStep {
  fileprivate init(_ steps: [ScenarioStep], each members: [JSONValue.Member]) {
    events = steps.flatMap(\.events).map { event in
      var event = event
      if event.members.contains(where: { $0.name == "lost" }) { return event }
      for member in members { event.addIfMissing(member.name, member.value) }
      return event
    }
  }
}

extension ScenarioStep.Line {
  fileprivate init(
    _ callback: String, kind: String?, time: Double?, duration: Double?,
    members: KeyValuePairs<String, String>
  ) {
    self.members = [.init("callback", .text(callback))]
    if let kind { addIfMissing("kind", .text(kind)) }
    if let time, time.isFinite { addIfMissing("time", .real(time)) }
    if let duration, duration.isFinite { addIfMissing("duration", .real(duration)) }
    for (name, value) in members { addIfMissing(name, .text(value)) }
  }
}

extension JSONValue {
  /// A text as readers accept it: they refuse U+0000, which is replaced.
  static func text(_ text: String) -> JSONValue {
    .string(
      String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })))
  }
}
