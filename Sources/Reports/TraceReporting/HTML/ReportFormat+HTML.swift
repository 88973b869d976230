internal import TraceFindings
internal import TraceModel
internal import TracePages

extension ReportFormat {
  /// The page for people.
  public static var html: ReportFormat {
    ReportFormat(
      name: "html", summary: "one page for a browser, with timelines and diagrams",
      fileExtension: "html", mediaType: "text/html; charset=utf-8", eventLimit: 100_000,
      showsCoverage: true
    ) { report, options, take in
      let coverage = CoverageReport(report, by: options.grammar).firstAnswer
      HTMLReport(
        machineReport: embeddedJSON(of: report), coverage: coverage, judging: options.judging,
        failingSeverity: options.failingSeverity ?? .error
      ).write(report, grammar: options.grammar, to: take)
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
    return PageCoverage(
      sentence: sentences.joined(separator: " "),
      untried: scenarios.filter { !$0.isExercised }.map { ($0.title, $0.action) })
  }
}

/// The findings as JSON, for the copy buttons of the page; nil where that takes more than 128 KiB.
///
/// Coverage is omitted: nothing is copied from it, and it would be most of a short report.
private func embeddedJSON(of report: Report) -> [UInt8]? {
  let limit = 1 << 17
  // A trace without findings takes more than 512 bytes. A copy of very many would be large.
  if report.traces.count > limit / 512 { return nil }
  var findings = report
  for index in findings.traces.indices { findings.traces[index].coverageCounts = nil }
  return JSONReport(tellsEvents: false).render(findings, limit: limit)
}
