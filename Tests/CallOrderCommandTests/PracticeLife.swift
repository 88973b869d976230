import TestSupport

/// A whole life of an app with scenes that does everything as it should, with all actions recorded.
struct PracticeLife {
  /// One event, by its callback and what it says beside that.
  struct Event: Equatable {
    var callback: String
    var process: String
    var session: String?
    var isAction = true
    /// Other members, as JSON.
    var members: [String] = []

    var line: String {
      var parts = ["\"callback\": \"\(callback)\""]
      if isAction { parts.append("\"kind\": \"action\"") }
      if let session { parts.append("\"session\": \"\(session)\"") }
      parts += members
      parts.append("\"process\": \"\(process)\"")
      return "{\(parts.joined(separator: ", "))}"
    }
  }

  private enum State { case new, active, background, disconnected }

  private(set) var events: [Event] = []
  private var random: SeededGenerator
  private var states: [String: State] = ["A": .new, "B": .new, "C": .new]
  private var process = 0
  private var count = 0
  private var isAppActive = false
  private var isReady = false
  /// What each session saved last in this process.
  private var saved: [String: String] = [:]

  init(seed: UInt64, length: Int) {
    random = SeededGenerator(seed: seed)
    launch()
    for _ in 0..<length { step() }
    act("checkpoint")
  }

  private var sessions: [String] { states.keys.sorted() }
  private func sessions(_ state: State) -> [String] { sessions.filter { states[$0] == state } }

  private mutating func next(_ prefix: String) -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  private mutating func act(_ action: String, _ session: String? = nil, _ members: String...) {
    events.append(
      Event(callback: action, process: "\(process)", session: session, members: members))
  }

  private mutating func call(_ callback: String, _ session: String?, _ members: String...) {
    events.append(
      Event(
        callback: callback, process: "\(process)", session: session, isAction: false,
        members: members))
  }

  private mutating func launch() {
    process += 1
    (isAppActive, isReady, saved) = (false, false, [:])
    for session in sessions where [.active, .background].contains(states[session]) {
      states[session] = .disconnected
    }
    call("application(_:didFinishLaunchingWithOptions:)", nil)
    act("setUp")
    act("boot")
    connect("A")
    act("measureLaunch")
  }

  private mutating func connect(_ session: String) {
    let payload = Bool.random(using: &random) ? next("p") : nil
    let activity = saved[session]
    if states[session] == .new {
      call("application(_:configurationForConnecting:options:)", session)
    }
    var members = [#""role": "UIWindowSceneSessionRoleApplication""#]
    if let payload { members.append("\"payloads\": [\"\(payload)\"]") }
    members.append("\"options\": {\"stateRestoration\": \(activity == nil ? 0 : 1)}")
    events.append(
      Event(
        callback: "scene(_:willConnectTo:options:)", process: "\(process)", session: session,
        isAction: false, members: members))
    if let activity { act("restoreState", session, "\"activity\": \"\(activity)\"") }
    act("createWindow", session, "\"windowScene\": true")
    comeUp(session)
    if !isReady { act("ready") }
    isReady = true
    if let payload { act("handle", session, "\"payload\": \"\(payload)\"") }
  }

  private mutating func comeUp(_ session: String) {
    call("sceneWillEnterForeground(_:)", session)
    call("sceneDidBecomeActive(_:)", session)
    states[session] = .active
    if !isAppActive { act("appBecameActive") }
    isAppActive = true
  }

  private mutating func leave(_ session: String) {
    call("sceneWillResignActive(_:)", session)
    let activity = next("a")
    act("saveState", session, "\"activity\": \"\(activity)\"")
    saved[session] = activity
    call("sceneDidEnterBackground(_:)", session)
    states[session] = .background
    if sessions(.active).isEmpty {
      act("appEnteredBackground")
      isAppActive = false
    }
  }

  private mutating func step() {
    let session = sessions.randomElement(using: &random) ?? "A"
    switch (states[session], Int.random(in: 0..<5, using: &random)) {
    case (.new, _), (.disconnected, 0...2): connect(session)
    case (.disconnected, 3) where session != "A":
      events.append(
        Event(
          callback: "application(_:didDiscardSceneSessions:)", process: "\(process)",
          isAction: false, members: ["\"sessions\": [\"\(session)\"]"]))
      act("deleteSessionData", session)
      states[session] = nil
    case (.active, 0...1): leave(session)
    case (.active, 2):
      let payload = next("p")
      call("scene(_:openURLContexts:)", session, "\"payloads\": [\"\(payload)\"]")
      act("handle", session, "\"payload\": \"\(payload)\"")
    case (.active, 3):
      let update = "\"update\": \"\(next("u"))\""
      for action in ["viewEvent", "changeModel", "saveModel", "post"] { act(action, nil, update) }
      for shown in sessions(.active) { act("showUpdate", shown, update) }
    case (.active, _): act("write", session, "\"key\": \"draft-\(session)\"")
    case (.background, 0...1): comeUp(session)
    case (.background, 2):
      call("sceneDidDisconnect(_:)", session)
      states[session] = .disconnected
    case (.background, 3):
      act("requestSceneSessionRefresh", session)
      call("stateRestorationActivity(for:)", session)
    case (.background, _): launch()
    default: act("readApplicationState")
    }
  }
}

extension PracticeLife {
  /// A way to break one rule: nil where the life has no place for it.
  struct Fault: Sendable {
    var rule: String
    var apply: @Sendable ([Event], inout SeededGenerator) -> [Event]?

