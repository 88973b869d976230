internal import TraceGrammar
internal import TraceModel

/// One event of a subject, with what an explanation needs.
struct HistoryEntry: BitwiseCopyable {
  /// The number of the event, counted from 1; for a fact, the event that made it known.
  var event: UInt32
  /// The line of the event, counted from 1.
  var line: UInt32
  /// The callback; none for a fact.
  var callback = MaybeCallback.absent
  /// The number of the spelling among those the trace uses.
  var spelling: UInt16 = 0
  var kind = EventKind.delegate
  /// The raw value of a `Fact`, or `call`.
  var fact = Self.call
  /// For a call, the cases that it may be, as bits, in a lifecycle that names cases of it, else 0. For a fact, whether it is a
  /// loss of events that a marker in the trace shows.
  private var detail: UInt8 = 0
  /// The state in which the subject's first lifecycle was pinned after the event; none if the state is not certain.
  var state = MaybeState.absent
  /// In seconds; NaN if not recorded.
  var time = Double.nan

  /// A call.
  init(
    event: UInt32, line: UInt32, callback: MaybeCallback = .absent, spelling: UInt16 = 0,
    kind: EventKind = .delegate, state: MaybeState = .absent, time: Double = .nan
  ) {
    (self.event, self.line, self.callback, self.spelling) = (event, line, callback, spelling)
    (self.kind, self.state, self.time) = (kind, state, time)
  }

  /// A fact, by its raw value.
  init(event: UInt32, line: UInt32, fact: UInt8, isMarkedLoss: Bool = false) {
    (self.event, self.line, self.fact) = (event, line, fact)
    detail = isMarkedLoss ? 1 : 0
  }

  /// Whether it is a loss of events that a marker in the trace shows.
  var isMarkedLoss: Bool { fact != Self.call && detail != 0 }

  /// The cases that a call may be, as bits; 0 if its callback has none.
  var cases: UInt8 {
    get { fact == Self.call ? detail : 0 }
    set { detail = newValue }
  }

  /// The value of `fact` for a call.
  static let call: UInt8 = 255
}

/// One lifecycle of one subject.
struct Run: BitwiseCopyable {
  /// The cost vector.
  var vector: VectorID
  /// Its open segment; none if it is settled and there is nothing to explain.
  var segment = MaybeSegment.absent
  /// What led to the present vector.
  var origin = Segment.Origin()
  /// How often it moved since its cost last increased; stays at the maximum.
  var calm: UInt8 = 0

  /// Records that an event led to another vector.
  @inline(__always)
  mutating func move(to vector: VectorID, by entry: HistoryEntry) {
    self.vector = vector
    origin = Segment.Origin(event: entry.event, line: entry.line, callback: entry.callback)
  }

  /// Hands the open segment over to the caller; nil for none.
  mutating func release() -> SegmentID? {
    defer { (segment, calm) = (.absent, 0) }
    return segment.id
  }
}

/// The data about a subject's events that is kept besides its runs.
struct EventTrail: BitwiseCopyable {
  /// The last event about it, and its line, counted from 1.
  var lastEvent: UInt32 = 0
  var lastLine: UInt32 = 0
  /// Its last callback that has notifications, and the kinds of events that reported it, as bits; for echoes.
  var lastCallback = MaybeCallback.absent
  var lastKinds: UInt8 = 0
  /// How many events it has had. A larger count is replaced by a smaller one with the same remainder by `recentCount`.
  private(set) var count: UInt8 = 0
  /// The state of the combined automaton that its runs are in; -1 if it is not known, or there is none.
  var combined: Int32 = -1
  /// While `combined` is known: the runs with open segments, as bits.
  var open: UInt32 = 0

  /// Counts an event.
  @inline(__always)
  mutating func countEvent() {
    count += 1
    if count == 2 * RunStore.recentCount { count = UInt8(RunStore.recentCount) }
  }

  /// Whether the event reports what an event of another kind has just reported.
  @inline(__always)
  func isEchoed(by callback: MaybeCallback, _ kind: EventKind) -> Bool {
    lastCallback == callback && lastKinds & (1 << kind.rawValue) == 0
  }
}

/// The runs and recent events of all subjects of one kind, by slot.
struct RunStore {
  /// How many recent events of a subject are always kept.
  static let recentCount = 4

  /// How many lifecycles a subject of the kind has.
  let runCount: Int
  /// Whether any lifecycle saw any event.
  var hasStepped = false
  /// The kind's lifecycles as one automaton; nil if each has to step by itself.
  // SAFETY: it belongs to the tables, which the stepper with this store keeps. The states of its trails come from it.
  var combined: UnsafeMutablePointer<CombinedAutomaton>?
  /// How often the transitions of `combined` were taken.
  private var taken = TransitionCounts()
  /// The last events of each subject, in short.
  var trails: [EventTrail] = []
  /// `recentCount` events of each subject.
  private var recent: [HistoryEntry] = []
  /// `runCount` runs of each subject, in the order of its kind's lifecycles.
  private var runs: [Run] = []

