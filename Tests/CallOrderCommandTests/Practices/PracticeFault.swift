import TestSupport

/// A way to break one rule in a life; nil if it does not fit anywhere in the life.
struct PracticeFault: Sendable {
  var rule: String
  var apply: @Sendable ([PracticeEvent], inout SeededGenerator) -> [PracticeEvent]?

  /// Repeats the last occurrence of something, with a change.
  static func repeating(
    _ callback: String, breaks rule: String,
    as change: @escaping @Sendable (inout PracticeEvent) -> Void = { _ in }
  ) -> PracticeFault {
    PracticeFault(rule: rule) { events, random in
      guard let place = place(of: callback, events, &random, isLast: true) else { return nil }
      var events = events
      var second = events[place]
      // The same event at the same time is one that was recorded twice.
      if let time = second["time"].flatMap(Double.init) { second["time"] = "\(time + 0.001)" }
      change(&second)
      events.insert(second, at: place + 1)
      return events
    }
  }

  @Sendable private static func anotherSession(_ event: inout PracticeEvent) {
    event["session"] = event["session"] == "\"A\"" ? "\"B\"" : "\"A\""
  }

  /// Removes something completely.
  /// - Parameter isOwedByThoseWhoLeave: whether it is still required of a scene that disconnects.
  static func leavingOut(
    _ callback: String, isOwedByThoseWhoLeave: Bool = false, breaks rule: String
  ) -> PracticeFault {
    PracticeFault(rule: rule) { events, random in
      // In a process that ended, it is no longer required.
      let last = events.last?["process"]
      let places = events.indices.filter { place in
        events[place].callback == callback && events[place]["process"] == last
          && (isOwedByThoseWhoLeave
            || !events[place...].contains {
              leaving.contains($0.callback ?? "") && $0["session"] == events[place]["session"]
            })
      }
      guard let place = places.randomElement(using: &random) else { return nil }
      var events = events
      events.remove(at: place)
      return events
    }
  }

  private static let leaving = [
    "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)", "sceneDidDisconnect(_:)",
  ]

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

  static func changing(
    _ callback: String, breaks rule: String,
    _ change: @escaping @Sendable (inout PracticeEvent) -> Void
  ) -> PracticeFault {
    PracticeFault(rule: rule) { events, random in
      guard let place = place(of: callback, events, &random) else { return nil }
      var events = events
      change(&events[place])
      return events
    }
  }

  static func inserting(
    _ actions: [String], after callback: String, sayingWhose: Bool, breaks rule: String
  ) -> PracticeFault {
    PracticeFault(rule: rule) { events, random in
      guard let place = place(of: callback, events, &random) else { return nil }
      let before = events[place]
      let new = actions.map { action in
        PracticeEvent(
          action,
          [
            ("kind", "\"action\""), ("session", sayingWhose ? before["session"] : nil),
            ("process", before["process"]),
          ])
      }
      return Array(events[...place]) + new + Array(events[(place + 1)...])
    }
  }

  private static func place(
    of callback: String, _ events: [PracticeEvent], _ random: inout SeededGenerator,
    isLast: Bool = false
  ) -> Int? {
    let places = events.indices.filter { events[$0].callback == callback }
    return isLast ? places.last : places.randomElement(using: &random)
  }

  static let all = anywhere + atPlaces

  private static let anywhere: [PracticeFault] = [
    .repeating("handle", breaks: "payload-handled-twice"),
    .changing("handle", breaks: "payload-in-wrong-scene", anotherSession),
    .repeating("createWindow", breaks: "window-twice"),
    .changing("createWindow", breaks: "window-without-scene") { $0["windowScene"] = "false" },
    .repeating("showUpdate", breaks: "told-twice"),
    .leavingOut("showUpdate", breaks: "scene-not-told"),
    .leavingOut("saveModel", breaks: "post-before-save"),
    .repeating("boot", breaks: "boot-twice"),
    .repeating("restoreState", breaks: "restore-twice"),
    .inserting(
      ["setUp"], after: "scene(_:willConnectTo:options:)", sayingWhose: false,
      breaks: "setup-per-scene"),
    .inserting(
      ["appEnteredBackground", "appBecameActive"], after: "handle", sayingWhose: false,
      breaks: "background-with-scene-up"),
    .inserting(
      ["deleteSessionData"], after: "sceneDidDisconnect(_:)", sayingWhose: true,
      breaks: "delete-before-discard"),
    .inserting(
      ["readApplicationState"], after: "sceneWillEnterForeground(_:)", sayingWhose: false,
      breaks: "state-read-too-early"),
    .repeating("appBecameActive", breaks: "app-phase-repeated"),
    .leavingOut("deleteSessionData", breaks: "data-left-behind"),
    .leavingOut(
      "completeStateRestoration", isOwedByThoseWhoLeave: true, breaks: "extension-left-open"),
    .inserting(
      ["setUp"], after: "ready", sayingWhose: false, breaks: "setup-twice"),
    .inserting(
      ["engineEnteredBackground"], after: "sceneDidBecomeActive(_:)", sayingWhose: true,
      breaks: "engine-phase-wrong"),
    .repeating("write", breaks: "shared-key", as: anotherSession),
    .moving("setUp", behind: "application(_:didFinishLaunchingWithOptions:)", breaks: "setup-late"),
    .moving(
      "createWindow", behind: "scene(_:willConnectTo:options:)", breaks: "window-outside-connect"),
    restoringAnother,
  ]
}
