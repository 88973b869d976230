internal import CallOrderKit
internal import TraceModel
internal import TraceFindings
internal import TraceGrammar
internal import TraceReporting

extension Subcommand {
  /// Renders saved reports.
  static let report = Subcommand(
    name: "report",
    summary: "render saved JSON reports in other formats",
    discussion: [
      """
      Reads reports that 'check --report json=FILE' wrote, and renders them as 'check' would have, without the \
      traces.
      """,
      """
      Several reports, each about some of the traces, are rendered as the report of a single run over all of \
      them. So several machines can share the work, and the order of the reports makes no difference. Options \
      that limited what the runs list must be given here as well. A report that cannot be read becomes a \
      failure; the others are still rendered, and the exit status is 3. 'callorder compare' compares two of them. Reports made with different grammars \
      are not rendered together. All of them may have at most 1 GiB, because they are in memory.
      """,
    ],
    operands: [.savedReports],
    examples: [
      "callorder report report.json --report html=report.html": "Render a saved report as a page.",
      "callorder report shard-*.json --report json=report.json":
        "Make one report of those of several machines.",
    ]
  ) { invocation throws(CommandError) in
    let delivery = try ReportDelivery(for: invocation)
    let operands = invocation.operands
    let baseline = invocation.settings.baselines.path.map { ("the baseline", $0) }
    try OutputGuard(for: invocation).check(
      invocation.settings.output.reportOutputs,
      against: (operands.map { ("the saved report", $0) } + [baseline].compactMap { $0 })
        .map { .init(role: $0.0, path: $0.1) },
      readsStandardInput: operands.contains("-"))
    var reports = MergedReports(for: invocation)
    for path in operands { try reports.addReport(at: path) }
    let merged = try reports.report()
    return try delivery.deliver(merged, by: merged.ownGrammar)
  }
}

/// Saved reports while they become one.
private struct MergedReports {
  private let invocation: Invocation
  private var merge: ReportMerge
  /// The report as long as it is the only one; it is not changed.
  private var only: Report?
  private var hasReport = false
  /// How many bytes the reports have so far; all of them may be kept in memory.
  private var size = 0
  /// Whether a report could not be read; that was printed then.
  private var hasFaults = false

  init(for invocation: Invocation) {
    self.invocation = invocation
    var options = CheckOptions()
    if let limit = invocation.settings.output.timelineLimit { options.timeline = .upTo(limit) }
    merge = ReportMerge(options: options)
  }

  /// Adds the report in a file. If it cannot be read or added, this is printed, and becomes a failure in the whole report.
  /// - Throws: `CommandError` if all reports together are larger than the limit.
  mutating func addReport(at path: String) throws(CommandError) {
    do throws(CommandError) {
      let bytes = try invocation.environment.read(path, limit: Report.savedBytesLimit)
      size += bytes.count
      if size <= Report.savedBytesLimit { return try add(Report(saved: bytes, of: path), at: path) }
    } catch {
      invocation.environment.note("callorder: \(terminalSafe(error.message))")
      // A failure shows the path beside the message.
      let message = error.message.trimmingPrefix("\(path): ")
      merge.add(Report.Failure(path: path, message: String(message)))
      hasFaults = true
      return
    }
    throw .failure(
      "\(path): all reports together are larger than the limit of \(Report.savedBytesLimit) bytes",
      hint: "Make them with '--timeline 0', or render fewer of them.")
  }

  /// Adds a report, and prints what could not be checked when it was made.
  /// - Throws: `CommandError` if it was made with another grammar than those before it.
  private mutating func add(_ report: Report, at path: String) throws(CommandError) {
    invocation.environment.tell(report.failures)
    do throws(ReportMerge.OtherGrammar) { try merge.add(report) } catch {
      throw .failure("\(path): made with the grammar \(error.found), not \(error.expected)")
    }
    only = hasReport ? nil : report
    hasReport = true
  }

  /// The report.
  /// - Throws: `CommandError` if there is none.
  func report() throws(CommandError) -> Report {
    if let report = hasFaults ? merge.report() : only ?? merge.report() { return report }
    if hasFaults { throw .failure("no saved report could be read") }
    throw .usage("'\(invocation.command)' needs REPORT, a saved JSON report")
  }
}

extension Report {
  /// How many bytes saved reports that are read may have together.
  static let savedBytesLimit = 1 << 30

  /// Reads a saved JSON report, and prints what could not be checked when it was made.
  init(saved path: String, in environment: CommandEnvironment) throws(CommandError) {
    try self.init(saved: environment.read(path, limit: Self.savedBytesLimit), of: path)
    environment.tell(failures)
  }

  /// Reads the bytes of a saved JSON report.
  /// - Parameter path: the file that they are from, for messages.
  init(saved bytes: [UInt8], of path: String) throws(CommandError) {
    do throws(ReportError) { try self.init(json: bytes) } catch {
      let beginning = String(decoding: bytes.prefix(4_096), as: UTF8.self)
      // A damaged report names callbacks, too.
      if !beginning.contains("callorder.report/"),
        beginning.contains("\"callback\"") || beginning.contains("callorder.trace/")
      {
        throw .failure(
          "\(path) is a trace, not a saved report; make one: callorder check \(path) --report json=report.json"
        )
      }
      throw .failure("\(path)\(error.line.map { ":\($0)" } ?? ""): \(error)")
    }
  }
}
