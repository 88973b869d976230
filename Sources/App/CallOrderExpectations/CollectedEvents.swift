internal import AppSystem
package import CallOrderCore
package import CallOrderRecorder
internal import CallOrderRecorderCore
internal import TraceModel

/// The events that a test records, as values.
package final class CollectedEvents: EventCheck {
  /// The maximum number of events; later ones only count as lost.
  private static let limit = 1_000_000

  private let collected = Monitor<(events: [Event], lost: Int)>(([], 0))

  package init() {}

  /// The events so far.
  package var events: [Event] {
    collected.withLock { collected in
      collected.lost == 0 ? collected.events : collected.events + [.gap]
    }
  }

  /// Whether nothing was recorded so far.
  package var isEmpty: Bool { collected.withLock { $0.events.isEmpty } }

  package func feed(_ event: RecordedEvent, launch: String, time: Double) -> [LiveFinding] {
    collected.withLock { collected in
      if collected.events.count < Self.limit {
        collected.events.append(Event(event, launch: launch, time: time))
      } else {
        collected.lost += 1
      }
    }
    return []
  }
}

extension Event {
  /// A recorded event as a value.
  fileprivate init(_ event: RecordedEvent, launch: String, time: Double) {
    let kinds: [RecordedEvent.Kind: EventKind] = [.notification: .notification, .action: .action]
    let phases: [RecordedEvent.Phase: CallPhase] = [.begin: .begin, .end: .end]
    self.init(
      event.callback, kind: kinds[event.kind] ?? .delegate,
      phase: event.phase.flatMap { phases[$0] } ?? .whole, session: event.session,
      sessions: event.sessions, scene: event.scene.map { "0x" + String($0, radix: 16) },
      process: launch, role: event.role, time: time)
    let texts = [
      ("state", event.state), ("payload", event.payload), ("type", event.type),
      ("file", event.file), ("sourceLine", event.sourceLine.map(String.init)),
    ]
    for (name, text) in texts { if let text { self[name] = .text(text) } }
    if !event.payloads.isEmpty { self["payloads"] = .list(event.payloads) }
    for (name, text) in event.options?.values ?? [] { self["options.\(name)"] = .text(text) }
    for (index, member) in event.members.enumerated() where !event.isNamedTwice(index) {
      switch member.value {
      case .text(let text): self[member.name] = .text(text)
      case .number(let number): self[member.name] = .text(String(number))
      case .truth(let truth): self[member.name] = .text(truth ? "true" : "false")
      case .list(let texts): self[member.name] = .list(texts)
      }
    }
  }
}
