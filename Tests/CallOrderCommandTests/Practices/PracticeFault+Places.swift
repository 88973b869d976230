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

  private static let launchCall = "application(_:didFinishLaunchingWithOptions:)"
  private static let connectCall = "scene(_:willConnectTo:options:)"
  private static let configureCall = "application(_:configurationForConnecting:options:)"

  /// Whether an event says that the app is in the background, after its last scene went there, and something shows that
  /// the app goes on. A CarPlay scene may be on screen all the time.
  private static func isRetreat(_ events: [PracticeEvent], _ place: Int) -> Bool {
    let process = events[place]["process"]
    return events[place].callback == "appEnteredBackground" && place > 0
      && events[place - 1].callback == "sceneDidEnterBackground(_:)"
      && !events.contains { $0["process"] == process && $0["session"] == "\"car\"" }
      && rest(events, behind: place).contains {
        ["sceneWillEnterForeground(_:)", "checkpoint"].contains($0.callback)
      }
  }

  /// The last activation of the event's scene before it, in the same process.
  private static func lastActivation(_ events: [PracticeEvent], before place: Int) -> Int? {
    events[..<place].lastIndex {
      $0.callback == "sceneDidBecomeActive(_:)" && $0["session"] == events[place]["session"]
        && $0["process"] == events[place]["process"] && $0["phase"] != "\"end\""
    }
  }

  /// The sessions of the scenes that leave after an event, in its process.
  private static func leaving(_ events: [PracticeEvent], _ place: Int) -> [String?] {
    rest(events, behind: place).filter {
      ["sceneDidEnterBackground(_:)", disconnect].contains($0.callback)
    }.map { $0["session"] }
  }

  static let atPlaces: [PracticeFault] = [
    .fault(
      "payload-lost",
      where: {
        $0[$1].callback == "handle" && $0[$1]["process"] == $0.last?["process"]
          && leaving($0, $1).isEmpty
      }
    ) { $0.remove(at: $1) },
    .fault(
      "payload-unhandled",
      where: { events, place in
        let (handle, payload) = (events[place], events[place]["payload"] ?? "")
        return handle.callback == "handle" && handle["process"] != events.last?["process"]
          && leaving(events, place) == [handle["session"]]
          && events[..<place].contains { $0["payloads"]?.contains(payload) ?? false }
          && !events[..<place].contains {
            $0.callback?.hasPrefix("userNotification") ?? false
              && $0["payloads"]?.contains(payload) ?? false
          }
      }
    ) { $0.remove(at: $1) },
    .fault(
      "saved-at-disconnect",
      where: { events, place in
        let own = rest(events, behind: place).filter {
          $0["session"] == events[place]["session"]
        }
        let end = own.firstIndex { $0.callback == disconnect }
        let way = end.map { own[..<$0].compactMap(\.callback) } ?? []
        return events[place].callback == "saveState"
          && way.contains("sceneDidEnterBackground(_:)") && !way.contains("saveState")
          && !way.contains("sceneDidBecomeActive(_:)")
      }
    ) { events, place in
      let end = events[place...].firstIndex {
        $0.callback == disconnect && $0["session"] == events[place]["session"]
      }
      events.insert(events.remove(at: place), at: end ?? place)
    },
    .fault("app-background-missed", where: isRetreat) { events, place in
      let next = rest(events, behind: place).firstIndex { $0.callback == "appBecameActive" }
      if let next { events.remove(at: next) }
      events.remove(at: place)
    },
    .fault(
      "scene-inside-launch",
      where: { events, place in
        events[place].callback == launchCall && events[place]["phase"] == "\"end\""
          && rest(events, behind: place).contains { $0.callback == connectCall }
      }
    ) { events, place in
      let end = events.remove(at: place)
      let connect = events[place...].firstIndex { $0.callback == connectCall }
      events.insert(end, at: (connect ?? place) + 1)
    },
    .fault("payload-after-consumed", where: { $0[$1].callback == "handle" }) { events, place in
      let steps = [("offer", "maps"), ("consume", "maps"), ("offer", "shop")]
      events.insert(
        contentsOf: steps.map { name, receiver in
          var event = action(name, like: events[place], nil)
          event["payload"] = events[place]["payload"]
          event["receiver"] = "\"\(receiver)\""
          return event
        }, at: place + 1)
    },
    .fault("answered-elsewhere", where: { $0[$1].callback == "write" }) { events, place in
      let own = events[place]["session"]
      let steps = [("ask", own), ("answer", own == "\"A\"" ? "\"B\"" : "\"A\"")]
      events.insert(
        contentsOf: steps.map { name, session in
          var event = action(name, like: events[place], session)
          event["request"] = "\"r\(place)\""
          return event
        }, at: place + 1)
    },
    .fault(
      "scene-leaves-at-once",
      where: { events, place in
        events[place].callback == "sceneDidEnterBackground(_:)"
          && lastActivation(events, before: place).map { events[$0]["time"] != nil } ?? false
      }
    ) { events, place in
      guard let activation = lastActivation(events, before: place),
        let time = Double(events[activation]["time"] ?? "")
      else { return }
      events[place]["time"] = "\(time + 0.05)"
    },
    .fault(
      "restore-missing",
      where: { events, place in
        // What was delivered may be shown in place of the saved state.
        let connection = events[..<place].last {
          $0.callback == connectCall && $0["session"] == events[place]["session"]
            && $0["phase"] != "\"end\""
        }
        return isRestoredAtOnce(events, place) && connection?["payloads"] == nil
      }
    ) { $0.remove(at: $1) },
    .fault(
      "never-saved",
      where: { events, place in
        isLastSave(events, place) && events[place]["process"] != events.last?["process"]
      }
    ) { $0.remove(at: $1) },
    .fault(
      "saved-at-termination",
      where: { events, place in
        isLastSave(events, place) && events[place]["process"] == events.last?["process"]
          && events.last?.callback == "applicationWillTerminate(_:)"
      }
    ) { events, place in
      var save = events.remove(at: place)
      var end = events[events.count - 1]
      events[events.count - 1]["phase"] = "\"begin\""
      save["time"] = end["time"]
      end["phase"] = "\"end\""
      events += [save, end]
    },
    .fault(
      "window-elsewhere",
      where: { $0[$1].callback == "templateApplicationScene(_:didConnect:)" }
    ) { events, place in
      events.insert(action("useWindow", like: events[place], nil), at: place + 1)
    },
    .fault(
      "car-interface-missing",
      where: { events, place in
        isLaunched(events, place) && !events.contains { $0["session"] == "\"car\"" }
      }
    ) { events, place in
      let calls = [
        connectCall, "sceneWillEnterForeground(_:)", "sceneDidEnterBackground(_:)", disconnect,
      ]
      events.insert(
        contentsOf: calls.map { name in
          var event = PracticeEvent(
            name, [("session", "\"car\""), ("process", events[place]["process"])])
          event["role"] = "\"CPTemplateApplicationSceneSessionRoleApplication\""
          return event
        }, at: place + 1)
    },
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
            [
              "willConnect", "didConnect", "WillEnterForeground", "DidBecomeActive", "continue",
              "requestFailed",
            ].contains { event.callback?.contains($0) ?? false }
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
    .fault("launch-measured-late", where: { isLaunched($0, $1) && $0[$1]["time"] != nil }) {
      events, place in
      events.insert(action("measureLaunch", like: events[place], nil), at: place + 1)
      events[place + 1]["time"] = events[place]["time"]
      for later in events.indices.dropFirst(place + 1) {
        guard let time = Double(events[later]["time"] ?? "") else { continue }
        events[later]["time"] = "\(time + 100)"
      }
    },
    .fault("active-without-scene", where: isFetching) { events, place in
      let phases = ["appBecameActive", "appEnteredBackground"]
      events.insert(
        contentsOf: phases.map { action($0, like: events[place], nil) }, at: place + 1)
    },
    .fault(
      "role-changed",
      where: { events, place in
        events[place].callback == configureCall
          && ownCalls(events, after: place).first == connectCall
      }
    ) { events, place in
      events[place]["role"] = "\"UIWindowSceneSessionRoleExternalDisplayNonInteractive\""
    },
    .fault(
      "delegate-changed",
      where: { events, place in
        events[place].callback == connectCall && events[place]["phase"] != "\"end\""
          && activation(events, after: place) != nil
      }
    ) { events, place in
      guard let next = activation(events, after: place) else { return }
      events[place]["delegate"] = "\"SceneDelegate\""
      events[next]["delegate"] = "\"OtherDelegate\""
    },
    .fault("session-used-after-discard", where: { $0[$1].callback == "deleteSessionData" }) {
      events, place in
      let refresh = action(
        "requestSceneSessionRefresh", like: events[place], events[place]["session"])
      events.insert(refresh, at: place + 1)
    },
    .fault(
      "resources-kept",
      where: { events, place in
        events[place].callback == "releaseResources"
          && ownCalls(events, after: place).contains(connectCall)
      }
    ) { $0.remove(at: $1) },
    .fault(
      "restoration-data-left",
      where: { events, place in
        events[place].callback == "cleanUpRestoration"
          && ownCalls(events, after: place).contains(disconnect)
      }
    ) { $0.remove(at: $1) },
    .fault(
      "state-not-asked",
      where: { events, place in
        events[place].callback == asked
          && ownCalls(events, after: place).prefix(2) == [
            "sceneDidEnterBackground(_:)", disconnect,
          ]
          && events.count { $0.callback == asked } > 1
      }
    ) { $0.remove(at: $1) },
    .fault("activity-cleared", where: { $0[$1].callback == asked }) { events, place in
      let clear = action("clearUserActivity", like: events[place], events[place]["session"])
      events.insert(clear, at: place)
    },
    .fault(
      "post-before-observing",
      where: { events, place in
        let shown = activation(events, after: place) ?? events.endIndex
        let rest = rest(events, behind: place)
        let end =
          rest.firstIndex {
            $0.callback == disconnect && $0["session"] == events[place]["session"]
          } ?? rest.endIndex
        return events[place].callback == "observe" && shown < end
          && events[shown..<end].contains { $0.callback == "post" }
          && events.count { $0.callback == "observe" } > 1
      }
    ) { $0.remove(at: $1) },
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

  private static let asked = "stateRestorationActivity(for:)"

  /// Whether a state is saved for the last time before the process ends, as the user leaves.
  private static func isLastSave(_ events: [PracticeEvent], _ place: Int) -> Bool {
    events[place].callback == "saveState"
      && ownCalls(events, after: place) == [asked, "sceneDidEnterBackground(_:)"]
  }

  /// The calls about the session of an event after it, in the same process.
  private static func ownCalls(_ events: [PracticeEvent], after place: Int) -> [String] {
    rest(events, behind: place)
      .filter { $0["session"] == events[place]["session"] && $0["kind"] == nil }
      .compactMap(\.callback)
  }

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
