package import TraceFindings
internal import TraceGrammar
package import TraceModel

/// Judges traces by one grammar. It keeps what it has built of automata for the next trace, so one thread may use it at a time.
package final class TraceJudge {
  /// How many projections of the lifecycles are kept.
  private static let limit = 64

  /// The grammar.
  package let plan: Plan
  private let options: CheckOptions
  private struct Projection: Hashable {
    var shown: RecordedCallbacks?
    var isWhole: Bool
  }
  private var projections: [Projection: Machines] = [:]

  /// Creates a judge.
  package init(_ plan: Plan, _ options: CheckOptions) {
    (self.plan, self.options) = (plan, options)
  }

  /// What the check of a trace has found.
  package struct Judged {
    /// The report, with what the one that was given says.
    package var report: TraceReport
    /// The callbacks that occur.
    package var shown: ShownCallbacks
    /// What is stated about the recorder; nil if nothing is.
    package var stated: Records?
  }

  /// Judges a trace.
  /// - Parameters:
  ///   - report: what the reader knows: the path, the format, metadata, and notes on reading.
  ///   - all: what all traces of the run show, if each is judged by that; nil if each is judged by what it shows itself.
  ///   - options: how it is judged, if that differs.
  /// - Complexity: expected O(events), plus the time to find repairs for violations.
  package func judge(
    _ trace: TraceStore, _ statements: Statements, _ report: TraceReport,
    among all: RecordedCallbacks? = nil, _ other: CheckOptions? = nil
  ) -> Judged {
    let passes = passes(trace, statements, other ?? options)
    let outcome = passes.outcome(among: all)
    _ = outcome
    return Judged(report: report, shown: ShownCallbacks(passes.recording.shown), stated: nil)
  }

  /// All that is known about a trace before it is judged.
  func passes(_ trace: TraceStore, _ statements: Statements, _ options: CheckOptions) -> Passes {
    var store = Store(trace, plan, statements.completed(by: options))
    let recording = Recording(&store, plan)
    return Passes(
      store: store, plan: plan, recording: recording, options: options,
      stated: plan.stated(store.statements.records, recording.shown)
    ) { [self] in machines(showing: $0, isWhole: $1) }
  }

  private func machines(showing shown: RecordedCallbacks?, isWhole: Bool) -> Machines {
    let key = Projection(shown: shown, isWhole: isWhole)
    if let known = projections[key] { return known }
    if projections.count >= Self.limit { projections.removeAll() }
    let new = Machines(plan, showing: shown, isWhole: isWhole)
    projections[key] = new
    return new
  }
}

/// The callbacks that a trace shows.
package struct ShownCallbacks {
  /// Those that occur.
  package var all: RecordedCallbacks
  /// By the name of each recorded role, the short names of those that occur for its subjects; empty if nobody asks.
  package var byRole: [String: Set<String>] = [:]

  package init(_ all: RecordedCallbacks, byRole: [String: Set<String>] = [:]) {
    (self.all, self.byRole) = (all, byRole)
  }
}
