extension MessagePattern {
  /// The values of the placeholders in a message, by name; nil if the pattern does not match.
  /// - Parameter isCallback: whether a text may be the value of `{callback}`.
  /// - Complexity: O(parts × message), except for messages in which a value could end at many indices.
  func match(
    _ message: [UInt8], isCallback: (String) -> Bool
  ) -> [String: String]? {
    var attempt = Attempt(parts: parts, message: message)
    return attempt.match(part: 0, at: attempt.blanks(0), isCallback) ? attempt.values : nil
  }

  /// The matching of one message, with the indices that are known to lead nowhere.
  private struct Attempt {
    let parts: [Part]
    let message: [UInt8]
    var values: [String: String] = [:]
    private var failures: Set<Int> = []
    /// For each part that matches anything, the index from which on it is known to lead nowhere.
    private var deadEnds: [Int: Int] = [:]
    /// A longer text is not a name.
    private static let valueLimit = 256

    init(parts: [Part], message: [UInt8]) {
      self.parts = parts.first == .blanks ? Array(parts.dropFirst()) : parts
      self.message = message
    }

    /// Whether the parts from the given one on match the message from an index on.
    mutating func match(part: Int, at index: Int, _ isCallback: (String) -> Bool) -> Bool {
      if part == parts.count { return true }
      let key = index * parts.count + part
      if failures.contains(key) { return false }
      if step(part, index, isCallback) { return true }
      failures.insert(key)
      return false
    }

    private mutating func step(
      _ part: Int, _ index: Int, _ isCallback: (String) -> Bool
    ) -> Bool {
      switch parts[part] {
      case .text(let text):
        return message[index...].starts(with: text)
          && match(part: part + 1, at: index + text.count, isCallback)
      case .blanks:
        let end = blanks(index)
        return end > index && match(part: part + 1, at: end, isCallback)
      case .anything:
        let end = deadEnds[part] ?? message.count + 1
        for next in index..<max(index, end) where match(part: part + 1, at: next, isCallback) {
          return true
        }
        deadEnds[part] = min(index, end)
        return false
      case .value(let name):
        for end in ends(of: name, from: index, before: part + 1) where end > index {
          let text = String(decoding: message[index..<end], as: UTF8.self)
          if name == "callback" && !isCallback(text) { continue }
          values[name] = text
          if match(part: part + 1, at: end, isCallback) { return true }
        }
        values[name] = nil
        return false
      }
    }

    /// The indices at which a value may end: before each occurrence of the text that follows, before a blank, or at the
    /// end.
    private func ends(of name: String, from index: Int, before part: Int) -> [Int] {
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
