public import TraceModel

/// One event (or one end of trace) that breaks a rule, with its repair.
public struct Violation: Sendable, Equatable {
  /// Another event that explains the violation.
  public struct Related: Sendable, Equatable {
    /// The number of the event in its trace, counted from 1.
    public var event: Int
    /// The line of the event in the file, counted from 1.
    public var line: Int
    /// One sentence without a full stop.
    public var message: String

    /// Makes a related event.
    public init(event: Int, line: Int, message: String) {
      self.event = event
      self.line = line
      self.message = message
    }
  }

  /// One row of the recorded calls aligned with the legal ones, in order.
  public struct Step: Sendable, Equatable {
    /// How the recorded and the legal word relate at this row.
    public enum Mark: String, Sendable, CaseIterable {
      /// Recorded and legal.
      case match
      /// Legal, and not recorded: the repair inserts it.
      case missing
      /// Recorded, and not legal: the repair deletes it.
      case unexpected
    }

    /// How the two words relate here.
    public var mark: Mark
    /// The number of the event, counted from 1; nil for a missing call.
    public var event: Int?
    /// The line of the event in the file, counted from 1; nil for a missing call.
    public var line: Int?
    /// The callback's short name.
    public var callback: String
    /// The state after this row by the legal word; several when it is not certain, none when unknown.
    public var states: [String]
    /// Seconds since the trace's own origin; nil when not recorded.
    public var time: Double?
    /// Whether this is the event of the violation.
    public var offending: Bool
    /// How many rows are left out between the one before and this one.
    public var omittedBefore = 0

    /// Makes a row.
    public init(
      mark: Mark, event: Int?, line: Int?, callback: String, states: [String], time: Double? = nil,
      offending: Bool = false
    ) {
      self.mark = mark
      self.event = event
      self.line = line
      self.callback = callback
      self.states = states
      self.time = time
      self.offending = offending
    }
  }

  /// The id of the rule that was broken.
  public var rule: String
  /// The severity in force, after quirks and the user's choice.
  public var severity: Severity
  /// The kind of mistake.
  public var cause: Cause
  /// The number of the event in its trace, counted from 1; gap markers count. At the end of a trace it is
  /// the last event of the subject.
  public var event: Int
  /// The line of the event in the file, counted from 1.
  public var line: Int
  /// The short name of the callback.
  public var callback: String
  /// The callback as the trace spells it.
  public var spelling: String
  /// Where the event comes from, such as a delegate call or a notification.
  public var kind: EventKind
  /// The name of the lifecycle that was broken.
  public var lifecycle: String
  /// The kind of subject that the lifecycle is about; nil where it has the lifecycle's name.
  public var subjectKind: String?
  /// The identity of the subject as recorded; empty for the one implicit subject of a trace without ids.
  public var subject: String
  /// Further subjects that the event is about and is wrong for in the same way; the edit that repairs one repairs all.
  public var otherSubjects: [String] = []
  /// The process as recorded, or the grammar's widest subject; nil when the trace names none.
  public var process: String?
  /// The kind of subject that `process` names, in the words of the grammar.
  public var processKind: String = "process"
  /// Seconds, with the trace's own origin; nil when not recorded.
  public var time: Double?
  /// The states the subject may have been in before the event, by the cheapest explanation.
  public var states: [String]
  /// The callbacks that would have been legal in those states, in the order of the grammar.
  public var expected: [String]
  /// What happened, in one sentence without a full stop.
  public var message: String
  /// The assumption under which this is a violation; nil when there is none.
  public var assumption: String?
  /// The cheapest edits that make it legal.
  public var repair: Repair
  /// Other events that explain it.
  public var related: [Related]
  /// The recorded calls of the subject around the event, aligned with the legal ones; where there are very many, the
  /// first and the last ones, and those around the event.
  public var steps: [Step]
  /// The id of the known deviation of the platform that this matches; nil when it matches none.
  public var quirk: String?
  /// Where in the app's source the event was recorded, and what it says about the caller.
  public var origin = EventOrigin()
  /// Why it may have happened, the most likely reason first; empty where no reason is known.
  public var causes: [PossibleCause] = []
  /// What the passing traces of the run show about the same call; nil where they show nothing else.
  public var witness: Witness?
  /// The same fault's name across recordings: 32 lowercase hexadecimal digits.
  public var fingerprint: String
  /// Why it does not count against the run; nil when it does.
  public var suppression: Suppression?

  /// Makes a violation; parameters that are not given are empty.
  public init(
    rule: String, severity: Severity, cause: Cause, event: Int, line: Int, callback: String,
    spelling: String, kind: EventKind = .delegate, lifecycle: String, subject: String,
    process: String? = nil, time: Double? = nil, states: [String] = [], expected: [String] = [],
    message: String, assumption: String? = nil, repair: Repair = Repair(),
    related: [Related] = [], steps: [Step] = [], quirk: String? = nil, fingerprint: String,
    suppression: Suppression? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.cause = cause
    self.event = event
    self.line = line
    self.callback = callback
    self.spelling = spelling
    self.kind = kind
    self.lifecycle = lifecycle
    self.subject = subject
    self.process = process
    self.time = time
    self.states = states
    self.expected = expected
    self.message = message
    self.assumption = assumption
    self.repair = repair
    self.related = related
    self.steps = steps
    self.quirk = quirk
    self.fingerprint = fingerprint
    self.suppression = suppression
  }
}
