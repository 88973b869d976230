internal import CallOrderKit
internal import TraceDiagnostics
internal import TraceFindings
internal import TraceReading
internal import TraceReportJSON

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
    var merged = SavedReports(for: invocation, stopsAtFault: false)
    try merged.read(invocation.operands)
    let report = try merged.report()
    let status = try invocation.deliver { JSONReport().write(report, to: $0) }
    return report.failures.isEmpty ? status : .failure
  }
}

/// Saved reports while they are merged.
struct SavedReports {
  private let invocation: Invocation
  private let stopsAtFault: Bool
  private var merge: ReportMerge
  private var first: Report?
  private var count = 0
  /// Whether a report could not be read; that was printed then.
  private var hasFaults = false

  /// - Parameter stopsAtFault: whether a report that cannot be read is an error, or else a failure in the merged
  ///   report.
  init(for invocation: Invocation, stopsAtFault: Bool) {
    (self.invocation, self.stopsAtFault) = (invocation, stopsAtFault)
    var options = CheckOptions()
    options.reportViolationLimit = invocation.settings.output.reportViolationLimit
    if let limit = invocation.settings.output.timelineLimit { options.timeline = .upTo(limit) }
    merge = ReportMerge(options: options)
  }

  /// Reads the reports of each file: a single one, or one on each line.
  mutating func read(_ paths: [String]) throws(CommandError) {
    for path in paths {
      do throws(CommandError) {
        try add(try invocation.environment.open(path), of: path)
      } catch { try note(error, of: path) }
    }
  }

  /// The merged report; a single report is not changed.
  func report() throws(CommandError) -> Report {
    if count == 1, !hasFaults, let first { return first }
    if let merged = merge.report() { return merged }
    if hasFaults { throw .failure("no saved report could be read") }
    throw .usage("'\(invocation.command)' needs REPORT, a saved JSON report")
  }

  /// Adds the reports of a file, with one of them in memory at a time.
  private mutating func add(_ source: any ByteSource, of path: String) throws(CommandError) {
    var lines = SourceLines(source, of: path, limit: Report.savedBytesLimit)
    let first = try lines.next() ?? []
    // The first of several reports is one whole line; a single report that is laid out has several lines.
    if try lines.hasEnded() || (try? Report(json: first)) == nil {
      let bytes = first + [UInt8(ascii: "\n")] + (try lines.rest())
      return try add(Report(saved: bytes, of: path), of: path)
    }
    try add(line: first, 1, of: path)
    var number = 1
    while let line = try lines.next() {
      number += 1
      try add(line: line, number, of: path)
    }
  }

  private mutating func add(line: [UInt8], _ number: Int, of path: String) throws(CommandError) {
    if line.isEmpty { return }
    do throws(CommandError) {
      try add(Report(saved: line, of: path, line: number), of: "\(path):\(number)")
    } catch { try note(error, of: path) }
  }

  private mutating func add(_ report: Report, of place: String) throws(CommandError) {
    invocation.environment.tell(report.failures)
    do throws(ReportMerge.OtherGrammar) { try merge.add(report) } catch {
      throw .failure("\(place): made with the grammar \(error.found), not \(error.expected)")
    }
    (first, count) = (first ?? report, count + 1)
  }

  private mutating func note(_ error: CommandError, of path: String) throws(CommandError) {
    if stopsAtFault || error.status == .usage { throw error }
    invocation.environment.note("callorder: \(terminalSafe(error.message))")
    // A failure shows the path beside the message.
    let message = error.message.trimmingPrefix("\(path): ")
    merge.add(Report.Failure(path: path, message: String(message)))
    hasFaults = true
  }
}
