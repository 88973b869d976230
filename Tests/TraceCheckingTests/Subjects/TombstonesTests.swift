import TestSupport
import Testing
import TraceAutomata

@testable import TraceChecking

@Suite("Tombstones") struct TombstonesTests {
  private static func gaps(_ number: UInt32) -> UInt32 { number / 3 % 2 }

  @Test("are kept while their number grows")
  func growth() {
    var tombstones = Tombstones(limit: 1_000, runCount: 1)
    for number in 1...UInt32(700) {
      let record = SubjectRecord(hash: UInt64(number), firstEvent: number, gaps: number / 2)
      tombstones.add(record, EventTrail()).initialize(to: VectorID(rawValue: number))
    }
    tombstones.checkInvariants()
    for number in 1...UInt32(700) {
      let found = tombstones.take(UInt64(number))
      #expect(found?.record.firstEvent == number && found?.record.gaps == number / 2)
      #expect(found?.vectors.pointee.rawValue == number)
    }
  }

  @Test("remember the last ones, and each once", arguments: 0..<20 as Range<UInt64>)
  func sameAsADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = Int.random(in: 1...6, using: &random)
    let runCount = Int.random(in: 0...3, using: &random)
    var tombstones = Tombstones(limit: limit, runCount: runCount)
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
        let room = tombstones.add(
          SubjectRecord(hash: hash, firstEvent: number, gaps: gaps), trail)
        for (index, vector) in vectors.enumerated() {
          (room + index).initialize(to: VectorID(rawValue: vector))
        }
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
          let vectors = found.map { found in (0..<runCount).map { found.vectors[$0].rawValue } }
          #expect(vectors == (0..<runCount).map { expected * 10 + UInt32($0) })
          taken.insert(expected)
        }
      }
      tombstones.checkInvariants()
    }
    #expect(!taken.isEmpty)
  }
}
