internal import TraceModel

/// Reads lifecycle calls out of the messages of a log.
struct LogMessageReader: Sendable {
  let options: ForeignOptions
  /// Messages that one of the user's patterns matches but for a callback that nobody knows.
  private(set) var unknownCount = 0
  private(set) var firstUnknown = ""

  /// The bytes of a message that are looked at; what comes later names nothing.
  static let lengthLimit = 16 << 10

  /// The members that messages may label.
  private let labeled: [String]

  /// - Parameter told: a member that the log tells beside its messages.
  init(_ options: ForeignOptions, told: String) {
    self.options = options
    labeled = options.members.single.filter { $0 != told }
  }

  /// The call that a message tells of; nil when it tells of none.
  /// - Parameter isSystems: whether the system itself wrote the message, so that only the user's patterns apply.
  mutating func event(in message: String, isSystems: Bool) -> ForeignEvent? {
    let bytes = Array(message.utf8.prefix(Self.lengthLimit))
    for pattern in options.messagePatterns {
      let found = pattern.match(bytes) { options.vocabulary.meaning($0) != nil }
      if var members = found, let callback = members.removeValue(forKey: "callback") {
        return event(callback, members)
      }
    }
    if !isSystems, let found = CallbackFinder(bytes, options.vocabulary).onlyCallback() {
      return event(found.spelling, LabeledIdentities(bytes, labeled).members(outside: found.range))
    }
    for pattern in options.messagePatterns where pattern.isSpecific {
      if let callback = pattern.match(bytes, isCallback: { _ in true })?["callback"] {
        if unknownCount == 0 { firstUnknown = callback }
        unknownCount += 1
        break
      }
    }
    return nil
  }

  /// An object's address identifies a session only as long as the process lives, which is what a scene's does.
  private func event(_ callback: String, _ members: [String: String]) -> ForeignEvent {
    var event = ForeignEvent(spelling(callback))
    event.members = members
    if let session = members["session"], session.hasPrefix("0x"),
      options.members.single.contains("scene")
    {
      event.members["session"] = nil
      event.members["scene"] = members["scene"] ?? session
    }
    return event
  }

  /// A base name alone stands for the method whose only argument is unnamed.
  private func spelling(_ text: String) -> String {
    options.vocabulary.meaning(text) == nil ? text + "(_:)" : text
  }

  /// What was noticed.
  var notes: [ReadingNote] {
    if unknownCount == 0 { return [] }
    let first =
      firstUnknown.utf8.count <= 120 ? firstUnknown : String(firstUnknown.prefix(40)) + "…"
    let message =
      unknownCount == 1
      ? "1 message matches a pattern and names no callback that the grammar knows: \"\(first)\""
      : "\(unknownCount) messages match a pattern and name no callback that the grammar knows,"
        + " the first of them \"\(first)\""
    return [ReadingNote(id: "unknown-callback-in-message", count: unknownCount, message: message)]
  }
}
