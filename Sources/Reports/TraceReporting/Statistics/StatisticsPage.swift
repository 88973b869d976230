internal import TracePages
package import TraceFindings

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
    let view = StatisticsView(statistics: statistics)
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
      \(html: view.summary)
      </section>
      <section id="changes" class="panel" tabindex="-1" aria-labelledby="h-changes">
      <h2 id="h-changes">Changes of \(statistics.comparedMember)</h2>
      \(html: view.changes)</section>
      <section id="rules" class="panel" tabindex="-1" aria-labelledby="h-rules">
      <h2 id="h-rules">Rules</h2>
      \(html: view.rules)</section>
      \(html: frame.footer)
      </main>

      """ + frame.closing
  }
}
