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
      Standard input may hold several reports, one on each line. A report that cannot be read becomes a \
      failure in the merged one; the others are still merged, and the exit status is 3. Reports made with \
      different grammars are not merged.
      """,
    ],
    operands: [
      Operand(
        placeholder: "REPORT", values: .file, isRepeatable: true,
        summary: "a saved JSON report, or - for standard input")
    ],
    examples: [
      Example(
        line: "callorder merge shard-*.json -o report.json",
        text: "Merge the reports of several machines."),
      Example(
        line: "callorder report report.json --report html=report.html",
        text: "Render the merged report as a page."),
    ]
  ) { invocation throws(CommandError) in
    let output = invocation.settings.output.path.map {
      OutputGuard.File(role: "the report", path: $0)
    }
    try OutputGuard(for: invocation).check(
      [output].compactMap(\.self),
      against: invocation.operands.map { .init(role: "the saved report", path: $0) },
      readsStandardInput: invocation.operands.contains("-"))
    var merged = MergedReports(for: invocation)
    for path in invocation.operands { try merged.read(path) }
    return try merged.deliver()
  }
}

/// Saved reports while they are merged into one document.
private struct MergedReports {
  private let invocation: Invocation
  private var files: SavedReportFiles
  private var content: Content

  /// What was read so far.
  private struct Content {
    var merge: SpooledMerge
    /// The report as long as it is the only one; it is not changed.
    var only: Report?
    /// Whether a report could not be read; that was printed then.
    var hasFaults = false
    /// Why no more reports can be stored.
    var storageFault: CommandError?
  }

  init(for invocation: Invocation) {
    self.invocation = invocation
    files = SavedReportFiles(in: invocation.environment)
    content = Content(merge: SpooledMerge(options: CheckOptions(mergingFor: invocation)))
  }

  /// Reads the reports of a file. One that cannot be read is a failure in the merged report.
  mutating func read(_ path: String) throws(CommandError) {
    let environment = invocation.environment
    var content = content
    defer { self.content = content }
    try files.read(path) { (report, place) throws(CommandError) in
      environment.tell(report.failures)
      content.only = content.merge.hasReport ? nil : report
      do throws(SpooledMerge.Fault) { try content.merge.add(report) } catch {
        switch error {
        case .otherGrammar(let error): throw .otherGrammar(error, at: place)
        case .storage(let error):
          content.storageFault = .failure(error)
          throw .failure(error)
        }
      }
    } note: { error throws(CommandError) in
      if let fault = content.storageFault { throw fault }
      if error.status == .usage { throw error }
      environment.note("callorder: \(terminalSafe(error.message))")
      // A failure shows the path beside the message.
      let message = error.message.trimmingPrefix("\(path): ")
      content.merge.add(Report.Failure(path: path, message: String(message)))
      content.hasFaults = true
    }
  }

  /// Writes the merged report.
  func deliver() throws(CommandError) -> ExitStatus {
    if let only = content.only, !content.hasFaults {
      let status = try invocation.deliver { JSONReport().write(only, to: $0) }
      return only.failures.isEmpty ? status : .failure
    }
    guard content.merge.hasReport else {
      if content.hasFaults { throw .failure("no saved report could be read") }
      throw .usage("'\(invocation.command)' needs REPORT, a saved JSON report")
    }
    let status = try invocation.deliver { take throws(SystemError) in
      try content.merge.write(to: take)
    }
    return content.merge.hasFailures ? .failure : status
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
