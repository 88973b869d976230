import TestSupport
import Testing

@testable import TraceChecking

@Suite("Tombstones") struct TombstonesTests {
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
        tombstones.add(
          SubjectRecord(hash: hash, firstEvent: number, gaps: 0), trail,
          vectors: vectors)
        added.append((hash, number))
      } else {
        // A row that was taken or added again still counts towards the limit.
        let expected = added.suffix(limit).last { $0.hash == hash }.flatMap {
          taken.contains($0.number) ? nil : $0.number
        }
        let found = tombstones.take(hash)
        #expect(found?.record.firstEvent == expected, "seed \(seed), \(number)")
        #expect(found?.trail.lastEvent == expected)
        if let expected {
          #expect(
            found.map { Array($0.vectors) } == (0..<runCount).map { expected * 10 + UInt32($0) })
          taken.insert(expected)
        }
      }
      tombstones.checkInvariants()
    }
    #expect(!taken.isEmpty)
  }
}
