public import TraceDiagnostics
public import TraceFindings
public import TraceGrammar
public import TraceReading

/// One trace to be checked.
public struct TraceInput: Sendable {
  /// The name used in reports: the path as the user gave it, `-` for standard input.
  public var path: String
  /// Opens the bytes; called once, on the thread that checks the trace.
  public var open: @Sendable () throws(ByteSourceError) -> any ByteSource

  /// Makes an input from its name and a way to open it.
  public init(
    path: String, open: @escaping @Sendable () throws(ByteSourceError) -> any ByteSource
  ) {
    self.path = path
    self.open = open
  }
}

/// How a check is to be done.
public struct CheckOptions: Sendable {
  /// How much of the events a report lists.
  public enum TimelineDetail: Sendable {
    /// Nothing.
    case none
    /// Every event up to the given number; of longer traces only those around violations.
    case upTo(Int)
  }

  /// Severities that replace those of the grammar, by rule id; nil switches the rule off.
  public var severities: [String: Severity?] = [:]
  /// Whether every subject has to end in an accepting state.
  public var demandsCompleteLives = false
  /// How many violations are listed per trace; all of them are counted.
  public var violationLimit = 1_000
  /// Whether and how far the events themselves are reported.
  public var timeline = TimelineDetail.none
  /// The OS version to judge by where the trace's metadata names none.
  public var platform: PlatformVersion?
  /// The number of threads to work with; at least 1.
  public var jobs = 1

  /// Makes the default options.
  public init() {}
}

/// Checks traces against a grammar.
///
/// An input that cannot be read or is malformed becomes a failure of the report; the others are still checked.
/// The result is the same for any number of jobs.
public func checkTraces(
  _ inputs: [TraceInput], against grammar: Grammar, options: CheckOptions = CheckOptions()
) -> Report {
  Report(toolVersion: callOrderVersion, grammarName: grammar.name, grammarVersion: grammar.version)
}

/// The version of the tool, by semantic versioning over options, exit codes, formats and rule ids.
public let callOrderVersion = "0.1.0"
