import TestSupport
import Testing
import TraceModel
import TraceReading

/// Returns its bytes and then fails instead of ending.
private final class BreakingSource: ByteSource {
  private let memory: MemorySource
  init(_ bytes: [UInt8]) { memory = MemorySource(bytes) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = memory.read(into: buffer)
    if count == 0 { throw ByteSourceError("input/output error") }
    return count
  }
}

/// The result of reading does not depend on where the chunks end in which the bytes are read.
@Suite("A trace that is read in chunks") struct ChunkTests {
  /// The first difference between reading at once and reading in chunks, waiting for whole ones or not.
  private func difference(
    _ text: [UInt8], _ manner: Reading.Manner, chunkSize: Int, expected: Reading
  ) -> String? {
    for fillsUp in [true, false] {
      var chunks = manner
      (chunks.chunkSize, chunks.fillsUp) = (chunkSize, fillsUp)
      if let difference = Reading(text, chunks).difference(from: expected) {
        return "chunks of \(chunkSize)\(fillsUp ? "" : ", at once"): \(difference)"
      }
    }
    return nil
  }

  private static let event = #"{"callback":"a","session":"s"}"#
  /// The beginning of a string, or of a list of objects, that looks like events.
  private static let decoy = #"},{"callback":"x"},{"callback":"y"},{ "#
  private static let nested = #"{"callback":"b","x":[{},{"callback":"x"},{"callback":"y"} , {}]}"#
  private static let quoting = #"{"callback":"b","x":"\#(decoy)"}"#
    .replacing(decoy, with: decoy.replacing("\"", with: "\\\""))
  private static let escaping = #"{"callback":"\\\"","x":"\\"}"#
  private static let enormous =
    #"{"callback":"c","x":["#
    + Array(repeating: event, count: 25).joined(separator: ",") + "]}"

  static let lists: [[String]] = [
    [], [event], [event, event], Array(repeating: event, count: 12),
    [event, nested, event, nested, nested, event, event], [event, event, quoting, quoting, event],
    Array(repeating: nested, count: 9), Array(repeating: quoting, count: 9),
    [event, escaping, escaping, escaping, event], [event, event, enormous, event, event],
    [event, enormous, enormous],
    // Faults.
    [event, event, event, "7", event, event], [event, event, event, #"{"x":1}"#, nested, event],
    [event, event, "\(event) \(event)", event, event], [event, event, event, event, ""],
    [event, "", event, event], [event, event, event, #"{"callback":"a"#],
    [event, event, #"{"callback":"a","x":"\#(decoy)"}"#, event, event],
    [event, event, event + "]", event, event, event], [event, event, event + "] é", nested],
    [event, event, event, event + #"],"x":[{},{"callback":"x"}"#],
    [event, event, event, event, "\"é\""], [event, event, "[\(event),\(event)]", event, event],
    [event, event, event, "{\"callback\":\"\u{1}\"}"], [event, event, event + "}", event],
  ]

  @Test("is the same wherever they end, however a list is written", arguments: lists)
  func borders(events: [String]) {
    for separator in [",", " , ", "\r\n,\r\n\t"] {
      let list = "[" + events.joined(separator: separator) + "]"
      let metadata = #""metadata":{"os":"iOS 18.4"}"#
      let texts = [
        list, "\u{FEFF}[ " + list.dropFirst() + "\r\n", String(list.dropLast()), list + ",{}",
        #"{\#(metadata),"events":\#(list)}"#,
        #"{"events":\#(list),"format":"callorder.trace/1",\#(metadata),"x":[{},{},{}]}"#,
        #"{"events":\#(list),"x":[{},{},{}]} é"#,
      ]
      for text in texts.map({ Array($0.utf8) }) {
        let manner = Reading.Manner()
        let expected = Reading(text, manner)
        for chunkSize in [8, 33, 62, 100, 257] {
          let found = difference(text, manner, chunkSize: chunkSize, expected: expected)
          #expect(found == nil, "\(legible(text))")
          if found != nil { return }
        }
      }
    }
  }

  @Test("is the same, whatever the bytes are")
  func fuzz() {
    for seed in 0..<UInt64(1_000) {
      var trace = RandomTrace(seed: seed, identities: EventMembers.uiScene.single)
      var text = trace.text()
      if trace.chance(2) { text = mutated(text, using: &trace.random) }
      var manner = Reading.Manner()
      manner.usesScanner = !trace.chance(4)
      if trace.chance(8) { manner.limits.eventCount = trace.below(6) }
      let chunkSize = 1 + trace.below(trace.chance(2) ? 60 : 400)
      let isLimited = trace.chance(6)
      if isLimited { manner.limits.eventSizeInBytes = 10 + trace.below(150) }
      let expected = Reading(text, manner)
      // How much of a beginning that does not fit is there when that is noticed depends on the chunks.
      if isLimited, expected.events.isEmpty { continue }
      let found = difference(text, manner, chunkSize: chunkSize, expected: expected)
      #expect(found == nil, "seed \(seed): \(legible(text))")
      if found != nil { return }
    }
  }

  @Test("ends with the fault of a failing source after its bytes")
  func failing() {
    for seed in 0..<UInt64(300) {
      var trace = RandomTrace(seed: seed, identities: EventMembers.uiScene.single)
      var text = trace.text()
      if trace.chance(2) { text = mutated(text, using: &trace.random) }
      text.removeLast(trace.below(text.count + 1))
      var manner = Reading.Manner()
      let expected = Reading(BreakingSource(text), manner)
      for chunkSize in [1, 7, 40, 90] {
        manner.chunkSize = chunkSize
        let found = Reading(BreakingSource(text), manner).difference(from: expected)
        #expect(found == nil, "seed \(seed): \(legible(text))")
        if found != nil { return }
      }
    }
  }
}
