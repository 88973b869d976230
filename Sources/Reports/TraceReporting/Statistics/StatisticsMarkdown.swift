internal import TraceModel
package import TraceFindings

extension StatisticsFormat {
  /// Tables for the summary of a job.
  package static var markdown: StatisticsFormat {
    StatisticsFormat(
      name: "markdown", fileExtension: "md", mediaType: "text/markdown; charset=utf-8"
    ) { statistics, _ in Array(statistics.markdown(byteLimit: 1_000_000).utf8) }
  }
}

extension FleetStatistics {
  fileprivate func markdown(byteLimit: Int) -> String {
    let regressions = changes.count(where: \.isRegression)
    var head =
      "## \(regressions > 0 ? "❌" : "✅") \(TraceFindings.counted(regressions, "regression"))"
    head += " of \(Markdown.text(comparedMember))\n\n"
    head += "\(Markdown.text(counted)).\n\n\(Markdown.text(method)).\n"
    for caveat in caveats { head += "\n- \(Markdown.text(caveat))" }
    var document = CappedText(byteLimit: byteLimit, start: head + (caveats.isEmpty ? "" : "\n"))
    document.append(
      heading: "\n### Changes\n\n"
        + Markdown.row(["", "Rule", "From, to", "Before", "After", "Corrected p", "Examples"])
        + Markdown.row(["---", "---", "---", "--:", "--:", "--:", "---"]),
      items: changes.map(row), noun: "change")
    document.append(
      heading: "\n### Rules\n\nAffected of a million launches, with 95 % intervals.\n\n"
        + Markdown.row([
          "Severity", "Rule", "Group", "Per million", "Launches", "Typical edit", "Examples",
        ])
        + Markdown.row(["---", "---", "---", "--:", "--:", "---", "---"]),
      items: rules.flatMap(rows), noun: "row")
    return document.text
  }

  private func row(_ change: Change) -> String {
    Markdown.row([
      change.isRegression ? "more" : "less", Markdown.code(change.rule, isCell: true),
      Markdown.text(words(for: change)), change.before.words, change.after.words,
      probabilityWords(change.adjusted), examples(change.examples),
    ])
  }

  private func rows(_ rule: Rule) -> [String] {
    let name = Markdown.code(rule.id, isCell: true)
    let all = Markdown.row([
      rule.severity.name, name, "all", rule.share.words, rule.share.counts,
      rule.editWords.map { Markdown.text($0) } ?? "", "",
    ])
    let cells = rule.cells.prefix(Self.shownCells).map { cell in
      Markdown.row([
        "", name, Markdown.text(words(for: cell.values)), cell.share.words, cell.share.counts, "",
        examples(cell.examples),
      ])
    }
    return [all] + cells
  }

  private func examples(_ examples: [Example]) -> String {
    examples.map { Markdown.text($0.words) }.joined(separator: "; ")
  }
}
