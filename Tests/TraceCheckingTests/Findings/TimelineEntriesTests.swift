import TestSupport
import Testing
import TraceFindings
import TraceModel

@Suite("The events of a timeline") struct TimelineEntriesTests {
  /// An event of any kind, also such as do not fit into a row.
  private func entry(_ random: inout SeededGenerator) -> Timeline.Entry {
    func number(_ usual: Int) -> Int {
      [usual, usual, usual, 0, 68_719_476_735, -1].randomElement(using: &random) ?? usual
    }
    let details = Int.random(in: 0..<9, using: &random) == 0
    return Timeline.Entry(
      event: number(7), line: number(8),
      callback: ["a", "b", "", "a long name that is not stored inline"].randomElement(
        using: &random) ?? "",
      kind: EventKind.allCases.randomElement(using: &random) ?? .delegate,
      time: [nil, 0, -1.5].randomElement(using: &random) ?? nil,
      duration: [nil, nil, 2.25].randomElement(using: &random) ?? nil,
      lanes: (0..<Int.random(in: 0...3, using: &random)).map { _ in number(3) },
      processLane: [nil, 4, number(5)].randomElement(using: &random) ?? nil,
      details: details ? [.init(name: "n", value: "v")] : [])
  }

  @Test(
    "are those that were stored, one by one and by their parts", arguments: 0..<40 as Range<UInt64>)
  func sameAsAnArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var array = (0..<Int.random(in: 0...40, using: &random)).map { _ in entry(&random) }
    var packed = Timeline.Entries(array)
    for _ in array.indices {
      guard let index = array.indices.randomElement(using: &random) else { break }
      array[index] = entry(&random)
      packed[index] = array[index]
    }
    array.append(entry(&random))
    packed.append(array[array.count - 1])
    #expect(Array(packed) == array, "seed \(seed)")
    #expect(packed == Timeline.Entries(array) && packed != Timeline.Entries(array.dropLast()))
    for (index, entry) in array.enumerated() {
      #expect(packed.event(at: index) == entry.event && packed.line(at: index) == entry.line)
      #expect(packed.time(at: index) == entry.time)
      #expect(packed.duration(at: index) == entry.duration)
      #expect(packed.processLane(at: index) == entry.processLane)
      if let lane = packed.onlyLane(at: index) { #expect(entry.lanes == [lane]) }
      if let call = packed.call(at: index) {
        #expect(
          packed.calls[call].callback == entry.callback && packed.calls[call].kind == entry.kind)
      }
    }
  }

  @Test("have new lanes after these were sorted")
  func lanes() {
    var entries = Timeline.Entries(
      [[0], [1, 2], [], [2, 1], [2]].enumerated().map { index, lanes in
        Timeline.Entry(
          event: index + 1, line: 1, callback: "c", kind: .delegate, lanes: lanes, processLane: 1,
          details: index == 4 ? [.init(name: "n", value: "v")] : [])
      })
    entries.renumberLanes([2, 0, 1])
    #expect(entries.map(\.lanes) == [[2], [0, 1], [], [1, 0], [1]])
    #expect(entries.allSatisfy { $0.processLane == 0 })
  }

  @Test("may have any number of different calls and processes")
  func manyCalls() {
    let array = (0..<70_000).map {
      Timeline.Entry(
        event: $0 + 1, line: 1, callback: "c\($0)", kind: .delegate, lanes: [$0], processLane: $0)
    }
    var entries = Timeline.Entries(array)
    #expect(entries.elementsEqual(array))
    entries.renumberLanes((0..<70_000).reversed())
    #expect((0..<70_000).allSatisfy { entries[$0].processLane == 69_999 - $0 })
    #expect((0..<70_000).allSatisfy { entries[$0].lanes == [69_999 - $0] })
  }

  @Test("take at most 24 bytes each, and intervals 16")
  func size() {
    let entries = Timeline.Entries(
      (1...1_000).map {
        Timeline.Entry(
          event: $0, line: $0, callback: "c\($0 % 20)", kind: .delegate, time: Double($0),
          lanes: [$0 / 20], processLane: 0)
      })
    #expect(entries.packedBytes == 24_000)
    #expect(Timeline.PackedIntervals.bytesForEach == 16)
  }

  @Test("are in states that a lane keeps, also after an event that does not fit")
  func intervals() {
    let intervals = [
      Timeline.Interval(state: "a", firstEvent: 1, endEvent: 2),
      Timeline.Interval(state: "b", firstEvent: 3, endEvent: 4),
      Timeline.Interval(state: "a", firstEvent: 4, endEvent: 68_719_476_735),
    ]
    for count in 0...3 {
      let shown = Array(intervals.prefix(count))
      var lane = Timeline.Lane(kind: "k", subject: "s", intervals: shown)
      #expect(lane.intervals == shown)
      #expect(lane == Timeline.Lane(kind: "k", subject: "s", intervals: shown))
      lane.intervals.append(.init(state: "c", firstEvent: 9, endEvent: 10))
      #expect(lane.intervals.map(\.state) == shown.map(\.state) + ["c"])
    }
  }
}
