package import TraceChecking
public import TraceModel
public import TraceGrammar

/// How to judge events.
public struct CheckOptions: Sendable {
  /// How many of the events a report lists.
  public enum TimelineDetail: Sendable {
    /// Nothing.
    case none
    /// The first events, up to the given number.
    case upTo(Int)
  }

  /// Which callbacks a recording shows, if it does not say so itself. A `LiveChecker`, which cannot know what will
  /// occur, gets all callbacks unless they are listed here.
  public var records = Records.trace
  /// Severities that replace those of the grammar, by rule id; nil switches the rule off.
  public var severities: [String: Severity?] = [:]
  /// Whether every subject must end in an accepting state.
  public var demandsCompleteLives = false
  /// Whether calls without an identity are all about one scene, as in an app with one window. Otherwise they may be about several
  /// scenes, and are not judged where that explains them.
  public var hasOneWindow = false
  /// The maximum number of violations to list per trace; all of them are counted.
  public var violationLimit = 1_000
  /// The maximum number of violations to list in a report on many traces; all of them are counted.
  public var reportViolationLimit = 10_000
  /// How many calls and how many edits of a violation are shown. If it has more, the first and the last ones are shown.
  public var callLimit = 20
  /// How many of the events themselves are reported.
  public var timeline = TimelineDetail.none
  /// Whether the report says which parts of the grammar the traces used.
  public var coverage = true
  /// The OS version to judge by if the trace's metadata names none.
  public var platform: PlatformVersion?

  /// Creates the default options.
  public init() {}

  /// The options for checking one trace.
  package var checking: CheckingOptions {
    var checking = CheckingOptions()
    checking.severities = severities
    checking.demandsCompleteLives = demandsCompleteLives
    checking.takesUnnamedAsOne = hasOneWindow
    checking.violationLimit = max(0, violationLimit)
    checking.callLimit = max(2, callLimit)
    if case .upTo(let limit) = timeline { checking.timelineLimit = limit }
    checking.countsCoverage = coverage
    checking.platform = platform
    return checking
  }
}
