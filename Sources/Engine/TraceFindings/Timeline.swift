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

  /// The subject of a lane, and its states.
  public struct Lane: Sendable, Equatable {
    /// The kind of subject, `process` or `session` in the built-in grammar.
    public var kind: String
    /// The identity as recorded; empty for an implicit subject.
    public var subject: String
    /// The role the events of this lane recorded first; nil when none did.
    public var role: String?
    /// The states that the recorded calls led to, by event number; sorted, without overlap. If a recording does not show
    /// every call, other states may have followed. There is no interval where the calls do not determine the state.
    public var intervals: [Interval]

    /// Makes a lane.
    public init(kind: String, subject: String, role: String? = nil, intervals: [Interval] = []) {
      self.kind = kind
      self.subject = subject
      self.role = role
      self.intervals = intervals
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
  public var entries: [Entry]
  /// Whether every event is listed.
  public var isComplete: Bool

  /// Makes a timeline.
  public init(lanes: [Lane] = [], entries: [Entry] = [], isComplete: Bool = true) {
    self.lanes = lanes
    self.entries = entries
    self.isComplete = isComplete
  }
}
