internal import CallOrderRecorderCore

/// One or more events of a scenario.
public struct ScenarioStep: ScenarioStepConvertible, Sendable, Equatable {
  var events: [RecordedEvent]

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
    var event = RecordedEvent(callback, .delegate, time: time, duration: duration, members)
    for (name, count) in options { event.addIfMissing("options.\(name)", .number(count)) }
    if !sessions.isEmpty { event.addIfMissing("sessions", .list(sessions)) }
    step = ScenarioStep(events: [event])
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
      RecordedEvent(name, .notification, time: time, members)
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
      RecordedEvent(name, .action, time: time, members)
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
    var gap = RecordedEvent.gap
    gap.lost = max(0, count)
    step = ScenarioStep(events: [gap])
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
    step = ScenarioStep(steps(), each: [("process", process)])
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
    step = ScenarioStep(
      steps(), each: [("session", session), ("scene", scene), ("role", role)])
  }
}

extension ScenarioStep {
  fileprivate init(_ steps: [ScenarioStep], each members: [(name: String, text: String?)]) {
    events = steps.flatMap(\.events).map { event in
      var event = event
      if event.kind == .gap { return event }
      for (name, text) in members { if let text { event.addIfMissing(name, .text(text)) } }
      return event
    }
  }
}

extension RecordedEvent {
  fileprivate init(
    _ callback: String, _ kind: Kind, time: Double?, duration: Double? = nil,
    _ members: KeyValuePairs<String, String>
  ) {
    self.init(callback, kind: kind, time: time, duration: duration)
    for (name, text) in members { addIfMissing(name, .text(text)) }
  }

  /// Adds a member, unless the event already has one with that name.
  fileprivate mutating func addIfMissing(_ name: String, _ value: Value) {
    if self[name] == nil { self[name] = value }
  }
}
