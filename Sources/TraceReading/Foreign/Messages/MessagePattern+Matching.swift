extension MessagePattern {
  /// What the placeholders take in a message, by name; nil when the pattern does not match.
  /// - Parameter isCallback: whether a text may stand for `{callback}`.
  /// - Complexity: O(parts × message) but for texts in which a value could end at many places.
  func match(
    _ message: [UInt8], isCallback: (String) -> Bool
  ) -> [String: String]? {
    var attempt = Attempt(parts: parts, message: message)
    return attempt.match(part: 0, at: attempt.blanks(0), isCallback) ? attempt.values : nil
  }

  /// One message being matched, with the places that are known to lead nowhere.
  private struct Attempt {
    let parts: [Part]
    let message: [UInt8]
    var values: [String: String] = [:]
    private var failures: Set<Int> = []
    /// For every part that passes over anything, the place from which on it is known to lead nowhere.
    private var deadEnds: [Int: Int] = [:]
    /// A longer text is no name.
    private static let valueLimit = 256

    init(parts: [Part], message: [UInt8]) {
      self.parts = parts.first == .blanks ? Array(parts.dropFirst()) : parts
      self.message = message
    }

    /// Whether the parts from the given one on match the message from a place on.
    mutating func match(part: Int, at place: Int, _ isCallback: (String) -> Bool) -> Bool {
      if part == parts.count { return true }
      let key = place * parts.count + part
      if failures.contains(key) { return false }
      if step(part, place, isCallback) { return true }
      failures.insert(key)
      return false
    }

    private mutating func step(
      _ part: Int, _ place: Int, _ isCallback: (String) -> Bool
    ) -> Bool {
      switch parts[part] {
      case .text(let text):
        return message[place...].starts(with: text)
          && match(part: part + 1, at: place + text.count, isCallback)
      case .blanks:
        let end = blanks(place)
        return end > place && match(part: part + 1, at: end, isCallback)
      case .anything:
        let end = deadEnds[part] ?? message.count + 1
        for next in place..<max(place, end) where match(part: part + 1, at: next, isCallback) {
          return true
        }
        deadEnds[part] = min(place, end)
        return false
      case .value(let name):
        for end in ends(of: name, from: place, before: part + 1) where end > place {
          let text = String(decoding: message[place..<end], as: UTF8.self)
          if name == "callback" && !isCallback(text) { continue }
          values[name] = text
          if match(part: part + 1, at: end, isCallback) { return true }
        }
        values[name] = nil
        return false
      }
    }

    /// Where a value may end: before each occurrence of the text that follows, before a blank, or at the end.
    private func ends(of name: String, from place: Int, before part: Int) -> [Int] {
      var limit = place
      if name == "callback", place + 1 < message.count, message[place + 1] == UInt8(ascii: "["),
        let bracket = message[place...].prefix(Self.valueLimit).firstIndex(of: UInt8(ascii: "]"))
      {
        limit = bracket + 1
        return [limit]
      }
      while limit < message.count, !isBlank(message[limit]), limit - place <= Self.valueLimit {
        limit += 1
      }
      if limit - place > Self.valueLimit { return [] }
      guard part < parts.count, case .text(let text) = parts[part] else { return [limit] }
      return (place..<max(place, limit)).filter { message[$0...].starts(with: text) }
    }

    /// The first place from the given one on that is no blank.
    func blanks(_ place: Int) -> Int {
      var place = place
      while place < message.count, isBlank(message[place]) { place += 1 }
      return place
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
  }
}
