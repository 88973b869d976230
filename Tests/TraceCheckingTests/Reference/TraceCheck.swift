import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

@testable import TraceChecking

/// Judges traces given as text once, by what they are said to show, and keeps the automata between them.
struct TraceCheck {
  let plan: Plan
  let options: CheckOptions
  private let isComplete: Bool
  private let machines: Machines

  /// The built-in grammar, prepared once.
  static let uiScene = Plan(.uiScene())

  /// A check of generated lives, in which a configured session need not connect, and a process may show no scene, which is
  /// legal but noted.
  static var ofMadeUpLives: TraceCheck {
    var options = CheckOptions()
    options.severities["configured-without-connection"] = .some(nil)
    options.severities["scenes-not-adopted"] = .some(nil)
    return TraceCheck(uiScene, options: options)
  }

  init(_ grammar: Grammar, demandsCompleteLives: Bool = false) {
    var options = CheckOptions()
    options.demandsCompleteLives = demandsCompleteLives
    self.init(Plan(grammar), options: options)
  }

  /// - Parameters:
  ///   - shown: the callbacks that traces show; nil for all.
  ///   - isComplete: whether nothing happened before the first event.
  init(
    _ plan: Plan, showing shown: RecordedCallbacks? = nil, options: CheckOptions = CheckOptions(),
    isComplete: Bool = false
  ) {
    (self.plan, self.options, self.isComplete) = (plan, options, isComplete)
    machines = Machines(
      plan, showing: shown, demandingCompleteLives: options.demandsCompleteLives)
  }

  /// The report of a trace in any of the shapes.
  func report(of text: String) throws(TraceError) -> TraceReport {
    let (passes, format) = try passes(text)
    let judgement = passes.judge(by: machines, doubts: false)
    return TraceJudge(plan).report(
      Summary(passes, Outcome(judgements: [judgement])), TraceReport(path: "trace", format: format))
  }

  /// The callbacks that occur in a trace.
  func occurred(in text: String) throws(TraceError) -> RecordedCallbacks {
    try passes(text).passes.recording.shown
  }

  private func passes(_ text: String) throws(TraceError) -> (passes: Passes, format: String) {
    let trace = try StoredTrace(MemorySource(Array(text.utf8)), members: plan.members)
    var statements = Statements()
    statements.isComplete = isComplete
    return (TraceJudge(plan).passes(trace.store, statements, options), trace.header.format)
  }

  /// The report of a generated trace.
  func report(of trace: [ReferenceEvent]) throws(TraceError) -> TraceReport {
    if trace.isEmpty { return try report(of: "[]") }
    return try report(of: trace.map { "\($0)\n" }.joined())
  }
}
