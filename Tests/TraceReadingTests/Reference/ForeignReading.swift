import TraceModel

@testable import TraceReading

/// The result of reading a recording in a foreign format.
struct ForeignReading {
  /// The events as `line callback`, with their identities as `name=value`; gaps as `line lost count`.
  var events: [String] = []
  var times: [Double] = []
  var durations: [Double] = []
  var texts: [String] = []
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
    var reader = TraceReader(
      DrippingSource(Array(text.utf8), step: step), members: members, limits: limits,
      foreign: ForeignOptions(vocabulary: Self.vocabulary, messagePatterns: patterns))
    var batch = EventBatch(byteCapacity: 64)
    do throws(TraceError) {
      while try reader.next(into: &batch) {
        batch.checkInvariants()
        take(batch, members)
      }
    } catch {
      let place = error.position.map { "\($0.line):\($0.column) " } ?? ""
      self.error = place + error.message
    }
    format = reader.header.format
    metadata = reader.header.metadata.map { "\($0.name)=\($0.value)" }
    notes = reader.notes.map { "\($0.id): \($0.message)" }
  }

  private mutating func take(_ batch: borrowing EventBatch, _ members: EventMembers) {
    for event in batch.events.all {
      var words = ["\(batch.firstLine + Int(event.line))"]
      words.append(event.kind == .gap ? "lost" : batch.names.string(event.callback))
      if event.kind == .notification || event.kind == .action { words.append(event.kind.name) }
      if event.phase != .whole { words.append("\(event.phase)") }
      for (index, member) in members.single.enumerated() where !batch.value(index, of: event).isNone
      {
        words.append("\(member)=\(batch.names.string(batch.value(index, of: event)))")
      }
      for place in 0..<Int(event.setCount) {
        words.append(
          "\(members.sets.first ?? "")=\(batch.names.string(batch.sets[Int(event.setStart) + place]))"
        )
      }
      events.append(words.joined(separator: " "))
      times.append(event.time)
      durations.append(event.duration)
      texts.append(String(decoding: batch.bytes(of: event), as: UTF8.self))
    }
  }
}
