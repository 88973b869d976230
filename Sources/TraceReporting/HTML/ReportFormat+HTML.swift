internal import TraceHTML
internal import TraceReportJSON
public import TraceWriting

extension ReportFormat {
  /// The page for people.
  public static var html: ReportFormat {
    ReportFormat(
      name: "html", summary: "one page for a browser, with timelines and diagrams",
      fileExtension: "html", mediaType: "text/html; charset=utf-8", eventLimit: 100_000,
      showsCoverage: true
    ) { report, options in
      let embedded = JSONReport(tellsEvents: false).render(report, limit: embeddedJSONLimit)
      return HTMLReport(machineReport: embedded).render(report, grammar: options.grammar)
    }
  }
}

/// The size in bytes up to which a page carries the findings also as JSON, for its copy buttons.
private let embeddedJSONLimit = 1 << 17
