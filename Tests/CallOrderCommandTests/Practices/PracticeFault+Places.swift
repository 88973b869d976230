import TestSupport

/// Faults that fit only at certain events, where they break no other rule.
extension PracticeFault {
  /// A fault at one of the events where it fits.
  /// - Parameters:
  ///   - fits: whether it fits at an event.
  ///   - change: adds the fault there.
  private static func fault(
    _ rule: String, where fits: @escaping @Sendable ([PracticeEvent], Int) -> Bool,
    _ change: @escaping @Sendable (inout [PracticeEvent], Int) -> Void
  ) -> PracticeFault {
    PracticeFault(rule: rule) { events, random in
      let places = events.indices.filter { fits(events, $0) }
      guard let place = places.randomElement(using: &random) else { return nil }
      var events = events
      change(&events, place)
      return events
    }
  }

  private static func action(_ name: String, like event: PracticeEvent, _ session: String?)
    -> PracticeEvent
  {
    PracticeEvent(
      name, [("kind", "\"action\""), ("session", session), ("process", event["process"])])
  }

  /// The events after a position, up to the end of its process.
  private static func rest(_ events: [PracticeEvent], behind place: Int) -> ArraySlice<
    PracticeEvent
  > {
    events[(place + 1)...].prefix { $0["process"] == events[place]["process"] }
  }

  private static let disconnect = "sceneDidDisconnect(_:)"

