import TestSupport

/// A generated life of an app with scenes that does everything right, with all actions recorded.
struct PracticeLife {
  private enum State { case new, active, inactive, background, disconnected }

  private(set) var events: [PracticeEvent] = []
  private var random: SeededGenerator
  private var states: [String: State] = ["A": .new, "B": .new, "C": .new]
  private var process = 0
  private var count = 0
  private var time = 0.0
  private let hasTimes: Bool
  /// Whether calls that contain actions are recorded as a beginning and an end.
  private let hasPhases: Bool
  private var isAppActive = false
  private var isReady = false
  /// What each session saved last.
  private var saved: [String: String] = [:]
  /// Whether there is a CarPlay scene.
  private var knowsCar = false

  init(seed: UInt64, length: Int) {
    random = SeededGenerator(seed: seed)
    hasTimes = Bool.random(using: &random)
    hasPhases = Bool.random(using: &random)
    launch()
    for _ in 0..<length { step() }
    act("checkpoint")
    if Int.random(in: 0..<4, using: &random) == 0 { call("applicationWillTerminate(_:)", nil) }
  }

  private var sessions: [String] { states.keys.sorted() }
  private func sessions(_ some: State...) -> [String] {
    sessions.filter { states[$0].map(some.contains) ?? false }
  }

