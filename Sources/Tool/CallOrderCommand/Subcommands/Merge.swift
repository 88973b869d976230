internal import CallOrderKit
internal import TraceModel
internal import TraceFindings
internal import TraceReporting
internal import TraceSystem

extension Subcommand {
  /// Merges saved reports into one.
  static let merge = Subcommand(
    name: "merge",
    summary: "merge saved reports into one",
    discussion: [
      """
      Reads reports that 'check --format json' wrote, each about some of the traces, and writes the report \
      that a single run over all of them would have written, byte for byte. So several machines can share the \
      work; reports can be merged in any order and in several steps. Options that limited what the runs list \
      must be given here as well.
      """,
      """
      A file and standard input may hold several reports, one on each line. A report that cannot be read \
      becomes a failure in the merged one; the others are still merged, and the exit status is 3. Reports made \
      with different grammars are not merged. All reports together may have at most 1 GiB, because they are \
      merged in memory.
      """,
    ],
    operands: [.savedReports],
    examples: [
      "callorder merge shard-*.json -o report.json": "Merge the reports of several machines.",
      "callorder report report.json --report html=report.html":
        "Render the merged report as a page.",
    ]
  ) { invocation throws(CommandError) in
    try OutputGuard(for: invocation).check(
      invocation.settings.output.output(as: "the report"),
      against: invocation.operands.map { .init(role: "the saved report", path: $0) },
      readsStandardInput: invocation.operands.contains("-"))
    var files = SavedReportFiles(in: invocation.environment)
    var merged = MergedReports(for: invocation)
    for path in invocation.operands {
      try files.read(path) { (report, place) throws(CommandError) in
        do throws(CommandError) { try merged.add(report.get(), at: place) } catch {
          merged.add(error, from: path)
        }
      }
    }
    let report = try merged.report()
    let status = try invocation.deliver { JSONReport().write(report, to: $0) }
    return report.failures.isEmpty ? status : .failure
  }
}

/// Saved reports while they are merged into one.
struct MergedReports {
  private let invocation: Invocation
  private var merge: ReportMerge
  /// The report as long as it is the only one; it is not changed.
  private var only: Report?
  private var hasReport = false
  /// Whether a report could not be read; that was printed then.
  private var hasFaults = false

  init(for invocation: Invocation) {
    self.invocation = invocation
    merge = ReportMerge(options: CheckOptions(mergingFor: invocation))
  }

  /// Adds a report, and prints what could not be checked when it was made.
  /// - Parameter place: where it is, for the message.
  /// - Throws: `CommandError` if it was made with another grammar than those before it.
  mutating func add(_ report: Report, at place: String) throws(CommandError) {
    invocation.environment.tell(report.failures)
    do throws(ReportMerge.OtherGrammar) { try merge.add(report) } catch {
      throw .failure("\(place): made with the grammar \(error.found), not \(error.expected)")
    }
    only = hasReport ? nil : report
    hasReport = true
  }

  /// Prints why a report cannot be read or added, which becomes a failure in the merged report.
  mutating func add(_ error: CommandError, from path: String) {
    invocation.environment.note("callorder: \(terminalSafe(error.message))")
    // A failure shows the path beside the message.
    let message = error.message.trimmingPrefix("\(path): ")
    merge.add(Report.Failure(path: path, message: String(message)))
    hasFaults = true
  }

  /// The merged report.
  /// - Throws: `CommandError` if there is none.
  func report() throws(CommandError) -> Report {
    if let report = hasFaults ? merge.report() : only ?? merge.report() { return report }
    if hasFaults { throw .failure("no saved report could be read") }
    throw .usage("'\(invocation.command)' needs REPORT, a saved JSON report")
  }
}

extension CheckOptions {
  /// The limits on what a merged report lists.
  init(mergingFor invocation: Invocation) {
    self.init()
    reportViolationLimit = invocation.settings.output.reportViolationLimit
    if let limit = invocation.settings.output.timelineLimit { timeline = .upTo(limit) }
  }
}
