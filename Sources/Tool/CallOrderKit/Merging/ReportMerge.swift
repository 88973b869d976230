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

  private var head = MergedHead()
  private var traces: TraceCollection

  /// Starts an empty merge.
  /// - Parameter options: how much is listed individually; use the same options as for the runs.
  public init(options: CheckOptions = CheckOptions()) { self.init(ReportLimits(options)) }

  package init(_ limits: ReportLimits) { traces = TraceCollection(limits) }

  /// Adds a report.
  /// - Throws: `OtherGrammar` if it was made with another grammar or another version of the grammar.
  /// - Complexity: O(traces of the report).
  public mutating func add(_ report: Report) throws(OtherGrammar) {
    try head.add(report)
    if let folded = report.foldedCoverage { traces.add(head.shared(folded)) }
    for var trace in report.traces {
      head.note(&trace)
      traces.add(trace)
    }
  }

  /// Adds an input that could not be checked, or a report that could not be read.
  public mutating func add(_ failure: Report.Failure) { head.add(failure) }

  /// The merged report; nil if no report was added.
  /// - Complexity: O(n log n) in the number of traces.
  public func report() -> Report? {
    guard var report = head.report else { return nil }
    let assembly = traces.assembly
    report.traces = assembly.traces.map { head.completed($0) }
    return assembly.completed(report)
  }
}
