import TestSupport
import Testing
import TraceGrammar

/// A way to record a life, leaving some of it out.
struct RecordingShape: Sendable, CustomTestStringConvertible {
  let name: String
  /// How the life is generated.
  var style = LifeGenerator.Style()
  /// Selects the events that are recorded.
  let record: @Sendable ([LifeEvent], inout SeededGenerator) -> [LifeEvent]
  /// Writes the recorded events as text.
  var text: @Sendable ([LifeEvent]) -> String = { $0.text }

  var testDescription: String { name }

  static let transitions = [
    "configurationForConnecting", "willConnect", "willEnterForeground", "didBecomeActive",
    "willResignActive", "didEnterBackground", "didDisconnect", "didDiscard",
  ]
  static let others = [
    "willFinishLaunching", "didFinishLaunching", "willTerminate", "willContinue", "continue",
    "didFailToContinue", "stateRestorationActivity", "restoreInteractionState", "memoryWarning",
    "openURLContexts", "performAction",
  ]

  static let all: [RecordingShape] =
    withoutOne + subsets + withoutIdentities + parts + notifications + logs + recorders + cars

  // MARK: Callbacks

  private static let withoutOne = (transitions + others).map { callback in
    RecordingShape(name: "without \(callback)") { life, _ in
      life.filter { $0.callback != callback }
    }
  }

  private static func only(_ callbacks: Set<String>) -> RecordingShape {
    RecordingShape(name: "only \(callbacks.sorted().joined(separator: ", "))") { life, _ in
      life.filter { callbacks.contains($0.callback) }
    }
  }

  private static let subsets =
    [
      only(["willEnterForeground", "didEnterBackground"]),
      only(["didBecomeActive", "willResignActive"]), only(["willConnect", "didDisconnect"]),
      only(["willConnect", "didDisconnect", "didDiscard"]),
      only(["didFinishLaunching", "willConnect", "didBecomeActive"]),
      only(["didBecomeActive", "didEnterBackground"]), only(["didDiscard", "willEnterForeground"]),
    ]
    + [
      RecordingShape(name: "some callbacks") { life, random in
        let left = Set((transitions + others).filter { _ in Bool.random(using: &random) })
        return life.filter { left.contains($0.callback) }
      }
    ]

  // MARK: Identities

  private static func scenes(
    _ name: String, _ change: @escaping @Sendable (inout LifeEvent, inout SeededGenerator) -> Void
  ) -> RecordingShape {
    var shape = RecordingShape(name: name) { life, random in
      life.map { event in
        var event = event
        change(&event, &random)
        return event
      }
    }
    shape.style.naming = .byScene
    return shape
  }

  /// The session that a generated scene belongs to.
  private static func session(of scene: String) -> String {
    scene.split(separator: "-").dropFirst().first.map(String.init) ?? scene
  }

  private static let withoutIdentities = [
    scenes("no process") { event, _ in event.process = nil },
    scenes("no scene") { event, _ in event.scene = nil },
    scenes("no scene, no process") { event, _ in (event.scene, event.process) = (nil, nil) },
    scenes("no session") { event, _ in (event.session, event.sessions) = (nil, []) },
    scenes("no session, no process") { event, _ in
      (event.session, event.sessions, event.process) = (nil, [], nil)
    },
    scenes("no session, no scene") { event, _ in
      (event.session, event.sessions, event.scene) = (nil, [], nil)
    },
    scenes("no identity at all") { event, _ in
      (event.session, event.sessions, event.scene, event.process) = (nil, [], nil, nil)
    },
    scenes("session or scene") { event, random in
      guard let scene = event.scene, event.callback != "willConnect" else { return }
      if Bool.random(using: &random) { (event.session, event.scene) = (session(of: scene), nil) }
    },
    scenes("session or scene, without willConnect") { event, random in
      if event.callback == "willConnect" { event.callback = "" }
      guard let scene = event.scene else { return }
      if Bool.random(using: &random) { (event.session, event.scene) = (session(of: scene), nil) }
    },
    scenes("some without session, some without process") { event, random in
      if Int.random(in: 0..<4, using: &random) == 0 { event.session = nil }
      if Int.random(in: 0..<4, using: &random) == 0 { event.process = nil }
    },
  ].map { shape in
    var dropping = shape
    let record = shape.record
    dropping = RecordingShape(name: shape.name, style: shape.style) { life, random in
      record(life, &random).filter { !$0.callback.isEmpty }
    }
    return dropping
  }

  // MARK: Parts

  private static let parts: [RecordingShape] = [
    RecordingShape(name: "from the middle on") { life, random in
      Array(life.dropFirst(Int.random(in: 0...life.count, using: &random)))
    },
    RecordingShape(name: "from the middle on, no process") { life, random in
      life.dropFirst(Int.random(in: 0...life.count, using: &random)).map { event in
        var event = event
        event.process = nil
        return event
      }
    },
    RecordingShape(name: "up to the middle") { life, random in
      Array(life.prefix(Int.random(in: 0...life.count, using: &random)))
    },
    RecordingShape(name: "late in every process") { late($0, &$1) },
    RecordingShape(name: "with losses") { withLosses($0, &$1) },
    RecordingShape(name: "with losses and without some callbacks") { life, random in
      let life = withLosses(life, &random)
      let left = Set((transitions + others).filter { _ in Bool.random(using: &random) })
      return life.filter { $0 == .gap || left.contains($0.callback) }
    },
    RecordingShape(name: "from the middle on, without some callbacks") { life, random in
      let left = Set(
        (transitions + others).filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
      return life.dropFirst(Int.random(in: 0...life.count, using: &random)).filter {
        left.contains($0.callback)
      }
    },
  ]

  // MARK: Notifications

  private static func notified(
    _ name: String, _ notifications: LifeGenerator.Style.Notifications,
    _ naming: LifeGenerator.Style.Naming, namesProcesses: Bool = true,
    _ record: @escaping @Sendable ([LifeEvent], inout SeededGenerator) -> [LifeEvent] = { life, _ in
      life
    }
  ) -> RecordingShape {
    var shape = RecordingShape(name: name, record: record)
    shape.style.notifications = notifications
    shape.style.naming = naming
    shape.style.namesProcesses = namesProcesses
    return shape
  }

  private static let notifications = [
    notified("notifications only", .notificationsOnly, .bySession),
    notified("notifications only, by scene", .notificationsOnly, .byScene),
    notified(
      "notifications only, no process", .notificationsOnly, .bySession, namesProcesses: false),
    notified("notifications only, no identity", .notificationsOnly, .none, namesProcesses: false),
    notified("calls and notifications, some of each", .callsAndNotifications, .bySession) {
      life, random in
      let calls = Set(transitions.filter { _ in Bool.random(using: &random) })
      let posts = Set(transitions.filter { _ in Bool.random(using: &random) })
      return life.filter { ($0.isNotification ? posts : calls).contains($0.callback) }
    },
  ]
}
