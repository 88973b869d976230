internal import TraceFindings

/// Collects traces in any order for one report in the order of their paths.
///
/// What the report would leave out is dropped from time to time, so that the memory is about that of the report.
struct TraceCollection {
  private let limits: ReportLimits
  private var traces: [TraceReport] = []
  private var coverage = CoverageSum()
  /// What was added since details were last dropped.
  private var recent = Details()

  /// How much is listed individually.
  private struct Details {
    var coverages = 0
    var events = 0
    var violations = 0

    mutating func add(_ trace: TraceReport) {
      coverages += trace.coverageTally == nil ? 0 : 1
      events += trace.timeline?.entries.count ?? 0
      violations += trace.violations.count
    }

    /// Whether there is enough to drop that it is worth looking at all traces.
    func isMuch(for limits: ReportLimits, among count: Int) -> Bool {
      coverages > max(limits.coverage, count / 2) || events > max(limits.events, count / 2)
        || violations > max(limits.violations, count / 2, 1_000)
    }
  }

  init(_ limits: ReportLimits) { self.limits = limits }

  /// Adds the coverage of traces that no longer carry their own.
  mutating func add(_ coverage: CoverageTally) { self.coverage.add(coverage) }

  mutating func add(_ trace: TraceReport) {
    traces.append(trace)
    recent.add(trace)
    if !recent.isMuch(for: limits, among: traces.count) { return }
    let assembly = assembly
    traces = assembly.traces
    coverage = assembly.foldedCoverage
    recent = Details()
  }

  /// Everything that was added, in the order of the paths and within the limits.
  /// - Complexity: O(n log n) in the number of traces.
  var assembly: ReportAssembly {
    var assembly = ReportAssembly(limits, count: traces.count, folded: coverage)
    for trace in traces.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      assembly.add(trace)
    }
    return assembly
  }
}
