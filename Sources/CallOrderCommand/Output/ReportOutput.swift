internal import TraceFindings
internal import TraceGrammar
internal import TraceReporting

/// The formats of reports, by the names that options and the configuration use.
enum ReportOutput {
  /// The names, in the order of the help.
  static let formatNames = ReportFormat.allCases.map(\.name)

  /// The names and what each is for, in the order of the help.
  static let formatSummaries = ReportFormat.allCases.map { ($0.name, $0.summary) }

  /// The formats that tell the events of a trace one by one.
  static let formatsWithTimeline: Set<String> = ["html", "json"]

  /// The report in the format of the given name.
  static func render(
    _ report: Report, as name: String, options: ReportFormat.Options, grammar: Grammar?
  ) -> [UInt8] {
    (ReportFormat(rawValue: name) ?? .text).render(report, options: options)
  }
}
