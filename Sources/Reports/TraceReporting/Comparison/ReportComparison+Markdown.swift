internal import TraceModel
internal import TraceFindings

extension ReportComparison {
  /// The comparison as GitHub Flavored Markdown, kept below the size of a step summary.
  package func markdown(byteLimit: Int = 1_000_000) -> [UInt8] {
    let mark = newViolations > 0 ? "❌" : behaviors.isEmpty ? "✅" : "🔀"
    let head = "## \(mark) \(verdict)\n\n\(counts). \(calls).\n"
    var document = CappedText(byteLimit: byteLimit, start: head)
    for (fate, title) in [
      (Fate.new, "New"), (.fixed, "Fixed"), (.gone, "Gone with their traces"),
      (.unchanged, "Unchanged"),
    ] {
      let columns = fate == .new ? ["Likely cause"] : []
      document.append(
        heading: "\n### \(title)\n\n"
          + Markdown.row(["Severity", "Rule", "What"] + columns + ["Where", "Before", "Now"])
          + Markdown.row(
            ["---", "---", "---"] + columns.map { _ in "---" } + ["---", "--:", "--:"]),
        items: faults.filter { $0.fate == fate }.map(row), noun: "finding")
    }
    document.append(
      heading: "\n### Changed order of calls\n", items: behaviors.map(section), noun: "trace")
    let alone =
      onlyInBase.map { "- \(Markdown.code($0)): only before\n" }
      + onlyInHead.map { "- \(Markdown.code($0)): only now\n" }
    document.append(heading: "\n### Traces\n\n", items: alone, noun: "trace")
    let limits = caveats.map { "- \(Markdown.text($0))\n" }
    document.append(heading: "\n### Not compared\n\n", items: limits, noun: "reason")
    return Array(document.text.utf8)
  }

  private func row(_ fault: Fault) -> String {
    var cells = [
      fault.severity.name, Markdown.code(fault.rule, isCell: true), Markdown.text(fault.summary),
    ]
    if fault.fate == .new {
      let before = fault.before.map { $0.words(names.written).capitalizedFirst + ". " } ?? ""
      cells.append(Markdown.text(before + (fault.violation?.causes.advice ?? "")))
    }
    let source = fault.violation?.origin.place.map { Markdown.code($0, isCell: true) + ", " }
    let place = fault.place.map { Markdown.code("\($0.path):\($0.line)", isCell: true) }
    return Markdown.row(
      cells + [(source ?? "") + (place ?? ""), String(fault.base), String(fault.head)])
  }

  private func section(_ behavior: BehaviorChange) -> String {
    let text = "\n#### \(Markdown.code(behavior.headPath)): \(Markdown.text(behavior.summary))\n\n"
    var lines: [String] = []
    for (index, hunk) in behavior.hunks.enumerated() {
      if index > 0 { lines.append("@@ ... @@") }
      lines += hunk.map(line)
    }
    if behavior.unshown > 0 {
      lines.append("@@ \(counted(behavior.unshown, "more difference")) @@")
    }
    return text + Markdown.block(lines, language: "diff")
  }

  private func line(_ row: BehaviorChange.Row) -> String {
    let mark =
      switch row.mark {
      case .same: " "
      case .missing: "-"
      case .extra: "+"
      case .moved: "!"
      }
    let subject = row.subject.isEmpty ? "" : "  \(terminalSafe(row.subject))"
    let moved =
      if row.mark == .moved, let base = row.baseEvent, let head = row.headEvent {
        "  (event \(base) before, \(head) now)"
      } else {
        ""
      }
    return "\(mark) \(terminalSafe(row.callback))\(subject)\(moved)"
  }
}
