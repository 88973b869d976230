import TestSupport

/// A recorder, and what happens to its recording on the way to a checker. Everything about it is drawn at random; it is
/// *truthful*: what its header states is true, and it does not mix what nobody could tell apart (see Semantics).
///
/// * Launches are recorded of every run or of none, unless each event names its process.
/// * Delegates that get different calls are named.
/// * Lines are only repeated or exchanged if they have times.
struct RandomRecorder {
  private var random: SeededGenerator
  private(set) var style = LifeGenerator.Style()
  /// What the two writers record about each call: that in the app delegate, and that in the delegates of scenes.
  private var ofTheApp = RecordedMembers.all
  private var ofScenes = RecordedMembers.all
  /// The callbacks that nobody records, and those that one of two delegates lacks.
  private var lacking: Set<String> = []
  private var lackingByDelegate: [Set<String>] = [[], []]
  /// How the thread is named by each writer.
  private var threads = ["main", "main"]
  /// For each callback, which of its phases are recorded.
  private var phases: [String: [RecordedCall.Phase]] = [:]
  /// What was done, for a person.
  private(set) var steps: [String] = []

  static let callbacks = [
    "configurationForConnecting", "willConnect", "willEnterForeground", "didBecomeActive",
    "willResignActive", "didEnterBackground", "didDisconnect", "didDiscard",
    "willFinishLaunching", "didFinishLaunching", "willTerminate", "willContinue", "continue",
    "didFailToContinue", "stateRestorationActivity", "restoreInteractionState", "memoryWarning",
    "openURLContexts", "performAction", "didUpdate", "didUpdateEffectiveGeometry",
    "significantTimeChange", "performFetch", "templateSceneDidConnect",
  ]

  init(_ random: SeededGenerator) {
    self.random = random
    style.naming = .byScene
    style.hasCars = chance(4)
    style.notifications =
      [.callsOnly, .callsOnly, .callsAndNotifications, .notificationsOnly][below(4)]
    style.processes = 1...(1 + below(4))
    style.steps = 0...(1 << (2 + below(4)))
    drawMembers()
    drawCallbacks()
    if chance(4) { drawPhases() }
    if chance(3) { threads = [0, 1].map { _ in Self.mainThreads[below(Self.mainThreads.count)] } }
  }

  private static let mainThreads = [
    "main", "Main", "1", "<_NSMainThread: 0x600001704000>{number = 1, name = main}",
  ]

  private mutating func drawMembers() {
    for member in RecordedMembers.each where chance(3) {
      switch below(4) {
      case 0: ofTheApp.remove(member)
      case 1: ofScenes.remove(member)
      default:
        ofTheApp.remove(member)
        ofScenes.remove(member)
      }
    }
  }

  /// Whether each event names its process.
  var namesProcesses: Bool { ofTheApp.contains(.process) && ofScenes.contains(.process) }

  /// Whether something tells which session a scene belongs to, if one writer names sessions.
  var linksScenes: Bool { ofScenes.contains(.session) || !ofTheApp.contains(.session) }

  private mutating func drawCallbacks() {
    if chance(2) {
      let share = 2 + below(6)
      lacking = Set(Self.callbacks.filter { _ in chance(share) })
    } else if chance(4) {
      // A few are recorded, as by an app that looks for one fault.
      lacking = Set(Self.callbacks.shuffled(using: &random).dropFirst(1 + below(4)))
    }
    // Without names of processes, either all launches are seen or none.
    if !namesProcesses, lacking.contains("didFinishLaunching") {
      lacking.insert("willFinishLaunching")
    }
    if chance(4) {
      ofTheApp.insert(.delegate)
      ofScenes.insert(.delegate)
      lackingByDelegate = [0, 1].map { _ in Set(Self.callbacks.filter { _ in chance(4) }) }
    }
  }

  private mutating func drawPhases() {
    for callback in Self.callbacks where chance(2) {
      phases[callback] = [[.begin, .end], [.begin, .end], [.end]][below(3)]
    }
  }

  // MARK: - Recording

  /// The recordings of a life: one, or the parts of one, each with its header.
  mutating func record(_ life: [LifeEvent]) -> [String] {
    var calls = written(life)
    let isWhole = pass(&calls)
    let header = header(isWhole: isWhole)
    // A split would part lines that were delivered twice or exchanged.
    if chance(8), calls.count > 2, !steps.contains("repeated"), !steps.contains("exchanged") {
      steps.append("split")
      let place = 1 + below(calls.count - 1)
      let others = self.header(isWhole: false)
      return [
        text(header, calls[..<place]), text(others, calls[place...]),
      ]
    }
    return [text(header, calls[...])]
  }

  private func text(_ header: String?, _ calls: ArraySlice<RecordedCall>) -> String {
    ([header].compactMap { $0 } + calls.map(\.line)).map { $0 + "\n" }.joined()
  }

