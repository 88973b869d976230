internal import TraceModel
internal import TraceFindings

extension ReportFormat {
  /// A page for the summary of a job.
  public static var markdown: ReportFormat {
    ReportFormat(
      name: "markdown", summary: "a page for a step summary or a comment, below 64 KiB",
      fileExtension: "md"
    ) { report, options in
      MarkdownReport(failingSeverity: options.failingSeverity, names: options.names).render(report)
    }
  }
}

/// GitHub Flavored Markdown for a job's step summary or a comment, kept below the size that GitHub accepts.
///
/// A comment of more than 65,536 characters fails as a whole, so items that do not fit are omitted one by one, and their
/// number is reported.
struct MarkdownReport {
  /// The bytes the document may have.
  var byteLimit = 65_000

  /// The least severity that fails the job; nil if no finding does.
  var failingSeverity: Severity? = .error

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// How many faults are open at once, and how many have a row in the table.
  private static let limits = (open: 3, rows: 40)

  /// The document, which is well formed even if items were omitted.
  func render(_ report: Report) -> [UInt8] {
    let faults = report.faultsInForce
    var document = CappedText(byteLimit: byteLimit, start: head(report, faults))
    document.append(heading: tableHead, items: rows(report.changes(for: faults)), noun: "change")
    document.append(
      heading: "",
      items: faults.enumerated().map { number, fault in
        let (title, text) = item(fault, in: report)
        return number < Self.limits.open
          ? "\n### \(title)\n\n\(text)"
          : "\n<details><summary>\(title)</summary>\n\n\(text)\n</details>\n"
      }, noun: "fault")
    document.append(
      heading: "\n### Not read\n\n",
      items: report.failures.map { failure in
        "- \(Markdown.code(failure.place)): \(Markdown.text(failure.message))\n"
      }, noun: "input")
    document.append(
      heading: "\n### Recordings\n\n", items: report.traces.flatMap(notes), noun: "note")
    return Array(document.text.utf8)
  }

  private func head(_ report: Report, _ faults: [Fault]) -> String {
    let counts = report.countsInForce
    let isFailing = Severity.allCases.contains { severity in
      failingSeverity.map { severity >= $0 } ?? false && counts[severity] > 0
    }
    var words = counts.inWords
    if faults.count < counts.total { words.insert(counted(faults.count, "fault"), at: 0) }
    if counts.total == 0 {
      words = [
        report.verdict == .inconclusive
          ? Report.inconclusion : report.traces.partlyInOrder ?? "all in order"
      ]
    }
    let suppressed = report.suppressedCounts.total
    if suppressed > 0 {
      words.append(counts.total == 0 ? "every finding suppressed" : "\(suppressed) suppressed")
    }
    if !report.failures.isEmpty {
      words.append("\(counted(report.failures.count, "input")) not read")
    }
    let symbol =
      isFailing || !report.failures.isEmpty
      ? "❌" : report.verdict == .inconclusive ? "❔" : counts.total > 0 ? "⚠️" : "✅"
    let events = report.traces.reduce(0) { $0 + $1.events }
    let failing = failingSeverity.map { severity in
      report.traces.count { $0.outcome(failingFrom: severity) == .failing }
    }
    let fail = failing.map { "\($0 == 0 ? "none" : grouped($0)) \($0 == 1 ? "fails" : "fail")" }
    let leverage = report.changes(for: faults).leverage.map { $0 + ". " } ?? ""
    return """
      ## \(symbol) Call order: \(words.joined(separator: ", "))

      \(leverage)\(counted(report.traces.count, "trace")) with \(counted(events, "event"))\(fail.map { ", of which \($0)" } ?? ""). \
      Grammar \(Markdown.text(report.grammarName)) \(Markdown.text(report.grammarVersion)), \
      callorder \(Markdown.text(report.toolVersion)).

      """
  }

  private var tableHead: String {
    "\n" + Markdown.row(["", "What to change, most errors first", "Findings", "Faults", "Traces"])
      + Markdown.row(["--:", "---", "---", "---", "--:"])
  }

