internal import TraceModel

/// Recognizes from the word next to a callback whether a message marks the beginning or the end of its call, as in
/// `enter sceneDidBecomeActive(_:)` and `sceneDidBecomeActive(_:) finished`.
///
/// The word must be alone there: `sceneDidBecomeActive(_:) starts the timer` marks nothing.
struct PhaseMark {
  private static let words: [CallPhase: Set<String>] = [
    .begin: [
      "begin", "begins", "began", "beginning", "enter", "enters", "entered", "entering", "entry",
      "start", "starts", "started", "starting",
    ],
    .end: [
      "end", "ends", "ended", "ending", "exit", "exits", "exited", "exiting", "finish", "finishes",
      "finished", "finishing", "leave", "leaves", "left", "leaving", "return", "returns",
      "returned", "returning", "complete", "completes", "completed", "completing", "done",
    ],
  ]

  /// Words after which a message says how long the call took.
  private static let durationWords: Set = ["in", "after", "took"]

  /// How many bytes there may be between a callback and its mark.
  private static let distanceLimit = 4

  private let message: [UInt8]

  init(_ message: [UInt8]) { self.message = message }

  /// The phase that a word names; nil if it names none.
  static func phase(named word: String) -> CallPhase? {
    let word = word.lowercased()
    return words.first { $0.value.contains(word) }?.key
  }

  /// Whether a sign such as `<--` at the end of a text says that a method returns.
  static func isReturn(_ before: String) -> Bool {
    let sign = before.split(separator: " ").last ?? ""
    return sign.hasSuffix("<--") || sign.hasSuffix("<-")
      || ["<<", "<<<", "<", "←", "⇠", "⇐", "⬅︎", "⬅️", "⬅", "}"].contains(sign)
  }

  /// The phase that is marked next to the callback in a range of the message.
  func phase(beside callback: Range<Int>) -> CallPhase {
    markBefore(callback.lowerBound) ?? markAfter(callback.upperBound) ?? .whole
  }

  private func markBefore(_ callback: Int) -> CallPhase? {
    var end = callback
    while end > 0, callback - end < Self.distanceLimit, !isNameByte(message[end - 1]) { end -= 1 }
    var start = end
    while start > 0, isNameByte(message[start - 1]) { start -= 1 }
    guard let phase = phase(of: start..<end) else { return nil }
    var before = start
    while before > 0, message[before - 1] == 0x20 { before -= 1 }
    let isInSentence = before < start && before > 0 && isLetter(message[before - 1])
    return isInSentence ? nil : phase
  }

  private func markAfter(_ callback: Int) -> CallPhase? {
    var start = callback
    while start < message.count, start - callback < Self.distanceLimit, !isNameByte(message[start])
    {
      start += 1
    }
    let end = message.nameEnd(from: start)
    if message[start..<end].elementsEqual(MessagePattern.phase.utf8) { return markAfter(end) }
    guard let phase = phase(of: start..<end) else { return nil }
    let next = message.skipBlanks(from: end)
    if next == end || next == message.count || !isLetter(message[next]) { return phase }
    // If another word follows, it labels a value, introduces a duration, or belongs to a sentence.
    let nextEnd = message.nameEnd(from: next)
    let after = message.skipBlanks(from: nextEnd)
    let isLabel =
      after < message.count && [UInt8(ascii: "="), UInt8(ascii: ":")].contains(message[after])
    let word = String(decoding: message[next..<nextEnd], as: UTF8.self)
    return isLabel || Self.durationWords.contains(word) ? phase : nil
  }

  private func phase(of word: Range<Int>) -> CallPhase? {
    if word.isEmpty || word.count > 10 { return nil }
    return Self.phase(named: String(decoding: message[word], as: UTF8.self))
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    isNameByte(byte) && !(0x30...0x39).contains(byte)
  }
}
