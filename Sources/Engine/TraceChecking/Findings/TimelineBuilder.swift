internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Lists the first events of one trace in detail, up to a limit, and follows the states of their subjects.
struct TimelineBuilder {
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
    var since = 0
    /// The intervals before that.
    var intervals: [Timeline.Interval] = []
  }

  private static let few = 1_000
  private static let most = 100_000

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private let limit: Int
  private var lanes: [OpenLane] = []
  private var laneNumbers: [SubjectKey: Int] = [:]
  private var entries: [Timeline.Entry] = []
  /// The state in which each subject was last shown, if the recording does not show every call.
  private var shown: [SubjectKey: StateID] = [:]

  /// - Parameter limit: how many events are listed.
  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, limit: Int) {
    (self.compiled, self.tables, self.limit) = (compiled, tables, limit)
  }

  /// Whether no further event is listed. Lanes do not change any more then.
  @inline(__always)
  var isFull: Bool { entries.count >= limit }

  // MARK: - Events

  /// Lists an event and the subjects of one kind that it is about.
  mutating func add(
    _ occurrence: Occurrence, about subjects: [SubjectReference], in live: borrowing LiveSubjects
  ) {
    if isFull { return }
    let kind = tables.traits[occurrence.callback].kind
    let wide = tables.kinds[kind].parent ?? (tables.kinds[kind].isWider ? kind : nil)
    var concerned: [Concerned] = []
    for subject in subjects { concerned.append(state(of: subject, after: occurrence, in: live)) }
    add(
      entry(occurrence), concerned: concerned, process: present(wide, after: occurrence, in: live))
  }

  /// Lists an event whose callback the grammar does not know.
  mutating func add(
    _ event: EventRecord, number: UInt32, line: UInt32, callback: String,
    in live: borrowing LiveSubjects
  ) {
    var wide: SubjectKindID?
    for kind in tables.kindIDs where tables.kinds[kind].isWider && wide == nil {
      if live.current(kind) != nil { wide = kind }
    }
    add(
      entry(event, number, line, callback), concerned: [],
      process: present(wide, after: nil, in: live))
  }

  /// Lists a gap.
  mutating func addGap(_ event: EventRecord, number: UInt32, line: UInt32) {
    add(entry(event, number, line, ""), concerned: [], process: nil)
  }

  /// Lists an event whose subject only a later event shows.
  /// - Returns: its index in the list; nil if the list is full.
  mutating func reserve(_ occurrence: Occurrence) -> Int? { reserve(entry(occurrence)) }

  /// Sets which subject a listed event is about.
  mutating func fill(
    _ index: Int, _ occurrence: Occurrence, _ subject: SubjectReference,
    in live: borrowing LiveSubjects
  ) {
    let concerned = state(of: subject, after: occurrence, in: live)
    fill(
      index, concerned: [concerned],
      process: tables.kinds[subject.kind].parent == nil ? concerned : nil)
  }

  /// Sets how many seconds the call took that a listed event began.
  mutating func setDuration(_ seconds: Double, ofEvent number: UInt32) {
    if let index = entries.lastIndex(where: { $0.event <= Int(number) }),
      entries[index].event == Int(number)
    {
      entries[index].duration = seconds
    }
  }

  private func entry(_ occurrence: Occurrence) -> Timeline.Entry {
    Timeline.Entry(
      event: Int(occurrence.number), line: Int(occurrence.line),
      callback: compiled.grammar.callbacks[occurrence.callback].name, kind: occurrence.kind,
      time: occurrence.time.isNaN ? nil : occurrence.time,
      duration: occurrence.duration.isNaN ? nil : occurrence.duration)
  }

  private func entry(
    _ event: EventRecord, _ number: UInt32, _ line: UInt32, _ callback: String
  ) -> Timeline.Entry {
    Timeline.Entry(
      event: Int(number), line: Int(line), callback: callback, kind: event.kind,
      time: event.time.isNaN ? nil : event.time,
      duration: event.duration.isNaN ? nil : event.duration)
  }

  // MARK: - States

  /// The present subject of a wider kind; nil for none.
  private mutating func present(
    _ kind: SubjectKindID?, after occurrence: Occurrence?, in live: borrowing LiveSubjects
  ) -> Concerned? {
    guard let kind, let subject = live.current(kind) else { return nil }
    return state(of: subject, after: occurrence, in: live)
  }

  /// A subject, with the state that its calls lead to if there is one.
  private mutating func state(
    of subject: SubjectReference, after occurrence: Occurrence?, in live: borrowing LiveSubjects
  ) -> Concerned {
    let key = live.directory.key(subject)
    var state: String?
    if let lifecycle = compiled.kinds[subject.kind].lifecycles.first,
      let possible = live.stepper.states(subject, run: 0)
    {
      var reached = possible.count == 1 ? possible[0] : nil
      if compiled.observed != nil {
        if possible.count > 1 {
          let symbol = occurrence.flatMap {
            compiled.lifecycles[lifecycle].symbol(of: $0).symbol
          }
          reached = compiled.lifecycles[lifecycle].reached(
            by: symbol, from: shown[key], possible: possible)
        }
        shown[key] = reached
      }
      state = reached.map { compiled.grammar.lifecycles[lifecycle].states[$0].name }
    }
    return Concerned(
      key: key, kind: compiled.grammar.subjects[subject.kind].name,
      name: live.directory.name(subject), state: state)
  }

  // MARK: - Lanes

  /// Lists an event.
  /// - Parameters:
  ///   - concerned: what it is about.
  ///   - process: the wider subject that it belongs to; nil for none.
  mutating func add(_ entry: Timeline.Entry, concerned: [Concerned], process: Concerned?) {
    if let index = reserve(entry) { fill(index, concerned: concerned, process: process) }
  }

  /// Lists an event that is about nothing yet.
  /// - Returns: its index in the list; nil if the list is full.
  mutating func reserve(_ entry: Timeline.Entry) -> Int? {
    if isFull { return nil }
    // Growing a long list would need the memory of the old and the new one; what is not used takes none.
    if entries.count == Self.few { entries.reserveCapacity(min(limit, Self.most)) }
    entries.append(entry)
    return entries.count - 1
  }

  /// Sets what a listed event is about.
  mutating func fill(_ index: Int, concerned: [Concerned], process: Concerned?) {
    let number = entries[index].event
    entries[index].processLane = process.map { lane($0, number) }
    entries[index].lanes = concerned.map { lane($0, number) }
  }

  private mutating func lane(_ concerned: Concerned, _ number: Int) -> Int {
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

  private mutating func close(_ lane: Int, at event: Int) {
    guard let state = lanes[lane].state else { return }
    lanes[lane].intervals.append(
      .init(state: state, firstEvent: lanes[lane].since, endEvent: event))
  }

  /// The timeline of a trace with this many events: the lanes, those of wider subjects first, and the entries. The last
  /// state of a lane lasts to the end of the trace, or to the last event that is listed. Nothing is left then.
  mutating func finish(eventCount: Int) -> Timeline {
    let lastListed = entries.last?.event ?? 0
    let isComplete = !isFull || lastListed == eventCount
    let lastEvent = isComplete ? eventCount : lastListed
    for lane in lanes.indices { close(lane, at: lastEvent + 1) }
    let subjects = compiled.grammar.subjects
    let wide = Set(subjects.indices.filter { compiled.kinds[$0].isWider }.map { subjects[$0].name })
    let order = lanes.indices.sorted {
      let (left, right) = (wide.contains(lanes[$0].kind), wide.contains(lanes[$1].kind))
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
    self = TimelineBuilder(compiled, tables, limit: limit)
    return timeline
  }
}
