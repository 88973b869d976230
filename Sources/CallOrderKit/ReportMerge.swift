public import CallOrderCore
public import TraceFindings

/// Merges reports into one, which is the same as that of a single run over all their traces.
///
/// The order in which reports are added makes no difference, nor does merging some of them first, as long as no two of
/// them have a trace with the same path. A report without traces changes nothing.
public struct ReportMerge: Sendable {
  /// Why a report cannot be added.
  public struct OtherGrammar: Error, Equatable {
    /// The name and version of the grammar of the reports that were added before.
    public var expected: String
    /// The name and version of the grammar of this report.
    public var found: String
  }

  private var head: Report?
  private var traces: TraceCollection
  private var failures: [Report.Failure] = []
  private var rules: [String: Report.RuleText] = [:]
  private var legends: [CoverageLegend] = []

  /// Starts an empty merge.
  /// - Parameter options: how much is listed individually; use the same options as for the runs.
  public init(options: CheckOptions = CheckOptions()) { self.init(ReportLimits(options)) }

  package init(_ limits: ReportLimits) { traces = TraceCollection(limits) }

  /// Adds a report.
  /// - Throws: `OtherGrammar` if it was made with another grammar or another version of the grammar.
  /// - Complexity: O(traces of the report).
  public mutating func add(_ report: Report) throws(OtherGrammar) {
    let (expected, found) = ((head ?? report).grammar, report.grammar)
    if expected != found { throw OtherGrammar(expected: expected, found: found) }
    var head =
      head
      ?? Report(
        toolVersion: "", grammarName: report.grammarName, grammarVersion: report.grammarVersion)
    head.toolVersion = max(head.toolVersion, report.toolVersion)
    self.head = head
    failures += report.failures
    for rule in report.rules { rules[rule.id] = rule }
    if let folded = report.foldedCoverage { traces.add(shared(folded)) }
    for var trace in report.traces {
      trace.coverageTally = trace.coverageTally.map { shared($0) }
      traces.add(trace)
    }
  }

  /// Adds an input that could not be checked, or a report that could not be read.
  public mutating func add(_ failure: Report.Failure) { failures.append(failure) }

  /// The merged report; nil if no report was added.
  /// - Complexity: O(n log n) in the number of traces.
  public func report() -> Report? {
    guard let head else { return nil }
    let assembly = traces.assembly
    return assembly.completed(
      Report(
        toolVersion: head.toolVersion, grammarName: head.grammarName,
        grammarVersion: head.grammarVersion, traces: Self.noting(assembly.traces),
        failures: failures, rules: Array(rules.values)))
  }

  /// The same numbers with a shared legend: each report that is read brings its own copy.
  private mutating func shared(_ tally: CoverageTally) -> CoverageTally {
    for legend in legends where legend === tally.legend || legend.blank == tally.legend.blank {
      return CoverageTally(legend, tally.numbers, unmentioned: tally.unmentioned)
    }
    legends.append(tally.legend)
    return tally
  }

  private static let differsNote = TraceReport.Note(
    id: "observed-differs",
    message:
      "merged with reports of runs that recorded other callbacks, which were not used to judge this trace"
  )

  /// Adds a note to traces that were judged by what occurred in their run, if those runs recorded different callbacks.
  private static func noting(_ traces: [TraceReport]) -> [TraceReport] {
    let ofRuns = traces.lazy.compactMap(\.observed).filter { $0.source == .run }
    guard let first = ofRuns.first, ofRuns.contains(where: { $0 != first }) else { return traces }
    return traces.map { trace in
      guard trace.observed?.source == .run, !trace.notes.contains(differsNote) else { return trace }
      var trace = trace
      trace.notes.append(differsNote)
      return trace
    }
  }
}

extension Report {
  fileprivate var grammar: String { "\(grammarName) \(grammarVersion)" }
}
