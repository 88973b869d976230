internal import TraceModel

/// The events of one lifecycle of a subject since it was last settled, kept while they may need an explanation.
struct Segment {
  /// What led to a state: the event and its line, counted from 1, and the callback; none if it was a fact or nothing.
  struct Origin: BitwiseCopyable {
    var event: UInt32 = 0
    var line: UInt32 = 0
    var callback = MaybeCallback.absent
  }

  /// The cost vector before the first entry.
  var startVector: VectorID
  /// Whether the subject's beginning was not recorded.
  var hasUnknownStart = false
  /// The call that led to the start vector.
  var origin = Origin()
  /// The subject's last events before the segment, oldest first, as many as an explanation shows.
  var before: [HistoryEntry] = []
  /// The events that the lifecycle sees, and facts, oldest first.
  var entries: [HistoryEntry] = []
  /// The entries at which every history needed one more edit, oldest first.
  var increases: [CostIncrease] = []
  /// How many of the last entries change nothing for any repair. Only some of those are kept, to be shown.
  private(set) var idleCount = 0

  /// How many events before a fault an explanation shows.
  static let shownBefore = 4
  /// A segment with this many entries is explained the next time the run is settled and has moved; one with the
  /// larger number, the next time it is settled.
  private static let longCount = 16
  private static let longestCount = 256
  /// A segment with this many entries is explained at once, even if the run is not settled. That
  /// forgets histories that cost more, so it is for what would otherwise take memory without a limit.
  private static let limit = 65_536

  init(startVector: VectorID) { self.startVector = startVector }

  /// Adds an event that matters for the repair.
  mutating func append(_ entry: HistoryEntry) {
    entries.append(entry)
    idleCount = 0
  }

  /// Adds an event that changes nothing. If there are too many in a row, the oldest is dropped.
  mutating func appendIdle(_ entry: HistoryEntry) {
    if idleCount == Self.shownBefore {
      entries.remove(at: entries.count - idleCount)
      idleCount -= 1
    }
    entries.append(entry)
    idleCount += 1
  }

  /// Forgets everything and keeps the memory.
  mutating func reset() {
    before.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    increases.removeAll(keepingCapacity: true)
    hasUnknownStart = false
    origin = Origin()
    idleCount = 0
  }

  /// Whether the segment is explained without waiting for more calm. If faults follow each other closely, short
  /// segments are alike much more often than long ones, so most of them have been explained before.
  func isLong(calm: UInt8) -> Bool {
    entries.count >= (calm > 0 ? Self.longCount : Self.longestCount)
  }

  /// Whether the segment may not grow any more.
  var isTooLong: Bool { entries.count >= Self.limit }

  /// Whether a marker shows that events were lost before one of the entries, or before the end.
  func hasMarkedLoss(before index: Int?) -> Bool {
    entries[..<(index ?? entries.count)].contains(where: \.isMarkedLoss)
  }
}

/// An event at which it became certain that one more edit is needed.
struct CostIncrease {
  /// The index of the entry in its segment.
  var index = 0
  /// The recorded name of the widest subject, such as a process; nil if the event does not record it.
  var process: String?
  /// The recorded role, as `RecordedValues` numbers them; nil for none.
  var role: Int?
  /// Who recorded the subject so far.
  var recorder = Recorder()
  /// Who made the call, as `QuirkQuestions` numbers callers; nil if that is not recorded.
  var caller: Int?
  /// The indices of the `QuirkQuestions.conditions` that held right before the event.
  var conditions: [Int] = []
  /// Whether the same event is already a finding about another lifecycle, so that deleting it repairs both.
  var isSuperseded = false
  /// Whether a more severe finding about another subject beside this one explains the same event.
  var isOutweighed = false
  /// Whether the event is about several subjects, so that deleting it may repair others as well.
  var isAboutSeveral = false
}

/// The place of a segment in the pool, counted from 0.
struct SegmentID: TypedID {
  let index: Int

  init(_ index: Int) { self.index = index }
}

/// The segments in use. The memory of closed ones is reused.
struct SegmentPool {
  private var segments: IDArray<SegmentID, Segment> = []
  private var free: [SegmentID] = []

  /// Begins a segment.
  mutating func open(startVector: VectorID) -> SegmentID {
    if let reused = free.popLast() {
      segments[reused].startVector = startVector
      return reused
    }
    if segments.count == segments.elements.capacity {
      segments.elements.reserveCapacity(max(16, segments.count * SubjectStore.growth))
    }
    return segments.append(Segment(startVector: startVector))
  }

  /// The open segment of a run, which begins now if there is none.
  mutating func segment(
    of slot: SubjectSlot, run: Int, in store: inout RunStore
  ) -> SegmentID {
    if let open = store[slot, run].segment.id { return open }
    let open = open(startVector: store[slot, run].vector)
    segments[open].origin = store[slot, run].origin
    store.copyRecent(of: slot, last: Segment.shownBefore, to: &segments[open].before)
    store[slot, run].segment = MaybeSegment(open)
    return open
  }

  /// Closes a segment. Its place may be reused.
  mutating func close(_ segment: SegmentID) {
    segments[segment].reset()
    free.append(segment)
  }

  subscript(segment: SegmentID) -> Segment {
    get { segments[segment] }
    _modify { yield &segments[segment] }
  }
}
