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

/// Batches of a list are split where events seem to end. The result does not depend on where that is.
@Suite("A list of events, decoded in parts") struct ListFeederTests {
  /// How many batches are in flight with one thread and with several.
  private static let windows = [1, 8]

  /// The first difference between reading at once and reading in parts.
  private func difference(
    _ text: [UInt8], _ manner: Reading.Manner, batchSize: Int, expected: Reading? = nil
  ) -> String? {
    let expected = expected ?? Reading(text, manner)
    for window in Self.windows {
      var parts = manner
      (parts.usesFeeder, parts.window, parts.batchSize) = (true, window, batchSize)
      if let difference = Reading(text, parts).differenceAcrossBatches(from: expected) {
        return "window \(window), batches of \(batchSize): \(difference)"
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
    // Faults, which end decoding in parts.
    [event, event, event, "7", event, event], [event, event, event, #"{"x":1}"#, nested, event],
    [event, event, "\(event) \(event)", event, event], [event, event, event, event, ""],
    [event, "", event, event], [event, event, event, #"{"callback":"a"#],
    [event, event, #"{"callback":"a","x":"\#(decoy)"}"#, event, event],
    [event, event, event + "]", event, event, event], [event, event, event + "] é", nested],
    [event, event, event, event + #"],"x":[{},{"callback":"x"}"#],
    [event, event, event, event, "\"é\""], [event, event, "[\(event),\(event)]", event, event],
    [event, event, event, "{\"callback\":\"\u{1}\"}"], [event, event, event + "}", event],
  ]

  @Test("reads the same wherever batches end, however it is written", arguments: lists)
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
        for batchSize in [8, 33, 62, 100, 257] {
          let found = difference(text, manner, batchSize: batchSize, expected: expected)
          #expect(found == nil, "\(legible(text))")
          if found != nil { return }
        }
      }
    }
  }

  @Test("reads the same, whatever the bytes are")
  func fuzz() {
    for seed in 0..<UInt64(1_000) {
      var trace = RandomTrace(seed: seed, identities: EventMembers.uiScene.single)
      var text = trace.text()
      if trace.chance(2) { text = mutated(text, using: &trace.random) }
      var manner = Reading.Manner()
      manner.usesScanner = !trace.chance(4)
      if trace.chance(8) { manner.limits.eventCount = trace.below(6) }
      let batchSize = trace.chance(2) ? 1 + trace.below(60) : 1 + trace.below(400)
      if trace.chance(6) {
        // How much of a header that does not fit is there when that is noticed depends on the batches.
        manner.batchSize = batchSize
        manner.limits.eventSizeInBytes = 10 + trace.below(150)
      }
      let found = difference(text, manner, batchSize: batchSize)
      #expect(found == nil, "seed \(seed): \(legible(text))")
      if found != nil { return }
    }
  }

  @Test("reports a failing source after its bytes, wherever batches end")
  func failing() {
    for seed in 0..<UInt64(300) {
      var trace = RandomTrace(seed: seed, identities: EventMembers.uiScene.single)
      var text = trace.text()
      if trace.chance(2) { text = mutated(text, using: &trace.random) }
      text.removeLast(trace.below(text.count + 1))
      var manner = Reading.Manner()
      let expected = Reading(BreakingSource(text), manner)
      for (batchSize, usesFeeder) in [(7, false), (40, true), (90, true), (40, false), (1, true)] {
        (manner.batchSize, manner.usesFeeder, manner.window) = (batchSize, usesFeeder, 3)
        let reading = Reading(BreakingSource(text), manner)
        let found = reading.differenceAcrossBatches(from: expected)
        #expect(found == nil, "seed \(seed): \(legible(text))")
        if found != nil { return }
      }
    }
  }

  @Test("is in fact decoded in parts, up to its last event, across cuts within events")
  func parts() throws {
    let events = (0..<200).map { $0 % 3 == 0 ? Self.nested : Self.event }
    let text = Array(("[" + events.joined(separator: ",") + "]").utf8)
    var reader = TraceReader(MemorySource(text), members: .uiScene, batchSize: 100)
    var batch = EventBatch(byteCapacity: 64)
    #expect(try reader.next(into: &batch))
    var count = batch.events.count
    var parts = reader.makeFeeder()
    while parts == nil {
      #expect(try reader.next(into: &batch))
      count += batch.events.count
      parts = reader.makeFeeder()
    }
    let list = try #require(parts)
    var ledger = list.ledger
    while list.feeder.fill(&batch) {
      ledger.accept(ledger.decode(&batch), of: &batch)
      count += batch.events.count
    }
    #expect(!ledger.hasEnded)
    #expect(count == events.count - 1)
    reader.resume(after: list.feeder, ledger)
    #expect(try reader.next(into: &batch))
    #expect(batch.events.count == 1)
    let hasMore = try reader.next(into: &batch)
    #expect(!hasMore)
  }
}
