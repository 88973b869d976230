public import TraceChecking
public import TraceFindings
internal import TraceGrammar

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

  /// The merged report without its traces; nil until a report is added.
  private var head: Report?
  private var failures: [Report.Failure] = []
  private var rules: [String: Report.RuleText] = [:]
  private let limits: ReportLimits
  private var traces: [TraceReport] = []
  private var coverage: CoverageCounts?
  /// How much was added since what the report leaves out was last dropped: traces, events and findings.
  private var recent = 0
  /// What the first trace that was judged by its run was judged by.
  private var observed: ObservedCallbacks?
  /// Whether another one was judged by something else.
  private var observedDiffers = false

  /// Starts an empty merge.
  /// - Parameter options: how much is listed individually; use the same options as for the runs.
  public init(options: CheckOptions = CheckOptions()) { self.init(ReportLimits(options)) }

  package init(_ limits: ReportLimits) { self.limits = limits }

  /// Adds a report.
  /// - Throws: `OtherGrammar` if it was made with another grammar or another version of the grammar.
  /// - Complexity: O(traces of the report).
  public mutating func add(_ report: Report) throws(OtherGrammar) {
    let known = head ?? report
    let bases = [known, report].map { ShippedGrammar.base(of: $0.grammarName) }
    if bases[0] != bases[1] || known.grammarVersion != report.grammarVersion {
      throw OtherGrammar(expected: known.grammar, found: report.grammar)
    }
    var merged = Report(
      toolVersion: max(known.toolVersion, report.toolVersion),
      grammarName: known.grammarName == bases[0] ? report.grammarName : known.grammarName,
      grammarVersion: report.grammarVersion)
    merged.grammarPath = known.grammarPath == report.grammarPath ? known.grammarPath : nil
    head = merged
    failures += report.failures
    for rule in report.rules { rules[rule.id] = rule }
    coverage.add(report.foldedCoverage)
    for trace in report.traces {
      note(trace.observed)
      traces.append(trace)
      recent += 1 + trace.violations.count + (trace.timeline?.entries.count ?? 0)
    }
    if recent > max(10_000, traces.count / 2) {
      let assembly = assembly
      (traces, coverage, recent) = (assembly.traces, assembly.foldedCoverage, 0)
    }
  }

  /// Adds an input that could not be checked, or a report that could not be read.
  public mutating func add(_ failure: Report.Failure) { failures.append(failure) }

  /// The merged report; nil if no report was added.
  /// - Complexity: O(n log n) in the number of traces.
  public func report() -> Report? {
    guard let head else { return nil }
    let assembly = assembly
    let traces = Report(
      toolVersion: "", grammarName: "", grammarVersion: "", traces: assembly.refuted.map(completed),
      failures: failures, rules: Array(rules.values))
    return assembly.completed(head.merged(with: traces))
  }

  /// Everything that was added, in the order of the paths and within the limits.
  private var assembly: ReportAssembly {
    var assembly = ReportAssembly(limits, count: traces.count, folded: coverage)
    for trace in traces.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      assembly.add(trace)
    }
    return assembly
  }

  /// Notes what a trace was judged by.
  private mutating func note(_ found: ObservedCallbacks?) {
    guard let found, found.source == .run else { return }
    if let observed {
      observedDiffers = observedDiffers || found != observed
    } else {
      observed = found
    }
  }

  private static let differsNote = TraceReport.Note(
    id: "observed-differs",
    message:
      "merged with reports of runs that recorded other callbacks, which were not used to judge this trace"
  )

  /// The trace as the merged report has it: with a note if it was judged by what occurred in its run, and those of the runs
  /// differ.
  private func completed(_ trace: TraceReport) -> TraceReport {
    guard observedDiffers, trace.observed?.source == .run,
      !trace.notes.contains(Self.differsNote)
    else { return trace }
    var trace = trace
    trace.notes.append(Self.differsNote)
    return trace
  }
}

extension Report {
  fileprivate var grammar: String { "\(grammarName) \(grammarVersion)" }
}
