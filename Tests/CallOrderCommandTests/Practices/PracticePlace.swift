/// An event of a life, where a fault may fit.
struct PracticePlace {
  let events: [PracticeEvent]
  let index: Int

  /// The callbacks by which faults find their places.
  enum Call {
    static let launch = "application(_:didFinishLaunchingWithOptions:)"
    static let fetch = "application(_:performFetchWithCompletionHandler:)"
    static let configure = "application(_:configurationForConnecting:options:)"
    static let connect = "scene(_:willConnectTo:options:)"
    static let enter = "sceneWillEnterForeground(_:)"
    static let activate = "sceneDidBecomeActive(_:)"
    static let resign = "sceneWillResignActive(_:)"
    static let leave = "sceneDidEnterBackground(_:)"
    static let disconnect = "sceneDidDisconnect(_:)"
    static let discard = "application(_:didDiscardSceneSessions:)"
    static let restoration = "stateRestorationActivity(for:)"
  }

  var event: PracticeEvent { events[index] }
  subscript(member: String) -> String? { event[member] }

  /// Whether a call ends with the event.
  var isEnd: Bool { (event["phase"] ?? "\"end\"") == "\"end\"" }
  var isInLastProcess: Bool { event["process"] == events.last?["process"] }

  /// An action in the same process.
  func action(_ name: String, _ session: String? = nil) -> PracticeEvent {
    PracticeEvent(
      name, [("kind", "\"action\""), ("session", session), ("process", event["process"])])
  }

  // MARK: - What came before

  /// The last event about the same session with one of the callbacks; calls that end do not count.
  func lastOwn(_ callbacks: String...) -> PracticeEvent? {
    events[..<index].last {
      callbacks.contains($0.callback ?? "") && $0["session"] == event["session"]
        && $0["phase"] != "\"end\""
    }
  }

  /// Whether a scene is restored at once, without being given more time.
  var isRestoredAtOnce: Bool {
    lastOwn(Call.connect, "extendStateRestoration")?.callback != "extendStateRestoration"
  }

  /// The time of the last activation of the scene in the same process.
  var lastActivation: Double? {
    let last = events[..<index].last {
      $0.callback == Call.activate && $0["session"] == event["session"]
        && $0["process"] == event["process"] && $0["phase"] != "\"end\""
    }
    return last?["time"].flatMap(Double.init)
  }

  // MARK: - What comes after

  /// The events up to the end of the process.
  var rest: ArraySlice<PracticeEvent> {
    events[(index + 1)...].prefix { $0["process"] == event["process"] }
  }

  /// Those about the same session.
  var own: [PracticeEvent] { rest.filter { $0["session"] == event["session"] } }

  /// The calls among them.
  var ownCalls: [String] { own.filter { $0["kind"] == nil }.compactMap(\.callback) }

  /// The sessions of the scenes that leave.
  var leaving: [String?] {
    rest.filter { [Call.leave, Call.disconnect].contains($0.callback) }.map { $0["session"] }
  }

  /// Whether the very next event has a callback.
  func isBefore(_ callback: String) -> Bool {
    index + 1 < events.count && events[index + 1].callback == callback
  }

  /// The index of the next event with a callback in the same process.
  func next(_ callback: String) -> Int? { rest.firstIndex { $0.callback == callback } }

  /// The index of the next one about the same session.
  func nextOwn(_ callback: String) -> Int? {
    rest.firstIndex { $0.callback == callback && $0["session"] == event["session"] }
  }

  /// Whether what is left out at the end is still required: the process did not end, and the scene stays.
  var isOwed: Bool {
    let ends: Set = [Call.resign, Call.leave, Call.disconnect]
    return isInLastProcess && !own.contains { ends.contains($0.callback ?? "") }
  }

  /// Whether a state is saved for the last time before the process ends, as the user leaves.
  var isLastSave: Bool { ownCalls == [Call.restoration, Call.leave] }

  /// Whether the app goes to the background after its last scene went there, and something shows that the app goes on. A
  /// CarPlay scene may be on screen all the time.
  var isRetreat: Bool {
    index > 0 && events[index - 1].callback == Call.leave
      && !events.contains { $0["process"] == event["process"] && $0["session"] == "\"car\"" }
      && rest.contains { [Call.enter, "checkpoint"].contains($0.callback) }
  }
}
