public import TraceModel

/// The events of one trace in detail, for pictures and lists.
public struct Timeline: Sendable, Equatable {
  /// A part of a lane in one state.
  public struct Interval: Sendable, Equatable {
    /// The state's name.
    public var state: String
    /// The number of the event that entered the state, counted from 1.
    public var firstEvent: Int
    /// The number of the event that left it; one more than the number of events when none did.
    public var endEvent: Int

    /// Makes an interval from the event that entered the state to the one that left it.
    public init(state: String, firstEvent: Int, endEvent: Int) {
      self.state = state
      self.firstEvent = firstEvent
      self.endEvent = endEvent
    }
  }

  /// One event as recorded.
  public struct Entry: Sendable, Equatable {
    /// The number of the event, counted from 1.
    public var event: Int
    /// The line in the file, counted from 1.
    public var line: Int
    /// The callback's short name; the recorded spelling for an unknown callback; empty for a gap.
    public var callback: String
    /// Where the event comes from, such as a delegate call or a notification; `gap` where events were lost.
    public var kind: EventKind
    /// Seconds, with the trace's own origin; nil when not recorded.
    public var time: Double?
    /// Seconds the callback took; nil when not recorded.
    public var duration: Double?
    /// Indices into the timeline's lanes: the subjects the event is about, the widest first.
    public var lanes: [Int]
    /// The index of the lane of its process, or of the widest subject of the grammar.
    public var processLane: Int?
    /// Other recorded members, in recorded order.
    public var details: [RecordedMember]

    /// Makes an entry.
    public init(
      event: Int, line: Int, callback: String, kind: EventKind, time: Double? = nil,
      duration: Double? = nil, lanes: [Int] = [], processLane: Int? = nil,
      details: [RecordedMember] = []
    ) {
      self.event = event
      self.line = line
      self.callback = callback
      self.kind = kind
      self.time = time
      self.duration = duration
      self.lanes = lanes
      self.processLane = processLane
      self.details = details
    }
  }

  /// The subjects, wider ones first, then in order of first appearance.
  public var lanes: [Lane]
  /// The events, in order; every event of the trace, or the first ones (see `isComplete`).
  public var entries: Entries
  /// Whether every event is listed.
  public var isComplete: Bool

  /// Makes a timeline.
  public init(lanes: [Lane] = [], entries: [Entry] = [], isComplete: Bool = true) {
    self.init(lanes: lanes, packed: Entries(entries), isComplete: isComplete)
  }

  /// Makes a timeline of entries that are already packed.
  package init(lanes: [Lane], packed entries: Entries, isComplete: Bool) {
    self.lanes = lanes
    self.entries = entries
    self.isComplete = isComplete
  }
}
