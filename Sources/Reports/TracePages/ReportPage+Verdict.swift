internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// The page's title, the verdict first: `✗ 12 errors — launch.json`.
  var title: String {
    "\(outcome == .failing ? "✗" : outcome == .passing ? "✓" : "?") \(verdictPhrase) — \(subjectPhrase)"
  }

  /// What the run comes to: as bad as its worst trace, but inconclusive only if no trace passes.
  private var outcome: Outcome {
    [.failing, .passing].first { outcomes[$0] != nil } ?? .inconclusive
  }

  private var verdictPhrase: String {
    let counts = report.counts
    switch report.verdict {
    case .violating:
      if counts.errors > 0 { return counted(counts.errors, "error") }
      return counted(counts.warnings, "warning")
    case .conforming:
      if counts.notes > 0 { return counted(counts.notes, "note") }
      return report.failures.isEmpty
        ? "No findings" : "\(counted(report.failures.count, "input")) not read"
    case .inconclusive:
      return Report.inconclusion.capitalizedFirst
    }
  }

  /// The verdict as a heading.
  var verdictHeadline: String {
    if report.verdict == .conforming, report.failures.isEmpty {
      if plan.isSingle { return inOrder }
      if outcomes[.passing] == report.traces.count {
        return "All \(counted(report.traces.count, "trace")) pass"
      }
    }
    if report.traces.isEmpty, report.failures.isEmpty {
      let folders = options.emptyFolders
      return "No traces found" + (folders.count == 1 ? " in \(folders[0].path)" : "")
    }
    if plan.isSingle, report.verdict == .violating {
      return "\(counted(plan.groups.count, "fault")) in \(subjectPhrase)"
    }
    guard let failing = outcomes[.failing], !plan.isSingle else {
      return "\(verdictPhrase) in \(subjectPhrase)"
    }
    return
      "\(grouped(failing)) of \(counted(report.traces.count, "trace")) \(failing == 1 ? "fails" : "fail")"
  }

  /// How many calls were judged and found in order.
  private var inOrder: String {
    let events = report.traces.reduce(0) { $0 + $1.events }
    if let part = report.traces.partlyInOrder { return part }
    return events == 1 ? "The only event is in order" : "All \(grouped(events)) events are in order"
  }

  /// What was checked, for the line above everything.
  var subjectPhrase: String {
    switch report.traces.count {
    case 0: "no traces"
    case 1: Phrases.shortPlace(report.traces[0].path, parts: 1)
    default: counted(report.traces.count, "trace")
    }
  }

  /// What was checked and the result, in one or two sentences.
  var verdictSentence: String {
    switch report.verdict {
    case .violating:
      let counts = report.counts.inWords.joined(separator: ", ")
      let changes = plan.changes.map(\.change)
      if plan.isSingle, changes.leverage == nil { return counts + "." }
      let words = [
        changes.leverage == nil ? counts : counted(report.counts.total, "finding"),
        counted(plan.groups.count, "fault"), counted(changes.count, "change"),
      ]
      return (changes.leverage.map { $0 + ". " } ?? "") + words.joined(separator: ", ") + "."
    case .conforming:
      let kept = facts.entries.count { $0.outcome == .kept }
      let rules = "\(kept) of \(counted(facts.entries.count, "rule")) could be checked"
      let read = report.failures.isEmpty ? "" : " Not all of the input could be read."
      let notes = report.counts.notes
      let parts = [
        plan.isSingle ? nil : inOrder, notes > 0 ? counted(notes, "note") : nil, subjects,
        rules,
      ]
      return parts.compactMap(\.self).map { "\($0)." }.joined(separator: " ") + read
    case .inconclusive:
      let reasons = Set(report.traces.compactMap(\.reason)).sorted()
      return reasons.isEmpty
        ? report.failures.isEmpty ? "" : "No input could be read."
        : "\(verdictPhrase): \(reasons.prefix(3).joined(separator: "; "))."
    }
  }

  /// What was recorded, in a phrase such as "2 sessions of Notebook 2.1 on iPadOS 26.0".
  private var subjects: String {
    let count = report.subjectCounts.last.map { counted($0.count, $0.kind, $0.plural) }
    guard let trace = plan.isSingle ? report.traces.first : nil else {
      return count ?? counted(report.traces.count, "trace")
    }
    func value(_ name: String) -> String? { trace.metadata.first { $0.name == name }?.value }
    return [count ?? "1 trace", value("app").map { "of \($0)" }, value("os").map { "on \($0)" }]
      .compactMap(\.self).joined(separator: " ")
  }

  func times(_ count: Int) -> Markup { " <span class=\"times\">× \(grouped(count))</span>" }
}
