internal import TraceModel

/// How the messages of an app's log name a callback and its subjects.
///
/// A pattern is text with placeholders, such as `{callback} scene={scene} session={session}`. It must match from the
/// start of a message; the rest of the message does not matter.
/// * Text matches itself, a blank matches any number of blanks, and `{{` and `}}` match a brace.
/// * `{callback}`, and a member such as `{scene}`, match everything up to the text that follows in the pattern, or up
///   to a blank. `{callback}` also matches a whole `-[Class selector]`.
/// * `{phase}` matches a word such as `begin` or `finished`, which marks the beginning or the end of a call.
/// * `{*}` matches anything, including blanks.
public struct MessagePattern: Sendable, Equatable {
  /// The members that the built-in grammar and its quirks ask for.
  public static let builtInMembers = ["scene", "session", "process", "role"]

  /// How many characters a pattern may have, which bounds what a message costs.
  package static let lengthLimit = 1_000
  /// How many patterns there may be.
  package static let countLimit = 100

  /// The placeholder for a word that marks the beginning or the end of a call.
  static let phase = "phase"

  enum Part: Sendable, Equatable {
    /// Text that matches itself.
    case text([UInt8])
    /// At least one blank, or any number of them at the start.
    case blanks
    /// The value of the placeholder with this name.
    case value(String)
    /// Anything.
    case anything
  }

  /// The pattern as it was written.
  public let text: String
  let parts: [Part]

  /// Parses a pattern.
  /// - Parameters:
  ///   - text: the pattern as written.
  ///   - members: the members that a message may name: those of the grammar to check against; nil for any.
  /// - Throws: `MessagePatternError` for the first mistake.
  public init(
    _ text: String, members: [String]? = Self.builtInMembers
  ) throws(MessagePatternError) {
    self.text = text
    var parser = MessagePatternParser(text, members: members)
    parts = try parser.parse()
  }

  /// Whether it has text besides placeholders, so that a message that matches is meant to be a lifecycle call.
  var isSpecific: Bool {
    parts.contains { if case .text = $0 { true } else { false } }
  }
}

/// Why a text is not a message pattern.
public struct MessagePatternError: Error, Sendable, Equatable {
  /// One sentence without a full stop.
  public var message: String
  /// The column of the mistake, counted from 1 in Unicode scalars.
  public var column: Int

  init(_ message: String, at column: Int) {
    (self.message, self.column) = (message, column)
  }
}

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

/// Parses the notation of message patterns.
private struct MessagePatternParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var parts: [MessagePattern.Part] = []
  private var literal: [UInt8] = []

  /// The names of the placeholders that a pattern may have, besides `*`; nil for any.
  private let placeholders: [String]?

  init(_ text: String, members: [String]?) {
    scalars = Array(text.unicodeScalars)
    placeholders = members.map { ["callback"] + $0 + [MessagePattern.phase] }
  }

  mutating func parse() throws(MessagePatternError) -> [MessagePattern.Part] {
    if scalars.count > MessagePattern.lengthLimit {
      throw MessagePatternError(
        "a pattern may have \(MessagePattern.lengthLimit) characters",
        at: MessagePattern.lengthLimit + 1)
    }
    while index < scalars.count {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch scalars[index] {
      case "{" where next == "{", "}" where next == "}":
        literal.append(UInt8(ascii: scalars[index]))
        index += 2
      case "{": try readPlaceholder()
      case "}":
        throw MessagePatternError("\"}\" has no opening brace; write }} for a brace", at: index + 1)
      case let scalar where scalar.properties.isWhitespace:
        endLiteral()
        if parts.last != .blanks { parts.append(.blanks) }
        index += 1
      case let scalar:
        literal += Array(String(scalar).utf8)
        index += 1
      }
    }
    endLiteral()
    guard parts.contains(.value("callback")) else {
      throw MessagePatternError("must contain {callback}", at: 1)
    }
    while parts.last == .blanks || parts.last == .anything { parts.removeLast() }
    return parts
  }

  private mutating func endLiteral() {
    if literal.isEmpty { return }
    parts.append(.text(literal))
    literal = []
  }

  private mutating func readPlaceholder() throws(MessagePatternError) {
    endLiteral()
    let column = index + 1
    guard let end = scalars[index...].firstIndex(of: "}") else {
      throw MessagePatternError("\"{\" is not closed; write {{ for a brace", at: column)
    }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[(index + 1)..<end])
    index = end + 1
    switch parts.last {
    case .value, .anything:
      throw MessagePatternError(
        "it is not clear where {\(name)} begins; put text or a space before it", at: column)
    default: break
    }
    if name == "*" {
      parts.append(.anything)
    } else if let placeholders, !placeholders.contains(name) {
      throw MessagePatternError(unknown(name, placeholders), at: column)
    } else if parts.contains(.value(name)) {
      throw MessagePatternError("{\(name)} occurs twice", at: column)
    } else {
      parts.append(.value(name))
    }
  }

  private func unknown(_ name: String, _ placeholders: [String]) -> String {
    if let near = nearestName(to: name, among: placeholders) {
      return "unknown placeholder {\(name)}; did you mean {\(near)}?"
    }
    let known = placeholders.map { "{\($0)}" }.joined(separator: ", ")
    return "unknown placeholder {\(name)}, only \(known) and {*}"
  }
}
