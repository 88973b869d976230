import TestSupport
import TraceModel

/// One call of a legal life, before it is written in one of the shapes.
struct LivedCall {
  var name: String
  var session: String?
  /// Seconds.
  var time: Double
  var thread: String?
  /// Who made the call, as a recorder names it.
  var caller = "UIKitCore"

  static let swift = [
    "will": "application(_:willFinishLaunchingWithOptions:)",
    "did": "application(_:didFinishLaunchingWithOptions:)",
    "config": "application(_:configurationForConnecting:options:)",
    "connect": "scene(_:willConnectTo:options:)", "foreground": "sceneWillEnterForeground(_:)",
    "active": "sceneDidBecomeActive(_:)", "resign": "sceneWillResignActive(_:)",
    "background": "sceneDidEnterBackground(_:)", "disconnect": "sceneDidDisconnect(_:)",
  ]
  static let notifications = [
    "connect": "UISceneWillConnectNotification",
    "foreground": "UISceneWillEnterForegroundNotification",
    "active": "UISceneDidActivateNotification", "resign": "UISceneWillDeactivateNotification",
    "background": "UISceneDidEnterBackgroundNotification",
    "disconnect": "UISceneDidDisconnectNotification",
  ]

  var isAboutScene: Bool { Self.notifications[name] != nil }

  /// A process with windows that come and go, from its launch on.
  static func life(
    _ random: inout SeededGenerator, windows: [String], from start: Double = 0,
    known: Set<String> = []
  ) -> [LivedCall] {
    var calls: [LivedCall] = []
    var time = start
    var known = known
    func add(_ name: String, _ session: String?, after seconds: Double) {
      time += seconds
      calls.append(LivedCall(name: name, session: session, time: time))
    }
    func open(_ session: String, after seconds: Double) {
      if known.insert(session).inserted { add("config", session, after: seconds) }
      add("connect", session, after: 0.012)
      add("foreground", session, after: 0.06)
      add("active", session, after: 0.035)
    }
    add("will", nil, after: 0)
    add("did", nil, after: 0.02)
    open(windows[0], after: 0.04)
    var states = [windows[0]: "active"]
    for _ in 0..<Int.random(in: 6...14, using: &random) {
      let window = windows.filter { states[$0] != nil }.randomElement(using: &random) ?? windows[0]
      if states.count < windows.count, Int.random(in: 0..<10, using: &random) < 3 {
        open(windows[states.count], after: .random(in: 1...9, using: &random))
        states[windows[states.count]] = "active"
        continue
      }
      switch states[window] {
      case "active":
        add("resign", window, after: .random(in: 2...20, using: &random))
        let chance = Int.random(in: 0..<10, using: &random)
        if chance < 4 {
          add("active", window, after: .random(in: 0.5...5, using: &random))
          continue
        }
        add("background", window, after: .random(in: 0.3...0.6, using: &random))
        states[window] = "background"
        if chance < 9 { continue }
        add("disconnect", window, after: 5)
        states[window] = "disconnected"
      case "background":
        add("foreground", window, after: .random(in: 3...60, using: &random))
        add("active", window, after: .random(in: 0.03...0.3, using: &random))
        states[window] = "active"
      default:
        open(window, after: .random(in: 5...50, using: &random))
        states[window] = "active"
      }
    }
    return calls
  }
}

extension CauseID {
  /// The mechanisms that the generator has.
  static let generated: [CauseID] = [
    .forwarded, .calledByApp, .notRecorded, .recordingStartsLate, .runsNotToldApart,
    .identityShared, .staleObject, .recordingCut, .wrongThread, .writtenOutOfOrder,
  ]

