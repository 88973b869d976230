internal import TraceModel

/// Several lines that one method writes, or that several loggers write of it, are one call.
///
/// A line belongs to the call before it if that is of the same callback and about the same subjects, follows within
/// moments, and says something else: at a later line of the same file, with another text, or in another layout. Two lines
/// that say the same, but for numbers, are two calls.
struct SameCall: Sendable {
  /// What a line says about a call.
  struct Line: Sendable, Equatable {
    var callback: String
    var members: [String: String]
    var time: Double?
    var place: SourcePlace?
    /// What the line says besides the callback.
    var text: [UInt8]
    /// Whether a sign such as `<--` says that the method returns.
    var isReturn: Bool

    /// The words without those that have numbers in them; an emoji is none.
    fileprivate var words: [String] {
      text.split { !isNameByte($0) }.filter { !$0.contains { (0x30...0x39).contains($0) } }
        .map { String(decoding: $0, as: UTF8.self) }.filter { $0.contains(where: \.isLetter) }
    }

    /// The classes of delegates that it names.
    fileprivate var delegates: Set<String> { Set(words.filter { $0.hasSuffix("Delegate") }) }
  }

  /// How many seconds there may be between two lines of a method.
  private static let pauseLimit = 2.0
  private static let lineLimit = 16

  /// The lines of the call so far.
  private var lines: [Line] = []

  /// Whether a line belongs to the call before it. If not, it begins one.
  /// - Parameter isBackwards: whether newer lines come first.
  mutating func continues(_ line: Line, isBackwards: Bool) -> Bool {
    guard let last = lines.last, isSame(line, as: last, isBackwards: isBackwards) else {
      lines = [line]
      return false
    }
    if lines.count < Self.lineLimit { lines.append(line) }
    return true
  }

  /// Begins a call with a line, or forgets the call, because something else has happened.
  mutating func restart(with line: Line? = nil) { lines = line.map { [$0] } ?? [] }

  private func isSame(_ line: Line, as last: Line, isBackwards: Bool) -> Bool {
    // Only one of two loggers may tell the process and the time.
    let isOtherLogger = lines.allSatisfy { ($0.time == nil) != (line.time == nil) }
    func members(_ line: Line) -> [String: String] {
      isOtherLogger ? line.members.filter { $0.key != "process" } : line.members
    }
    guard line.callback == last.callback, members(line) == members(last) else { return false }
    // Two classes are two delegates.
    if !line.delegates.isEmpty, !last.delegates.isEmpty, line.delegates != last.delegates {
      return false
    }
    // A line of several that arrived twice.
    if lines.count > 1, line == last, line.time != nil { return true }
    let (first, second) = isBackwards ? (line, last) : (last, line)
    if second.isReturn && !first.isReturn { return true }
    let seconds = if let from = first.time, let to = second.time { to - from } else { 0.0 }
    if !(0...Self.pauseLimit).contains(seconds) { return false }
    if let from = first.place?.line, let to = second.place?.line {
      return first.place?.file == second.place?.file && (from < to || isOtherLogger && from == to)
    }
    return lines.allSatisfy { saysOtherThings(line, than: $0) }
  }

  /// Whether two lines are different statements, and not the same one about two windows, such as *Main* and *Second*.
  private func saysOtherThings(_ line: Line, than other: Line) -> Bool {
    if (line.time == nil) != (other.time == nil) { return true }
    let (first, second) = (line.words, other.words)
    let others = zip(first, second).filter { $0 != $1 }
    if first.count != second.count || others.count > 1 { return true }
    return others.contains { first, second in
      ![first, second].allSatisfy { $0.count <= 2 || $0.first?.isUppercase ?? false }
    }
  }
}

extension CallPhase {
  private static let begins = words(
    "begin begins began beginning enter enters entered entering entry start starts started starting"
  )
  private static let ends = words(
    """
    end ends ended ending exit exits exited exiting finish finishes finished finishing leave leaves left leaving
    return returns returned returning complete completes completed completing done
    """)
  /// Words after which a message says how long the call took.
  private static let durationWords = words("in after took")
  /// How many signs there may be between a callback and its mark.
  private static let signLimit = 3

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// The phase that a word names; nil if it names none.
  init?(word: some StringProtocol) {
    let word = word.lowercased()
    if !Self.begins.contains(word) && !Self.ends.contains(word) { return nil }
    self = Self.begins.contains(word) ? .begin : .end
  }

  /// The phase that a word next to a callback marks, as in `enter sceneDidBecomeActive(_:)` and
  /// `sceneDidBecomeActive(_:) finished`. The word must be alone there: `sceneDidBecomeActive(_:) starts the timer` marks
  /// nothing.
  init(before: Substring, after: Substring) {
    func words(_ text: Substring?) -> [Substring] {
      text?.split { !($0.isLetter || $0.isNumber || $0 == "_") } ?? []
    }
    let left = before.split(separator: " ")
    let isInSentence = left.dropLast().last?.last?.isLetter ?? false
    if !isInSentence, let phase = words(left.last).last.flatMap({ CallPhase(word: $0) }) {
      self = phase
      return
    }
    let right = after.split(separator: " ")
      .drop { $0.count <= Self.signLimit && words($0).isEmpty }
    let mark = words(right.first).first { $0 != MessagePattern.phase }
    // If another word follows, it labels a value, introduces a duration, or belongs to a sentence.
    let isAlone =
      right.first?.last?.isLetter == false
      || right.dropFirst().first.map { next in
        next.first?.isLetter != true || next.contains("=") || next.last == ":"
          || Self.durationWords.contains(String(next))
      } ?? true
    self = (isAlone ? mark.flatMap { CallPhase(word: $0) } : nil) ?? .whole
  }

  /// Whether a sign such as `<--` at the end of a text says that a method returns.
  static func isReturn(_ before: String) -> Bool {
    let sign = before.split(separator: " ").last ?? ""
    return sign.hasSuffix("<--") || sign.hasSuffix("<-")
      || ["<<", "<<<", "<", "←", "⇠", "⇐", "⬅︎", "⬅️", "⬅", "}"].contains(sign)
  }
}
