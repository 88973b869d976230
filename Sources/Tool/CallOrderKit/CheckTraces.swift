public import TraceChecking
public import TraceFindings
public import TraceGrammar
public import TraceReading
internal import TraceSystem

/// How traces are read.
public struct ReadingOptions: Sendable {
  /// Patterns that find callbacks and scenes in log messages; tried in order, before the built-in ones.
  public var messagePatterns: [MessagePattern] = []
  /// Words of log messages, with the callbacks that they stand for; tried before the built-in names.
  public var messageWords: [MessageWords] = []
  /// Whether the newest lines of logs come first. Traces in our own format are not affected.
  public var readsFromEnd = false
  /// The number of threads to use; a value below 1 counts as 1.
  public var jobs = 1

  /// Makes the default options.
  public init() {}
}

/// Words of an app's log messages that stand for a callback, such as `scene did become active`.
public struct MessageWords: Sendable, Equatable {
  /// The words, in upper or lower case.
  public var words: String
  /// The callback, in any spelling that the grammar knows.
  public var callback: String

  /// Makes a pair.
  public init(_ words: String, callback: String) { (self.words, self.callback) = (words, callback) }
}

/// Checks traces against a grammar.
///
/// An input that cannot be read or is malformed becomes a failure in the report; the others are still checked.
/// The result is the same for any number of jobs.
public func checkTraces(
  _ inputs: [TraceInput], against grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(), reading: ReadingOptions = ReadingOptions()
) -> Report {
  PreparedCheck(against: grammar, options: options, reading: reading).report(of: inputs)
}

extension Report {
  /// Makes a report of traces that were checked against the same grammar, such as those that `LiveChecker.finish()` returns.
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

extension Report {
  /// Adds to the notes on unknown callbacks which of them are actions of the grammar with UIKit's practices, and how to judge
  /// them.
  package mutating func nameActions() {
    guard
      traces.contains(where: { !$0.unknownCallbacks.isEmpty }),
      grammarName == ShippedGrammar.uiScene.name
    else { return }
    let practices = ShippedGrammar.practices.name
    for index in traces.indices {
      guard
        let action = traces[index].unknownCallbacks.first(where: {
          Self.actions.contains($0.callback)
        }),
        let note = traces[index].notes.firstIndex(where: {
          $0.id == TraceReport.unknownCallbacksID
        })
      else { continue }
      traces[index].notes[note].message +=
        "; \(action.callback) is an action of \(practices): check with --grammar \(practices)"
    }
  }

  private static let actions = Set(
    ShippedGrammar.practices.grammar().callbacks.lazy.filter(\.isAction).map(\.name))
}

extension Report.RuleText {
  fileprivate init(_ rule: Rule) {
    self.init(
      id: rule.id, severity: rule.severity, title: rule.title,
      explanation: rule.explanationAndAdvice,
      category: rule.category, link: rule.link, facts: rule.facts)
  }
}
