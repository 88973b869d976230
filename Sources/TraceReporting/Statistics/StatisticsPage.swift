internal import TraceHTML
internal import TraceStatistics
package import TraceWriting

extension StatisticsFormat {
  /// The page for people, in the style of a report's.
  package static var html: StatisticsFormat {
    StatisticsFormat(
      name: "html", summary: "one page", fileExtension: "html",
      mediaType: "text/html; charset=utf-8"
    ) { statistics, _ in StatisticsPage(statistics: statistics).document.bytes }
  }
}

/// The page of statistics while it is written; it has no script.
private struct StatisticsPage {
  let statistics: FleetStatistics

  var document: Markup {
    let regressions = statistics.changes.count(where: \.isRegression)
    let verdict = "\(regressions) regression\(regressions == 1 ? "" : "s")"
    let frame = PageFrame(
      title: "\(verdict) — fleet", styles: PageAssets.comparisonStyles, script: nil,
      toolVersion: statistics.toolVersion, grammar: statistics.grammar, noun: "statistics")
    let tabs: Markup = """
      <nav class="tabs" aria-label="Views"><ul><li><a href="#overview">Overview</a></li>\
      <li><a href="#changes">Changes</a></li><li><a href="#rules">Rules</a></li></ul></nav>

      """
    return frame.opening + """
      \(html: PageFrame.definitions)
      \(html: frame.masthead(subject: "fleet", tabs: tabs))
      <main id="main">
      <section id="overview" class="panel" tabindex="-1" aria-labelledby="verdict">
      <h2 id="verdict" class="verdict">\(html: PageFrame.icon(regressions > 0 ? "violating" : "conforming")) \(verdict)</h2>
      <p class="lead">\(statistics.counted).</p>
      <p class="facts">\(statistics.method).</p>
      \(html: caveats)
      </section>
      \(html: changes)
      \(html: rules)
      \(html: frame.footer)
      </main>

      """ + frame.closing
  }

  private var caveats: Markup {
    if statistics.caveats.isEmpty { return "" }
    var markup: Markup = "<ul class=\"notes caveats\">\n"
    for caveat in statistics.caveats { markup += "<li><b>Note:</b> \(caveat)</li>\n" }
    return markup + "</ul>"
  }

  private var changes: Markup {
    var markup: Markup = """
      <section id="changes" class="panel" tabindex="-1" aria-labelledby="h-changes">
      <h2 id="h-changes">Changes of \(statistics.comparedMember)</h2>

      """
    if statistics.changes.isEmpty {
      return markup + "<p class=\"none\">No change was found.</p>\n</section>\n"
    }
    markup += """
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
      + rest(statistics.changes.count - FleetStatistics.shownEntries, "changes") + "</section>\n"
  }

  private var rules: Markup {
    var markup: Markup = """
      <section id="rules" class="panel" tabindex="-1" aria-labelledby="h-rules">
      <h2 id="h-rules">Rules</h2>
      <p class="facts">Affected of a million launches, with 95 % intervals.</p>

      """
    if statistics.rules.isEmpty { markup += "<p class=\"none\">No rule is broken.</p>\n" }
    for rule in statistics.rules.prefix(FleetStatistics.shownEntries) { markup += section(rule) }
    return markup + rest(statistics.rules.count - FleetStatistics.shownEntries, "rules")
      + "</section>\n"
  }

  private func section(_ rule: FleetStatistics.Rule) -> Markup {
    let edit: Markup = rule.editWords.map { " · typical edit: \($0)" } ?? ""
    var markup: Markup = """
      <h3>\(html: PageFrame.severityBadge(rule.severity)) <code>\(rule.id)</code></h3>
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
    for example in examples { markup += "<div><code>\(example.words)</code></div>" }
    return markup
  }

  private func rest(_ count: Int, _ noun: String) -> Markup {
    count > 0 ? "<p class=\"dim\">and \(count) more \(noun)</p>\n" : ""
  }
}
