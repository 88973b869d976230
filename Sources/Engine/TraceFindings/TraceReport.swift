/// What the check of one trace found.
public struct TraceReport: Sendable, Equatable {
  /// Which callbacks the recording shows; nil where that is not known.
  public var observed: ObservedCallbacks?
  /// Something about the recording, not about the app.
  public struct Note: Sendable, Equatable {
    /// `time-goes-backwards`, `subject-missing`, `unknown-callback`, …; source formats add their own.
    public var id: String
    /// The number of the first event concerned, counted from 1; nil when it is about the whole trace.
    public var event: Int?
    /// The line of that event, counted from 1; nil when it is about the whole trace.
    public var line: Int?
    /// How many events it concerns.
    public var count: Int
    /// One sentence without a full stop.
    public var message: String

    /// Makes a note about the recording.
    public init(id: String, event: Int? = nil, line: Int? = nil, count: Int = 1, message: String) {
      self.id = id
      self.event = event
      self.line = line
      self.count = count
      self.message = message
    }
  }

  /// The path as the user gave it, with `/` between its parts; `-` for standard input.
  public var path: String
  /// The source format, `callorder.trace/1` for our own.
  public var format: String
  /// The members of the header's `metadata` whose values are text, number or boolean, in recorded order.
  public var metadata: [RecordedMember] = []
  /// What the check concludes.
  public var verdict = Verdict.inconclusive
  /// Why the verdict is `inconclusive`; nil otherwise.
  public var reason: String?
  /// The number of events, gap markers included.
  public var events = 0
  /// How many subjects of each kind were seen, in the order of the grammar.
  public var subjectCounts: [SubjectCount] = []
  /// The number of subjects seen, of all kinds.
  public var subjects: Int { subjectCounts.reduce(0) { $0 + $1.count } }
  /// The sum of the costs of all repairs, exact even when not all violations are listed.
  public var repairCost = 0
  /// How many violations there are of each severity, exact even when not all are listed.
  public var counts = SeverityCounts()
  /// How many of them do not count against the run, exact even when not all are listed.
  public var suppressedCounts = SeverityCounts()
  /// How many violations there are of each rule, exact even when not all are listed; sorted by rule id.
  public var countsByRule: [RuleCount] = []
  /// The violations in the order of their events; bounded by the run's limit.
  public var violations: [Violation] = []
  /// How many violations are counted and not listed.
  public var unlistedViolations = 0
  /// Violations by fingerprint, exact; sorted by first event.
  public var groups: [ViolationGroup] = []
  /// Callbacks that the grammar does not know, with how often each occurred; sorted by name.
  public var unknownCallbacks: [CallbackCount] = []
  /// Notes about the recording.
  public var notes: [Note] = []
  /// Which parts of the grammar the trace used; nil if not kept.
  package var coverageCounts: CoverageCounts?
  /// The events in detail, for timelines; nil when not requested.
  public var timeline: Timeline?
  /// The whole trace in a few thousand parts; nil for a short trace, or when no timeline was requested.
  package var overview: TraceOverview?

  /// Makes a report of a trace without any events; the members are then filled in.
  public init(path: String, format: String = "callorder.trace/1") {
    self.path = path
    self.format = format
  }
}
