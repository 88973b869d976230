internal import TraceModel
internal import TraceFindings

extension TextReport {
  /// The verdict of every trace, then the numbers of the run.
  func summary(_ report: Report) -> String {
    var text = ""
    let rows = rows(report)
    let widths = (0..<3).map { column in rows.map { displayWidth(of: $0.cells[column]) }.max() ?? 0
    }
    for row in rows {
      var line = ""
      for (column, width) in widths.enumerated() where width > 0 {
        let padding = String(repeating: " ", count: width - displayWidth(of: row.cells[column]))
        let cell = theme.paint(row.cells[column], column == 0 ? row.role : .emphasis)
        line += column == 2 ? padding + row.cells[column] + "  " : cell + padding + "  "
      }
      text += line + row.path + "\n"
    }
    let hidden = report.traces.count - rows.count
    if hidden > 0 { text += theme.paint("and \(counted(hidden, "more trace"))", .faint) + "\n" }
    if !rows.isEmpty { text += "\n" }
    return text + categories(report) + history(report) + totals(report)
  }

  /// The numbers of new, fixed and flaky findings, with the new ones by name.
  private func history(_ report: Report) -> String {
    guard let history = report.history else { return "" }
    let counts = [
      (history.newCount, "new"), (history.fixedCount, "fixed"), (history.flakyCount, "flaky"),
    ].map { "\($0.0) \($0.1)" }
    var text = theme.paint("Over \(counted(history.runs.count, "run"))", .emphasis)
    text += ": \(listed(counts, "and"))\n"
    let limit = 12
    let shown = history.findings.prefix(limit)
    let width = shown.map { displayWidth(of: terminalSafe($0.rule)) }.max() ?? 0
    for finding in shown {
      let (fate, rule) = (finding.fate.rawValue, terminalSafe(finding.rule))
      let roles: [RunHistory.Fate: TextTheme.Role] = [
        .new: .error, .fixed: .success, .flaky: .warning,
      ]
      text += theme.paint(fate, roles[finding.fate] ?? .emphasis)
      text += String(repeating: " ", count: 7 - fate.count) + rule
      text += String(repeating: " ", count: width - displayWidth(of: rule) + 2)
      text += terminalSafe(finding.trace) + "\n"
    }
    let rest = history.newCount + history.fixedCount + history.flakyCount - limit
    if rest > 0 { text += "and \(rest) more\n" }
    return text + "\n"
  }

  /// The kinds of mistake with their numbers, where there are several violations.
  private func categories(_ report: Report) -> String {
    let groups = report.causeGroups
    let limit = 12
    if groups.reduce(0, { $0 + $1.counts.total }) < 2 { return "" }
    let names = groups.prefix(limit).map { terminalSafe($0.category) }
    let width = names.map { displayWidth(of: $0) }.max() ?? 0
    let digits = groups.map { String($0.counts.total).utf8.count }.max() ?? 0
    var text = theme.paint("By cause", .emphasis) + "\n"
    for (group, name) in zip(groups, names) {
      let count = String(group.counts.total)
      let worst = Severity.allCases.last { group.counts[$0] > 0 } ?? .note
      let rules = group.rules.prefix(3).map { "\(terminalSafe($0.rule)) (\($0.count))" }
      let more = group.rules.count - rules.count
      text += String(repeating: " ", count: digits - count.utf8.count)
      text += theme.paint(count, .init(worst)) + "  " + name
      text += String(repeating: " ", count: width - displayWidth(of: name) + 2)
      text += listed(rules + (more > 0 ? [counted(more, "more rule")] : []), "and") + "\n"
    }
    if groups.count > limit { text += "and \(groups.count - limit) more\n" }
    return text + "\n"
  }

  private struct Row {
    /// The verdict, the violations, the events.
    var cells: [String]
    var role: TextTheme.Role
    /// The path, and why nothing in it was checkable, if so.
    var path: String
  }

  /// All traces if they are few, otherwise those that are not conforming, up to a limit.
  private func rows(_ report: Report) -> [Row] {
    let limit = 24
    let traces =
      report.traces.count <= limit
      ? report.traces[...]
      : report.traces.filter { $0.verdict != .conforming }.prefix(limit)
    return traces.map { trace in
      var numbers = severities(trace.countsInForce)
      if trace.suppressedCounts.total > 0 {
        numbers.append("\(trace.suppressedCounts.total) suppressed")
      }
      let reason = trace.reason.map { ": " + terminalSafe($0) } ?? ""
      return Row(
        cells: [
          trace.verdict.rawValue, numbers.joined(separator: ", "), counted(trace.events, "event"),
        ], role: .init(trace.verdict), path: terminalSafe(trace.path) + reason)
    }
  }

  private func totals(_ report: Report) -> String {
    func number(_ verdict: Verdict) -> Int { report.traces.count { $0.verdict == verdict } }
    let verdicts = [Verdict.violating, .conforming, .inconclusive].filter { number($0) > 0 }
    var text = counted(report.traces.count, "trace")
    if !verdicts.isEmpty {
      text += ": " + verdicts.map { "\(number($0)) \($0.rawValue)" }.joined(separator: ", ")
    }
    if !report.failures.isEmpty { text += "; \(report.failures.count) could not be read" }
    text += "\n"
    text += outcome(report)
    let cost = report.traces.reduce(0) { $0 + $1.repairCost }
    if cost > 0 { text += "; \(counted(cost, "edit")) would repair them all" }
    text += "\n" + theme.paint(report.verdict.rawValue, .init(report.verdict))
    text +=
      " by the grammar \(terminalSafe(report.grammarName)) \(terminalSafe(report.grammarVersion))"
    if report.verdict == .violating, report.countsInForce.total == 0 {
      text += ", with every violation suppressed"
    }
    if !report.failures.isEmpty, report.verdict == .conforming {
      text += ", as far as it could be read"
    }
    return text + "\n"
  }

  /// The findings in numbers; "no violations" appears only if everything was checked.
  private func outcome(_ report: Report) -> String {
    let numbers = severities(report.countsInForce).joined(separator: ", ")
    let suppressed = report.suppressedCounts.total
    if suppressed > 0 {
      return numbers.isEmpty
        ? "\(counted(suppressed, "violation")), suppressed: none is left to act on"
        : "\(numbers); \(suppressed) suppressed"
    }
    if !numbers.isEmpty { return numbers }
    if report.verdict == .inconclusive { return "nothing was checked" }
    return report.failures.isEmpty ? "no violations" : "nothing was found in what could be read"
  }

  /// The numbers that are not zero, the most severe first.
  private func severities(_ counts: SeverityCounts) -> [String] {
    Severity.allCases.reversed().compactMap { severity in
      counts[severity] > 0 ? counted(counts[severity], severity.name) : nil
    }
  }
}
