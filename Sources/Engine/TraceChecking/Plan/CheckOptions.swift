public import TraceGrammar
public import TraceModel

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
  /// The maximum number of violations to list per trace; all of them are counted. A negative number counts as 0.
  public var violationLimit = 1_000 { didSet { violationLimit = max(0, violationLimit) } }
  /// The maximum number of violations to list in a report on many traces; all of them are counted.
  public var reportViolationLimit = 10_000
  /// How many calls and how many edits of a violation are shown, at least 2. If it has more, the first and the last ones
  /// are shown.
  public var callLimit = 20 { didSet { callLimit = max(2, callLimit) } }
  /// How many of the events themselves are reported.
  public var timeline = TimelineDetail.none
  /// Whether the report says which parts of the grammar the traces used.
  public var coverage = true
  /// The OS version to judge by if the trace's metadata names none.
  public var platform: PlatformVersion?
  /// The SDK that the app was built with, if the trace's metadata names none: some of Apple's rules go by it, and not by the OS.
  public var sdk: PlatformVersion?

  /// Creates the default options.
  public init() {}

  /// How many events the timeline lists, from the first one on; nil for no timeline.
  package var timelineLimit: Int? {
    if case .upTo(let limit) = timeline { limit } else { nil }
  }
}
