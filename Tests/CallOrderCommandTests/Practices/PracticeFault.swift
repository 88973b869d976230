import TestSupport

/// A way to break one rule in a life; nil if it does not fit anywhere in the life.
struct PracticeFault: Sendable {
  var rule: String
  var apply: @Sendable ([PracticeEvent], inout SeededGenerator) -> [PracticeEvent]?

  typealias Condition = @Sendable (PracticePlace) -> Bool

  /// A fault at one of the events with a callback.
  /// - Parameters:
  ///   - fits: whether it breaks no other rule at an event.
  ///   - change: adds the fault there.
  static func at(
    _ callback: String, breaks rule: String, where fits: @escaping Condition = { _ in true },
    _ change: @escaping @Sendable (inout [PracticeEvent], PracticePlace) -> Void
  ) -> PracticeFault {
    PracticeFault(rule: rule) { events, random in
      let places = events.indices.filter { events[$0].callback == callback }
        .map { PracticePlace(events: events, index: $0) }.filter(fits)
      guard let place = places.randomElement(using: &random) else { return nil }
      var events = events
      change(&events, place)
      return events
    }
  }

  static func removing(
    _ callback: String, breaks rule: String, where fits: @escaping Condition
  ) -> PracticeFault {
    at(callback, breaks: rule, where: fits) { $0.remove(at: $1.index) }
  }

  static func changing(
    _ callback: String, breaks rule: String, where fits: @escaping Condition = { _ in true },
    _ change: @escaping @Sendable (inout PracticeEvent) -> Void
  ) -> PracticeFault {
    at(callback, breaks: rule, where: fits) { change(&$0[$1.index]) }
  }

  /// Adds actions after an event.
  /// - Parameter sayingWhose: whether they are about the session of the event.
  static func inserting(
    _ actions: String..., after callback: String, sayingWhose: Bool = false, breaks rule: String,
    where fits: @escaping Condition = { _ in true }
  ) -> PracticeFault {
    at(callback, breaks: rule, where: fits) { events, place in
      let session = sayingWhose ? place["session"] : nil
      events.insert(
        contentsOf: actions.map { place.action($0, session) }, at: place.index + 1)
    }
  }

  /// Moves an event behind a later one.
  /// - Parameter target: the index of the later one; nil where the fault does not fit.
  static func delaying(
    _ callback: String, breaks rule: String,
    to target: @escaping @Sendable (PracticePlace) -> Int?
  ) -> PracticeFault {
    at(callback, breaks: rule, where: { target($0) != nil }) { events, place in
      guard let end = target(place) else { return }
      events.insert(events.remove(at: place.index), at: end)
    }
  }

  /// Repeats the last occurrence of something, with a change.
  static func repeating(
    _ callback: String, breaks rule: String,
    as change: @escaping @Sendable (inout PracticeEvent) -> Void = { _ in }
  ) -> PracticeFault {
    PracticeFault(rule: rule) { events, _ in
      guard let place = events.lastIndex(where: { $0.callback == callback }) else { return nil }
      var events = events
      var second = events[place]
      // The same event at the same time is one that was recorded twice.
      if let time = second["time"].flatMap(Double.init) { second["time"] = "\(time + 0.001)" }
      change(&second)
      events.insert(second, at: place + 1)
      return events
    }
  }

  @Sendable static func anotherSession(_ event: inout PracticeEvent) {
    event["session"] = event["session"] == "\"A\"" ? "\"B\"" : "\"A\""
  }

  /// Moves an action behind the call that it belongs to, in a life that records when calls end.
  static func moving(
    _ action: String, behind callback: String, breaks rule: String
  ) -> PracticeFault {
    PracticeFault(rule: rule) { events, random in
      let ends = events.indices.filter {
        events[$0].callback == callback && events[$0]["phase"] == "\"end\""
      }
      guard let end = ends.randomElement(using: &random),
        let place = events[..<end].lastIndex(where: { $0.callback == action })
      else { return nil }
      var events = events
      events.insert(events.remove(at: place), at: end)
      return events
    }
  }

  /// Restores a scene with what another one saved.
  static let restoringAnother = PracticeFault(rule: "restored-another") { events, random in
    var events = events
    let places = events.indices.filter { events[$0].callback == "restoreState" }
    for place in places.shuffled(using: &random) {
      let other = events[..<place].last {
        $0.callback == "saveState" && $0["session"] != events[place]["session"]
      }
      guard let other else { continue }
      events[place]["activity"] = other["activity"]
      return events
    }
    return nil
  }
}
