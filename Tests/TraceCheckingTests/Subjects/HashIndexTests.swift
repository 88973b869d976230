import TestSupport
import Testing

@testable import TraceChecking

@Suite("An index by hash") struct HashIndexTests {
  @Test(
    "finds the same as a dictionary, whatever was added and removed",
    arguments: 0..<20 as Range<UInt64>)
  func sameAsADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var index = HashIndex()
    var model: [UInt64: Set<Int>] = [:]
    // Few buckets with many pairs each, so that probing and shifting back are tested.
    let bits = UInt64.random(in: 2...40, using: &random)
    for _ in 0..<400 {
      let hash =
        UInt64.random(in: 0..<bits, using: &random) << UInt64.random(in: 0...6, using: &random)
      let number = Int.random(in: 0..<5, using: &random)
      if Int.random(in: 0..<5, using: &random) < 3 {
        if model[hash, default: []].insert(number).inserted { index.insert(hash, number) }
      } else {
        model[hash]?.remove(number)
        index.remove(hash, number)
      }
      index.checkInvariants()
      #expect(index.count == model.values.reduce(0) { $0 + $1.count })
      for (hash, numbers) in model {
        for number in 0..<5 {
          let found = index.find(hash) { $0 == number }
          #expect(found == (numbers.contains(number) ? number : nil), "seed \(seed)")
        }
      }
    }
  }

  @Test("keeps every pair while it grows")
  func growth() {
    var index = HashIndex()
    for number in 0..<5_000 { index.insert(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, number) }
    index.checkInvariants()
    for number in 0..<5_000 {
      #expect(index.find(UInt64(number) &* 0x9E37_79B9_7F4A_7C15) { _ in true } == number)
    }
  }
}
