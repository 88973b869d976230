public import CallOrderCore
public import TraceFindings

/// Makes one report of many, the same as that of one run over all their traces.
///
/// In which order they are added, and which of them were merged before, makes no difference, as long as no two have a trace
/// of one path. A report without traces changes nothing.
public struct ReportMerge: Sendable {
  /// Why a report cannot be added.
  public struct OtherGrammar: Error, Equatable {
    /// The grammar of the reports that were added, with its version.
    public var expected: String
    /// The grammar of this one.
    public var found: String
  }

  private var head: Report?
  private var traces: TraceCollection
  private var failures: [Report.Failure] = []
  private var rules: [String: Report.RuleText] = [:]
  private var legends: [CoverageLegend] = []

  /// Starts without any report.
  /// - Parameter options: how much is told one by one; the same as in the runs.
  public init(options: CheckOptions = CheckOptions()) { self.init(ReportLimits(options)) }

  package init(_ limits: ReportLimits) { traces = TraceCollection(limits) }

  /// Adds a report.
  /// - Throws: `OtherGrammar` where it was made with another grammar, or another version of it.
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

  /// The report of all that was added; nil where no report was.
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

  /// The same numbers with a legend that reports share: each that is read has one of its own.
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
      "merged with reports of runs that recorded other callbacks, which this one was not judged by")

  /// Traces that were judged by what occurred in their runs, with a note where those runs recorded different callbacks.
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
