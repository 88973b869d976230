internal import CallOrderKit
internal import TraceDiagnostics
internal import TraceFindings
internal import TraceReading
internal import TraceReportJSON

extension Subcommand {
  /// Makes one saved report of many.
  static let merge = Subcommand(
    name: "merge",
    summary: "make one saved report of many",
    discussion: [
      """
      Reads reports that 'check --format json' wrote, each about some of the traces, and writes the report \
      that one run about all of them would have written, byte for byte. So machines can share the work; \
      reports can be merged in any order and in several steps. An option that limited what the runs list has \
      to be given here as well.
      """,
      """
      Standard input may hold several reports, one a line. A report that cannot be read becomes a failure in \
      the merged one; the others are still merged, and the exit status is 3. Reports by different grammars are \
      not merged.
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
        text: "Put what four machines found into one report."),
      Example(
        line: "callorder report report.json --report html=report.html",
        text: "Make the page of it."),
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

/// Saved reports on their way to one.
struct SavedReports {
  private let invocation: Invocation
  private let stopsAtFault: Bool
  private var merge: ReportMerge
  private var first: Report?
  private var count = 0
  /// Whether one could not be read, which was told then.
  private var hasFaults = false

  /// - Parameter stopsAtFault: whether one that cannot be read is an error, or a failure of the report.
  init(for invocation: Invocation, stopsAtFault: Bool) {
    (self.invocation, self.stopsAtFault) = (invocation, stopsAtFault)
    var options = CheckOptions()
    options.reportViolationLimit = invocation.settings.output.reportViolationLimit
    if let limit = invocation.settings.output.timelineLimit { options.timeline = .upTo(limit) }
    merge = ReportMerge(options: options)
  }

  /// Reads the reports of each file: the only one, or one a line.
  mutating func read(_ paths: [String]) throws(CommandError) {
    for path in paths {
      do throws(CommandError) {
        try add(try invocation.environment.open(path), of: path)
      } catch { try note(error, of: path) }
    }
  }

  /// The report of all of them; of a single one exactly what it says.
  func report() throws(CommandError) -> Report {
    if count == 1, !hasFaults, let first { return first }
    if let merged = merge.report() { return merged }
    if hasFaults { throw .failure("no saved report could be read") }
    throw .usage("'\(invocation.command)' needs REPORT, a saved JSON report")
  }

  /// Adds the reports of a file, in the memory of one of them.
  private mutating func add(_ source: any ByteSource, of path: String) throws(CommandError) {
    var lines = SourceLines(source, of: path, limit: Report.savedBytesLimit)
    let first = try lines.next() ?? []
    // The first of several reports is whole in its line; one that is laid out has several lines.
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
    // The path is told beside the message there.
    let message = error.message.trimmingPrefix("\(path): ")
    merge.add(Report.Failure(path: path, message: String(message)))
    hasFaults = true
  }
}
