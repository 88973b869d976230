import TestSupport

/// Removes from a recording what a recorder may not have recorded. The rest is still a recording of the same life, so no
/// violations may be reported that the life did not contain.
struct Blinding {
  /// The members that identify subjects, and those that conditions use.
  private static let members = [
    "process", "session", "sessions", "payload", "payloads", "update", "key", "activity", "role",
    "options", "windowScene", "time", "duration", "phase",
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The recording without one to four things; empty if nothing of it is left.
  mutating func blinded(_ events: [PracticeEvent]) -> [PracticeEvent] {
    var events = events
    for _ in 0..<Int.random(in: 1...4, using: &random) { blind(&events) }
    return events.contains { $0.callback != nil } ? events : []
  }

  private mutating func blind(_ events: inout [PracticeEvent]) {
    let place = Int.random(in: 0...events.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: events.removeFirst(place / 2)
    case 1: events.removeLast((events.count - place) / 2)
    case 2:
      let end = min(events.count, place + Int.random(in: 0...5, using: &random))
      events.replaceSubrange(place..<end, with: [.gap])
    case 3, 4:
      guard let callback = events.compactMap(\.callback).randomElement(using: &random) else {
        return
      }
      events.removeAll { $0.callback == callback }
    case 5: drop(Self.members.randomElement(using: &random) ?? "", 1, of: &events)
    case 6: drop(Self.members.randomElement(using: &random) ?? "", 3, of: &events)
    default: drop(Self.members.randomElement(using: &random) ?? "", 20, of: &events)
    }
  }

  /// Removes a member from one in a number of events. The two events of a call keep or lose their phase together, because
  /// one of them alone would be a different call.
  private mutating func drop(_ member: String, _ one: Int, of events: inout [PracticeEvent]) {
    if member == "phase" {
      events.removeAll { $0["phase"] == "\"end\"" }
      for index in events.indices { events[index]["phase"] = nil }
      return
    }
    for index in events.indices where Int.random(in: 0..<one, using: &random) == 0 {
      events[index][member] = nil
    }
  }
}