  /// A life with a fault that this mechanism makes; nil if the life has no place for it.
  /// - Parameter showsLaunch: whether the recording has the calls of the launch.
  func fault(
    in life: [LivedCall], _ random: inout SeededGenerator, showsLaunch: Bool
  ) -> [LivedCall]? {
    var life = life
    let scenes = life.indices.filter { life[$0].isAboutScene }
    func isFollowed(_ index: Int) -> Bool {
      index + 1 < life.count && life[index + 1].time - life[index].time > 1.5
    }
    switch self {
    case .forwarded:
      let all = Bool.random(using: &random)
      let calls = scenes.filter { life[$0].name != "disconnect" }
      guard let chosen = calls.randomElement(using: &random) else { return nil }
      return life.enumerated().flatMap { index, call -> [LivedCall] in
        guard all ? call.name == life[chosen].name : index == chosen else { return [call] }
        var again = call
        again.time += .random(in: 0.001...0.02, using: &random)
        again.caller = "AnalyticsKit"
        return [call, again]
      }
    case .calledByApp:
      let places = scenes.filter {
        ["active", "background"].contains(life[$0].name) && isFollowed($0)
          && life[($0 + 1)...].map(\.session).contains(life[$0].session)
      }
      guard let place = places.randomElement(using: &random) else { return nil }
      var call = life[place]
      let names = call.name == "active" ? ["background", "foreground"] : ["active", "resign"]
      call.name = names.randomElement(using: &random) ?? names[0]
      call.time += .random(in: 0.6...1.3, using: &random)
      call.caller = "RefreshTimer.fire()"
      life.insert(call, at: place + 1)
    case .notRecorded:
      // What is missing once may as well have been lost, or another call be one too many.
      let names = ["connect", "foreground", "active", "resign", "background"].filter { name in
        life.count { $0.name == name } > 2
      }
      guard let name = names.randomElement(using: &random) else { return nil }
      life.removeAll { $0.name == name }
    case .recordingStartsLate: life.removeFirst(.random(in: 3...8, using: &random))
    case .runsNotToldApart:
      life = Array(life.prefix(.random(in: (life.count / 3)...life.count, using: &random)))
      let known = Set(life.compactMap(\.session))
      life += LivedCall.life(
        &random, windows: ["A"],
        from: (life.last?.time ?? 0) + .random(in: 20...500, using: &random), known: known)
      if !showsLaunch { life.removeAll { $0.session == nil } }
    case .identityShared:
      for index in scenes { life[index].session = "S" }
      for index in life.indices where life[index].session != nil { life[index].session = "S" }
    case .staleObject:
      let ends = scenes.filter { life[$0].name == "disconnect" }
      guard let place = ends.randomElement(using: &random) else { return nil }
      var call = life[place]
      call.name = ["active", "resign", "background"].randomElement(using: &random) ?? "active"
      // Directly after the end: later, the session may have another scene, and the call be right.
      let pause = place + 1 < life.count ? life[place + 1].time - call.time : 1
      call.time += .random(in: 0.3...0.9, using: &random) * min(pause, 1)
      call.caller = "PlayerObserver.update()"
      life.insert(call, at: place + 1)
    case .recordingCut:
      guard let place = scenes.dropFirst(5).dropLast(3).randomElement(using: &random) else {
        return nil
      }
      let session = life[place].session
      let lost = life.indices.filter { $0 >= place && life[$0].session == session }
      for index in lost.prefix(.random(in: 2...3, using: &random)).reversed() {
        life.remove(at: index)
      }
    case .wrongThread:
      for index in life.indices { life[index].thread = "main" }
      guard let place = scenes.randomElement(using: &random) else { return nil }
      life[place].thread = "com.example.queue"
    case .writtenOutOfOrder:
      let places = scenes.filter {
        $0 + 1 < life.count && life[$0 + 1].isAboutScene
          && life[$0 + 1].session == life[$0].session && life[$0 + 1].name != life[$0].name
      }
      guard let place = places.randomElement(using: &random) else { return nil }
      if Bool.random(using: &random) {
        (life[place].time, life[place + 1].time) = (life[place + 1].time, life[place].time)
      }
      life.swapAt(place, place + 1)
    default: return nil
    }
    return life
  }
}
