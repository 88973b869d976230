import TestSupport
import Testing
@testable import TraceChecking

@Suite("Tombstones") struct TombstonesTests {
  private static func gaps(_ number: UInt32) -> UInt32 { number / 3 % 2 }

  @Test("are kept while their number grows")
  func growth() {
    var tombstones = Tombstones(limit: 1_000)
    for number in 1...UInt32(700) {
      let record = SubjectRecord(hash: UInt64(number), firstEvent: number, gaps: number / 2)
      tombstones.add(record, EventTrail(), vectors: [VectorID(rawValue: number)])
    }
    tombstones.checkInvariants()
    for number in 1...UInt32(700) {
      let found = tombstones.take(UInt64(number))
      #expect(found?.record.firstEvent == number && found?.record.gaps == number / 2)
      #expect(found?.vectors == [VectorID(rawValue: number)])
    }
  }

  @Test("take 40 bytes each where subjects end alike")
  func size() {
    var tombstones = Tombstones(limit: 1 << 17)
    for number in 1...UInt32(1 << 17) {
      // Each third one ends in a way of its own, but not a new one.
      let record = SubjectRecord(
        hash: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, firstEvent: number, gaps: 0)
      tombstones.add(
        record, EventTrail(), vectors: Array(repeating: VectorID(rawValue: number % 3), count: 5))
    }
    #expect(tombstones.usedBytes < 40 << 17)
    tombstones.checkInvariants()
  }

  @Test("keep what they share for as long as one of them needs it")
  func sharedContexts() {
    let limit = 20
    var tombstones = Tombstones(limit: limit)
    func ending(_ number: Int) -> UInt32 { number % 7 < 3 ? UInt32(number % 2) : UInt32(number) }
    for number in 1...500 {
      let record = SubjectRecord(
        hash: UInt64(number) << 54 | UInt64(number % 4), firstEvent: UInt32(number), gaps: 0)
      tombstones.add(record, EventTrail(), vectors: [VectorID(rawValue: ending(number))])
      tombstones.checkInvariants()
      guard number % 50 == 0 else { continue }
      for old in number - limit + 1...number {
        let found = tombstones.take(UInt64(old) << 54 | UInt64(old % 4))
        #expect(
          found?.vectors == [VectorID(rawValue: ending(old))]
            && found?.record.firstEvent == UInt32(old))
      }
    }
  }

  @Test("remember the last ones, and each once", arguments: 0..<20 as Range<UInt64>)
  func sameAsADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = Int.random(in: 1...6, using: &random)
    let runCount = Int.random(in: 0...3, using: &random)
    var tombstones = Tombstones(limit: limit)
    // The last addition for every hash, unless it was taken, by the number of the addition.
    var added: [(hash: UInt64, number: UInt32)] = []
    var taken: Set<UInt32> = []
    for number in 1..<UInt32(200) {
      let hash = UInt64.random(in: 0..<9, using: &random)
      if Int.random(in: 0..<3, using: &random) > 0 {
        let vectors = (0..<runCount).map { number * 10 + UInt32($0) }
        var trail = EventTrail()
        trail.lastEvent = number
        // Some subjects have the context of the previous one, others do not.
        let gaps = Self.gaps(number)
        tombstones.add(
          SubjectRecord(hash: hash, firstEvent: number, gaps: gaps), trail,
          vectors: vectors.map { VectorID(rawValue: $0) })
        added.append((hash, number))
      } else {
        // A row that was taken or added again still counts towards the limit.
        let expected = added.suffix(limit).last { $0.hash == hash }.flatMap {
          taken.contains($0.number) ? nil : $0.number
        }
        let found = tombstones.take(hash)
        #expect(found?.record.firstEvent == expected, "seed \(seed), \(number)")
        #expect(found?.trail.lastEvent == expected)
        #expect(found?.record.gaps == expected.map(Self.gaps))
        if let expected {
          let vectors = found?.vectors.map(\.rawValue)
          #expect(vectors == (0..<runCount).map { expected * 10 + UInt32($0) })
          taken.insert(expected)
        }
      }
      tombstones.checkInvariants()
    }
    #expect(!taken.isEmpty)
  }
}