  private mutating func next(_ prefix: String) -> String {
    count += 1
    return "\"\(prefix)\(count)\""
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func add(_ event: PracticeEvent, isAction: Bool, _ session: String?) {
    var event = event
    if isAction { event["kind"] = "\"action\"" }
    if let session { event["session"] = "\"\(session)\"" }
    event["process"] = "\"\(process)\""
    time += Double(Int.random(in: 1...8, using: &random)) / 4
    if hasTimes { event["time"] = "\(time)" }
    events.append(event)
  }

  private mutating func act(
    _ action: String, _ session: String? = nil, _ members: (String, String?)...
  ) {
    add(PracticeEvent(action, members), isAction: true, session)
  }

  private mutating func call(
    _ callback: String, _ session: String?, _ members: (String, String?)...
  ) {
    add(PracticeEvent(callback, members), isAction: false, session)
  }

  /// Adds a call and what is done in it.
  private mutating func call(
    _ callback: String, _ session: String?, _ members: [(String, String?)] = [],
    _ body: (inout PracticeLife) -> Void
  ) {
    var event = PracticeEvent(callback, members)
    if hasPhases { event["phase"] = "\"begin\"" }
    add(event, isAction: false, session)
    body(&self)
    if hasPhases {
      add(PracticeEvent(callback, [("phase", "\"end\"")]), isAction: false, session)
    }
  }

  // MARK: - Processes

  private mutating func launch() {
    process += 1
    (isAppActive, isReady) = (false, false)
    for session in sessions(.active, .inactive, .background) { states[session] = .disconnected }
    if chance(2) { call("application(_:willFinishLaunchingWithOptions:)", nil) }
    call("application(_:didFinishLaunchingWithOptions:)", nil) { life in
      life.act("setUp")
      life.act("boot")
    }
    let isAway = chance(4)
    if isAway {
      call("application(_:performFetchWithCompletionHandler:)", nil)
      act("decideLaunchKind")
    }
    if chance(5) { enterCar() }
    if chance(6) { discardOfEarlierRun() }
    connect("A")
    if !isAway { act("measureLaunch") }
    if chance(3) { act("decideLaunchKind") }
  }

  /// Adds a CarPlay scene, which needs no window.
  private mutating func enterCar() {
    let role = "\"CPTemplateApplicationSceneSessionRoleApplication\""
    if !knowsCar {
      call("application(_:configurationForConnecting:options:)", "car", ("role", role))
    }
    knowsCar = true
    call("templateApplicationScene(_:didConnect:)", "car", ("role", role))
  }

  /// Discards a session that was closed while the app did not run.
  private mutating func discardOfEarlierRun() {
    guard let session = sessions(.disconnected).first(where: { $0 != "A" }) else { return }
    discard([session])
  }

  // MARK: - Scenes

  private mutating func connect(_ session: String) {
    let isDelivered = chance(2)
    let payload = isDelivered ? next("p") : nil
    let activity = saved[session]
    if states[session] == .new {
      call("application(_:configurationForConnecting:options:)", session)
    }
    let restoring = activity == nil ? "0" : "1"
    let urls = payload == nil ? "0" : "1"
    let members = [
      ("role", "\"UIWindowSceneSessionRoleApplication\""), ("payloads", payload.map { "[\($0)]" }),
      ("options", "{\"stateRestoration\": \(restoring), \"urls\": \(urls)}"),
    ]
    let isExtended = activity != nil && chance(3)
    let isLate = isExtended && chance(2)
    func restore(_ life: inout PracticeLife) {
      if let activity { life.act("restoreState", session, ("activity", activity)) }
      if isExtended { life.act("completeStateRestoration", session) }
    }
    call("scene(_:willConnectTo:options:)", session, members) { life in
      if isExtended { life.act("extendStateRestoration", session) }
      if !isLate { restore(&life) }
      life.act("createWindow", session, ("windowScene", "true"))
      life.act("observe", session)
    }
    comeUp(session)
    if isLate { restore(&self) }
    if activity != nil { act("cleanUpRestoration", session) }
    if chance(2) { act("setUserActivity", session) }
    // A notification that launches the app is delivered twice.
    if let payload, chance(3) { call(Self.response, session, ("payload", payload)) }
    if !isReady { act("ready") }
    isReady = true
    if let payload { act("handle", session, ("payload", payload)) }
  }

  private mutating func comeUp(_ session: String) {
    call("sceneWillEnterForeground(_:)", session)
    call("sceneDidBecomeActive(_:)", session) { life in
      if !life.isAppActive { life.act("appBecameActive") }
    }
    states[session] = .active
    isAppActive = true
  }

  private mutating func resign(_ session: String) {
    call("sceneWillResignActive(_:)", session)
    let activity = next("a")
    act("saveState", session, ("activity", activity))
    saved[session] = activity
    states[session] = .inactive
  }

  private mutating func leave(_ session: String) {
    if states[session] == .active { resign(session) }
    if chance(4) {
      disconnect(session)
    } else {
      call("stateRestorationActivity(for:)", session)
      call("sceneDidEnterBackground(_:)", session)
      states[session] = .background
    }
    if sessions(.active, .inactive).isEmpty {
      act("appEnteredBackground")
      isAppActive = false
    }
  }

  private mutating func disconnect(_ session: String) {
    call("sceneDidDisconnect(_:)", session)
    act("releaseResources", session)
    states[session] = .disconnected
  }

  private mutating func discard(_ gone: [String]) {
    let names = gone.map { "\"\($0)\"" }.joined(separator: ", ")
    call("application(_:didDiscardSceneSessions:)", nil, ("sessions", "[\(names)]"))
    for session in gone {
      act("deleteSessionData", session)
      states[session] = nil
      saved[session] = nil
    }
  }

  private static let response = "userNotificationCenter(_:didReceive:withCompletionHandler:)"

  private mutating func deliver(to session: String) {
    let payload = next("p")
    let callback = [
      Self.response,
      "scene(_:openURLContexts:)", "windowScene(_:performActionFor:completionHandler:)",
      "windowScene(_:userDidAcceptCloudKitShareWith:)",
    ].randomElement(using: &random)
    if chance(3) {
      let type = "\"com.example.view\""
      call("scene(_:willContinueUserActivityWithType:)", session, ("type", type))
      call("scene(_:continue:)", session, ("payloads", "[\(payload)]"), ("type", type))
    } else {
      call(callback ?? "", session, ("payloads", "[\(payload)]"))
    }
    act("handle", session, ("payload", payload))
  }

  private mutating func change() {
    let update = next("u")
    for action in ["viewEvent", "changeModel", "saveModel", "post"] {
      act(action, nil, ("update", update))
    }
    for shown in sessions(.active, .inactive) { act("showUpdate", shown, ("update", update)) }
  }

  private mutating func request(from session: String) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      guard let other = sessions(.new, .disconnected).first else { return }
      act("requestSceneSessionActivation")
      connect(other)
    case 1:
      act("activateSceneSession")
      act("requestFailed")
    default:
      guard let other = sessions(.background).first(where: { $0 != "A" }) else { return }
      act("requestSceneSessionDestruction", other)
      disconnect(other)
      discard([other])
    }
  }

  private mutating func step() {
    let session = sessions.randomElement(using: &random) ?? "A"
    switch (states[session], Int.random(in: 0..<7, using: &random)) {
    case (.new, _), (.disconnected, 0...3): connect(session)
    case (.disconnected, 4) where session != "A": discard([session])
    case (.active, 0): leave(session)
    case (.active, 1): resign(session)
    case (.active, 2): deliver(to: session)
    case (.active, 3): change()
    case (.active, 4): request(from: session)
    case (.active, 5): act("useWindow")
    case (.active, _): act("write", session, ("key", "\"draft-\(session)\""))
    case (.inactive, 0...3):
      call("sceneDidBecomeActive(_:)", session)
      states[session] = .active
    case (.inactive, _): leave(session)
    case (.background, 0...2): comeUp(session)
    case (.background, 3): disconnect(session)
    case (.background, 4):
      act("requestSceneSessionRefresh", session)
      call("stateRestorationActivity(for:)", session)
    case (.background, 5): launch()
    default: act("readApplicationState")
    }
  }
}
