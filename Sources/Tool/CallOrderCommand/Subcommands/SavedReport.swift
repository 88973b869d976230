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
      traces. Several reports are merged into one.
      """
    ],
    operands: [.savedReports],
    examples: [
      "callorder report report.json --report html=report.html": "Render a saved report as a page."
    ]
  ) { invocation throws(CommandError) in
    let operands = invocation.operands
    let baseline = invocation.settings.baselines.path.map { ("the baseline", $0) }
    try OutputGuard(for: invocation).check(
      invocation.settings.output.reportOutputs,
      against: (operands.map { ("the saved report", $0) } + [baseline].compactMap { $0 })
        .map { .init(role: $0.0, path: $0.1) },
      readsStandardInput: operands.contains("-"))
    var files = SavedReportFiles(in: invocation.environment)
    var reports = MergedReports(for: invocation)
    for path in operands {
      try files.read(path) { (report, place) throws(CommandError) in
        try reports.add(report.get(), at: place)
      }
    }
    let merged = try reports.report()
    // A saved report does not contain its grammar; a built-in one is used if it is the same.
    let builtIn = ShippedGrammar.named(merged.grammarName)?.grammar()
    let isSame = builtIn?.version == merged.grammarVersion
    let delivery = ReportDelivery(for: invocation, grammar: isSame ? builtIn : nil)
    return try delivery.deliver(merged)
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
  /// - Parameters:
  ///   - path: the file that they are from, for messages.
  ///   - line: the line of the file that the bytes are, counted from 1; nil if they are the whole file.
  ///   - reader: the reader of several reports.
  init(
    saved bytes: [UInt8], of path: String, line: Int? = nil, by reader: inout ReportReader
  ) throws(CommandError) {
    do throws(ReportError) { self = try reader.report(bytes) } catch {
      let beginning = String(decoding: bytes.prefix(4_096), as: UTF8.self)
      // A damaged report names callbacks, too.
      if !beginning.contains("callorder.report/"),
        beginning.contains("\"callback\"") || beginning.contains("callorder.trace/")
      {
        throw .failure(
          "\(path) is a trace, not a saved report; make one: callorder check \(path) --report json=report.json"
        )
      }
      throw .failure("\(path)\((line ?? error.line).map { ":\($0)" } ?? ""): \(error)")
    }
  }

  /// Reads the bytes of a saved JSON report.
  init(saved bytes: [UInt8], of path: String) throws(CommandError) {
    var reader = ReportReader()
    try self.init(saved: bytes, of: path, by: &reader)
  }
}
