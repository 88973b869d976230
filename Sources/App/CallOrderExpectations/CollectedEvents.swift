internal import AppSystem
package import CallOrderRecorder

/// The events that a test records, as values.
package final class CollectedEvents: EventCheck {
  /// The maximum number of events; later ones only count as lost.
  private static let limit = 1_000_000

  private let collected = Monitor<(events: [RecordedEvent], lost: Int)>(([], 0))

  package init() {}

  /// The events so far.
  package var events: [RecordedEvent] {
    collected.withLock { collected in
      collected.lost == 0 ? collected.events : collected.events + [.gap]
    }
  }

  /// Whether nothing was recorded so far.
  package var isEmpty: Bool { collected.withLock { $0.events.isEmpty } }

  package func feed(_ event: RecordedEvent) -> [LiveFinding] {
    collected.withLock { collected in
      if collected.events.count < Self.limit {
        collected.events.append(event)
      } else {
        collected.lost += 1
      }
    }
    return []
  }

  package func rest() -> [LiveFinding] { [] }
}
