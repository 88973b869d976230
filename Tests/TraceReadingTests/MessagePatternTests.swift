import TestSupport
import Testing

@testable import TraceReading

@Suite("Message patterns") struct MessagePatternTests {
  /// What a pattern reads from a message, as sorted `name=value`; nil if it does not match.
  private func match(_ pattern: String, _ message: String) throws -> String? {
    let known: Set = [
      "sceneDidBecomeActive(_:)", "willConnect", "scene:willConnectToSession:options:",
      "-[SceneDelegate sceneDidBecomeActive:]",
    ]
    let values = try MessagePattern(pattern).match(Array(message.utf8)) { known.contains($0) }
    return values?.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      .joined(separator: " ")
  }

  /// Patterns, each with a message and the values in it; nil if it does not match.
  static let samples = LogLine.lines(
    of: "patterns, each with a message and the values that it has by it"
  ).map {
    (pattern: $0.text, message: $0.block.first ?? "", values: $0.block.dropFirst().first)
  }

  @Test("read the text at their placeholders", arguments: samples)
  func matches(sample: (pattern: String, message: String, values: String?)) throws {
    #expect(try match(sample.pattern, sample.message) == sample.values)
  }

  /// Patterns that are none, and why.
  static let refused: [(pattern: String, reason: String?)] =
    LogLine.all("patterns that are none").map { ($0.line, $0.event) } + [
      (
        "{callback}" + String(repeating: " {*}a", count: 200),
        "1001: a pattern may have 1000 characters"
      )
    ]

  @Test("are rejected with the reason and the position", arguments: refused)
  func mistakes(mistake: (pattern: String, reason: String?)) {
    let error = #expect(throws: MessagePatternError.self) { try MessagePattern(mistake.pattern) }
    #expect(error.map { "\($0.column): \($0.message)" } == mistake.reason)
  }

  @Test("are fast for hostile messages", .timeLimit(.minutes(1)))
  func hostile() throws {
    let pattern = "{*} a {*} a {*} a {callback} {scene} {*} b {session}"
    #expect(try match(pattern, String(repeating: "a ", count: 2_000)) == nil)
    #expect(try match("{callback}:{scene}:", String(repeating: ":", count: 4_000)) == nil)
  }

  @Test(
    "cost little for each message, however many wildcards they have",
    arguments: [
      (String(repeating: "{*}a", count: 200) + "{*}b {callback}", "a"),
      (String(repeating: "{*} a", count: 190) + " {callback}", " a"),
      (String(repeating: "{*}aaaa", count: 120) + "b {callback}", "a"),
      (String(repeating: "{*}x", count: 200) + "{callback}", "xy"),
    ])
  func manyWildcards(pattern: String, message: String) throws {
    let bytes = Array(String(repeating: message, count: (16 << 10) / message.utf8.count).utf8)
    let compiled = try MessagePattern(pattern)
    let start = LongEventTests.processorTime
    #expect(compiled.match(bytes) { _ in false } == nil)
    #expect(LongEventTests.processorTime - start < 0.5)
  }

