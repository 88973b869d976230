import TraceModel

@testable import TraceReading

/// The result of reading a recording in a foreign format.
struct ForeignReading {
  /// The events as `line callback`, with their identities as `name=value`; gaps as `line lost count`.
  var events: [String] = []
  var times: [Double] = []
  var durations: [Double] = []
  var error: String?
  var format = ""
  var metadata: [String] = []
  var notes: [String] = []

  /// The callbacks that the tests know, by spelling, and whether they are notifications.
  static let spellings: [String: (callback: String, isNotification: Bool)] = [
    "sceneDidBecomeActive(_:)": ("didBecomeActive", false),
    "sceneDidBecomeActive:": ("didBecomeActive", false),
    "-[SceneDelegate sceneDidBecomeActive:]": ("didBecomeActive", false),
    "scene(_:willConnectTo:options:)": ("willConnect", false),
    "scene:willConnectToSession:options:": ("willConnect", false),
    "SceneDelegate.sceneDidDisconnect(_:)": ("didDisconnect", false),
    "sceneDidDisconnect(_:)": ("didDisconnect", false),
    "stateRestorationActivity(for:)": ("stateRestorationActivity", false),
    "stateRestorationActivity": ("stateRestorationActivity", false),
    "continue": ("continue", false),
    "UISceneDidActivateNotification": ("didBecomeActive", true),
    "UIScene.didActivateNotification": ("didBecomeActive", true),
  ]

  static let vocabulary = CallbackVocabulary { spelling in
    spellings[spelling].map { .init(callback: $0.callback, isNotification: $0.isNotification) }
  }

  init(
    _ text: String, patterns: [MessagePattern] = [], step: Int = 1 << 20,
    limits: ReadingLimits = ReadingLimits(),
    members: EventMembers = EventMembers(
      single: ["process", "session", "scene", "role"], set: "sessions")
  ) {
    var store = TraceStore(members: members)
    var reader = StoreReader(
      DrippingSource(Array(text.utf8), step: step), members: members, limits: limits,
      foreign: ForeignOptions(vocabulary: Self.vocabulary, messagePatterns: patterns))
    do throws(TraceError) {
      while try reader.next(into: &store) {}
    } catch {
      let place = error.position.map { "\($0.line):\($0.column) " } ?? ""
      self.error = place + error.message
    }
    for index in store.events.indices { add(index, of: store) }
    format = reader.header.format
    metadata = reader.header.metadata.map { "\($0.name)=\($0.value)" }
    notes = reader.notes.map { "\($0.id): \($0.message)" }
  }

  private mutating func add(_ index: Int, of store: TraceStore) {
    let event = store.events[index]
    let (kind, phase) = (store.kind(of: event.how), store.phase(of: event.how))
    var words = ["\(event.line)"]
    words.append(kind == .gap ? "lost" : store.names.string(store.callback(of: event.how)))
    if kind == .notification || kind == .action { words.append(kind.name) }
    if phase != .whole { words.append("\(phase)") }
    for (place, member) in store.members.single.enumerated() {
      let value = store.value(place, of: event)
      if !value.isNone { words.append("\(member)=\(store.names.string(value))") }
    }
    for (set, member) in store.members.sets.enumerated() {
      for name in store.identities(inSet: set, of: event.who) {
        words.append("\(member)=\(store.names.string(name))")
      }
    }
    events.append(words.joined(separator: " "))
    times.append(event.time)
    durations.append(store.duration(of: index))
  }
}
