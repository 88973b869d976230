internal import TraceFindings
internal import TraceHTML
internal import TraceReportJSON
public import TraceWriting

extension ReportFormat {
  /// The page for people.
  public static var html: ReportFormat {
    ReportFormat(
      name: "html", summary: "one page for a browser, with timelines and diagrams",
      fileExtension: "html", mediaType: "text/html; charset=utf-8", eventLimit: 100_000
    ) { report, options in
      let findings = JSONReport().render(report.withoutTimelines)
      let embedded = findings.count <= embeddedJSONLimit ? findings : nil
      return HTMLReport(machineReport: embedded).render(report, grammar: options.grammar)
    }
  }
}

/// The size in bytes up to which a page carries the findings also as JSON, for its copy buttons.
private let embeddedJSONLimit = 1 << 17

extension Report {
  /// The report without the events that traces tell one by one.
  fileprivate var withoutTimelines: Report {
    var report = self
    for index in report.traces.indices { report.traces[index].timeline = nil }
    return report
  }
}
