internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Collects the first events of one trace in detail, up to a limit.
struct TimelineBuilder {
  /// An event as recorded.
  struct Recorded {
    /// The number of the event and its line, both counted from 1.
    var number: UInt32
    var line: UInt32
    /// The callback's short name; the recorded spelling for an unknown one; empty for a gap.
    var callback: String
    var kind: EventKind
    /// Seconds; NaN where not recorded.
    var time: Double
    var duration: Double
  }

  /// A subject that an event was about, and its state after the event; nil if that is not certain.
  struct Concerned {
    var key: SubjectKey
    var kind: String
    var name: String
    var state: String?
  }

  let limit: Int
  private var lanes: [Timeline.Lane] = []
  private var laneNumbers: [SubjectKey: Int] = [:]
  private var openStates: [Int: (state: String, since: Int)] = [:]
  private var entries: [Timeline.Entry] = []
  /// The lanes of the event filled last. Most events are about the same subjects as the one before, and share them.
  private var lastLanes: [Int] = []

  init(limit: Int) { self.limit = limit }

  /// Whether the list is full. Lanes do not change any more then.
  var isFull: Bool { entries.count >= limit }

  /// Lists an event.
  /// - Parameters:
  ///   - concerned: what it is about.
  ///   - process: the wider subject that it belongs to; nil for none.
  mutating func add(_ event: Recorded, concerned: [Concerned], process: Concerned?) {
    guard let index = reserve(event) else { return }
    fill(index, concerned: concerned, process: process)
  }

  /// Lists an event whose subject only a later event shows.
  /// - Returns: its index in the list; nil if the list is full.
  mutating func reserve(_ event: Recorded) -> Int? {
    if isFull { return nil }
    entries.append(
      Timeline.Entry(
        event: Int(event.number), line: Int(event.line), callback: event.callback,
        kind: event.kind, time: event.time.isNaN ? nil : event.time,
        duration: event.duration.isNaN ? nil : event.duration, lanes: [], processLane: nil))
    return entries.count - 1
  }

  /// Sets what a listed event is about.
  mutating func fill(_ index: Int, concerned: [Concerned], process: Concerned?) {
    let number = UInt32(entries[index].event)
    entries[index].processLane = process.map { lane($0, number) }
    let lanes = concerned.map { lane($0, number) }
    if lanes != lastLanes { lastLanes = lanes }
    entries[index].lanes = lastLanes
  }

  /// Sets how many seconds the call took that a listed event began.
  mutating func setDuration(_ seconds: Double, ofEvent number: UInt32) {
    if let index = entries.lastIndex(where: { $0.event <= Int(number) }),
      entries[index].event == Int(number)
    {
      entries[index].duration = seconds
    }
  }

  private mutating func lane(_ concerned: Concerned, _ number: UInt32) -> Int {
    let lane: Int
    if let known = laneNumbers[concerned.key] {
      lane = known
    } else {
      lane = lanes.count
      laneNumbers[concerned.key] = lane
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

  /// The lanes, those of wider subjects first, and the entries. The last state of a lane lasts to the end of the trace,
  /// or to the last event that is listed.
  mutating func finish(eventCount: Int, wideKinds: Set<String>) -> Timeline {
    let lastListed = entries.last?.event ?? 0
    let isComplete = !isFull || lastListed == eventCount
    let lastEvent = isComplete ? eventCount : lastListed
    for (lane, open) in openStates.sorted(by: { $0.key < $1.key }) {
      lanes[lane].intervals.append(
        .init(state: open.state, firstEvent: open.since, endEvent: lastEvent + 1))
    }
    let order = lanes.indices.sorted {
      let (left, right) = (wideKinds.contains(lanes[$0].kind), wideKinds.contains(lanes[$1].kind))
      return left == right ? $0 < $1 : left
    }
    var newNumbers = [Int](repeating: 0, count: lanes.count)
    for (new, old) in order.enumerated() { newNumbers[old] = new }
    // In place and with shared lanes, because there may be very many events.
    lastLanes = []
    for index in entries.indices {
      let lanes = entries[index].lanes.map { newNumbers[$0] }
      if lanes != lastLanes { lastLanes = lanes }
      entries[index].lanes = lastLanes
      entries[index].processLane = entries[index].processLane.map { newNumbers[$0] }
    }
    return Timeline(lanes: order.map { lanes[$0] }, entries: entries, isComplete: isComplete)
  }
}
