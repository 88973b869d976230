internal import TraceModel
internal import TraceFindings

extension TextReport {
  /// The traces if they are few, and the numbers of the run.
  func summary(_ report: Report, _ faults: [Fault]) -> String {
    var text = ""
    let rows = rows(report)
    let widths = (0..<2).map { column in rows.map { displayWidth(of: $0.cells[column]) }.max() ?? 0
    }
    for row in rows {
      var line = ""
      for (column, width) in widths.enumerated() where width > 0 {
        let padding = String(repeating: " ", count: width - displayWidth(of: row.cells[column]))
        line += theme.paint(row.cells[column], column == 0 ? row.role : .emphasis) + padding + "  "
      }
      text += line + row.path + "\n"
    }
    let hidden = report.traces.count { $0.verdict == .violating } - rows.count
    if hidden > 0, !rows.isEmpty {
      text += theme.paint("and \(counted(hidden, "more violating trace"))", .faint) + "\n"
    }
    if !rows.isEmpty { text += "\n" }
    return text
      + totals(report, faults: faults.count, rule: faults.first?.first.rule)
  }

  /// What to change, with the faults that each change repairs, where they are not told one by one.
  func changes(_ faults: [Fault], of report: Report) -> String {
    let limits = (changes: 12, faults: 4)
    let changes = report.changes(for: faults)
    let areTold = detail == .findings && faults.count <= Self.limits.full
    if areTold || changes.count < (detail == .summary ? 1 : 2) { return "" }
    let leverage = changes.leverage.map { ": " + $0.prefix(1).lowercased() + $0.dropFirst() } ?? ""
    let order = changes.count > 1 ? ", most errors first" : ""
    var text = theme.paint("What to change\(order)", .emphasis) + leverage + "\n"
    for (number, change) in changes.prefix(limits.changes).enumerated() {
      let numbers = change.counts.inWords.joined(separator: ", ")
      let sign = (number < 9 ? " " : "") + "\(number + 1)."
      text += item(theme.paint(sign, .faint), "\(change.text): \(numbers)", indent: 0, size: 3)
      if !change.steps.isEmpty {
        text += item("   ", change.steps.joined(separator: " "), indent: 0)
      }
      let shown = change.faults.prefix(limits.faults)
      let digits = shown.map { grouped($0.count).utf8.count }.max() ?? 0
      for fault in shown {
        let count = grouped(fault.count)
        let rules = fault.rules.prefix(2).map { terminalSafe($0.rule) }
        let more = fault.rules.count - rules.count
        text += String(repeating: " ", count: 6 + digits - count.utf8.count)
        text += theme.paint(count, .init(fault.severity)) + "  " + terminalSafe(fault.title) + "  "
        let names = listed(rules + (more > 0 ? [counted(more, "more rule")] : []), "and")
        text += theme.paint("[\(names)]", .faint) + "\n"
      }
      let rest = change.faults.count - shown.count
      if rest > 0 { text += theme.paint("      and \(counted(rest, "more fault"))", .faint) + "\n" }
    }
    let rest = changes.count - limits.changes
    if rest > 0 { text += theme.paint("and \(counted(rest, "more change"))", .faint) + "\n" }
    return text + "\n"
  }

  private struct Row {
    /// The verdict, and the findings or events.
    var cells: [String]
    var role: TextTheme.Role
    /// The path, and why nothing in it was checkable, if so.
    var path: String
  }

  /// All traces if they are few; in a summary, of many the violating ones with the most errors.
  private func rows(_ report: Report) -> [Row] {
    let (few, most) = (5, 8)
    var traces = report.traces
    // What was found in the only trace is told above, and counted below.
    let isTold = traces.count == 1 && detail == .findings && report.suppressedCounts.total == 0
    if isTold, traces[0].verdict == .violating { return [] }
    if traces.count > few {
      if detail == .findings { return [] }
      traces = traces.enumerated().filter { $0.element.verdict == .violating }.sorted {
        let (left, right) = ($0.element.countsInForce, $1.element.countsInForce)
        return (right.errors, right.warnings, $0.offset) < (left.errors, left.warnings, $1.offset)
      }.prefix(detail == .explained ? .max : most).map(\.element)
    }
    return traces.map { trace in
      var numbers = trace.countsInForce.inWords
      if trace.suppressedCounts.total > 0 {
        numbers.append("\(grouped(trace.suppressedCounts.total)) suppressed")
      }
      let events = counted(trace.events, "event")
      if trace.verdict == .conforming {
        let isPart = trace.unjudged > 0
        numbers.append(
          numbers.isEmpty
            ? [trace].partlyInOrder ?? "\(events), all in order"
            : isPart ? "\(events), \(grouped(trace.unjudged)) not judged" : events)
      }
      // A note above may have said it already.
      let isTold = detail != .summary && trace.notes.contains { $0.message == trace.reason }
      let reason = trace.reason.map { isTold ? "" : ": " + terminalSafe($0) } ?? ""
      return Row(
        cells: [
          trace.verdict == .conforming ? "ok" : trace.verdict.rawValue,
          numbers.joined(separator: ", "),
        ], role: .init(trace.verdict), path: terminalSafe(trace.path) + reason)
    }
  }

  /// What was found, in how many traces, and what could not be read or checked.
  private func totals(_ report: Report, faults: Int, rule: String?) -> String {
    var text =
      report.verdict == .inconclusive
      ? theme.paint(Report.inconclusion, .note) : found(report, faults: faults)
    if !report.failures.isEmpty {
      text += "; \(counted(report.failures.count, "file")) could not be read"
    }
    text += "\n"
    if let rule, detail == .findings {
      let why = "Why it matters: \(report.explainCommand) \(terminalSafe(rule))"
      text += theme.paint(why + "; --verbose shows more", .faint) + "\n"
    }
    return text
  }

  private func found(_ report: Report, faults: Int) -> String {
    let found = report.traces.count { $0.countsInForce.total > 0 }
    let traces =
      found == report.traces.count || found == 0
      ? counted(report.traces.count, "trace")
      : "\(grouped(found)) of \(counted(report.traces.count, "trace"))"
    var text = "\(theme.paint(outcome(report), .init(report.verdict))) in \(traces)"
    if faults < report.countsInForce.total { text += ": \(counted(faults, "fault"))" }
    // The only trace has said it above.
    if report.counts.total == 0, report.verdict == .conforming, report.traces.count > 1 {
      text += report.traces.partlyInOrder.map { ": " + $0 } ?? ""
    }
    // Otherwise the outcome says how many are suppressed.
    let suppressed = report.suppressedCounts.total
    if suppressed > 0, report.countsInForce.total == 0 {
      text += suppressed == 1 ? ", suppressed" : ", all suppressed"
    }
    let unchecked = report.traces.count { $0.verdict == .inconclusive }
    if unchecked > 0 { text += "; nothing to check in \(grouped(unchecked))" }
    return text
  }

  /// The findings in numbers; "no findings" appears only if everything was checked.
  private func outcome(_ report: Report) -> String {
    let numbers = report.countsInForce.inWords
    let suppressed = report.suppressedCounts.total
    if suppressed > 0 {
      return numbers.isEmpty
        ? counted(suppressed, "finding")
        : "\(listed(numbers, "and")); \(grouped(suppressed)) suppressed"
    }
    if !numbers.isEmpty { return listed(numbers, "and") }
    return report.failures.isEmpty ? "no findings" : "nothing was found"
  }
}
