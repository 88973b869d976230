/// A pattern of paths: `*` and `?` stand for characters within a part, `**` for any number of parts.
///
/// A pattern that ends in `/` means everything below that folder.
struct PathPattern: Sendable, Equatable {
  /// The pattern as it was written.
  let text: String
  private let parts: [[UInt8]]

  /// Makes a pattern; every text is valid.
  init(_ text: String) {
    self.text = text
    parts = Self.parts(of: text.hasSuffix("/") ? text + "**" : text)
  }

  /// Whether the pattern matches the whole path.
  /// - Complexity: O(pattern × path); no pattern makes it exponential.
  func matches(_ path: String) -> Bool {
    Self.matches(parts, Self.parts(of: path)) { pattern, part in
      pattern == Self.anyParts ? nil : Self.matches(pattern, part)
    }
  }

  private static let anyParts = Array("**".utf8)

  private static func parts(of path: String) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [0x2E] }
  }

  private static func matches(_ pattern: [UInt8], _ part: [UInt8]) -> Bool {
    matches(pattern, part) { wanted, byte in
      wanted == UInt8(ascii: "*") ? nil : wanted == UInt8(ascii: "?") || wanted == byte
    }
  }

  /// Matches a sequence by going back to the last element of the pattern that stands for any number of elements.
  ///
  /// The closure says whether an element of the pattern stands for one of the sequence; nil means for any number.
  private static func matches<Pattern, Element>(
    _ pattern: [Pattern], _ sequence: [Element], _ stands: (Pattern, Element) -> Bool?
  ) -> Bool {
    var (next, position) = (0, 0)
    var restart: (next: Int, position: Int)?
    while position < sequence.count {
      if next < pattern.count, let isMatch = stands(pattern[next], sequence[position]) {
        if isMatch {
          (next, position) = (next + 1, position + 1)
          continue
        }
      } else if next < pattern.count {
        restart = (next, position)
        next += 1
        continue
      }
      guard let last = restart else { return false }
      restart = (last.next, last.position + 1)
      (next, position) = (last.next + 1, last.position + 1)
    }
    // The rest of the pattern has to stand for nothing. Only "any number" does, whatever it is compared with.
    guard let element = sequence.last else { return next == pattern.count }
    return pattern[next...].allSatisfy { stands($0, element) == nil }
  }
}
