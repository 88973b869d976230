import TestSupport
import Testing
import TraceModel
import TraceReading

/// The scanner has to read any text exactly like jansson, and as documented.
@Suite("Arbitrary bytes in a reader", .seeds) struct ReaderFuzzTests {
  private static let kinds: [EventMembers] = [
    .uiScene, .uiScene, EventMembers(single: [], set: nil),
    EventMembers(single: ["scene", "role", "uid", "thread"], set: "scenes"),
    EventMembers(
      single: ["host", "wire", "packet", "b", "c", "d", "e", "f", "time", "kind"], set: nil),
    EventMembers(single: ["a_name_longer_than_a_word", "session"], set: "session"),
  ]

  /// A text made from a seed, and how to read it.
  private struct Sample {
    var seed: UInt64
    var text: [UInt8]
    var manner = Reading.Manner()

    init(seed: UInt64) {
      self.seed = seed
      var members = EventMembers.uiScene
      var trace = RandomTrace(seed: seed, identities: members.single + ["sessions"])
      if trace.chance(4), let other = kinds.randomElement(using: &trace.random) {
        members = other
        trace.identities = other.single + other.sets + ["session", "scene"]
      }
      manner.members = members
      if trace.chance(20) { manner.limits.nameLengthInBytes = 8 }
      if trace.chance(40) { manner.limits.eventCount = 3 }
      text = trace.text()
      if !trace.chance(3) { text = mutated(text, using: &trace.random) }
    }

    func reading(
      _ text: [UInt8], usesScanner: Bool = true, step: Int = 1 << 20, fillsUp: Bool = true
    ) -> Reading {
      var manner = manner
      manner.usesScanner = usesScanner
      (manner.step, manner.fillsUp) = (step, fillsUp)
      return Reading(text, manner)
    }
  }

  /// Searches for a text with a complaint, and reports the complaint for the shortest such text.
  private func search(_ count: UInt64, _ complaint: (Sample, [UInt8]) -> String?) {
    var failures = 0
    for seed in Effort.seeds(count, from: 1) where failures < 3 {
      let sample = Sample(seed: seed)
      if complaint(sample, sample.text) == nil { continue }
      failures += 1
      let short = shrunk(sample.text) { complaint(sample, $0) != nil }
      Issue.record(
        "seed \(sample.seed), \(sample.manner.members): \(complaint(sample, short) ?? "")\n\(legible(short))"
      )
    }
  }

  @Test("are read the same with the scanner and without it")
  func scanner() {
    search(2_000) { sample, text in
      sample.reading(text).difference(from: sample.reading(text, usesScanner: false))
    }
  }

  @Test("are read as the documented format says")
  func reference() {
    search(1_000) { sample, text in
      let reference = ReferenceReader(members: sample.manner.members, limits: sample.manner.limits)
      let expected = reference.read(text)
      let reading = sample.reading(text)
      if (expected == nil) != (reading.error != nil) {
        return expected == nil
          ? "should be rejected" : "should be accepted: \(reading.error.map { "\($0)" } ?? "")"
      }
      var wanted = Reading()
      wanted.events = expected ?? []
      var found = Reading()
      found.events = expected == nil ? [] : reading.events
      return found.difference(from: wanted)
    }
  }

  @Test("are read the same however few come at a time", arguments: [1, 7, 4096])
  func steps(step: Int) {
    search(100) { sample, text in
      sample.reading(text, step: step).difference(from: sample.reading(text))
        ?? sample.reading(text, step: step, fillsUp: false).difference(from: sample.reading(text))
    }
  }

  @Test("are read the same wherever a chunk of the usual size ends")
  func chunks() {
    search(8) { sample, text in
      var random = SeededGenerator(seed: sample.seed)
      guard let place = text.firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == 0x0A }) else {
        return nil
      }
      // Some spaces early in the text move the end of the first chunk to any offset after them.
      let rest = text.count - place - 1
      let end = Int.random(in: 0...rest, using: &random)
      let blanks = max(0, sample.manner.chunkSize - place - 1 - end)
      var padded = text
      padded.insert(contentsOf: repeatElement(0x20, count: blanks), at: place + 1)
      let expected = sample.reading(padded, usesScanner: false)
      return sample.reading(padded).difference(from: expected)
        ?? sample.reading(padded, step: 4096).difference(from: expected)
    }
  }

  @Test(
    "are not the name of a member if they end in a NUL", arguments: ["kind", "time", "session"])
  func nul(name: String) {
    let bytes = Array("[{\"callback\":\"a\",\"\(name)\0\":null}]".utf8)
    var manner = Reading.Manner()
    #expect(Reading(bytes, manner).error?.message == "control character 0x0")
    manner.usesScanner = false
    #expect(Reading(bytes, manner).error?.message == "control character 0x0")
  }

  /// Texts with a NUL byte, or an escaped one, where other control characters are rejected.
  static let zeroTexts = [
    "{\"callback\":\"a\",\"x\":123\0}", "{\"callback\":\"a\",\"x\":true\0}",
    "{\"callback\":\"a\",\"x\":null\0,\"y\":1}", "{\"callback\":\"a\",\"time\":1.5\0}",
    "{\"callback\":\"a\",\"process\":7\0}", "{\"callback\":\"a\"\0}", "{\"callback\":\0\"a\"}",
    "{\"callback\":\"a\",\"x\":[1\0]}", "{\"callback\":\"a\",\"x\":{\"y\":false\0}}",
    "{\"callback\":\"a\"}\0", "{\"callback\":\"a\",\"x\\u0000\":1}",
    "{\"callback\":\"a\",\"time\\u0000\":1}", "{\"callback\":\"a\",\"x\":{\"\\u0000\":1}}",
    "{\"callback\":\"a\",\"x\":\"\\u0000\"}", "{\"callback\":\"a\",\"x\":[\"a\\u0000\"]}",
  ]

  @Test("are rejected with a NUL anywhere, in every shape", arguments: zeroTexts)
  func zeros(event: String) {
    let plain = #"{"callback":"b"}"#
    let shapes = [
      event, "\(plain)\n\(event)\n\(plain)", "[\(event)]", "[\(plain),\n\(event),\(plain)]",
      "{\"events\":[\(plain),\(event)]}", "{\"metadata\":{}}\n\(event)",
      "{\"metadata\":\(event)}\n\(plain)", "{\"metadata\":\(event),\"events\":[\(plain)]}",
      "{\"events\":[\(plain)],\"x\":\(event)}",
    ]
    for shape in shapes {
      for usesScanner in [true, false] {
        var manner = Reading.Manner()
        manner.usesScanner = usesScanner
        let error = Reading(Array(shape.utf8), manner).error
        #expect(error != nil, "\(legible(Array(shape.utf8)))")
      }
    }
  }

  @Test("do not confuse a number with a name that came before")
  func staleName() {
    let first = "{\"callback\":\"a\",\"process\":7,\"x\":1}\n"
    let filler = String(repeating: " ", count: Reading.Manner().chunkSize * 2)
    let rest = #"""
      {"callback":"a","session":"1e5"}
      {"callback":"a","process":1e5,"x":1}
      """#
    let bytes = Array("\(first)\(filler)\n\(rest)".utf8)
    var manner = Reading.Manner()
    let scanned = Reading(bytes, manner)
    manner.usesScanner = false
    #expect(scanned == Reading(bytes, manner))
    #expect(scanned.error != nil)
  }
}
