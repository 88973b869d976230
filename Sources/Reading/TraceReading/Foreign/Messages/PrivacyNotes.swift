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
  private var hasCalls = false

  /// Whether a value is hidden.
  package static func isRedacted(_ value: String) -> Bool { value.hasPrefix("<private>") }

  /// Records a message of the app.
  mutating func note(_ message: [UInt8], namesCall: Bool) {
    if namesCall { hasCalls = true }
    var rest = message[...]
    while let start = rest.firstIndex(of: Self.mark[0]) {
      rest = rest[start...]
      if rest.starts(with: Self.mark) {
        if namesCall { hiddenIdentities += 1 } else { hiddenMessages += 1 }
        return
      }
      rest = rest.dropFirst()
    }
  }

  /// Why the log seems to have no calls and what to do about it; nil if nothing seems to be hidden.
  var hint: String? {
    if hasCalls || hiddenMessages == 0 { return nil }
    let messages =
      hiddenMessages == 1 ? "1 message hides its" : "\(hiddenMessages) messages hide their"
    return "\(messages) text as <private>; let the app log the callback with privacy: .public,"
      + #" as in "\(#function, privacy: .public)""#
  }

  /// A note on hidden messages, or on hidden identities.
  var notes: [ReadingNote] {
    if let hint {
      return [ReadingNote(id: Self.id, count: hiddenMessages, message: hint)]
    }
    if hiddenIdentities == 0 { return [] }
    let calls =
      hiddenIdentities == 1
      ? "1 call hides what it is" : "\(hiddenIdentities) calls hide what they are"
    let message = "\(calls) about as <private>; let the app log identities with privacy: .public"
    return [ReadingNote(id: Self.id, count: hiddenIdentities, message: message)]
  }
}