  static let atPlaces: [PracticeFault] = [
    .fault("restore-missing", where: isRestoredAtOnce) { $0.remove(at: $1) },
    .fault(
      "restore-late", where: { isRestoredAtOnce($0, $1) && activation($0, after: $1) != nil }
    ) { events, place in
      let end = activation(events, after: place)
      events.insert(events.remove(at: place), at: end ?? place)
    },
    .fault("work-before-window", where: isLaunched) { events, place in
      events.insert(action("useWindow", like: events[place], nil), at: place + 1)
    },
    .fault(
      "saved-too-late",
      where: { events, place in
        let next = rest(events, behind: place).first {
          $0["session"] == events[place]["session"]
        }
        return events[place].callback == "saveState" && next?.callback == disconnect
      }
    ) { $0.remove(at: $1) },
    .fault(
      "payload-before-ready",
      where: {
        $0[$1].callback == "ready" && $1 + 1 < $0.count && $0[$1 + 1].callback == "handle"
      }
    ) { $0.swapAt($1, $1 + 1) },
    .fault("view-before-model", where: { $0[$1].callback == "viewEvent" }) { events, place in
      var shown = events[place]
      shown["callback"] = "\"showUpdate\""
      // By a scene that also shows it later.
      shown["session"] =
        events[place...].first {
          $0.callback == "showUpdate" && $0["update"] == events[place]["update"]
        }?["session"]
      events.insert(shown, at: place + 1)
    },
    .fault(
      "told-after-disconnect",
      where: { events, place in
        let session = events[place]["session"]
        let rest = rest(events, behind: place)
        let end = rest.firstIndex { $0.callback == disconnect && $0["session"] == session }
        return events[place].callback == "showUpdate"
          && end.map { end in
            !rest[..<end].contains {
              ["post", "checkpoint", disconnect].contains($0.callback)
            }
          } ?? false
      }
    ) { events, place in
      let session = events[place]["session"]
      let end = events[place...].firstIndex {
        $0.callback == disconnect && $0["session"] == session
      }
      events.insert(events.remove(at: place), at: end ?? place)
    },
    .fault(
      "request-unanswered",
      where: { events, place in
        let rest = rest(events, behind: place)
        return events[place].callback == "requestFailed"
          && rest.contains { $0.callback == "checkpoint" }
          && !rest.contains { event in
            ["willConnect", "didConnect", "WillEnterForeground", "requestFailed"].contains {
              event.callback?.contains($0) ?? false
            }
          }
      }
    ) { $0.remove(at: $1) },
    .fault("destruction-unanswered", where: { $0[$1].callback == "checkpoint" }) {
      events, place in
      events.insert(
        action("requestSceneSessionDestruction", like: events[place], "\"A\""), at: place)
    },
    .fault("refresh-activated", where: { $0[$1].callback == "requestSceneSessionRefresh" }) {
      events, place in
      let request = action("activateSceneSession", like: events[place], events[place]["session"])
      events.insert(
        contentsOf: [request, action("requestFailed", like: events[place], nil)], at: place + 1)
    },
    .fault(
      "activation-made-second-scene",
      where: {
        $0[$1].callback == "requestSceneSessionActivation"
          && $0[$1 + 1].callback?.contains("configurationForConnecting") ?? false
      }
    ) { $0[$1]["session"] = "\"A\"" },
    .fault(
      "nothing-to-restore", where: { $0[$1].callback == "stateRestorationActivity(for:)" }
    ) { $0[$1]["activity"] = "\"\"" },
    .fault(
      "delete-of-another",
      where: {
        $0[$1].callback == "deleteSessionData"
          && $0[$1 - 1].callback == "application(_:didDiscardSceneSessions:)"
      }
    ) { events, place in
      events.insert(action("deleteSessionData", like: events[place], "\"A\""), at: place)
    },
    .fault(
      "boot-missing",
      where: { events, place in
        events[place].callback == "boot"
          && rest(events, behind: place).contains { $0.callback == "checkpoint" }
      }
    ) { $0.remove(at: $1) },
    .fault("launch-kind-guessed", where: isLaunched) { events, place in
      events.insert(action("decideLaunchKind", like: events[place], nil), at: place + 1)
    },
    .fault("payload-read-from-legacy", where: isLaunched) { events, place in
      events.insert(action("readLaunchOptions", like: events[place], nil), at: place + 1)
    },
    .fault("launch-measured-across-background", where: isFetching) { events, place in
      events.insert(action("measureLaunch", like: events[place], nil), at: place + 1)
    },
    .fault("active-without-scene", where: isFetching) { events, place in
      let phases = ["appBecameActive", "appEnteredBackground"]
      events.insert(
        contentsOf: phases.map { action($0, like: events[place], nil) }, at: place + 1)
    },
    .fault(
      "app-activation-missed",
      where: { events, place in
        let rest = rest(events, behind: place)
        let end = rest.firstIndex { $0.callback == "appEnteredBackground" } ?? rest.endIndex
        return events[place].callback == "appBecameActive"
          && rest[..<end].count { $0.callback == "sceneWillResignActive(_:)" } == 1
          && events.count { $0.callback == "appBecameActive" } > 1
      }
    ) { events, place in
      let end = rest(events, behind: place).firstIndex { $0.callback == "appEnteredBackground" }
      if let end { events.remove(at: end) }
      events.remove(at: place)
    },
  ]

  /// Whether a scene is restored at once, without being given more time.
  @Sendable private static func isRestoredAtOnce(_ events: [PracticeEvent], _ place: Int) -> Bool {
    let session = events[place]["session"]
    let connection = events[..<place].last {
      ["scene(_:willConnectTo:options:)", "extendStateRestoration"].contains($0.callback)
        && $0["session"] == session && $0["phase"] != "\"end\""
    }
    return events[place].callback == "restoreState"
      && connection?.callback != "extendStateRestoration"
  }

  /// The index of the event with which the scene of an event becomes active next.
  private static func activation(_ events: [PracticeEvent], after place: Int) -> Int? {
    rest(events, behind: place).firstIndex {
      $0.callback == "sceneDidBecomeActive(_:)" && $0["session"] == events[place]["session"]
    }
  }

  @Sendable private static func isLaunched(_ events: [PracticeEvent], _ place: Int) -> Bool {
    events[place].callback == "application(_:didFinishLaunchingWithOptions:)"
      && (events[place]["phase"] ?? "\"end\"") == "\"end\""
  }

  @Sendable private static func isFetching(_ events: [PracticeEvent], _ place: Int) -> Bool {
    events[place].callback == "application(_:performFetchWithCompletionHandler:)"
  }
}
