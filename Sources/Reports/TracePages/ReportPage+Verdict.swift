internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// The page's title, the verdict first: `✗ 12 errors — launch.json`.
  var title: String { "\(Phrases.mark(outcome)) \(verdictPhrase) — \(subjectPhrase)" }

  /// What the run comes to: as bad as its worst trace, but inconclusive only if no trace passes.
  private var outcome: Outcome {
    [.failing, .passing].first { outcomes[$0] != nil } ?? .inconclusive
  }

  private var verdictPhrase: String {
    let counts = report.counts
    switch report.verdict {
    case .violating:
      if counts.errors > 0 { return Phrases.count(counts.errors, "error") }
      return Phrases.count(counts.warnings, "warning")
    case .conforming:
      if counts.notes > 0 { return Phrases.count(counts.notes, "note") }
      return report.failures.isEmpty
        ? "No findings" : "\(Phrases.count(report.failures.count, "input")) not read"
    case .inconclusive:
      return Report.inconclusion.capitalizedFirst
    }
  }

  /// The verdict as a heading.
  var verdictHeadline: String {
    guard let failing = outcomes[.failing], !plan.isSingle else {
      return "\(verdictPhrase) in \(subjectPhrase)"
    }
    return
      "\(grouped(failing)) of \(Phrases.count(report.traces.count, "trace")) \(failing == 1 ? "fails" : "fail")"
  }

  /// What was checked, for the line above everything.
  var subjectPhrase: String {
    switch report.traces.count {
    case 0: "no traces"
    case 1: Phrases.fileName(report.traces[0].path)
    default: Phrases.count(report.traces.count, "trace")
    }
  }

  /// What was checked and the result, in one or two sentences.
  var verdictSentence: String {
    let events = report.traces.reduce(0) { $0 + $1.events }
    switch report.verdict {
    case .violating:
      let words = Phrases.severities(report.counts) ?? ""
      let groups = Phrases.count(plan.groups.count, "group")
      return "\(words) in \(groups)."
    case .conforming:
      let read = report.failures.isEmpty ? "" : " that could be read"
      return "All \(Phrases.count(events, "event"))\(read) came in an order "
        + "that the grammar \(report.grammarName) allows."
    case .inconclusive:
      let reasons = Set(report.traces.compactMap(\.reason)).sorted()
      return reasons.isEmpty
        ? "There was nothing to check."
        : "\(verdictPhrase): \(reasons.prefix(3).joined(separator: "; "))."
    }
  }

  func times(_ count: Int) -> Markup { " <span class=\"times\">× \(grouped(count))</span>" }
}
