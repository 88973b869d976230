/// Several lines that one method writes are one call.
///
/// A line belongs to the call before it if that is of the same callback and about the same subjects, follows within
/// moments, and says something else: at a later line of the same file, or with another text. Two lines that say the same,
/// but for numbers, are two calls.
struct RepeatedLines: Sendable {
  /// What a line says about a call.
  struct Line: Sendable {
    var callback: String
    var members: [String: String]
    var time: Double?
    var place: SourcePlace?
    /// What the message says besides the callback.
    var text: [UInt8]
    /// Whether a sign such as `<--` says that the method returns.
    var isReturn: Bool
  }

  /// How many seconds there may be between two lines of a method.
  private static let pauseLimit = 2.0

  private var last: Line?
  /// How many lines were no calls of their own.
  private(set) var count = 0

  /// Whether a line belongs to the call before it. If not, it begins one.
  /// - Parameter isBackwards: whether newer lines come first.
  mutating func continues(_ line: Line, isBackwards: Bool) -> Bool {
    guard let before = last, belongs(line, before, isBackwards: isBackwards) else {
      last = line
      return false
    }
    count += 1
    last = line
    return true
  }

  /// Begins a call with a line.
  mutating func begin(_ line: Line) { last = line }

  /// Forgets the call, because something else has happened.
  mutating func end() { last = nil }

  private func belongs(_ line: Line, _ before: Line, isBackwards: Bool) -> Bool {
    guard line.callback == before.callback, line.members == before.members else { return false }
    let (first, second) = isBackwards ? (line, before) : (before, line)
    if second.isReturn && !first.isReturn { return true }
    let seconds: Double? = if let from = first.time, let to = second.time { to - from } else { nil }
    if let from = first.place, let to = second.place {
      return from.file == to.file && from.line ?? 0 < to.line ?? 0
        && seconds ?? 0 <= Self.pauseLimit
    }
    if first.place != nil || second.place != nil { return false }
    let texts = [first, second].map { $0.text.filter(Self.isLetter) }
    return !texts[1].isEmpty && texts[0] != texts[1] && seconds ?? 0 <= Self.pauseLimit
  }

  /// Whether a byte may be part of a word.
  private static func isLetter(_ byte: UInt8) -> Bool {
    isNameByte(byte) && !(0x30...0x39).contains(byte)
  }
}
