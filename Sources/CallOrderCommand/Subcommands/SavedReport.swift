internal import TraceFindings
internal import TraceGrammar
internal import TraceReportJSON

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
    let operands = invocation.operands
    let baseline = invocation.settings.baselines.path.map { ("the baseline", $0) }
    try OutputGuard(for: invocation).check(
      invocation.settings.output.reportOutputs,
      against: (operands.map { ("the saved report", $0) } + [baseline].compactMap { $0 })
        .map { .init(role: $0.0, path: $0.1) },
      readsStandardInput: operands.contains("-"))
    var merged: Report?
    var room = Report.savedBytesLimit
    for path in invocation.operands {
      let report = try Report(saved: path, in: invocation.environment, room: &room)
      merged = merged?.merged(with: report) ?? report
    }
    guard let merged else { throw .usage("'report' needs REPORT, a saved JSON report") }
    // A saved report does not carry its grammar; the built-in one is known when it is the same.
    let builtIn = try GrammarSource(path: nil, in: invocation.environment).grammar
    let isBuiltIn =
      builtIn?.name == merged.grammarName && builtIn?.version == merged.grammarVersion
    let delivery = ReportDelivery(for: invocation, grammar: isBuiltIn ? builtIn : nil)
    return try delivery.deliver(merged)
  }
}

extension Report {
  /// The bytes that saved reports may have together.
  static let savedBytesLimit = 1 << 30

  /// Reads the only saved JSON report that is asked for, and tells what could not be checked when it was made.
  init(saved path: String, in environment: CommandEnvironment) throws(CommandError) {
    var room = Self.savedBytesLimit
    try self.init(saved: path, in: environment, room: &room)
  }

  /// Reads a saved JSON report, and tells what could not be checked when it was made.
  /// - Parameter room: the bytes that this one and further ones may have.
  init(
    saved path: String, in environment: CommandEnvironment, room: inout Int
  ) throws(CommandError) {
    let bytes = try environment.read(path, limit: room)
    room -= bytes.count
    do throws(ReportError) {
      try self.init(json: bytes)
    } catch {
      let line = error.line.map { ":\($0)" } ?? ""
      throw .failure("\(path)\(line): \(error)")
    }
    environment.tell(failures)
  }
}