  /// A row for each change, where there are several faults.
  private func rows(_ changes: [Change]) -> [String] {
    if changes.reduce(0, { $0 + $1.faults.count }) < 2 { return [] }
    let rows = changes.prefix(Self.limits.rows).enumerated().map { number, change in
      let shown = change.faults.prefix(4)
      var faults = shown.map { fault in
        "\(fault.count) × \(Markdown.text(fault.title)) \(Markdown.code(fault.rules.first?.rule ?? "", isCell: true))"
      }
      if change.faults.count > shown.count {
        faults.append(counted(change.faults.count - shown.count, "more fault"))
      }
      let steps = Markdown.text(change.steps.joined(separator: " "))
      return Markdown.row([
        String(number + 1),
        "**\(Markdown.text(change.text))**" + (steps.isEmpty ? "" : "<br>\(steps)"),
        change.counts.inWords.joined(separator: ", "), faults.joined(separator: "<br>"),
        String(change.traces.count),
      ])
    }
    let rest = changes.count - rows.count
    return rest > 0 ? rows + ["\n_and \(counted(rest, "more change"))_\n"] : rows
  }

  /// A fault: its title, and the cause, the change, the calls and the rest below it.
  private func item(_ fault: Fault, in report: Report) -> (title: String, text: String) {
    let violation = fault.first.told
    var text = ""
    if let source = violation.sourcePlace { text += Markdown.code(source.inWords) + ", in " }
    text += Markdown.code("\(fault.trace.path):\(violation.line)")
    text += ", \(Markdown.text(violation.circumstances))\n"
    if let cause = fault.causes.first {
      text += "\n**\(fault.causes.heading.capitalizedFirst)**: \(Markdown.text(cause.text)).\n"
      if !cause.proofs.isEmpty { text += "\n" }
      for proof in cause.proofs { text += "- ✓ \(Markdown.text(proof))\n" }
      text += "\n**Change**\n\n"
      for (number, step) in cause.changes.enumerated() {
        text += "\(number + 1). \(Markdown.text(step))\n"
      }
      if fault.causes.count > 1 {
        text += "\nOtherwise: \(Markdown.text(fault.causes[1].text)).\n"
      }
    }
    if !violation.steps.isEmpty { text += "\n" + Markdown.block(diff(violation), language: "diff") }
    text += "\n"
    func remark(_ head: String, _ words: String) {
      if !words.isEmpty { text += "- **\(head)**: \(words)\n" }
    }
    if violation.repair.deletions.isEmpty {
      remark("Expected", violation.expectedInWords { Markdown.code(names.written($0)) })
    }
    remark(
      "Smallest change to the trace",
      Markdown.text(violation.repair.inWords(eventCount: fault.trace.events, names.written)))
    for related in violation.related {
      remark("Related", "\(Markdown.text(related.message)) (line \(related.line))")
    }
    remark("Assuming", violation.assumption.map(Markdown.text) ?? "")
    remark("Known deviation of the platform", violation.quirk.map { Markdown.code($0) } ?? "")
    if fault.count > 1 {
      let places = fault.occurrences.prefix(10).map {
        "\(Markdown.code(report.traces[$0.trace].path)) (\($0.count))"
      }
      let more = fault.occurrences.count - places.count
      let all = places + (more > 0 ? [counted(more, "more trace")] : [])
      remark(counted(fault.count, "finding"), all.joined(separator: ", "))
    }
    let rule = report.rule(violation.rule)
    let link = rule?.link.map { " ([documentation](<\($0)>))" } ?? ""
    remark(
      "Why it matters",
      (rule.map { Markdown.text($0.explanation) + " " } ?? "") + Markdown.code(violation.rule)
        + link)
    return ("\(fault.severity.name): \(Markdown.text(fault.message))", text)
  }

  /// The calls as a diff from the recorded to the legal order; `!` is the one at fault.
  private func diff(_ violation: Violation) -> [String] {
    let names = violation.steps.map { terminalSafe(self.names.written($0.callback)) }
    let states = violation.steps.map { terminalSafe(statesInWords($0.states)) }
    let (nameWidth, stateWidth) = (names.map(\.count).max() ?? 0, states.map(\.count).max() ?? 0)
    return violation.steps.indices.flatMap { index in
      let step = violation.steps[index]
      let mark =
        switch step.mark {
        case .missing: "+"
        case .unexpected: "-"
        case .match: step.offending ? "!" : " "
        }
      let place = step.line.map { "line \($0)" } ?? "missing"
      let row =
        "\(mark) \(padded(names[index], to: nameWidth))  \(padded(states[index], to: stateWidth))  "
        + place
      return [step.omission.map { "  " + $0 }, row].compactMap(\.self)
    }
  }

  private func notes(_ trace: TraceReport) -> [String] {
    trace.notesToTell.map { note in
      let place = note.line.map { ":\($0)" } ?? ""
      let words = trace.words(of: note, name: { Markdown.code($0) }, text: Markdown.text)
      return "- \(Markdown.code(trace.path + place)): \(words) (\(Markdown.code(note.id)))\n"
    }
  }
}
