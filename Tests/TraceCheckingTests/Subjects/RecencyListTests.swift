import TestSupport
import Testing

@testable import TraceChecking

@Suite("A list by recency") struct RecencyListTests {
  @Test("keeps the order of an array", arguments: 0..<20 as Range<UInt64>)
  func sameAsAnArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = RecencyList()
    var model: [Int] = []
    for _ in 0..<300 {
      let slot = Int.random(in: 0..<20, using: &random)
      if Bool.random(using: &random) {
        list.append(slot)
        if !model.contains(slot) { model.append(slot) }
      } else {
        list.remove(slot)
        model.removeAll { $0 == slot }
      }
      #expect(list.checkedSlots() == model, "seed \(seed)")
      #expect(list.oldest == model.first && list.count == model.count)
      #expect((0..<25).filter(list.contains) == model.sorted())
    }
  }
}
