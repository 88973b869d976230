internal import TraceFindings
internal import TraceReporting

extension Subcommand {
  /// Renders saved reports.
  static let report = Subcommand(
    name: "report",
    summary: "render saved JSON reports in other formats",
    discussion: [
      """
      Reads reports that 'check --report json=FILE' wrote and renders them as 'check' would have, without the traces. \
      Several reports become one, so that machines can share the work.
      """
    ],
    operands: [
      Operand(
        placeholder: "REPORT", values: .file, isRepeatable: true,
        summary: "a saved JSON report, or - for standard input")
    ],
    examples: [
      Example(
        line: "callorder report report.json --report html=report.html",
        text: "Make the page for people from a saved report.")
    ]
  ) { invocation throws(CommandError) in
    let configuration = try Configuration.inForce(for: invocation)
    var merged: Report?
    for path in invocation.arguments.operands {
      let report = try Report(saved: path, in: invocation.environment)
      merged = merged?.merged(with: report) ?? report
    }
    guard let merged else { throw .usage("'report' needs REPORT, a saved JSON report") }
    return try ReportDelivery(for: invocation, configuration: configuration).deliver(merged)
  }
}

extension Report {
  /// Reads a saved JSON report.
  init(saved path: String, in environment: CommandEnvironment) throws(CommandError) {
    let bytes = try environment.read(path)
    do throws(ReportError) {
      try self.init(json: bytes)
    } catch {
      let line = error.line.map { ":\($0)" } ?? ""
      throw .failure("\(path)\(line): \(error)")
    }
  }
}
