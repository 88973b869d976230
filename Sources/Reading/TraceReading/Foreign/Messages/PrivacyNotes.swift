/// Messages in which the unified log shows `<private>` in place of what the app wrote.
///
/// This happens to every text that is not a literal, including the name of a callback by `#function`, unless the app
/// says otherwise.
package struct PrivacyNotes: Sendable {
  /// The id of the notes.
  package static let id = "redacted-messages"
  private static let mark = Array("<private>".utf8)

  /// Messages that hide text and name no call, and calls that hide an identity.
  private var hiddenMessages = 0
  private var hiddenIdentities = 0
  private var hiddenCalls = 0
  private var hasCalls = false

  /// Whether a value is hidden.
  package static func isRedacted(_ value: String) -> Bool { value.hasPrefix("<private>") }

  /// Records a message of the app.
  /// - Returns: where it hides something; nil if it hides nothing.
  @discardableResult
  mutating func note(_ message: [UInt8], namesCall: Bool) -> Int? {
    if namesCall { hasCalls = true }
    var rest = message[...]
    while let start = rest.firstIndex(of: Self.mark[0]) {
      rest = rest[start...]
      if rest.starts(with: Self.mark) {
        if namesCall { hiddenIdentities += 1 } else { hiddenMessages += 1 }
        return rest.startIndex
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Records that the last message may be a call.
  mutating func noteHiddenCall() { hiddenCalls += 1 }

  /// Why the log seems to have no calls and what to do about it; nil if nothing seems to be hidden.
  var hint: String? {
    if hasCalls || hiddenMessages == 0 { return nil }
    let messages =
      hiddenMessages == 1 ? "1 message hides its" : "\(hiddenMessages) messages hide their"
    return "\(messages) text as <private>; \(Self.advice)"
  }

  private static let advice =
    "let the app log the callback with privacy: .public,"
    + #" as in "\(#function, privacy: .public)""#

  /// A note on hidden messages, or on hidden identities.
  var notes: [ReadingNote] {
    if let hint {
      return [ReadingNote(id: Self.id, count: hiddenMessages, message: hint)]
    }
    var notes: [ReadingNote] = []
    if hiddenCalls > 0 {
      let messages = hiddenCalls == 1 ? "1 message hides its" : "\(hiddenCalls) messages hide their"
      notes.append(
        ReadingNote(
          id: Self.id, count: hiddenCalls,
          message:
            "\(messages) text as <private> and may be a call; what may have changed by then is unknown; \(Self.advice)"
        ))
    }
    if hiddenIdentities == 0 { return notes }
    let calls =
      hiddenIdentities == 1
      ? "1 call hides what it is" : "\(hiddenIdentities) calls hide what they are"
    let message = "\(calls) about as <private>; let the app log identities with privacy: .public"
    return notes + [ReadingNote(id: Self.id, count: hiddenIdentities, message: message)]
  }
}
