import TestSupport
import Testing
import TraceModel
import TraceReading

/// The scanner has to read any event into a store exactly like jansson, above all one that looks like those before it.
@Suite("Events scanned into a store") struct StoreScannerTests {
  /// Values that a member may have, most of them ordinary ones.
  private static let values = [
    "\"a\"", "\"b\"", "\"0F3B-77\"", "\"a longer text of more than sixteen bytes\"", "7", "42",
    "1.5", "-0",
    "1760000000.125", "null", "true", "[]", "[\"s\"]", "[\"s\",\"t\"]",
    "{\"urls\":[1,2],\"x\":\"y\"}",
    "{\"a\":{\"b\":[1,{\"c\":null}]}}", "\"\"", "\"caf\\u00e9\"", "\"café\"", "\"a\\/b\"", "1e3",
    "\"begin\"",
    "\"end\"", "\"notification\"", "\"2026-11-27T01:02:03Z\"",
  ]

  /// Lines with the same members, of which some have a value for each line and the others one for all.
  static func lines(using random: inout SeededGenerator) -> [String] {
    let names = [
      "session", "scene", "process", "time", "role", "state", "thread", "kind", "phase", "duration",
      "sessions", "options", "unknown", "x y", "lost",
    ].shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random))
    let space = ["", "", "", " ", "\t "].randomElement(using: &random) ?? ""
    let fitting = Int.random(in: 0..<3, using: &random) > 0
    func value(_ name: String) -> String {
      let all = fitting ? Self.fitting[name] ?? values : values
      return all.randomElement(using: &random) ?? "1"
    }
    let constant = names.map { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let constants = names.map(value)
    return (0..<Int.random(in: 2...14, using: &random)).map { _ in
      var members = [
        "\"callback\":\(space)\"\(["a", "b", "sceneDidBecomeActive(_:)", "é"].randomElement(using: &random) ?? "")\""
      ]
      for (index, name) in names.enumerated() {
        members.append("\"\(name)\":\(space)\(constant[index] ? constants[index] : value(name))")
      }
      return "{" + members.joined(separator: "," + space) + space + "}"
    }
  }

  /// Values that members with a meaning may have.
  private static let fitting: [String: [String]] = [
    "time": ["1", "2.5", "1760000000.125", "null", "\"2026-11-27T01:02:03Z\""],
    "duration": ["0", "0.25", "null"], "kind": ["\"delegate\"", "\"notification\"", "\"action\""],
    "phase": ["\"begin\"", "\"end\""], "sessions": ["[]", "[\"s\"]", "[\"s\",\"t\"]"],
    "session": ["\"s\"", "\"t\"", "\"0F3B\"", "\"é\"", "7"], "scene": ["\"0x1\"", "\"0x2\"", "9"],
    "process": ["4021", "4022"], "role": ["\"r\"", "null"],
    "options": ["{\"urls\":[]}", "{\"urls\":[1,2]}", "{}", "null"], "lost": ["null"],
  ]

  static let members = [
    EventMembers.uiScene,
    EventMembers(
      single: ["process", "session", "scene", "role", "state", "options.urls", "thread"],
      sets: ["sessions"], firstLoose: 4, firstLenient: 6, identityCount: 3),
    EventMembers(
      single: ["pair", "session", "scene", "unknown"], sets: ["sessions", "options"], firstLoose: 3,
      identityCount: 3, joined: [EventMembers.Joined(place: 0, parts: [1, 2])]),
  ]

  private func complaint(_ text: [UInt8], _ members: EventMembers) -> String? {
    var manner = Reading.Manner()
    manner.members = members
    let scanned = Reading(text, manner)
    manner.usesScanner = false
    return scanned.difference(from: Reading(text, manner))
  }

  @Test("are those that jansson reads, also in lines and lists of events that look alike")
  func likeJansson() {
    var accepted = 0
    for seed in 1...600 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let lines = Self.lines(using: &random)
      let isList = Int.random(in: 0..<3, using: &random) == 0
      let joined = lines.joined(separator: isList ? ",\n" : "\n")
      var text = Array((isList ? "[\(joined)]" : joined).utf8)
      if Int.random(in: 0..<3, using: &random) == 0 { text = mutated(text, using: &random) }
      let members = Self.members.randomElement(using: &random) ?? .uiScene
      if complaint(text, members) == nil {
        accepted += Reading(text, Reading.Manner()).error == nil ? 1 : 0
        continue
      }
      let short = shrunk(text) { complaint($0, members) != nil }
      Issue.record("seed \(seed): \(complaint(short, members) ?? "")\n\(legible(short))")
      return
    }
    #expect(accepted > 150)
  }
}
