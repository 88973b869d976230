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

  /// The subject of a lane, and the state that it is in since an event.
  private struct OpenLane {
    var kind: String
    var name: String
    var state: String?
    var since: UInt32 = 0
    /// The intervals before that.
    var intervals: [Timeline.Interval] = []
  }

  let limit: Int
  private var lanes: [OpenLane] = []
  private var laneNumbers: [SubjectKey: Int] = [:]
  private var entries: [Timeline.Entry] = []

  init(limit: Int) { self.limit = limit }

  /// Whether the list is full. Lanes do not change any more then.
  var isFull: Bool { entries.count >= limit }

  /// Lists an event.
  /// - Parameters:
  ///   - concerned: what it is about.
  ///   - process: the wider subject that it belongs to; nil for none.
  mutating func add(_ event: Recorded, concerned: [Concerned], process: Concerned?) {
    if isFull { return }
    let process = process.map { lane($0, event.number) }
    append(event, lanes: concerned.map { lane($0, event.number) }, process: process)
  }

  /// Lists an event whose subject only a later event shows.
  /// - Returns: its index in the list; nil if the list is full.
  mutating func reserve(_ event: Recorded) -> Int? {
    if isFull { return nil }
    append(event, lanes: [], process: nil)
    return entries.count - 1
  }

  private mutating func append(_ event: Recorded, lanes: [Int], process: Int?) {
    // Growing a long list would need the memory of the old and the new one; what is not used takes none.
    if entries.count == Self.few { entries.reserveCapacity(min(limit, Self.most)) }
    entries.append(
      Timeline.Entry(
        event: Int(event.number), line: Int(event.line), callback: event.callback,
        kind: event.kind, time: event.time.isNaN ? nil : event.time,
        duration: event.duration.isNaN ? nil : event.duration, lanes: lanes, processLane: process))
  }

  private static let few = 1_000
  private static let most = 100_000

  /// Sets what a listed event is about.
  mutating func fill(_ index: Int, concerned: [Concerned], process: Concerned?) {
    let number = UInt32(entries[index].event)
    let process = process.map { lane($0, number) }
    let lanes = concerned.map { lane($0, number) }
    (entries[index].lanes, entries[index].processLane) = (lanes, process)
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
      lanes.append(OpenLane(kind: concerned.kind, name: concerned.name))
    }
    if lanes[lane].state != concerned.state {
      close(lane, at: number)
      (lanes[lane].state, lanes[lane].since) = (concerned.state, number)
    }
    return lane
  }

  private mutating func close(_ lane: Int, at event: UInt32) {
    guard let state = lanes[lane].state else { return }
    lanes[lane].intervals.append(
      .init(state: state, firstEvent: Int(lanes[lane].since), endEvent: Int(event)))
  }

  /// The lanes, those of wider subjects first, and the entries. The last state of a lane lasts to the end of the trace,
  /// or to the last event that is listed. The builder has nothing left then.
  mutating func finish(eventCount: Int, wideKinds: Set<String>) -> Timeline {
    let lastListed = entries.last?.event ?? 0
    let isComplete = !isFull || lastListed == eventCount
    let lastEvent = isComplete ? eventCount : lastListed
    for lane in lanes.indices { close(lane, at: UInt32(lastEvent + 1)) }
    let order = lanes.indices.sorted {
      let (left, right) = (wideKinds.contains(lanes[$0].kind), wideKinds.contains(lanes[$1].kind))
      return left == right ? $0 < $1 : left
    }
    var newNumbers = [Int](repeating: 0, count: lanes.count)
    for (new, old) in order.enumerated() { newNumbers[old] = new }
    for index in entries.indices {
      for place in entries[index].lanes.indices {
        entries[index].lanes[place] = newNumbers[entries[index].lanes[place]]
      }
      entries[index].processLane = entries[index].processLane.map { newNumbers[$0] }
    }
    let timeline = Timeline(
      lanes: order.map { lane in
        Timeline.Lane(
          kind: lanes[lane].kind, subject: lanes[lane].name, intervals: lanes[lane].intervals)
      }, entries: entries, isComplete: isComplete)
    self = TimelineBuilder(limit: limit)
    return timeline
  }
}
