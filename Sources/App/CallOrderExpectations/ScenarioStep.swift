internal import TraceJSON

/// One or more events of a scenario.
public struct ScenarioStep: ScenarioStepConvertible, Sendable, Equatable {
  /// One line of the recording.
  struct Line: Sendable, Equatable {
    var members: [JSONValue.Member]

    /// Adds a member, unless the event already has one with that name.
    mutating func addIfMissing(_ name: String, _ value: JSONValue) {
      if !members.contains(where: { $0.name == name }) { members.append(.init(name, value)) }
    }
  }

  var events: [Line]

  /// The step itself.
  public var step: ScenarioStep { self }
}

/// A value that can be a step of a scenario.
public protocol ScenarioStepConvertible {
  /// The events that it represents.
  var step: ScenarioStep { get }
}

/// A call of a delegate method.
public struct Call: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Makes a call.
  /// - Parameters:
  ///   - callback: the method, in any spelling that the grammar knows.
  ///   - options: the connection options: counts by kind, such as `["urls": 1]`.
  ///   - sessions: the identifiers of the sessions that `application(_:didDiscardSceneSessions:)` names.
  ///   - time: the time in seconds, relative to any origin.
  ///   - duration: the duration of the call, in seconds.
  ///   - members: additional members, such as `["state": "background"]`.
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

/// A posted notification.
public struct Post: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Makes a notification; `Call` describes the other parameters.
  /// - Parameter name: the name of the notification, in any spelling that the grammar knows.
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

  /// Makes an action; `Call` describes the other parameters.
  /// - Parameter name: the name of the action, as the grammar declares it.
  public init(
    _ name: String, time: Double? = nil, members: KeyValuePairs<String, String> = [:]
  ) {
    step = ScenarioStep(events: [
      ScenarioStep.Line(name, kind: "action", time: time, duration: nil, members: members)
    ])
  }
}

/// A gap where events were lost.
public struct Lost: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Makes a gap.
  /// - Parameter count: how many events were lost; 0 if that is unknown.
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

  /// Sets the process of all events within, except those that set it themselves.
  /// - Parameters:
  ///   - process: the identifier of the process.
  ///   - steps: the events.
  public init(_ process: String, @ScenarioBuilder _ steps: () -> [ScenarioStep]) {
    step = ScenarioStep(steps(), each: [.init("process", .text(process))])
  }
}

/// Events of one scene session.
public struct InSession: ScenarioStepConvertible, Sendable {
  /// The events, in their order.
  public let step: ScenarioStep

  /// Sets the session, scene and role of all events within, except those that set them themselves.
  /// - Parameters:
  ///   - session: the session's `persistentIdentifier`.
  ///   - scene: an identifier that is different for each scene object of the session.
  ///   - role: the session's role.
  ///   - steps: the events.
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
  /// A string whose U+0000 characters are replaced, because readers reject them.
  static func text(_ text: String) -> JSONValue {
    .string(
      String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })))
  }
}
