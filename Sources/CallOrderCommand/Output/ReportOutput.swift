internal import TraceFindings
internal import TraceGrammar
internal import TraceReporting

/// The formats of reports, by the names that options and the configuration use.
enum ReportOutput {
  /// A format and what it is for.
  struct Format: Sendable {
    var name: String
    var summary: String
  }

  /// All formats, in the order of the help.
  static let formats =
    ReportFormat.allCases.map { Format(name: $0.name, summary: $0.summary) } + [html]

  /// The page of the HTML report needs the grammar for its pictures, so it is not among the plain formats.
  private static let html = Format(
    name: "html", summary: "one page for a browser, with timelines and diagrams")

  /// The names, in the order of the help.
  static let formatNames = formats.map(\.name)

  /// The formats that tell the events of a trace one by one.
  static let formatsWithTimeline: Set<String> = ["html", "json"]

  /// The size in bytes up to which a page carries the findings also as JSON, for its copy buttons.
  private static let embeddedJSONLimit = 1 << 17

  /// The report in the format of the given name.
  /// - Parameter grammar: the grammar of the check; nil when it is not known.
  static func render(
    _ report: Report, as name: String, options: ReportFormat.Options, grammar: Grammar?
  ) -> [UInt8] {
    guard name == html.name else {
      return (ReportFormat(rawValue: name) ?? .text).render(report, options: options)
    }
    let findings = JSONReport().render(report.withoutTimelines)
    let embedded = findings.count <= embeddedJSONLimit ? findings : nil
    return HTMLReport(machineReport: embedded).render(report, grammar: grammar)
  }
}

extension Report {
  /// The report without the events that traces tell one by one.
  fileprivate var withoutTimelines: Report {
    var report = self
    for index in report.traces.indices { report.traces[index].timeline = nil }
    return report
  }
}