    /// Something done twice, or not at all.
    static func repeating(_ callback: String, breaks rule: String) -> Fault {
      Fault(rule: rule) { events, random in
        guard let place = place(of: callback, events, &random) else { return nil }
        var events = events
        events.insert(events[place], at: place + 1)
        return events
      }
    }

    static func leavingOut(_ callback: String, breaks rule: String) -> Fault {
      Fault(rule: rule) { events, random in
        // What is left out in a process that ends, or by a scene that leaves, is owed no more.
        let last = events.last?.process ?? ""
        let places = events.indices.filter { place in
          events[place].callback == callback && events[place].process == last
            && !events[place...].contains {
              $0.callback == "sceneWillResignActive(_:)" && $0.session == events[place].session
            }
        }
        guard let place = places.randomElement(using: &random) else { return nil }
        var events = events
        events.remove(at: place)
        return events
      }
    }

    static func changing(
      _ callback: String, breaks rule: String, _ change: @escaping @Sendable (inout Event) -> Void
    ) -> Fault {
      Fault(rule: rule) { events, random in
        guard let place = place(of: callback, events, &random) else { return nil }
        var events = events
        change(&events[place])
        return events
      }
    }

    static func inserting(
      _ actions: [String], after callback: String, sayingWhose: Bool, breaks rule: String
    ) -> Fault {
      Fault(rule: rule) { events, random in
        guard let place = place(of: callback, events, &random) else { return nil }
        let before = events[place]
        let new = actions.map {
          Event(
            callback: $0, process: before.process, session: sayingWhose ? before.session : nil)
        }
        return Array(events[...place]) + new + Array(events[(place + 1)...])
      }
    }

    private static func place(
      of callback: String, _ events: [Event], _ random: inout SeededGenerator
    ) -> Int? {
      events.indices.filter { events[$0].callback == callback }.randomElement(using: &random)
    }

    static let all: [Fault] = [
      .repeating("handle", breaks: "payload-handled-twice"),
      .leavingOut("handle", breaks: "payload-lost"),
      .changing("handle", breaks: "payload-in-wrong-scene") {
        $0.session = $0.session == "A" ? "B" : "A"
      },
      .repeating("createWindow", breaks: "window-twice"),
      .changing("createWindow", breaks: "window-without-scene") {
        $0.members = ["\"windowScene\": false"]
      },
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
    ]
  }
}
