internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Collects the first events of one trace in detail, up to a number.
struct TimelineBuilder {
  let limit: Int
  private var lanes: [Timeline.Lane] = []
  private var laneNumbers: [LaneKey: Int] = [:]
  private var openStates: [Int: (state: String, since: Int)] = [:]
  private var entries: [Timeline.Entry] = []
  private var isComplete = true

  private struct LaneKey: Hashable {
    var subject: Int
    var slot: SubjectSlot
    var generation: UInt32
  }

  /// A subject an event was about, and the state it is in after it; nil where that is not certain.
  struct Concerned {
    var subject: Int
    var kind: String
    var slot: SubjectSlot
    var generation: UInt32
    var name: String
    var state: String?
  }

  init(limit: Int) { self.limit = limit }

  mutating func add(
    event number: UInt32, line: UInt32, callback: String, kind: EventKind, time: Double,
    duration: Double, concerned: [Concerned], process: Concerned?
  ) {
    let processLane = process.map { lane($0, number) }
    let lanesOfEvent = concerned.map { lane($0, number) }
    if entries.count >= limit {
      isComplete = false
      return
    }
    entries.append(
      Timeline.Entry(
        event: Int(number), line: Int(line), callback: callback, kind: kind,
        time: time.isNaN ? nil : time, duration: duration.isNaN ? nil : duration,
        lanes: lanesOfEvent, processLane: processLane))
  }

  private mutating func lane(_ concerned: Concerned, _ number: UInt32) -> Int {
    let key = LaneKey(
      subject: concerned.subject, slot: concerned.slot, generation: concerned.generation)
    let lane: Int
    if let known = laneNumbers[key] {
      lane = known
    } else {
      lane = lanes.count
      laneNumbers[key] = lane
      lanes.append(Timeline.Lane(kind: concerned.kind, subject: concerned.name))
    }
    let open = openStates[lane]
    if open?.state != concerned.state {
      if let open {
        lanes[lane].intervals.append(
          .init(state: open.state, firstEvent: open.since, endEvent: Int(number)))
      }
      openStates[lane] = concerned.state.map { ($0, Int(number)) }
    }
    return lane
  }

  /// The lanes, processes first, and the entries.
  mutating func finish(eventCount: Int, wideKinds: Set<String>) -> Timeline {
    for (lane, open) in openStates.sorted(by: { $0.key < $1.key }) {
      lanes[lane].intervals.append(
        .init(state: open.state, firstEvent: open.since, endEvent: eventCount + 1))
    }
    let order = lanes.indices.sorted {
      let (left, right) = (wideKinds.contains(lanes[$0].kind), wideKinds.contains(lanes[$1].kind))
      return left == right ? $0 < $1 : left
    }
    var place = [Int](repeating: 0, count: lanes.count)
    for (new, old) in order.enumerated() { place[old] = new }
    let moved = entries.map { entry in
      var entry = entry
      entry.lanes = entry.lanes.map { place[$0] }
      entry.processLane = entry.processLane.map { place[$0] }
      return entry
    }
    return Timeline(lanes: order.map { lanes[$0] }, entries: moved, isComplete: isComplete)
  }
}
