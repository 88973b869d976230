internal import TraceModel

/// Reads lifecycle calls from the messages of a log.
struct LogMessageReader: Sendable {
  let options: ForeignOptions
  /// Messages that match one of the user's patterns, except that no known callback is where the pattern has one.
  private(set) var unknownCount = 0
  private(set) var firstUnknown = ""
  /// Texts and identities that the log hides.
  private(set) var privacy = PrivacyNotes()
  /// Messages that are too long to search completely, and whose beginnings name no call.
  private var longCount = 0

  /// How many bytes of a message are searched.
  static let lengthLimit = 16 << 10

  /// The members that messages may label.
  private let labeled: [String]

  /// - Parameter told: a member that the log has outside of its messages.
  init(_ options: ForeignOptions, told: String) {
    self.options = options
    labeled = options.members.single.filter { $0 != told }
  }

  /// The call that a message reports; nil if it reports none.
  /// - Parameters:
  ///   - line: the line of the message, at whose start patterns may also match; nil if there is none.
  ///   - isSystems: whether the system itself wrote the message, so that only the user's patterns apply.
  ///   - isCut: whether the message is longer than the given bytes.
  mutating func event(
    in message: [UInt8], line: [UInt8]? = nil, isSystems: Bool, isCut: Bool = false
  ) -> ForeignEvent? {
    let bytes = Array(message.prefix(Self.lengthLimit))
    let texts = [bytes] + (line.map { [Array($0.prefix(Self.lengthLimit))] } ?? [])
    let event = event(in: bytes, matching: texts, isSystems: isSystems)
    if !isSystems { privacy.note(bytes, namesCall: event != nil) }
    if event == nil {
      noteUnknown(texts)
      if !isSystems, isCut || message.count > Self.lengthLimit { longCount += 1 }
    }
    return event
  }

  private func event(
    in message: [UInt8], matching texts: [[UInt8]], isSystems: Bool
  ) -> ForeignEvent? {
    for pattern in options.messagePatterns {
      for text in texts {
        let found = pattern.match(text) { options.vocabulary.meaning($0) != nil }
        if var members = found, let callback = members.removeValue(forKey: "callback") {
          let phase = members.removeValue(forKey: MessagePattern.phase).flatMap(PhaseMark.phase)
          return event(callback, members, phase ?? .whole)
        }
      }
    }
    guard !isSystems, let found = CallbackFinder(message, options.vocabulary).onlyCallback() else {
      return nil
    }
    return event(
      found.spelling, LabeledIdentities(message, labeled).members(outside: found.range),
      PhaseMark(message).phase(beside: found.range))
  }

  /// Notes a message that matches a pattern of the user, except for the callback.
  private mutating func noteUnknown(_ texts: [[UInt8]]) {
    for pattern in options.messagePatterns where pattern.isSpecific {
      for text in texts {
        guard let callback = pattern.match(text, isCallback: { _ in true })?["callback"] else {
          continue
        }
        if unknownCount == 0 { firstUnknown = callback }
        unknownCount += 1
        return
      }
    }
  }

  /// An object's address identifies a scene as long as the process runs, but not a session, which lasts longer.
  private func event(
    _ callback: String, _ members: [String: String], _ phase: CallPhase
  ) -> ForeignEvent {
    var event = ForeignEvent(spelling(callback))
    event.phase = phase
    event.members = members.filter { !PrivacyNotes.isRedacted($0.value) }
    if let session = event.members["session"], session.hasPrefix("0x"),
      options.members.single.contains("scene")
    {
      event.members["session"] = nil
      event.members["scene"] = members["scene"] ?? session
    }
    return event
  }

  /// A base name alone stands for the method with one unlabeled argument.
  private func spelling(_ text: String) -> String {
    options.vocabulary.meaning(text) == nil ? text + "(_:)" : text
  }

  /// Notes on the messages so far.
  var notes: [ReadingNote] { unknownNotes + privacy.notes + longNotes }

  private var longNotes: [ReadingNote] {
    if longCount == 0 { return [] }
    let messages = longCount == 1 ? "1 message is" : "\(longCount) messages are"
    return [
      ReadingNote(
        id: "long-message", count: longCount,
        message:
          "\(messages) longer than \(Self.lengthLimit) bytes, and no callback is named in the first"
          + " \(Self.lengthLimit); the rest is not searched")
    ]
  }

  private var unknownNotes: [ReadingNote] {
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
