internal import TraceFindings
internal import TracePages

/// The statistics of a fleet as parts of a page: of their own one, or of a report's.
struct StatisticsView {
  let statistics: FleetStatistics
  /// The element for each rule's heading.
  var heading: Markup = "h3"
  /// The identity of a trace's place on the page; nil where it has none.
  var anchor: (_ trace: String) -> String? = { _ in nil }

  /// What was counted and how, and what limits it.
  var summary: Markup {
    """
    <p class="lead">\(statistics.counted).</p>
    <p class="facts">\(statistics.method).</p>
    \(html: caveats)
    """
  }

  private var caveats: Markup {
    if statistics.caveats.isEmpty { return "" }
    var markup: Markup = "<ul class=\"notes caveats\">\n"
    for caveat in statistics.caveats { markup += "<li><b>Note:</b> \(caveat)</li>\n" }
    return markup + "</ul>"
  }

  /// What changed between values of the compared member.
  var changes: Markup {
    if statistics.changes.isEmpty { return "<p class=\"none\">No change was found.</p>\n" }
    var markup: Markup = """
      <div class="region" role="group" tabindex="0" aria-label="Changes">
      <table class="rows"><thead><tr><th scope="col">rule</th><th scope="col">change</th>\
      <th scope="col" class="num">before, per million</th><th scope="col" class="num">after</th>\
      <th scope="col" class="num">corrected p</th><th scope="col">examples</th></tr></thead><tbody>

      """
    for change in statistics.changes.prefix(FleetStatistics.shownEntries) {
      let word = change.isRegression ? "more" : "less"
      markup += """
        <tr><th scope="row"><span class="chg \(change.isRegression ? "new" : "gone")">\(word)</span> <code>\(change.rule)</code></th>\
        <td>\(statistics.words(for: change))</td><td class="num">\(change.before.words)</td>\
        <td class="num">\(change.after.words)</td><td class="num">\(probabilityWords(change.adjusted))</td>\
        <td>\(html: examples(change.examples))</td></tr>

        """
    }
    return markup + "</tbody></table></div>\n"
      + rest(statistics.changes.count - FleetStatistics.shownEntries, "changes")
  }

  /// How often launches break each rule.
  var rules: Markup {
    var markup: Markup = """
      <p class="facts">Affected of a million launches, with 95 % intervals.</p>

      """
    if statistics.rules.isEmpty { markup += "<p class=\"none\">No rule is broken.</p>\n" }
    for rule in statistics.rules.prefix(FleetStatistics.shownEntries) { markup += section(rule) }
    return markup + rest(statistics.rules.count - FleetStatistics.shownEntries, "rules")
  }

  private func section(_ rule: FleetStatistics.Rule) -> Markup {
    let edit: Markup = rule.editWords.map { " · typical edit: \($0)" } ?? ""
    var markup: Markup = """
      <\(html: heading)>\(html: PageFrame.severityBadge(rule.severity)) <code>\(rule.id)</code></\(html: heading)>
      <p class="tally"><b>\(rule.share.words)</b> per million: \(rule.share.counts) launches, \
      \(Phrases.count(rule.share.violations, "violation"))\(html: edit)</p>
      <div class="region" role="group" tabindex="0" aria-label="\(rule.id)">
      <table class="rows"><thead><tr>
      """
    for member in statistics.members { markup += "<th scope=\"col\">\(member)</th>" }
    markup += """
      <th scope="col" class="num">per million</th><th scope="col" class="num">launches</th>\
      <th scope="col">examples</th></tr></thead><tbody>

      """
    for cell in rule.cells.prefix(FleetStatistics.shownCells) {
      markup += "<tr>"
      for value in cell.values { markup += "<td>\(value ?? "—")</td>" }
      markup += """
        <td class="num">\(cell.share.words)</td><td class="num">\(cell.share.counts)</td>\
        <td>\(html: examples(cell.examples))</td></tr>

        """
    }
    return markup + "</tbody></table></div>\n"
      + rest(rule.cells.count - FleetStatistics.shownCells, "groups")
  }

  private func examples(_ examples: [FleetStatistics.Example]) -> Markup {
    var markup = Markup()
    for example in examples {
      let words: Markup = "<code>\(example.words)</code>"
      let link: Markup? = anchor(example.trace).map { "<a href=\"#\($0)\">\(html: words)</a>" }
      markup += "<div>\(html: link ?? words)</div>"
    }
    return markup
  }

  private func rest(_ count: Int, _ noun: String) -> Markup {
    count > 0 ? "<p class=\"dim\">and \(count) more \(noun)</p>\n" : ""
  }
}
