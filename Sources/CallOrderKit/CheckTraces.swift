internal import TraceChecking
public import TraceDiagnostics
public import TraceFindings
public import TraceGrammar
public import TraceReading
internal import TraceSystem

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
    /// The first events, up to the given number.
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
  /// How the messages of logs name callbacks and scenes; tried in order, before what is built in.
  public var messagePatterns: [MessagePattern] = []
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
  let compiled = CompiledGrammar(grammar)
  let traceChecker = TraceChecker(compiled, options)
  var traces: [TraceReport] = []
  var failures: [Report.Failure] = []
  // Many traces are checked side by side; a single one is decoded on several threads.
  let side = inputs.count > 1 ? options.jobs : 1
  let jobsPerTrace = inputs.count > 1 ? 1 : options.jobs
  runConcurrently(jobs: side, count: inputs.count) { index in
    traceChecker.check(inputs[index], jobs: jobsPerTrace)
  } consume: { outcome in
    switch outcome {
    case .success(let trace): traces.append(trace)
    case .failure(let failure): failures.append(failure.failure)
    }
  }
  let broken = Set(traces.flatMap { $0.countsByRule.map(\.rule) })
  let rules = grammar.rules.filter { broken.contains($0.id) }.map(Report.RuleText.init)
  return Report(
    toolVersion: callOrderVersion, grammarName: grammar.name, grammarVersion: grammar.version,
    traces: traces, failures: failures, rules: rules)
}

/// The OS version that the metadata names as `os`, such as `iOS 18.4`; nil when it names none.
func platform(_ header: TraceHeader) -> PlatformVersion? {
  header.metadata.first { $0.name == "os" }.flatMap { PlatformVersion($0.value) }
}

extension PlatformVersion {
  /// Reads a version written as `iOS 18.4`; nil when the text is none.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2 else { return nil }
    let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(platform: String(words[0]), numbers: numbers)
  }
}

extension Report.RuleText {
  init(_ rule: Rule) {
    let explanation = rule.fix.isEmpty ? rule.explanation : "\(rule.explanation) \(rule.fix)"
    self.init(
      id: rule.id, severity: rule.severity, title: rule.title, explanation: explanation,
      link: rule.link, facts: rule.facts)
  }
}
