internal import TraceModel
internal import TraceFindings

extension ReportFormat {
  /// A page for the summary of a job.
  public static var markdown: ReportFormat {
    ReportFormat(
      name: "markdown", summary: "a page for a step summary, kept below 1 MB", fileExtension: "md",
      mediaType: "text/markdown; charset=utf-8"
    ) { report, options in MarkdownReport(names: options.names).render(report) }
  }
}

/// GitHub Flavored Markdown for a job's step summary, kept below the size that GitHub accepts.
///
/// A summary of more than 1 MiB fails the upload as a whole, so items that do not fit are omitted one by one, and
/// their number is reported.
struct MarkdownReport {
  /// The bytes the document may have.
  var byteLimit = 1_000_000

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The document, which is well formed even if items were omitted.
  func render(_ report: Report) -> [UInt8] {
    var document = CappedText(byteLimit: byteLimit, start: head(report) + categories(report))
    let groups = report.faultGroups.bySeverity
    document.append(
      heading: "\n### Findings\n", items: groups.map { item($0, in: report) }, noun: "finding")
    document.append(
      heading: "\n### Not read\n\n",
      items: report.failures.map { failure in
        let place = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
        return "- \(Markdown.code(failure.path + place)): \(Markdown.text(failure.message))\n"
      }, noun: "input")
    document.append(
      heading: "\n### Recordings\n\n", items: report.traces.flatMap(notes), noun: "note")
    document.append(
      heading: "\n### Traces\n\n" + traceHead, items: report.traces.map(row), noun: "trace")
    return Array(document.text.utf8)
  }

  private func head(_ report: Report) -> String {
    let symbol =
      switch report.verdict {
      case .violating: "❌"
      case .conforming: report.failures.isEmpty ? "✅" : "❌"
      case .inconclusive: "❔"
      }
    let counts = report.countsInForce
    let events = report.traces.reduce(0) { $0 + $1.events }
    let cost = report.traces.reduce(0) { $0 + $1.repairCost }
    var text = "## \(symbol) Call order: \(report.verdict.rawValue)"
    if report.verdict == .inconclusive { text += ", \(Report.inconclusion)" }
    if !report.failures.isEmpty { text += ", \(counted(report.failures.count, "input")) not read" }
    let isSettled = counts.total == 0 && report.suppressedCounts.total > 0
    if isSettled { text += ", every finding suppressed" }
    text += "\n\n"
    text += Markdown.row(
      ["Traces", "Events", "Errors", "Warnings", "Notes", "Suppressed", "Repair cost", "Not read"])
    text += Markdown.row(Array(repeating: "--:", count: 8))
    text += Markdown.row(
      [
        report.traces.count, events, counts.errors, counts.warnings, counts.notes,
        report.suppressedCounts.total, cost, report.failures.count,
      ].map(String.init))
    text += "\nGrammar \(Markdown.text(report.grammarName)) \(Markdown.text(report.grammarVersion))"
    return text + ", callorder \(Markdown.text(report.toolVersion)).\n"
  }

  /// The kinds of mistake with their numbers, where there are several violations.
  private func categories(_ report: Report) -> String {
    let groups = report.causeGroups(names.written).prefix(12)
    if groups.reduce(0, { $0 + $1.counts.total }) < 2 { return "" }
    var text =
      "\n"
      + Markdown.row(["By cause", "Errors", "Warnings", "Notes", "Traces", "Rules"])
      + Markdown.row(["---", "--:", "--:", "--:", "--:", "---"])
    for group in groups {
      let rules = group.rules.prefix(3).map {
        "\(Markdown.code($0.rule, isCell: true)) (\($0.count))"
      }
      let more = group.rules.count - rules.count
      text += Markdown.row(
        [Markdown.text(group.category)]
          + [group.counts.errors, group.counts.warnings, group.counts.notes, group.traces]
          .map(String.init)
          + [listed(rules + (more > 0 ? [counted(more, "more rule")] : []), "and")])
    }
    return text
  }

  private func item(_ group: FaultGroup, in report: Report) -> String {
    let violation = group.first
    let id = Markdown.code(violation.rule)
    let link = report.rule(violation.rule)?.link.map { " ([documentation](<\($0)>))" } ?? ""
    var text = "\n#### \(violation.severity.name) \(id): \(Markdown.text(violation.message))\n\n"
    if let source = violation.sourcePlace { text += Markdown.code(source.inWords) + ", in " }
    text += Markdown.code("\(group.trace.path):\(violation.line)")
    text += ", \(Markdown.text(violation.circumstances))\(link)\n"
    for (index, cause) in violation.causeParagraphs.enumerated() {
      let head = cause.head.capitalizedFirst
      text += index == 0 ? "\n" : ""
      text += "- **\(head)**: \(Markdown.text(cause.text))\n"
    }
    if !violation.steps.isEmpty { text += "\n" + Markdown.block(diff(violation), language: "diff") }
    text += "\n"
    func remark(_ head: String, _ words: String) {
      if !words.isEmpty { text += "- **\(head)**: \(words)\n" }
    }
    remark("Expected", violation.expectedInWords { Markdown.code(names.written($0)) })
    remark(
      "Smallest change to the trace",
      Markdown.text(
        violation.repair.inWords(eventCount: group.trace.events, names.written)))
    for related in violation.related {
      remark("Related", "\(Markdown.text(related.message)) (line \(related.line))")
    }
    remark("Assuming", violation.assumption.map(Markdown.text) ?? "")
    remark("Known deviation of the platform", violation.quirk.map { Markdown.code($0) } ?? "")
    if group.count > 1 {
      let places = group.occurrences.prefix(10).map { "\(Markdown.code($0.path)) (\($0.count))" }
      let more = group.occurrences.count - places.count
      let all = places + (more > 0 ? [counted(more, "more trace")] : [])
      remark("\(group.count) of this kind in", all.joined(separator: ", "))
    }
    return text
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
        "\(mark) \(padded(names[index], nameWidth))  \(padded(states[index], stateWidth))  " + place
      return [step.omission.map { "  " + $0 }, row].compactMap(\.self)
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func notes(_ trace: TraceReport) -> [String] {
    trace.notesToTell.map { note in
      let place = note.line.map { ":\($0)" } ?? ""
      let words = trace.words(of: note, name: { Markdown.code($0) }, text: Markdown.text)
      return "- \(Markdown.code(trace.path + place)): \(words) (\(Markdown.code(note.id)))\n"
    }
  }

  private var traceHead: String {
    Markdown.row(["Verdict", "Trace", "Events", "Errors", "Warnings", "Notes"])
      + Markdown.row(["---", "---", "--:", "--:", "--:", "--:"])
  }

  private func row(_ trace: TraceReport) -> String {
    let reason = trace.reason.map { ": " + Markdown.text($0) } ?? ""
    let counts = trace.countsInForce
    return Markdown.row(
      [trace.verdict.rawValue + reason, Markdown.code(trace.path, isCell: true)]
        + [trace.events, counts.errors, counts.warnings, counts.notes].map(String.init))
  }
}
