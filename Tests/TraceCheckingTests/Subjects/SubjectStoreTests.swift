import TestSupport
import Testing
import TraceGrammar
import TraceModel

@testable import TraceChecking

@Suite("A store of subjects") struct SubjectStoreTests {
  private static func withBytes<Result>(
    _ name: String, _ body: (UnsafeRawBufferPointer, UInt64) -> Result
  ) -> Result {
    var name = name
    // The hash is only the length, so that there are many collisions.
    return name.withUTF8 { body(UnsafeRawBufferPointer($0), UInt64($0.count)) }
  }

  @Test("contains the same as a dictionary", arguments: 0..<20 as Range<UInt64>)
  func sameAsADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var store = SubjectStore()
    var model: [String: (slot: Int, event: UInt32)] = [:]
    var total = 0
    for event in 1..<UInt32(300) {
      let length = [0, 1, 7, 8, 47, 48, 49, 100].randomElement(using: &random) ?? 0
      let letter = ["a", "b", "c", "ü"].randomElement(using: &random) ?? "a"
      let name = String(repeating: letter, count: length)
      let found = Self.withBytes(name) { store.find($0, hash: $1) }
      #expect(found == model[name]?.slot, "seed \(seed)")
      if let known = model[name] {
        let (knownName, firstEvent) = (store.name(known.slot), store.records[known.slot].firstEvent)
        #expect(knownName == name && firstEvent == known.event)
        if Bool.random(using: &random) {
          let generation = store.records[known.slot].generation
          store.remove(known.slot)
          model[name] = nil
          let (isUsed, other) = (store.isUsed(known.slot), store.records[known.slot].generation)
          #expect(!isUsed && other != generation)
        }
      } else {
        let slot = Self.withBytes(name) {
          store.insert($0, hash: $1, event: event, gaps: 0, tombstone: nil)
        }
        total += 1
        #expect(!model.values.contains { $0.slot == slot }, "seed \(seed)")
        #expect(store.records[slot].serial == UInt32(total))
        model[name] = (slot, event)
      }
      store.checkInvariants()
    }
    #expect(store.totalCount == total)
  }

  @Test("recognizes a forgotten subject by its tombstone")
  func tombstone() {
    var store = SubjectStore()
    var record = SubjectRecord(hash: 1, firstEvent: 7, gaps: 2)
    (record.alias.key, record.serial, record.alias.isNamed) = (9, 3, true)
    var tombstones = Tombstones(limit: 1)
    tombstones.add(record, EventTrail(), vectors: [])
    let slot = Self.withBytes("x") {
      store.insert($0, hash: $1, event: 20, gaps: 5, tombstone: tombstones.take(record.hash))
    }
    #expect(store.records[slot].firstEvent == 7 && store.records[slot].serial == 3)
    #expect(store.records[slot].gaps == 2 && store.records[slot].alias.key == 0)
    #expect(!store.records[slot].alias.isNamed)
    #expect(store.totalCount == 0)
    store.checkInvariants()
  }
}
