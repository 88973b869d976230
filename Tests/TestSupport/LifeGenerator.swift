/// Generates lives of an app that uses scenes, which are legal by what is known about UIKit.
///
/// Several processes follow each other, each with several sessions whose calls are interleaved.
public struct LifeGenerator {
  /// How the lives are recorded.
  public struct Style: Sendable {
    /// How events identify their session.
    public enum Naming: Sendable, CaseIterable {
      /// Each event has the session.
      case bySession
      /// Events of a scene have only the scene, which `willConnect` connects with its session.
      case byScene
      /// No event identifies its session; there is one session at a time.
      case none
    }

    /// Whether a delegate call, its notification, or both are recorded.
    public enum Notifications: Sendable, CaseIterable {
      case callsOnly
      case callsAndNotifications
      case notificationsOnly
    }

    public var naming = Naming.bySession
    public var notifications = Notifications.callsOnly
    /// Whether events have their process. Otherwise each recorded launch means another process, so that either all launches
    /// are recorded, or there is only one process.
    public var namesProcesses = true
    /// Whether every launch is recorded; otherwise about half of them, and the recording joins the others in the middle.
    public var recordsLaunches = true
    /// Whether there are calls that change no state.
    public var hasNeutralCalls = true
    /// Whether some sessions are CarPlay's, whose delegate has no willConnect.
    public var hasCars = false
    public var processes = 1...4
    public var sessions = 1...3
    /// The number of steps in one process.
    public var steps = 0...40

    public init() {}
  }

  private enum State { case new, configured, connecting, inactive, active, background, unattached }

  /// How far the app is on screen: as far as its most active scene.
  private enum Phase { case background, inactive, active }

  private struct Session {
    var name: String
    var state: State
    /// How often it connected, to distinguish its scenes.
    var connections = 0
    var wasActive = false
    var wasRestored = false
    var isCar = false
    var isAnnounced = false
    /// The type of the activity that was announced last.
    var announcedType = ""
    var isConnected: Bool {
      switch state {
      case .connecting, .inactive, .active, .background: true
      case .new, .configured, .unattached: false
      }
    }
  }

  private let style: Style
  private var random: SeededGenerator
  private var sessions: [Session] = []
  private var sessionCount = 0
  private var process = 0
  private var isRecording = true
  private var phase = Phase.background
  private var events: [LifeEvent] = []

  public init(seed: UInt64, style: Style = Style()) {
    self.init(random: SeededGenerator(seed: seed), style: style)
  }

  public init(random: SeededGenerator, style: Style = Style()) {
    self.style = style
    self.random = random
  }

  /// Generates the next life.
  public mutating func life() -> [LifeEvent] {
    (events, sessions, sessionCount, process) = ([], [], 0, 100)
    // Sessions of a run before the trace.
    for _ in 0..<chosen(0...1) where style.naming != .none { addSession(.unattached) }
    let isCertain = style.recordsLaunches || style.namesProcesses
    for _ in 0..<(isCertain ? chosen(style.processes) : 1) {
      process += 1
      isRecording = style.recordsLaunches || chance(2)
      runProcess()
    }
    return events
  }

  private mutating func runProcess() {
    phase = .background
    // Scenes end with their process, and a session that was being configured is never used again.
    sessions.removeAll { $0.state == .configured }
    for index in sessions.indices {
      if sessions[index].isConnected { sessions[index].state = .unattached }
      sessions[index].isAnnounced = false
    }
    if chance(2) { emit("willFinishLaunching") }
    emit("didFinishLaunching")
    let hidden = isRecording ? 0 : chosen(0...15)
    for _ in 0..<hidden { step() }
    isRecording = true
    for _ in 0..<chosen(style.steps) { step() }
    if chance(3) { terminate() }
  }

  private mutating func step() {
    if style.hasNeutralCalls && chance(12) {
      return emit(["memoryWarning", "significantTimeChange", "performFetch"].one(&random))
    }
    let limit = style.naming == .none ? 1 : style.sessions.upperBound
    if sessions.count < limit, sessions.isEmpty || chance(8) { addSession(.new) }
    stepSession(Int.random(in: sessions.indices, using: &random))
  }

  private mutating func addSession(_ state: State) {
    sessionCount += 1
    sessions.append(Session(name: "S\(sessionCount)", state: state))
    if style.hasCars && chance(3) { sessions[sessions.count - 1].isCar = true }
  }

  // MARK: One session

  private mutating func stepSession(_ index: Int) {
    if sessions[index].isAnnounced {
      sessions[index].isAnnounced = false
      return tell(chance(2) ? "continue" : "didFailToContinue", index)
    }
    if style.hasNeutralCalls && sessions[index].isConnected && chance(4) {
      return stepNeutrally(index)
    }
    switch sessions[index].state {
    case .new:
      if chance(2) {
        move(index, "configurationForConnecting", .configured)
      } else {
        connect(index)
      }
    case .configured: connect(index)
    case .connecting:
      if chance(10) { return move(index, "didDisconnect", .unattached) }
      if chance(10) { return move(index, "didEnterBackground", .background) }
      move(index, "willEnterForeground", .inactive)
      if chance(4) { restore(index) }
    case .inactive:
      if chance(8) { return move(index, "didDisconnect", .unattached) }
      if chance(3) { return move(index, "didEnterBackground", .background) }
      move(index, "didBecomeActive", .active)
      sessions[index].wasActive = true
    case .active: move(index, "willResignActive", .inactive)
    case .background:
      if chance(4) { return move(index, "didDisconnect", .unattached) }
      move(index, "willEnterForeground", .inactive)
    case .unattached:
      if chance(3) { discard(index) } else { connect(index) }
    }
  }

