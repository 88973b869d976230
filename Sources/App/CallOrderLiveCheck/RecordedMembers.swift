internal import CallOrderCore
internal import CallOrderRecorderCore

/// Where a checker takes the members of recorded events; looked up only once.
struct RecordedMembers {
  private typealias Place = EventWriter.Place

  private let session, sessions, scene, process, role, state, payload, payloads, type: Place
  private let options: [Place]

  init(_ checker: borrowing LiveChecker) {
    session = checker.place(of: "session")
    sessions = checker.place(of: "sessions")
    scene = checker.place(of: "scene")
    process = checker.place(of: "process")
    role = checker.place(of: "role")
    state = checker.place(of: "state")
    payload = checker.place(of: "payload")
    payloads = checker.place(of: "payloads")
    type = checker.place(of: "type")
    options = ConnectionCounts().values.map { checker.place(of: "options.\($0.name)") }
  }

  /// Writes an event for the checker.
  func write(
    _ event: RecordedEvent, launch: String, time: Double, to writer: inout EventWriter
  ) {
    writer.begin(
      event.callback, kind: EventKind(event.kind), phase: CallPhase(event.phase), time: time)
    if let text = event.session { writer.set(session, to: text) }
    if !event.sessions.isEmpty { writer.set(sessions, to: event.sessions) }
    if let address = event.scene { writer.set(scene, to: address) }
    writer.set(process, to: launch)
    if let text = event.role { writer.set(role, to: text) }
    if let text = event.state { writer.set(state, to: text) }
    if let counts = event.options {
      for (place, option) in zip(options, counts.values) { writer.set(place, to: option.text) }
    }
    if !event.payloads.isEmpty { writer.set(payloads, to: event.payloads) }
    if let text = event.payload { writer.set(payload, to: text) }
    if let text = event.type { writer.set(type, to: text) }
    for (index, member) in event.members.enumerated() where !event.isNamedTwice(index) {
      let place = writer.place(of: member.name)
      switch member.value {
      case .text(let text): writer.set(place, to: text)
      case .number(let number): writer.set(place, to: String(number))
      case .truth(let truth): writer.set(place, to: truth ? "true" : "false")
      case .list(let texts): writer.set(place, to: texts)
      }
    }
    writer.end()
  }
}

extension EventKind {
  fileprivate init(_ kind: RecordedEvent.Kind) {
    switch kind {
    case .delegate: self = .delegate
    case .notification: self = .notification
    case .action: self = .action
    }
  }
}

extension CallPhase {
  fileprivate init(_ phase: RecordedEvent.Phase?) {
    switch phase {
    case nil: self = .whole
    case .begin: self = .begin
    case .end: self = .end
    }
  }
}
