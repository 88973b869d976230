extension MessagePattern {
  /// How many bytes may be looked at to compare a message with all patterns: about 0.3 s of time.
  static let costLimit = 4_000_000

  /// The values of the placeholders in a message, by name; nil if the pattern does not match.
  /// - Parameters:
  ///   - budget: how many bytes may still be looked at; negative when they did not suffice.
  ///   - isCallback: whether a text may be the value of `{callback}`.
  /// - Complexity: O(message) for texts and `{*}`, however many there are, and O(message) times the longest value for
  ///   each value.
  func match(
    _ message: [UInt8], within budget: inout Int, isCallback: (String) -> Bool
  ) -> [String: String]? {
    var attempt = Attempt(parts: parts, message: message, budget: budget)
    defer { budget = attempt.budget }
    return attempt.match(part: 0, at: attempt.blanks(0), isCallback) ? attempt.values : nil
  }

  /// The matching of one message, with the indices that are known to lead nowhere.
  private struct Attempt {
    let parts: [Part]
    let message: [UInt8]
    var values: [String: String] = [:]
    var budget: Int
    /// Values that cannot begin at an index, as index × parts + part.
    private var failures: Set<Int> = []
    /// For each part that matches anything, the index from which on it is known to lead nowhere; else the largest one.
    private var deadEnds: [Int]
    /// For each part, the next one that matches anything; for none, the number of parts.
    private let nextAnything: [Int]
    /// A longer text is not a name.
    private static let valueLimit = 256

    init(parts: [Part], message: [UInt8], budget: Int) {
      let parts = parts.first == .blanks ? Array(parts.dropFirst()) : parts
      var next = Array(repeating: parts.count, count: parts.count)
      for part in parts.indices.dropLast().reversed() {
        next[part] = parts[part + 1] == .anything ? part + 1 : next[part + 1]
      }
      (self.parts, self.message, nextAnything, self.budget) = (parts, message, next, budget)
      deadEnds = Array(repeating: .max, count: parts.count + 1)
    }

    /// Whether the parts from the given one on match the message from an index on.
    mutating func match(part: Int, at index: Int, _ isCallback: (String) -> Bool) -> Bool {
      var (part, index) = (part, index)
      while part < parts.count {
        switch parts[part] {
        case .text(let text):
          guard message[index...].starts(with: text) else { return false }
          index += text.count
        case .blanks:
          let end = blanks(index)
          guard end > index else { return false }
          index = end
        case .anything: return skip(part, index, isCallback)
        case .value(let name): return take(name, part, index, isCallback)
        }
        part += 1
      }
      return true
    }

    /// Tries what follows a `{*}` at each index.
    private mutating func skip(
      _ part: Int, _ index: Int, _ isCallback: (String) -> Bool
    ) -> Bool {
      var next = index
      // Every way on leads to the next `{*}`. Behind an index where that leads nowhere, so does this one.
      while budget >= 0, next <= message.count, next < deadEnds[part],
        next < deadEnds[nextAnything[part]]
      {
        budget -= 1
        if match(part: part + 1, at: next, isCallback) { return true }
        next += 1
      }
      deadEnds[part] = min(index, deadEnds[part])
      return false
    }

    /// Tries each index at which a value may end.
    private mutating func take(
      _ name: String, _ part: Int, _ index: Int, _ isCallback: (String) -> Bool
    ) -> Bool {
      let key = index * parts.count + part
      if failures.contains(key) { return false }
      for end in ends(of: name, from: index, before: part + 1) where end > index {
        let text = String(decoding: message[index..<end], as: UTF8.self)
        if name == "callback" && !isCallback(text) { continue }
        values[name] = text
        if match(part: part + 1, at: end, isCallback) { return true }
      }
      values[name] = nil
      failures.insert(key)
      return false
    }

    /// The indices at which a value may end: before each occurrence of the text that follows, before a blank, or at the
    /// end.
    private mutating func ends(of name: String, from index: Int, before part: Int) -> [Int] {
      var limit = index
      if name == "callback", index + 1 < message.count, message[index + 1] == UInt8(ascii: "["),
        let bracket = message[index...].prefix(Self.valueLimit).firstIndex(of: UInt8(ascii: "]"))
      {
        limit = bracket + 1
        return [limit]
      }
      while limit < message.count, !isBlank(message[limit]), limit - index <= Self.valueLimit {
        limit += 1
      }
      budget -= limit - index
      if limit - index > Self.valueLimit { return [] }
      guard part < parts.count, case .text(let text) = parts[part] else { return [limit] }
      return (index..<max(index, limit)).filter { message[$0...].starts(with: text) }
    }

    /// The first index, from the given one on, that is not a blank.
    func blanks(_ index: Int) -> Int {
      var index = index
      while index < message.count, isBlank(message[index]) { index += 1 }
      return index
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
  }
}
