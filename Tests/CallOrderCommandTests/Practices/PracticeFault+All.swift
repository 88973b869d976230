extension PracticeFault {
  private typealias Call = PracticePlace.Call

  /// A fault for each rule of the practices. Their order decides which lives they are put into.
  static let all = anywhere + atPlaces

  /// Those that break no other rule, wherever they are.
  private static let anywhere: [PracticeFault] = [
    .repeating("handle", breaks: "payload-handled-twice"),
    .changing("handle", breaks: "payload-in-wrong-scene", anotherSession),
    .repeating("createWindow", breaks: "window-twice"),
    .changing("createWindow", breaks: "window-without-scene") { $0["windowScene"] = "false" },
    .repeating("showUpdate", breaks: "told-twice"),
    .removing("showUpdate", breaks: "scene-not-told") { $0.isOwed },
    .removing("saveModel", breaks: "post-before-save") { $0.isOwed },
    .repeating("boot", breaks: "boot-twice"),
    .repeating("restoreState", breaks: "restore-twice"),
    .inserting("setUp", after: Call.connect, breaks: "setup-per-scene"),
    .inserting(
      "appEnteredBackground", "appBecameActive", after: "handle", breaks: "background-with-scene-up"
    ),
    .inserting(
      "deleteSessionData", after: Call.disconnect, sayingWhose: true,
      breaks: "delete-before-discard"),
    .inserting("readApplicationState", after: Call.enter, breaks: "state-read-too-early"),
    .repeating("appBecameActive", breaks: "app-phase-repeated"),
    .removing("deleteSessionData", breaks: "data-left-behind") { $0.isOwed },
    // It is still required of a scene that disconnects.
    .removing("completeStateRestoration", breaks: "extension-left-open") { $0.isInLastProcess },
    .inserting("setUp", after: "ready", breaks: "setup-twice"),
    .inserting(
      "engineEnteredBackground", after: Call.activate, sayingWhose: true,
      breaks: "engine-phase-wrong"),
    .repeating("write", breaks: "shared-key", as: anotherSession),
    .moving("setUp", behind: Call.launch, breaks: "setup-late"),
    .moving("createWindow", behind: Call.connect, breaks: "window-outside-connect"),
    restoringAnother,
  ]

  /// Those that fit only at certain events.
  private static let atPlaces: [PracticeFault] = [
    .removing("handle", breaks: "payload-lost") { $0.isInLastProcess && $0.leaving.isEmpty },
    .removing("handle", breaks: "payload-unhandled") { place in
      let bringing = place.events[..<place.index].filter {
        $0["payloads"]?.contains(place["payload"] ?? "") ?? false
      }
      return !place.isInLastProcess && place.leaving == [place["session"]] && !bringing.isEmpty
        && !bringing.contains { $0.callback?.hasPrefix("userNotification") ?? false }
    },
    .delaying("saveState", breaks: "saved-at-disconnect") { place in
      let way = place.own.prefix { $0.callback != Call.disconnect }.map(\.callback)
      let isLast = !way.contains("saveState") && !way.contains(Call.activate)
      return isLast && way.contains(Call.leave) ? place.nextOwn(Call.disconnect) : nil
    },
    .at("appEnteredBackground", breaks: "app-background-missed", where: { $0.isRetreat }) {
      events, place in
      if let next = place.next("appBecameActive") { events.remove(at: next) }
      events.remove(at: place.index)
    },
    .delaying(Call.launch, breaks: "scene-inside-launch") { place in
      place["phase"] == "\"end\"" ? place.next(Call.connect) : nil
    },
    .at("handle", breaks: "payload-after-consumed") { events, place in
      let steps = [("offer", "maps"), ("consume", "maps"), ("offer", "shop")]
      events.insert(
        contentsOf: steps.map { name, receiver in
          var event = place.action(name)
          event["payload"] = place["payload"]
          event["receiver"] = "\"\(receiver)\""
          return event
        }, at: place.index + 1)
    },
    .at("write", breaks: "answered-elsewhere") { events, place in
      let own = place["session"]
      let steps = [("ask", own), ("answer", own == "\"A\"" ? "\"B\"" : "\"A\"")]
      events.insert(
        contentsOf: steps.map { name, session in
          var event = place.action(name, session)
          event["request"] = "\"r\(place.index)\""
          return event
        }, at: place.index + 1)
    },
    .at(Call.leave, breaks: "scene-leaves-at-once", where: { $0.lastActivation != nil }) {
      events, place in
      events[place.index]["time"] = place.lastActivation.map { "\($0 + 0.05)" }
    },
    .removing("restoreState", breaks: "restore-missing") { place in
      // What was delivered may be shown in place of the saved state.
      place.isRestoredAtOnce && place.lastOwn(Call.connect)?["payloads"] == nil
    },
    .removing("saveState", breaks: "never-saved") { $0.isLastSave && !$0.isInLastProcess },
    .at(
      "saveState", breaks: "saved-at-termination",
      where: { place in
        place.isLastSave && place.isInLastProcess
          && place.events.last?.callback == "applicationWillTerminate(_:)"
      }
    ) { events, place in
      var save = events.remove(at: place.index)
      var end = events[events.count - 1]
      events[events.count - 1]["phase"] = "\"begin\""
      save["time"] = end["time"]
      end["phase"] = "\"end\""
      events += [save, end]
    },
    .inserting(
      "useWindow", after: "templateApplicationScene(_:didConnect:)", breaks: "window-elsewhere"),
    .at(
      Call.launch, breaks: "car-interface-missing",
      where: { place in
        place.isEnd && !place.events.contains { $0["session"] == "\"car\"" }
      }
    ) { events, place in
      let calls = [Call.connect, Call.enter, Call.leave, Call.disconnect]
      events.insert(
        contentsOf: calls.map { name in
          var event = PracticeEvent(
            name, [("session", "\"car\""), ("process", place["process"])])
          event["role"] = "\"CPTemplateApplicationSceneSessionRoleApplication\""
          return event
        }, at: place.index + 1)
    },
    .delaying("restoreState", breaks: "restore-late") { place in
      place.isRestoredAtOnce ? place.nextOwn(Call.activate) : nil
    },
    .inserting("useWindow", after: Call.launch, breaks: "work-before-window") { $0.isEnd },
    .removing("saveState", breaks: "saved-too-late") { $0.own.first?.callback == Call.disconnect },
    .at("ready", breaks: "payload-before-ready", where: { $0.isBefore("handle") }) {
      $0.swapAt($1.index, $1.index + 1)
    },
    .at("viewEvent", breaks: "view-before-model") { events, place in
      var shown = place.event
      shown["callback"] = "\"showUpdate\""
      // By a scene that also shows it later.
      shown["session"] =
        events[place.index...].first {
          $0.callback == "showUpdate" && $0["update"] == place["update"]
        }?["session"]
      events.insert(shown, at: place.index + 1)
    },
    .delaying("showUpdate", breaks: "told-after-disconnect") { place in
      let end = place.nextOwn(Call.disconnect)
      let others = ["post", "checkpoint", Call.disconnect].compactMap(place.next)
      return others.contains { $0 < end ?? 0 } ? nil : end
    },
    .removing("requestFailed", breaks: "request-unanswered") { place in
      let answers = [
        "willConnect", "didConnect", "WillEnterForeground", "DidBecomeActive", "continue",
        "requestFailed",
      ]
      return place.next("checkpoint") != nil
        && !place.rest.contains { event in
          answers.contains { event.callback?.contains($0) ?? false }
        }
    },
    .at("checkpoint", breaks: "destruction-unanswered") { events, place in
      events.insert(place.action("requestSceneSessionDestruction", "\"A\""), at: place.index)
    },
    .at("requestSceneSessionRefresh", breaks: "refresh-activated") { events, place in
      let request = place.action("activateSceneSession", place["session"])
      events.insert(contentsOf: [request, place.action("requestFailed")], at: place.index + 1)
    },
    .changing(
      "requestSceneSessionActivation", breaks: "activation-made-second-scene",
      where: { $0.isBefore(Call.configure) }
    ) { $0["session"] = "\"A\"" },
    .changing(Call.restoration, breaks: "nothing-to-restore") { $0["activity"] = "\"\"" },
    .at(
      "deleteSessionData", breaks: "delete-of-another",
      where: { $0.events[$0.index - 1].callback == Call.discard }
    ) { events, place in
      events.insert(place.action("deleteSessionData", "\"A\""), at: place.index)
    },
    .removing("boot", breaks: "boot-missing") { $0.next("checkpoint") != nil },
    .inserting("decideLaunchKind", after: Call.launch, breaks: "launch-kind-guessed") { $0.isEnd },
    .inserting("readLaunchOptions", after: Call.launch, breaks: "payload-read-from-legacy") {
      $0.isEnd
    },
    .inserting("measureLaunch", after: Call.fetch, breaks: "launch-measured-across-background"),
    .at(
      Call.launch, breaks: "launch-measured-late", where: { $0.isEnd && $0["time"] != nil }
    ) { events, place in
      events.insert(place.action("measureLaunch"), at: place.index + 1)
      events[place.index + 1]["time"] = place["time"]
      for later in events.indices.dropFirst(place.index + 1) {
        guard let time = Double(events[later]["time"] ?? "") else { continue }
        events[later]["time"] = "\(time + 100)"
      }
    },
    .inserting(
      "appBecameActive", "appEnteredBackground", after: Call.fetch, breaks: "active-without-scene"),
    .changing(
      Call.configure, breaks: "role-changed", where: { $0.ownCalls.first == Call.connect }
    ) { $0["role"] = "\"UIWindowSceneSessionRoleExternalDisplayNonInteractive\"" },
    .at(
      Call.connect, breaks: "delegate-changed",
      where: { $0["phase"] != "\"end\"" && $0.nextOwn(Call.activate) != nil }
    ) { events, place in
      guard let next = place.nextOwn(Call.activate) else { return }
      events[place.index]["delegate"] = "\"SceneDelegate\""
      events[next]["delegate"] = "\"OtherDelegate\""
    },
    .inserting(
      "requestSceneSessionRefresh", after: "deleteSessionData", sayingWhose: true,
      breaks: "session-used-after-discard"),
    .removing("releaseResources", breaks: "resources-kept") { $0.ownCalls.contains(Call.connect) },
    .removing("cleanUpRestoration", breaks: "restoration-data-left") {
      $0.ownCalls.contains(Call.disconnect)
    },
    .removing(Call.restoration, breaks: "state-not-asked") { place in
      place.ownCalls.prefix(2) == [Call.leave, Call.disconnect]
        && place.events.count { $0.callback == Call.restoration } > 1
    },
    .at(Call.restoration, breaks: "activity-cleared") { events, place in
      events.insert(place.action("clearUserActivity", place["session"]), at: place.index)
    },
    .removing("observe", breaks: "post-before-observing") { place in
      let events = place.events
      let shown = place.nextOwn(Call.activate) ?? events.endIndex
      let end = place.nextOwn(Call.disconnect) ?? place.rest.endIndex
      return shown < end && events[shown..<end].contains { $0.callback == "post" }
        && events.count { $0.callback == "observe" } > 1
    },
    .at(
      "appBecameActive", breaks: "app-activation-missed",
      where: { place in
        let end = place.next("appEnteredBackground") ?? place.rest.endIndex
        return place.rest[..<end].count { $0.callback == Call.resign } == 1
          && place.events.count { $0.callback == "appBecameActive" } > 1
      }
    ) { events, place in
      if let end = place.next("appEnteredBackground") { events.remove(at: end) }
      events.remove(at: place.index)
    },
  ]
}
