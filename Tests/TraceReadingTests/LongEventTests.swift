import Foundation
import TestSupport
import Testing
import TraceModel
import TraceReading

/// The time for reading an event grows linearly with its bytes, not with their square.
@Suite("An event of many parts") struct LongEventTests {
  /// The processor time of this thread, in seconds. What else the machine does hardly matters to it.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The least processor time of reading, in seconds.
  private func time(_ text: [UInt8]) -> Double {
    let times = (0..<7).map { _ in
      let start = Self.processorTime
      let reading = Reading(text, Reading.Manner())
      #expect(reading.events.count == 1)
      return Self.processorTime - start
    }
    return times.min() ?? 0
  }

  static let makers: [@Sendable (Int) -> String] = [
    { count in (0..<count).map { ",\"m\($0)\":1" }.joined() },
    { count in ",\"sessions\":[" + (0..<count).map { "\"\($0)\"" }.joined(separator: ",") + "]" },
    { count in ",\"x\":{" + (0..<count).map { "\"m\($0)\":1" }.joined(separator: ",") + "}" },
    { count in ",\"x\":[" + (0..<count).map { _ in "{}" }.joined(separator: ",") + "]" },
    { count in ",\"x\":\"" + String(repeating: "\\u00e9é", count: count) + "\"" },
  ]

  @Test("is read in time that grows linearly with its size", arguments: makers.indices)
  func linear(index: Int) {
    func text(_ count: Int) -> [UInt8] {
      Array("{\"callback\":\"a\"\(Self.makers[index](count))}".utf8)
    }
    let (small, large) = (time(text(2_000)), time(text(32_000)))
    // Sixteen times the size; the square would be 256.
    #expect(large < small * 64 + 0.05, "\(small) and \(large) s")
  }

  @Test("distinguishes its names, however many there are")
  func names() {
    var seen = NamesSeen()
    var random = SeededGenerator(seed: 3)
    let hashes = (0..<4_000).map { _ in UInt64.random(in: 0 ... .max, using: &random) | 1 }
    for _ in 0..<20 {
      seen.beginEvent()
      let objects = [seen.beginObject(), seen.beginObject()]
      var known: [Set<UInt64>] = [[], []]
      for _ in 0..<Int.random(in: 1...3_000, using: &random) {
        let hash = hashes[Int.random(in: 0..<4_000, using: &random)]
        let object = Int.random(in: 0...1, using: &random)
        #expect(seen.insert(hash, in: objects[object]) == known[object].insert(hash).inserted)
      }
    }
  }
}