  init(runCount: Int, combined: UnsafeMutablePointer<CombinedAutomaton>? = nil) {
    (self.runCount, self.combined) = (runCount, combined)
  }

  /// The step of all lifecycles of a subject at once; nil if each has to step by itself.
  @inline(__always)
  mutating func combinedStep(
    _ slot: SubjectSlot, _ callback: CallbackID
  ) -> CombinedAutomaton.Transition? {
    guard let combined else { return nil }
    if trails[slot].combined < 0 {
      (trails[slot].combined, trails[slot].open) = combined.pointee.state(of: runs(of: slot))
      if trails[slot].combined < 0 { return nil }
    }
    guard let step = combined.pointee.transition(trails[slot].combined, callback),
      step.seen & trails[slot].open & ~step.idle == 0
    else { return nil }
    return step
  }

  /// Takes a step that `combinedStep` returned.
  /// - Returns: the runs with open segments that saw the event, as bits.
  @inline(__always)
  mutating func take(
    _ step: CombinedAutomaton.Transition, _ slot: SubjectSlot, _ entry: HistoryEntry
  ) -> UInt32 {
    guard let combined else { return 0 }
    taken.count(step.number)
    if step.seen != 0 { hasStepped = true }
    trails[slot].combined = step.next
    var moved = step.moved
    while moved != 0 {
      let run = moved.trailingZeroBitCount
      self[slot, run].move(to: combined.pointee.vector(step.next, run), by: entry)
      moved &= moved &- 1
    }
    return step.seen & trails[slot].open
  }

  /// Adds the steps that all lifecycles took at once to the counts of each lifecycle.
  mutating func distributeTaken(
    to hits: inout [Int], _ unpinned: inout UnpinnedSteps
  ) {
    combined?.pointee.distribute(taken, to: &hits, &unpinned)
    taken.reset()
  }

  /// Makes room for a new subject. The caller has to set up its runs.
  mutating func add(_ slot: SubjectSlot) {
    if slot >= trails.count { grow(to: slot + 1) }
    trails[slot] = EventTrail()
  }

  private mutating func grow(to slotCount: Int) {
    if slotCount > trails.capacity {
      let capacity = max(16, slotCount * SubjectStore.growth)
      trails.reserveCapacity(capacity)
      recent.reserveCapacity(capacity * Self.recentCount)
      runs.reserveCapacity(capacity * runCount)
    }
    let added = slotCount - trails.count
    trails += repeatElement(EventTrail(), count: added)
    recent += repeatElement(HistoryEntry(event: 0, line: 0), count: added * Self.recentCount)
    runs += repeatElement(Run(vector: VectorID(0)), count: added * runCount)
  }

  /// A run of a subject, by the place of its lifecycle among those of its kind.
  subscript(slot: SubjectSlot, number: Int) -> Run {
    @inline(__always) _read { yield runs[slot &* runCount &+ number] }
    @inline(__always) _modify { yield &runs[slot &* runCount &+ number] }
  }

  /// All runs of a subject.
  func runs(of slot: SubjectSlot) -> ArraySlice<Run> {
    runs[(slot * runCount)..<((slot + 1) * runCount)]
  }

  /// Adds an event to the recent ones, in place of the oldest.
  @inline(__always)
  mutating func remember(_ entry: HistoryEntry, of slot: SubjectSlot) {
    let place = Int(trails[slot].count) % Self.recentCount
    recent[slot &* Self.recentCount &+ place] = entry
    trails[slot].countEvent()
    trails[slot].lastEvent = entry.event
    trails[slot].lastLine = entry.line
  }

  /// Appends the last events to `entries`, oldest first: at most `wanted`, and only those that are still kept.
  func copyRecent(of slot: SubjectSlot, last wanted: Int, to entries: inout [HistoryEntry]) {
    let count = Int(trails[slot].count)
    for number in max(0, count - min(wanted, Self.recentCount))..<count {
      entries.append(recent[slot * Self.recentCount + number % Self.recentCount])
    }
  }

  /// Traps if what is kept of a subject contradicts its last events; for tests.
  func checkInvariants(_ slot: SubjectSlot) {
    precondition(slot < trails.count, "nothing is kept of the subject")
    let trail = trails[slot]
    if trail.combined >= 0, let combined {
      for run in 0..<runCount {
        precondition(
          !self[slot, run].segment.isNone == (trail.open & 1 << UInt32(run) != 0),
          "another run has something to explain")
        precondition(
          self[slot, run].vector == combined.pointee.vector(trail.combined, run),
          "a run is in another state")
      }
    }
    if trail.count == 0 { return }
    let last = recent[slot * Self.recentCount + (Int(trail.count) - 1) % Self.recentCount]
    precondition(
      last.event == trail.lastEvent && last.line == trail.lastLine, "the last event is another")
  }
}
