internal import TraceFindings
internal import TraceModel
internal import TracePages

/// What `--verbose` adds to a fault.
extension TextReport {
  /// A fault with the source that recorded it, its calls beside the legal ones, and everything else that is known.
  func details(_ fault: Fault, in report: Report) -> String {
    let violation = fault.first.told
    var text = diagnostic(fault)
    for part in [excerpt(of: violation), comparison(of: violation)] where !part.isEmpty {
      text += "\n" + part
    }
    text += "\n"
    func remark(_ head: String, _ words: String) {
      if !words.isEmpty { text += paragraph(head, words) }
    }
    remark("Recorded as", violation.circumstances)
    if violation.repair.deletions.isEmpty {
      remark("Expected", violation.expectedInWords(names.written))
    }
    remark(
      "Smallest change to the trace",
      violation.repair.inWords(eventCount: fault.trace.events, names.written))
    for related in violation.related {
      remark("Related", "\(related.message) (line \(related.line), event \(related.event))")
    }
    remark("Recorded with it", violation.recordedMembers)
    remark("Assuming", violation.assumption ?? "")
    let link = report.rule(violation.rule)?.link.map { ", \($0)" } ?? ""
    remark("Why it matters", "\(report.explainCommand) \(violation.rule)\(link)")
    return text
  }

  /// The first places of a fault's other findings.
  func places(_ fault: Fault, in report: Report) -> String {
    let shown = 8
    var places = fault.findings.dropFirst().prefix(shown).map { place in
      "\(plainPath(report.traces[place.trace].path)):\(report[place].line)"
    }
    let rest = fault.count - 1 - places.count
    if places.isEmpty { return "" }
    if rest > 0 { places.append("\(grouped(rest)) more") }
    return paragraph("Also at", listed(places, "and"))
  }

  /// The lines of the app's source around the one that recorded the event, which is marked.
  private func excerpt(of violation: Violation) -> String {
    guard let excerpt = violation.origin.excerpt else { return "" }
    let digits = String(excerpt.firstLine + excerpt.lines.count).utf8.count
    var text = ""
    for (number, line) in zip(excerpt.firstLine..., excerpt.lines) {
      let isIt = number == violation.origin.line
      let margin = String(repeating: " ", count: 2 + digits - String(number).utf8.count)
      text += theme.paint("\(margin)\(number)", .faint) + (isIt ? " > " : "   ")
      let words = terminalSafe(
        line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "  "))
      text += (isIt ? theme.paint(words, .emphasis) : words) + "\n"
    }
    return text
  }

  /// The recorded calls and the legal ones in two columns.
  private func comparison(of violation: Violation) -> String {
    if violation.steps.isEmpty { return "" }
    var rows = [["event", "recorded", "legal", "state after"]]
    rows += violation.steps.map { step in
      let name = self.name(step.callback)
      return [
        step.event.map(String.init) ?? "", step.mark == .missing ? "" : name,
        step.mark == .unexpected ? "" : name, terminalSafe(statesInWords(step.states)),
      ]
    }
    let lines = aligned(rows).map { "  " + $0 }
    var text = "  " + theme.paint(lines[0], .faint) + "\n"
    for (line, step) in zip(lines.dropFirst(), violation.steps) {
      if let omission = step.omission { text += theme.paint("    " + omission, .faint) + "\n" }
      switch step.mark {
      case .match: text += "  " + line
      case .missing: text += theme.paint("+ " + line, .added)
      case .unexpected: text += theme.paint("- " + line, .removed)
      }
      text += "\n"
    }
    return text
  }
}

extension Report {
  /// The command that explains an id of the report.
  var explainCommand: String {
    let grammar = grammarPath.map { " --grammar " + terminalSafe(Phrases.shellQuoted($0)) } ?? ""
    return "callorder explain" + grammar
  }
}
