internal import TraceFindings

/// What merged reports say beside their traces.
struct MergedHead: Sendable {
  private var head: Report?
  private var failures: [Report.Failure] = []
  private var rules: [String: Report.RuleText] = [:]
  /// The legends of the reports, none twice.
  private(set) var legends: [CoverageLegend] = []
  /// What the first trace that was judged by its run was judged by.
  private var observed: ObservedCallbacks?
  /// Whether another one was judged by something else.
  private var observedDiffers = false

  /// Adds a report, but not its traces and not the coverage of traces that do not keep their own.
  /// - Throws: `OtherGrammar` if it was made with another grammar or another version of the grammar.
  mutating func add(_ report: Report) throws(ReportMerge.OtherGrammar) {
    let (expected, found) = ((head ?? report).grammar, report.grammar)
    if expected != found { throw ReportMerge.OtherGrammar(expected: expected, found: found) }
    var head =
      head
      ?? Report(
        toolVersion: "", grammarName: report.grammarName, grammarVersion: report.grammarVersion)
    head.toolVersion = max(head.toolVersion, report.toolVersion)
    self.head = head
    failures += report.failures
    for rule in report.rules { rules[rule.id] = rule }
  }

  /// Adds an input that could not be checked.
  mutating func add(_ failure: Report.Failure) { failures.append(failure) }

  /// Notes what a trace was judged by, and gives its coverage a legend that it shares.
  mutating func note(_ trace: inout TraceReport) {
    trace.coverageTally = trace.coverageTally.map { shared($0) }
    guard let found = trace.observed, found.source == .run else { return }
    if let observed {
      observedDiffers = observedDiffers || found != observed
    } else {
      observed = found
    }
  }

  /// The same numbers with a shared legend: each report that is read may bring its own copy.
  mutating func shared(_ tally: CoverageTally) -> CoverageTally {
    for legend in legends where legend === tally.legend || legend.blank == tally.legend.blank {
      return CoverageTally(legend, tally.numbers, unmentioned: tally.unmentioned)
    }
    legends.append(tally.legend)
    return tally
  }

  /// Whether a report was added.
  var hasReport: Bool { head != nil }

  /// Whether an input could not be checked, or a report could not be read.
  var hasFailures: Bool { !failures.isEmpty }

  /// The merged report without any trace; nil if no report was added.
  var report: Report? {
    head.map { head in
      Report(
        toolVersion: head.toolVersion, grammarName: head.grammarName,
        grammarVersion: head.grammarVersion, failures: failures, rules: Array(rules.values))
    }
  }

  private static let differsNote = TraceReport.Note(
    id: "observed-differs",
    message:
      "merged with reports of runs that recorded other callbacks, which were not used to judge this trace"
  )

  /// The trace as the merged report has it: with a note if it was judged by what occurred in its run, and those of the runs
  /// differ.
  func completed(_ trace: TraceReport) -> TraceReport {
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
