public import CallOrderCore
internal import TraceChecking
public import TraceFindings
public import TraceGrammar
public import TraceReading
internal import TraceSystem

/// How traces are to be read.
public struct ReadingOptions: Sendable {
  /// How the messages of logs name callbacks and scenes; tried in order, before what is built in.
  public var messagePatterns: [MessagePattern] = []
  /// What recorders show, where a trace does not say it itself.
  public var records = Records.trace
  /// The number of threads to work with; at least 1.
  public var jobs = 1
  /// The members of an event that say of which recording it is, where one stream has many; none where it has one.
  ///
  /// Each list of their values is a trace of its own, and so is what follows its end.
  public var key: [String] = []
  /// The seconds between two events of a recording that end it, so that what follows is another one; nil for any time.
  public var closeAfter: Double?

  /// How it is known which callbacks a recording shows: nothing is held against the absence of others.
  public enum Records: Sendable, Equatable {
    /// Those that occur in the trace.
    case trace
    /// Those that occur in any trace of the run.
    case run
    /// All of the grammar.
    case all
    /// These, in any spelling.
    case callbacks([String])

    var stated: StatedRecords? {
      switch self {
      case .trace, .run: nil
      case .all: .all
      case .callbacks(let spellings): .callbacks(spellings)
      }
    }
  }

  /// Makes the default options.
  public init() {}
}

/// Checks traces against a grammar.
///
/// An input that cannot be read or is malformed becomes a failure of the report; the others are still checked.
/// The result is the same for any number of jobs.
public func checkTraces(
  _ inputs: [TraceInput], against grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(), reading: ReadingOptions = ReadingOptions()
) -> Report {
  PreparedCheck(against: grammar, options: options, reading: reading).report(of: inputs)
}

extension Report {
  /// Makes a report of traces that were judged by one grammar, such as those that `LiveChecker.finish()` returns.
  public init(of traces: [TraceReport], by grammar: Grammar) {
    self.init(of: traces, by: grammar, failures: [])
  }

  init(of traces: [TraceReport], by grammar: Grammar, failures: [Failure]) {
    let broken = Set(traces.lazy.flatMap { $0.countsByRule.lazy.map(\.rule) })
    let rules = grammar.rules.filter { broken.contains($0.id) }.map(RuleText.init)
    self.init(
      toolVersion: callOrderVersion, grammarName: grammar.name, grammarVersion: grammar.version,
      traces: traces, failures: failures, rules: rules)
  }
}

/// The OS version that the metadata names as `os`, such as `iOS 18.4`; nil when it names none.
func platform(_ header: TraceHeader) -> PlatformVersion? {
  header.metadata.first { $0.name == "os" }.flatMap { PlatformVersion($0.value) }
}

extension Report.RuleText {
  fileprivate init(_ rule: Rule) {
    let explanation = rule.fix.isEmpty ? rule.explanation : "\(rule.explanation) \(rule.fix)"
    self.init(
      id: rule.id, severity: rule.severity, title: rule.title, explanation: explanation,
      category: rule.category, link: rule.link, facts: rule.facts)
  }
}
