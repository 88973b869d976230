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

    /// The words without those that have numbers in them.
    fileprivate var words: [String] {
      text.split { !isNameByte($0) }.filter { !$0.contains { (0x30...0x39).contains($0) } }
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// How many seconds there may be between two lines of a method.
  private static let pauseLimit = 2.0
  private static let lineLimit = 16

  /// The lines of the call so far.
  private var lines: [Line] = []
  /// How many lines were no calls of their own.
  private(set) var count = 0

  /// Whether a line belongs to the call before it. If not, it begins one.
  /// - Parameter isBackwards: whether newer lines come first.
  mutating func continues(_ line: Line, isBackwards: Bool) -> Bool {
    guard let last = lines.last, isSame(line, as: last, isBackwards: isBackwards) else {
      lines = [line]
      return false
    }
    count += 1
    if lines.count < Self.lineLimit { lines.append(line) }
    return true
  }

  /// Begins a call with a line, or forgets the call, because something else has happened.
  mutating func restart(with line: Line? = nil) { lines = line.map { [$0] } ?? [] }

  private func isSame(_ line: Line, as last: Line, isBackwards: Bool) -> Bool {
    guard line.callback == last.callback, line.members == last.members else { return false }
    // A line of several that arrived twice.
    if lines.count > 1, line == last, line.time != nil { return true }
    let (first, second) = isBackwards ? (line, last) : (last, line)
    if second.isReturn && !first.isReturn { return true }
    let seconds = if let from = first.time, let to = second.time { to - from } else { 0.0 }
    if !(0...Self.pauseLimit).contains(seconds) { return false }
    if let from = first.place?.line, let to = second.place?.line {
      return first.place?.file == second.place?.file && from < to
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
  private static let words: [(phase: CallPhase, words: Set<Substring>)] = [
    (.begin, "begin begins began beginning enter enters entered entering entry start starts"),
    (.begin, "started starting"),
    (.end, "end ends ended ending exit exits exited exiting finish finishes finished finishing"),
    (.end, "leave leaves left leaving return returns returned returning"),
    (.end, "complete completes completed completing done"),
  ].map { ($0, Set($1.split(separator: " "))) }
  /// Words after which a message says how long the call took.
  private static let durationWords: Set<Substring> = ["in", "after", "took"]
  /// How many characters there may be between a callback and its mark.
  private static let distanceLimit = 4

  /// The phase that a word names; nil if it names none.
  init?(word: some StringProtocol) {
    let word = word.lowercased()[...]
    guard let found = Self.words.first(where: { $0.words.contains(word) }) else { return nil }
    self = found.phase
  }

  /// The phase that a word next to a callback marks, as in `enter sceneDidBecomeActive(_:)` and
  /// `sceneDidBecomeActive(_:) finished`. The word must be alone there: `sceneDidBecomeActive(_:) starts the timer` marks
  /// nothing.
  init(before: Substring, after: Substring) {
    func isOfWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    let signs = before.reversed().prefix { !isOfWord($0) }.count
    let last = String(before.dropLast(signs).reversed().prefix(while: isOfWord).reversed())
    let rest = before.dropLast(signs + last.count)
    let isInSentence = rest.last == " " && rest.last { $0 != " " }?.isLetter ?? false
    if signs < Self.distanceLimit, !isInSentence, let phase = CallPhase(word: last) {
      self = phase
      return
    }
    var next = after.drop { !isOfWord($0) }
    let distance = after.count - next.count
    if next.hasPrefix(MessagePattern.phase) {
      next = next.dropFirst(MessagePattern.phase.count).drop { !isOfWord($0) }
    }
    let word = next.prefix(while: isOfWord)
    // If another word follows, it labels a value, introduces a duration, or belongs to a sentence.
    let following = next.dropFirst(word.count)
    let other = following.drop { $0 == " " }.prefix(while: isOfWord)
    let sign = following.drop { $0 == " " }.dropFirst(other.count).first { $0 != " " }
    let isAlone =
      following.first != " " || other.first?.isLetter != true || sign == "=" || sign == ":"
      || Self.durationWords.contains(other)
    self = (distance < Self.distanceLimit && isAlone ? CallPhase(word: word) : nil) ?? .whole
  }

  /// Whether a sign such as `<--` at the end of a text says that a method returns.
  static func isReturn(_ before: String) -> Bool {
    let sign = before.split(separator: " ").last ?? ""
    return sign.hasSuffix("<--") || sign.hasSuffix("<-")
      || ["<<", "<<<", "<", "←", "⇠", "⇐", "⬅︎", "⬅️", "⬅", "}"].contains(sign)
  }
}
