import TestSupport
import Testing
@testable import TraceChecking
import TraceGrammar
import TraceModel

@Suite("Runs and recent events") struct RunStoreTests {
  @Test("stay with their subjects while the store grows", arguments: 0...3)
  func sameAsADictionary(runCount: Int) {
    var random = SeededGenerator(seed: UInt64(runCount))
    var store = RunStore(runCount: runCount)
    var events: [Int: [UInt32]] = [:]
    var vectors: [Int: [UInt32]] = [:]
    for event in 1..<UInt32(2_000) {
      let slot = Int.random(in: 0..<200, using: &random)
      if events[slot] == nil || Int.random(in: 0..<20, using: &random) == 0 {
        store.add(slot)
        events[slot] = []
        vectors[slot] = (0..<runCount).map { event + UInt32($0) }
        for run in 0..<runCount {
          store[slot, run] = Run(vector: VectorID(rawValue: event + UInt32(run)))
        }
      } else {
        store.remember(
          HistoryEntry(event: event, line: event + 1, callback: MaybeCallback(3)), of: slot)
        events[slot]?.append(event)
      }
      store.checkInvariants(slot)
    }
    for (slot, all) in events {
      store.checkInvariants(slot)
      let kept: [UInt32] = store.runs(of: slot).map { $0.vector.rawValue }
      #expect(kept == vectors[slot])
      let count = Int(store.trails[slot].count)
      #expect(count % RunStore.recentCount == all.count % RunStore.recentCount)
      #expect(store.trails[slot].lastEvent == all.last ?? 0)
      for wanted in 0...6 {
        var recent: [HistoryEntry] = []
        store.copyRecent(of: slot, last: wanted, to: &recent)
        #expect(recent.map(\.event) == all.suffix(min(wanted, RunStore.recentCount)))
      }
    }
  }

  @Test("an echo is recognized once for each kind of event")
  func echoes() {
    var trail = EventTrail()
    #expect(!trail.isEchoed(by: MaybeCallback(4), .delegate))
    (trail.lastCallback, trail.lastKinds) = (MaybeCallback(4), 1 << 0)
    #expect(trail.isEchoed(by: MaybeCallback(4), .notification))
    #expect(!trail.isEchoed(by: MaybeCallback(4), .delegate))
    #expect(!trail.isEchoed(by: MaybeCallback(5), .notification))
  }
}

@Suite("Segments") struct SegmentTests {
  @Test(
    "of a pool are kept apart, and are reused when they are closed",
    arguments: 0..<10 as Range<UInt64>)
  func pool(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pool = SegmentPool()
    var model: [SegmentID: (start: UInt32, events: [UInt32])] = [:]
    var highest = 0
    for event in 1..<UInt32(300) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let number = pool.open(startVector: VectorID(rawValue: event))
        #expect(model[number] == nil, "seed \(seed)")
        #expect(pool[number].entries.isEmpty && pool[number].increases.isEmpty)
        #expect(pool[number].before.isEmpty && !pool[number].hasUnknownStart)
        model[number] = (event, [])
        highest = max(highest, model.count)
        #expect(number.index < highest, "a segment was not reused")
      case 1:
        guard let number = model.keys.sorted().randomElement(using: &random) else { continue }
        pool[number].append(HistoryEntry(event: event, line: 0))
        pool[number].increases.append(CostIncrease())
        pool[number].before.append(HistoryEntry(event: event, line: 0))
        pool[number].hasUnknownStart = true
        model[number]?.events.append(event)
      default:
        guard let number = model.keys.sorted().randomElement(using: &random) else { continue }
        #expect(pool[number].startVector.rawValue == model[number]?.start)
        #expect(pool[number].entries.map(\.event) == model[number]?.events)
        pool.close(number)
        model[number] = nil
      }
    }
  }

  @Test("keep only the last of consecutive events that change nothing")
  func idle() {
    var segment = Segment(startVector: 0)
    segment.append(HistoryEntry(event: 1, line: 1))
    for event in 2...9 as ClosedRange<UInt32> {
      segment.appendIdle(HistoryEntry(event: event, line: 1))
    }
    #expect(segment.entries.map(\.event) == [1, 6, 7, 8, 9])
    segment.append(HistoryEntry(event: 10, line: 1))
    segment.appendIdle(HistoryEntry(event: 11, line: 1))
    #expect(segment.entries.map(\.event) == [1, 6, 7, 8, 9, 10, 11])
    #expect(segment.idleCount == 1)
  }

  @Test("know whether a marker reported lost events before an entry")
  func gaps() {
    var segment = Segment(startVector: 0)
    let gap = UInt8(Fact.gap.rawValue)
    segment.append(HistoryEntry(event: 1, line: 1))
    segment.append(HistoryEntry(event: 2, line: 0, fact: gap))
    #expect(!segment.hasMarkedLoss(before: nil))
    segment.append(HistoryEntry(event: 3, line: 0, fact: gap, isMarkedLoss: true))
    segment.append(HistoryEntry(event: 3, line: 3))
    #expect(!segment.hasMarkedLoss(before: 2))
    #expect(segment.hasMarkedLoss(before: 3) && segment.hasMarkedLoss(before: nil))
  }
}
