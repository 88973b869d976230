internal import TraceDiagnostics
package import TraceWriting

extension ComparisonFormat {
  /// A page for the summary of a job.
  package static var markdown: ComparisonFormat {
    ComparisonFormat(
      name: "markdown", fileExtension: "md", mediaType: "text/markdown; charset=utf-8"
    ) { comparison, _ in comparison.markdown() }
  }
}

extension ReportComparison {
  /// The comparison as GitHub Flavored Markdown, kept below the size of a step summary.
  package func markdown(byteLimit: Int = 1_000_000) -> [UInt8] {
    let mark = newViolations > 0 ? "❌" : behaviors.isEmpty ? "✅" : "🔀"
    var head = "## \(mark) \(verdict)\n\n"
    head += Markdown.row(["New", "Gone", "Unchanged", "Traces compared", "Traces changed"])
    head += Markdown.row(Array(repeating: "--:", count: 5))
    head += Markdown.row(
      [
        newViolations, goneViolations, unchangedViolations, comparedTraces, behaviors.count,
      ].map(String.init))
    var document = CappedText(byteLimit: byteLimit, start: head)
    document.append(
      heading: "\n### Violations\n\n"
        + Markdown.row(["", "Severity", "Rule", "What", "Where", "Before", "Now"])
        + Markdown.row(["---", "---", "---", "---", "---", "--:", "--:"]),
      items: (faults.filter { $0.new > 0 || $0.gone > 0 } + faults.filter(isUnchanged)).map(row),
      noun: "violation")
    document.append(heading: "\n### Behavior\n", items: behaviors.map(section), noun: "trace")
    document.append(heading: "\n### Visits\n\n", items: visits, noun: "visit")
    let alone =
      onlyInBase.map { "- \(Markdown.code($0)): only in the first\n" }
      + onlyInHead.map { "- \(Markdown.code($0)): only in the second\n" }
    document.append(heading: "\n### Traces\n\n", items: alone, noun: "trace")
    let limits = caveats.map { "- \(Markdown.text($0))\n" }
    document.append(heading: "\n### Not compared\n\n", items: limits, noun: "reason")
    return Array(document.text.utf8)
  }

  private func isUnchanged(_ fault: Fault) -> Bool {
    fault.new == 0 && fault.gone == 0 && fault.unchanged > 0
  }

  private func row(_ fault: Fault) -> String {
    Markdown.row([
      isUnchanged(fault) ? "unchanged" : fault.new > 0 ? "new" : "gone", fault.severity.name,
      Markdown.code(fault.rule, isCell: true), Markdown.text(fault.summary),
      fault.place.map { Markdown.code("\($0.path):\($0.line)", isCell: true) } ?? "",
      String(fault.base), String(fault.head),
    ])
  }

  private func section(_ behavior: BehaviorChange) -> String {
    var text = "\n#### \(Markdown.code(behavior.headPath)): \(Markdown.text(behavior.summary))\n\n"
    var lines: [String] = []
    for (index, hunk) in behavior.hunks.enumerated() {
      if index > 0 { lines.append("@@ ... @@") }
      lines += hunk.map(line)
    }
    if behavior.unshown > 0 {
      lines.append("@@ \(counted(behavior.unshown, "more difference")) @@")
    }
    if !lines.isEmpty { text += Markdown.block(lines, language: "diff") }
    if !lines.isEmpty, !behavior.timingShifts.isEmpty { text += "\n" }
    for shift in behavior.timingShifts.prefix(BehaviorChange.shownShifts) {
      text += "- \(Markdown.text(shift.words))\n"
    }
    let rest = behavior.timingShifts.count - BehaviorChange.shownShifts
    if rest > 0 { text += "- and \(counted(rest, "smaller timing shift"))\n" }
    return text
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

  private var visits: [String] {
    func items(_ visits: [Visit], _ kind: String, _ words: String) -> [String] {
      visits.map {
        "- \(words): \(kind) \(Markdown.code($0.name)) of \(Markdown.code($0.lifecycle))\n"
      }
    }
    return items(statesGone, "state", "no longer visited")
      + items(transitionsGone, "transition", "no longer visited")
      + items(statesNew, "state", "newly visited")
      + items(transitionsNew, "transition", "newly visited")
  }
}
