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
      let coverage = CoverageReport(report, by: options.grammar).firstAnswer
      return HTMLReport(machineReport: embedded, coverage: coverage)
        .render(report, grammar: options.grammar)
    }
  }
}

extension CoverageReport {
  /// What the page says first about coverage; nil where nothing was counted.
  fileprivate var firstAnswer: PageCoverage? {
    if leadingSteps.isEmpty { return nil }
    let sentences =
      ["\(steps.used) of the \(steps.all) steps that change the state of a \(leading) were taken."]
      + unseenParts.map { sentence(about: $0) }
    return PageCoverage(
      sentence: sentences.joined(separator: " "),
      untried: scenarios.filter { !$0.isExercised }.map { ($0.title, $0.action) })
  }
}

/// The size in bytes up to which a page carries the findings also as JSON, for its copy buttons.
private let embeddedJSONLimit = 1 << 17
