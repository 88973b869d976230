internal import TraceModel
package import TraceFindings

extension StatisticsFormat {
  /// Sentences, for people.
  package static var text: StatisticsFormat {
    StatisticsFormat(
      name: "text", fileExtension: "txt", mediaType: "text/plain; charset=utf-8"
    ) { statistics, theme in Array(statistics.text(theme).utf8) }
  }
}

extension FleetStatistics {
  fileprivate func text(_ theme: TextTheme) -> String {
    var text = "\(terminalSafe(counted))\n\(terminalSafe(method))\n"
    for caveat in caveats { text += "note: \(terminalSafe(caveat))\n" }
    text += "\n" + (changes.isEmpty ? "no change was found\n\n" : "")
    for change in changes.prefix(Self.shownEntries) { text += section(change, theme) + "\n" }
    text += rest(changes.count, "change")
    text +=
      rules.isEmpty
      ? "no rule is broken\n" : "affected of a million launches, with 95 % intervals\n"
    for rule in rules.prefix(Self.shownEntries) { text += "\n" + section(rule, theme) }
    return text + rest(rules.count, "rule")
  }

  private func rest(_ count: Int, _ noun: String) -> String {
    count > Self.shownEntries
      ? "... \(TraceFindings.counted(count - Self.shownEntries, "more \(noun)"))\n" : ""
  }

  private func section(_ change: Change, _ theme: TextTheme) -> String {
    let word =
      change.isRegression ? theme.paint("more", .error) : theme.paint("less", .success)
    var text = "\(word) \(theme.paint(terminalSafe(change.rule), .emphasis)): "
    text += "\(terminalSafe(words(for: change)))\n"
    text += "  \(change.before.counts) launches before, \(change.before.words) per million\n"
    text += "  \(change.after.counts) launches after, \(change.after.words) per million\n"
    text += "  p \(probabilityWords(change.probability)), "
    text += "corrected \(probabilityWords(change.adjusted))\n"
    if let edit = rules.first(where: { $0.id == change.rule })?.editWords {
      text += "  typical edit: \(terminalSafe(edit))\n"
    }
    for example in change.examples { text += "  --> \(terminalSafe(example.words))\n" }
    return text
  }

  private func section(_ rule: Rule, _ theme: TextTheme) -> String {
    var text = theme.paint(rule.severity.name, .init(rule.severity))
    text += "[\(terminalSafe(rule.id))]: \(rule.share.words), \(rule.share.counts) launches, "
    text += "\(TraceFindings.counted(rule.share.violations, "violation"))\n"
    if let edit = rule.editWords { text += "  typical edit: \(terminalSafe(edit))\n" }
    for cell in rule.cells.prefix(Self.shownCells) {
      text +=
        "  \(terminalSafe(words(for: cell.values))): \(cell.share.words), \(cell.share.counts)\n"
      for example in cell.examples { text += "    --> \(terminalSafe(example.words))\n" }
    }
    let rest = rule.cells.count - Self.shownCells
    return text + (rest > 0 ? "  ... \(TraceFindings.counted(rest, "more group"))\n" : "")
  }
}
