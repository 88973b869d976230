public import TraceDiagnostics

/// What the check of one trace found.
public struct TraceReport: Sendable, Equatable {
  /// Something about the recording, not about the app.
  public struct Note: Sendable, Equatable {
    /// `time-goes-backwards`, `subject-missing`, `unknown-callback`, …
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
  public var metadata: [(name: String, value: String)]
  /// What the check concludes.
  public var verdict: Verdict
  /// Why the verdict is `inconclusive`; nil otherwise.
  public var reason: String?
  /// The number of events, gap markers included.
  public var events: Int
  /// The number of processes seen.
  public var processes: Int
  /// The number of sessions seen (or of the grammar's own subjects that are not processes).
  public var sessions: Int
  /// The number of subjects seen, processes included.
  public var subjects: Int
  /// The sum of the costs of all repairs, exact even when not all violations are listed.
  public var repairCost: Int
  /// How many violations there are of each severity, exact even when not all are listed.
  public var counts: SeverityCounts
  /// How many of them do not count against the run, exact even when not all are listed.
  public var suppressedCounts: SeverityCounts
  /// How many violations there are of each rule, exact even when not all are listed; sorted by rule id.
  public var countsByRule: [(rule: String, count: Int)]
  /// The violations in the order of their events; bounded by the run's limit.
  public var violations: [Violation]
  /// How many violations are counted and not listed.
  public var unlistedViolations: Int
  /// Violations by fingerprint, exact; sorted by first event.
  public var groups: [ViolationGroup]
  /// Callbacks no grammar knows, with how often each came; sorted by name.
  public var unknownCallbacks: [(name: String, count: Int)]
  /// About the recording.
  public var notes: [Note]
  /// Which parts of the grammar the trace used.
  public var coverage: Coverage
  /// The events in detail, for timelines; nil when it was not asked for.
  public var timeline: Timeline?

  /// Makes a report of a trace without any events; the members are then filled in.
  public init(path: String, format: String = "callorder.trace/1") {
    self.path = path
    self.format = format
    metadata = []
    verdict = .inconclusive
    reason = nil
    events = 0
    processes = 0
    sessions = 0
    subjects = 0
    repairCost = 0
    counts = SeverityCounts()
    suppressedCounts = SeverityCounts()
    countsByRule = []
    violations = []
    unlistedViolations = 0
    groups = []
    unknownCallbacks = []
    notes = []
    coverage = Coverage()
    timeline = nil
  }

  public static func == (left: TraceReport, right: TraceReport) -> Bool {
    left.path == right.path && left.format == right.format && left.verdict == right.verdict
      && left.reason == right.reason && left.events == right.events
      && left.metadata.elementsEqual(right.metadata, by: ==)
      && left.processes == right.processes && left.sessions == right.sessions
      && left.subjects == right.subjects && left.repairCost == right.repairCost
      && left.counts == right.counts && left.suppressedCounts == right.suppressedCounts
      && left.countsByRule.elementsEqual(right.countsByRule, by: ==)
      && left.violations == right.violations
      && left.unlistedViolations == right.unlistedViolations && left.groups == right.groups
      && left.unknownCallbacks.elementsEqual(right.unknownCallbacks, by: ==)
      && left.notes == right.notes && left.coverage == right.coverage
      && left.timeline == right.timeline
  }
}

/// Numbers of violations by severity.
public struct SeverityCounts: Sendable, Equatable {
  /// Violations of severity `error`.
  public var errors: Int
  /// Violations of severity `warning`.
  public var warnings: Int
  /// Violations of severity `note`.
  public var notes: Int

  /// All of them.
  public var total: Int { errors + warnings + notes }

  /// Makes counts, zero where not given.
  public init(errors: Int = 0, warnings: Int = 0, notes: Int = 0) {
    self.errors = errors
    self.warnings = warnings
    self.notes = notes
  }

  /// The number for one severity.
  public subscript(severity: Severity) -> Int {
    get {
      switch severity {
      case .error: errors
      case .warning: warnings
      case .note: notes
      }
    }
    set {
      switch severity {
      case .error: errors = newValue
      case .warning: warnings = newValue
      case .note: notes = newValue
      }
    }
  }

  /// Adds the numbers of another trace.
  public static func += (left: inout SeverityCounts, right: SeverityCounts) {
    left.errors += right.errors
    left.warnings += right.warnings
    left.notes += right.notes
  }
}

/// Equal faults, counted together.
public struct ViolationGroup: Sendable, Equatable {
  /// The fingerprint they share.
  public var fingerprint: String
  /// The rule they break.
  public var rule: String
  /// The severity in force.
  public var severity: Severity
  /// How many there are.
  public var count: Int
  /// The number of the first one's event, counted from 1.
  public var firstEvent: Int
  /// How many of them do not count against the run.
  public var suppressed: Int

  /// Makes a group.
  public init(
    fingerprint: String, rule: String, severity: Severity, count: Int, firstEvent: Int,
    suppressed: Int = 0
  ) {
    self.fingerprint = fingerprint
    self.rule = rule
    self.severity = severity
    self.count = count
    self.firstEvent = firstEvent
    self.suppressed = suppressed
  }
}
