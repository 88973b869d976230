internal import TraceFindings
internal import TraceModel
internal import TracePages

extension ReportFormat {
  /// The page for people.
  public static var html: ReportFormat {
    ReportFormat(
      name: "html", summary: "one page for a browser, with timelines and diagrams",
      fileExtension: "html", eventLimit: 55_000,
      showsCoverage: true
    ) { report, options, take in
      let coverage = CoverageReport(report, by: options.grammar).firstAnswer
      // Every part of the page tells the same story.
      var told = report
      for trace in told.traces.indices where !told.traces[trace].violations.isEmpty {
        told.traces[trace].violations = told.traces[trace].violations.map(\.told)
      }
      HTMLReport(
        json: embedded(told), coverage: coverage, judging: options.judging,
        failingSeverity: options.failingSeverity ?? .error, emptyFolders: options.emptyFolders
      ).write(told, grammar: options.grammar, to: take)
    }
  }
}

extension CoverageReport {
  /// The page's summary of coverage; nil where nothing was counted.
  fileprivate var firstAnswer: PageCoverage? {
    if leadingSteps.isEmpty { return nil }
    let sentences =
      ["\(steps.used) of the \(steps.all) steps that change the state of a \(leading) were taken."]
      + unseenParts.map { sentence(about: $0) }
    return (
      sentence: sentences.joined(separator: " "),
      untried: scenarios.filter { !$0.isExercised }.map { ($0.title, $0.action) }
    )
  }
}

/// The report that the page contains: without the events of the last traces if there are very many, so that a browser can
/// open it; nil if there are too many traces for that.
func embedded(_ report: Report) -> HTMLReport.JSONWriter? {
  if report.traces.count > 20_000 { return nil }
  var shown = report
  var room = 400_000
  for index in shown.traces.indices {
    let count = shown.traces[index].timeline?.entries.count ?? 0
    if count > room { shown.traces[index].timeline = nil } else { room -= count }
    shown.traces[index].observed = nil
  }
  return { [shown] take in JSONReport(isCompact: true).write(shown, to: take) }
}