  private mutating func stepNeutrally(_ index: Int) {
    let session = sessions[index]
    if session.wasActive && chance(2) {
      if chance(3) {
        sessions[index].isAnnounced = true
        sessions[index].announcedType = "type-\(events.count % 3)"
        return tell("willContinue", index)
      }
      return tell(["openURLContexts", "performAction"].one(&random), index)
    }
    if session.state != .active && chance(2) { return tell("stateRestorationActivity", index) }
    tell(["didUpdate", "didUpdateEffectiveGeometry"].one(&random), index)
  }

  private mutating func restore(_ index: Int) {
    if !style.hasNeutralCalls || sessions[index].wasActive || sessions[index].wasRestored { return }
    sessions[index].wasRestored = true
    tell("restoreInteractionState", index)
  }

  private mutating func connect(_ index: Int) {
    sessions[index].connections += 1
    (sessions[index].wasActive, sessions[index].wasRestored) = (false, false)
    move(
      index, sessions[index].isCar ? "templateSceneDidConnect" : "willConnect", .connecting)
  }

  private mutating func move(_ index: Int, _ callback: String, _ state: State) {
    sessions[index].state = state
    tell(callback, index)
  }

  /// Discards a session, and sometimes others with it in one call.
  private mutating func discard(_ index: Int) {
    let names = sessions.indices.filter {
      $0 == index || (sessions[$0].state == .unattached && chance(2))
    }.map { sessions[$0].name }
    sessions.removeAll { names.contains($0.name) }
    var event = LifeEvent("didDiscard")
    if style.naming != .none {
      if names.count == 1 && chance(2) { event.session = names[0] } else { event.sessions = names }
    }
    emit(event)
  }

  /// The user closes the app: scenes on screen resign, and then any prefix of the other calls may come.
  private mutating func terminate() {
    for name in sessions.map(\.name) {
      // A discard may have removed several sessions.
      guard let index = sessions.firstIndex(where: { $0.name == name }) else { continue }
      if sessions[index].isAnnounced { stepSession(index) }
      if sessions[index].state == .active { move(index, "willResignActive", .inactive) }
      if sessions[index].isConnected && chance(2) { move(index, "didDisconnect", .unattached) }
      if sessions[index].state == .unattached && chance(3) { discard(index) }
    }
    emit("willTerminate")
  }

  // MARK: Recording

  private mutating func tell(_ callback: String, _ index: Int) {
    var event = LifeEvent(callback)
    let session = sessions[index]
    if ["willContinue", "continue", "didFailToContinue"].contains(callback) {
      event.type = session.announcedType
    }
    switch style.naming {
    case .none: break
    case .bySession: event.session = session.name
    case .byScene:
      if callback == "configurationForConnecting" {
        event.session = session.name
      } else {
        event.scene = "\(process)-\(session.name)-\(session.connections)"
        if callback == "willConnect" || callback == "templateSceneDidConnect" {
          event.session = session.name
        }
      }
    }
    emit(event)
  }

  private mutating func emit(_ callback: String) { emit(LifeEvent(callback)) }

  private mutating func emit(_ event: LifeEvent) {
    let states = sessions.map(\.state)
    let now: Phase =
      states.contains(.active) ? .active : states.contains(.inactive) ? .inactive : .background
    let changed = phase == now ? nil : Self.notification(of: phase, now)
    phase = now
    if !isRecording { return }
    var event = event
    if style.namesProcesses { event.process = process }
    if style.notifications != .notificationsOnly { events.append(event) }
    guard style.notifications != .callsOnly, let name = Self.notification(of: event.callback) else {
      return
    }
    event.callback = name
    event.isNotification = true
    events.append(event)
    // UIKit posts the notifications of the whole app in every app.
    if let changed {
      var posted = LifeEvent(changed, process: event.process)
      posted.isNotification = true
      events.append(posted)
    }
  }

  /// The notification that UIKit posts with a call. It posts one when any scene connects, also for CarPlay's.
  private static func notification(of callback: String) -> String? {
    if callback == "templateSceneDidConnect" { return "willConnect" }
    return posting.contains(callback) ? callback : nil
  }

  private static let posting: Set<String> = [
    "didFinishLaunching", "willTerminate", "memoryWarning", "significantTimeChange", "willConnect",
    "didDisconnect", "willEnterForeground", "didBecomeActive", "willResignActive",
    "didEnterBackground",
  ]

  /// The notification of the whole app that UIKit posts when its most active scene changes.
  private static func notification(of phase: Phase, _ next: Phase) -> String {
    switch (phase, next) {
    case (_, .active): "applicationDidBecomeActive"
    case (_, .background): "applicationDidEnterBackground"
    case (.active, _): "applicationWillResignActive"
    default: "applicationWillEnterForeground"
    }
  }

  private mutating func chance(_ oneIn: Int) -> Bool {
    Int.random(in: 0..<oneIn, using: &random) == 0
  }

  private mutating func chosen(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
}

extension [String] {
  fileprivate func one(_ random: inout SeededGenerator) -> String {
    self[Int.random(in: indices, using: &random)]
  }
}
