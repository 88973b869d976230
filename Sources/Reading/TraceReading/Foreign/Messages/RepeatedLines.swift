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
    let seconds = if let from = first.time, let to = second.time { to - from } else { 0.0 }
    if !(0...Self.pauseLimit).contains(seconds) { return false }
    if let from = first.place, let to = second.place {
      return from.file == to.file && from.line ?? 0 < to.line ?? 0
    }
    if first.place != nil || second.place != nil { return false }
    return !second.text.isEmpty
      && Self.sayOtherThings(Self.words(first.text), Self.words(second.text))
  }

  /// Whether two texts are different statements, and not the same one about two windows, such as *Main* and *Second*.
  private static func sayOtherThings(_ first: [String], _ second: [String]) -> Bool {
    if second.isEmpty || first == second { return false }
    let others = zip(first, second).filter { $0 != $1 }
    guard first.count == second.count, others.count == 1 else { return true }
    return ![others[0].0, others[0].1].allSatisfy {
      $0.count <= 2 || $0.first?.isUppercase ?? false
    }
  }

  /// The words of a text without those that have numbers in them.
  private static func words(_ text: [UInt8]) -> [String] {
    text.split { !isNameByte($0) }.filter { word in
      !word.contains { (0x30...0x39).contains($0) }
    }.map { String(decoding: $0, as: UTF8.self) }
  }
}