  @Test("cost little for each message, however many there are, and the message is a gap")
  func manyPatterns() throws {
    let pattern = try MessagePattern(String(repeating: "{*}a", count: 150) + "{callback}Q")
    let message = String(repeating: "ab", count: 7_000)
    let calls = ["sceneDidBecomeActive(_:)", message, "sceneDidDisconnect(_:)"]
    let entries = calls.map { #"{"timestamp":"","eventMessage":"\#($0)"}"# }
    let start = LongEventTests.processorTime
    let reading = ForeignReading(
      entries.joined(separator: "\n"),
      patterns: Array(repeating: pattern, count: MessagePattern.countLimit))
    #expect(LongEventTests.processorTime - start < 3)
    #expect(reading.events.count == 3)
    #expect(reading.notes.map { $0.prefix { $0 != ":" } } == ["long-message"])
  }

  @Test("match what a slow and simple matcher matches", arguments: 0..<20 as Range<UInt64>)
  func reference(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func isCallback(_ text: String) -> Bool { ["a", "ab", "a:b", "b"].contains(text) }
    var matched = 0
    let pieces = ["{callback}", "{callback}", "{scene}", "{*}", "{*}", "a", ":", " ", "b "]
    for _ in 0..<5_000 {
      let pattern = (0..<Int.random(in: 1...8, using: &random))
        .map { _ in pieces.randomElement(using: &random)! }.joined()
      guard let compiled = try? MessagePattern(pattern) else { continue }
      let message = (0..<Int.random(in: 0...14, using: &random))
        .map { _ in ["a", "b", ":", " "].randomElement(using: &random)! }.joined()
      let values = compiled.match(Array(message.utf8), isCallback: isCallback)
      let reference = SlowMatcher(compiled.parts, Array(message.utf8), isCallback).values
      #expect(values == reference, "\(pattern) in \(message), seed \(seed)")
      matched += values == nil ? 0 : 1
    }
    #expect(matched > 50)
  }

  @Test("win over the built-in ones, in their order; unknown calls that they find are reported")
  func precedence() throws {
    func entry(_ message: String) -> String {
      #"{"timestamp":"","eventMessage":"\#(message)"}"#
    }
    let patterns = try ["life {callback} of {session}", "life {callback}"].map {
      try MessagePattern($0)
    }
    let reading = ForeignReading(
      [
        "life continue of S", "life continue", "sceneDidDisconnect(_:) scene=A", "life of pie",
        "life goesOn of S", "nothing",
      ].map(entry).joined(separator: "\n"), patterns: patterns)
    #expect(
      reading.events == [
        "1 continue session=S", "2 continue", "3 sceneDidDisconnect(_:) scene=A",
      ])
    #expect(
      reading.notes == [
        "not-lifecycle: 3 log entries are not lifecycle calls",
        "lines-not-read: read 3 of 5 log entries that look like lifecycle calls; not read: \"life of pie\", which has no"
          + " callback that the grammar knows where a pattern has one; \"life goesOn of S\", which has no callback that the"
          + " grammar knows where a pattern has one",
      ])
  }
}

/// Matches a pattern by trying everything in order.
private struct SlowMatcher {
  private let parts: [MessagePattern.Part]
  private let message: [UInt8]
  private let isCallback: (String) -> Bool
  private(set) var values: [String: String]?

  init(_ parts: [MessagePattern.Part], _ message: [UInt8], _ isCallback: @escaping (String) -> Bool)
  {
    self.parts = parts.first == .blanks ? Array(parts.dropFirst()) : parts
    (self.message, self.isCallback) = (message, isCallback)
    values = match(0, message.firstIndex { $0 > 0x20 } ?? message.count, [:])
  }

  private func match(_ part: Int, _ index: Int, _ found: [String: String]) -> [String: String]? {
    if part == parts.count { return found }
    switch parts[part] {
    case .text(let text):
      guard message[index...].starts(with: text) else { return nil }
      return match(part + 1, index + text.count, found)
    case .blanks:
      let end = message[index...].firstIndex { $0 > 0x20 } ?? message.count
      return end > index ? match(part + 1, end, found) : nil
    case .anything:
      return (index...message.count).lazy.compactMap { match(part + 1, $0, found) }.first
    case .value(let name):
      let limit = message[index...].firstIndex { $0 <= 0x20 } ?? message.count
      var ends = [limit]
      if part + 1 < parts.count, case .text(let text) = parts[part + 1] {
        ends = (index..<limit).filter { message[$0...].starts(with: text) }
      }
      for end in ends where end > index {
        let text = String(decoding: message[index..<end], as: UTF8.self)
        if name == "callback", !isCallback(text) { continue }
        if let result = match(part + 1, end, found.merging([name: text]) { $1 }) { return result }
      }
      return nil
    }
  }
}

extension MessagePattern {
  /// The match of a message that may cost as much as one message may.
  fileprivate func match(
    _ message: [UInt8], isCallback: (String) -> Bool
  ) -> [String: String]? {
    var budget = Self.costLimit
    return match(message, within: &budget, isCallback: isCallback)
  }
}
