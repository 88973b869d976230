package import TraceChecking
public import TraceDiagnostics
public import TraceGrammar

/// How events are to be judged.
public struct CheckOptions: Sendable {
  /// How much of the events a report lists.
  public enum TimelineDetail: Sendable {
    /// Nothing.
    case none
    /// The first events, up to the given number.
    case upTo(Int)
  }

  /// Which callbacks a `LiveChecker` is fed: nothing is held against the absence of others.
  public enum Records: Sendable, Equatable {
    /// All that the grammar knows.
    case all
    /// These, in any spelling: a delegate's names the call, a notification's the notification, a short name both.
    case callbacks([String])
  }

  /// Which callbacks a `LiveChecker` is fed. Traces that are read say it themselves, or those who read them do.
  public var records = Records.all
  /// Severities that replace those of the grammar, by rule id; nil switches the rule off.
  public var severities: [String: Severity?] = [:]
  /// Whether every subject has to end in an accepting state.
  public var demandsCompleteLives = false
  /// How many violations are listed per trace; all of them are counted.
  public var violationLimit = 1_000
  /// How many violations are listed in the report of many traces; all of them are counted.
  public var reportViolationLimit = 10_000
  /// How many calls and edits of a violation are shown: the first and the last ones, where it has more.
  public var callLimit = 20
  /// Whether and how far the events themselves are reported.
  public var timeline = TimelineDetail.none
  /// Whether the report says which parts of the grammar the traces used.
  public var coverage = true
  /// The OS version to judge by where the trace's metadata names none.
  public var platform: PlatformVersion?

  /// Makes the default options.
  public init() {}

  /// The same for one trace.
  package var checking: CheckingOptions {
    var checking = CheckingOptions()
    checking.severities = severities
    checking.demandsCompleteLives = demandsCompleteLives
    checking.violationLimit = max(0, violationLimit)
    checking.callLimit = max(2, callLimit)
    if case .upTo(let limit) = timeline { checking.timelineLimit = limit }
    checking.countsCoverage = coverage
    checking.platform = platform
    return checking
  }
}