  /// What the recorder writes.
  private mutating func written(_ life: [LifeEvent]) -> [RecordedCall] {
    var time = 1_000.0
    var numbers: [String: Int] = [:]
    var calls: [RecordedCall] = []
    let reusesAddresses = chance(4)
    let cars = Set(
      life.filter { $0.callback == "templateSceneDidConnect" }.compactMap(\.session))
    var addresses = Addresses()
    for event in life {
      var call = RecordedCall(event)
      time += [0.001, 0.002, 0.25, 3][below(4)]
      call.time = (time * 1000).rounded() / 1000
      if let scene = event.scene, event.session == nil {
        call.event.session = scene.split(separator: "-").dropFirst().first.map(String.init)
      }
      let session = call.subject
      let number = session.map { numbers[$0] ?? numbers.count } ?? 0
      if let session { numbers[session] = number }
      // A class that has willConnect gets it about every scene, so that of a CarPlay scene is another one.
      let isCar = session.map(cars.contains) ?? false
      if session != nil {
        call.event.role =
          isCar ? "CPTemplateApplicationSceneSessionRoleApplication" : "Role\(number % 2)"
      }
      let ofScene = isCar ? "CarDelegate\(number % 2)" : "SceneDelegate\(number % 2)"
      call.event.delegate = call.isOfTheApp ? "AppDelegate" : ofScene
      if reusesAddresses { addresses.place(&call) }
      if lacking.contains(event.callback) { continue }
      if !event.isNotification, !call.isOfTheApp,
        lackingByDelegate[number % 2].contains(event.callback)
      {
        continue
      }
      call.thread = threads[call.isOfTheApp ? 0 : 1]
      (call.isOfTheApp ? ofTheApp : ofScenes).keep(in: &call)
      guard !event.isNotification, let phases = phases[event.callback] else {
        calls.append(call)
        continue
      }
      for phase in phases {
        call.phase = phase
        calls.append(call)
      }
    }
    return calls
  }

  /// The recording of a life that nothing happened to on its way, with what its header may state; `shown` are the events in
  /// it with everything about them, but for the session where only scenes identify them, or nothing does.
  mutating func recordedAtOnce(_ life: [LifeEvent]) -> (text: String, shown: [LifeEvent]) {
    let calls = written(life)
    let shown = calls.filter { $0.phase != .end || phases[$0.event.callback] == [.end] }
    let events = shown.map { call in
      var event = call.original
      if event.scene != nil, !ofScenes.contains(.session) {
        event.session = nil
        if !ofScenes.contains(.scene) { event.scene = nil }
      }
      return event
    }
    return (text(header(isWhole: true), calls[...]), events)
  }

  // MARK: - On the way

  /// What happens to the lines on their way.
  /// - Returns: whether they still begin at the beginning.
  private mutating func pass(_ calls: inout [RecordedCall]) -> Bool {
    var isWhole = true
    if chance(4) {
      steps.append("head cut")
      calls.removeFirst(below(calls.count + 1))
      isWhole = false
    }
    if chance(6) {
      steps.append("tail cut")
      calls.removeLast(below(calls.count + 1))
    }
    if namesProcesses, chance(6) {
      steps.append("joined late")
      joinLate(&calls)
      isWhole = false
    }
    if chance(6) {
      steps.append("losses")
      for _ in 0..<(1 + below(3)) where !calls.isEmpty {
        let first = below(calls.count)
        let last = min(calls.count, first + below(9))
        calls.replaceSubrange(first..<last, with: [RecordedCall(.gap)])
      }
    }
    if chance(6) {
      steps.append("members lost")
      loseMembers(&calls)
    }
    let hasTimes = ofTheApp.contains(.time) && ofScenes.contains(.time)
    if hasTimes, chance(6) {
      steps.append("repeated")
      repeatLines(&calls)
    }
    if hasTimes, chance(8) {
      steps.append("exchanged")
      exchange(&calls)
    }
    return isWhole
  }

  private mutating func joinLate(_ calls: inout [RecordedCall]) {
    var (process, left) = (-1, 0)
    calls = calls.filter { call in
      if call.event.process != process {
        (process, left) = (call.event.process ?? -1, below(9))
      }
      left -= 1
      return left < 0
    }
  }

  /// Delivers some lines again, alone or several in a row.
  private mutating func repeatLines(_ calls: inout [RecordedCall]) {
    for _ in 0..<(1 + below(3)) where !calls.isEmpty {
      let first = below(calls.count)
      let last = min(calls.count, first + 1 + below(4))
      calls.insert(contentsOf: calls[first..<last], at: last)
    }
  }

  /// Exchanges neighboring lines with nearly the same time.
  private mutating func exchange(_ calls: inout [RecordedCall]) {
    var index = 1
    while index < calls.count {
      if let before = calls[index - 1].time, let time = calls[index].time, time > before,
        time - before < 0.005, chance(4)
      {
        calls.swapAt(index - 1, index)
        index += 1
      }
      index += 1
    }
  }

  private mutating func loseMembers(_ calls: inout [RecordedCall]) {
    let lost = RecordedMembers.each.filter { ![.time, .role, .delegate].contains($0) && chance(3) }
    let share = 2 + below(6)
    for index in calls.indices {
      var kept = RecordedMembers.all
      for member in lost where chance(share) { kept.remove(member) }
      kept.keep(in: &calls[index])
    }
  }

  // MARK: - The header

  /// What may be stated about the recording; nil for nothing.
  private mutating func header(isWhole: Bool) -> String? {
    var members: [String] = []
    let recordsAll = lacking.isEmpty && lackingByDelegate.allSatisfy(\.isEmpty)
    switch below(3) {
    case 0 where recordsAll && (isWhole || namesProcesses): members.append("\"records\":\"all\"")
    case 1 where lackingByDelegate.allSatisfy(\.isEmpty):
      // A list need not name everything; what occurs is recorded as well.
      let named = Self.callbacks.filter { !lacking.contains($0) && !chance(6) }
      let quoted = named.map { "\"\($0)\"" }.joined(separator: ",")
      members.append("\"records\":[\(quoted)]")
    default: break
    }
    if isWhole, recordsAll, chance(4) { members.append("\"complete\":true") }
    steps.append("{\(members.joined(separator: ","))}")
    return members.isEmpty ? nil : "{\(members.joined(separator: ","))}"
  }

  // MARK: - Chance

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
}
