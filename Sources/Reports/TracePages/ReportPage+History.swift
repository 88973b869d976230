internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// New, fixed and flaky findings, and how often each rule was broken and each trace failed, run by run.
  var history: Markup {
    guard let history = report.history else { return "" }
    var markup: Markup = """
      <section id="history" class="panel" tabindex="-1" aria-labelledby="h-history">
      <h2 id="h-history">History</h2>
      <p class="lead">\(Self.summary(of: history)).</p>
      \(html: runChart(history))

      """
    markup += changedFindings(history)
    markup += trendTable("Rules", history.rules, of: history, limit: 100) { rule in
      let code: Markup = "<code>\(rule)</code>"
      return facts[rule] == nil
        ? code : "<a href=\"#\(facts.anchor(rule))\">\(html: code)</a>"
    }
    markup += trendTable("Traces", history.traces, of: history, limit: 200) { path in
      let section = plan.sections.first { $0.report.path == path }
      return section.map { "<a href=\"#\($0.id)\">\(path)</a>" } ?? "\(path)"
    }
    return markup + runTable(history) + "</section>\n\n"
  }

  /// Errors and warnings run by run for the first screen, with a link to the rest; empty without a history.
  var historyLine: Markup {
    guard let history = report.history else { return "" }
    return """
      <div>\(html: runChart(history))
      <p class="facts"><a href="#history">\(Self.summary(of: history))</a></p></div>
      """
  }

  /// A bar for each run, as high as its number of errors and warnings; the current run is dark.
  private func runChart(_ history: RunHistory) -> Markup {
    let counts = history.runs.map { $0.counts.errors + $0.counts.warnings }
    guard let first = counts.first, let last = counts.last, counts.count > 1 else { return "" }
    let most = max(1, counts.max() ?? 0)
    let step = min(28, 336 / counts.count)
    let width = counts.count * step
    var bars: Markup = """
      <svg class="runs" width="\(width)" height="56" viewBox="0 0 \(width) 56" aria-hidden="true">
      """
    for (run, count) in counts.enumerated() {
      let height = count == 0 ? 1 : max(3, 56 * Double(count) / Double(most))
      bars += """
        <rect\(html: run == counts.count - 1 ? " class=\"now\"" : "") x="\(run * step)" y="\(56 - height)" \
        width="\(max(2, step - 3))" height="\(height)" rx="1.5"/>
        """
    }
    return """
      <figure class="trail"><figcaption>Errors and warnings, last \(Phrases.count(counts.count, "run"))</figcaption>
      \(html: bars)</svg>
      <p class="facts">\(grouped(first)) in \(history.runs[0].name), <b>\(grouped(last)) now</b></p></figure>
      """
  }

  private static func summary(of history: RunHistory) -> String {
    let runs = Phrases.count(history.runs.count, "run")
    let changes = [
      (history.newCount, "new"), (history.fixedCount, "fixed"), (history.flakyCount, "flaky"),
    ].map { "\(grouped($0.0)) \($0.1)" }
    return "\(listed(changes, "and")) over \(runs)"
  }

  private func runTable(_ history: RunHistory) -> Markup {
    var signs = Markup()
    for (name, words) in [("error", "errors"), ("warning", "warnings"), ("note", "notes")] {
      signs += """
        <th scope="col" class="num">\(html: PageFrame.icon(name))<span class="vh">\(words)</span></th>
        """
    }
    var markup: Markup = """
      <h3>Runs</h3>
      <div class="region" role="group" tabindex="0" aria-label="Runs"><table class="rows"><caption class="vh">Runs, \
      the oldest first</caption><thead><tr><th scope="col">run</th><th scope="col" class="num">traces</th>\
      <th scope="col" class="num">failing</th>\(html: signs)</tr></thead><tbody>

      """
    for run in history.runs {
      markup += """
        <tr><th scope="row">\(run.name)<td class="num">\(run.traces)<td class="num">\(run.failing)\
        <td class="num">\(run.counts.errors)<td class="num">\(run.counts.warnings)<td class="num">\(run.counts.notes)

        """
    }
    return markup + "</tbody></table></div>\n"
  }

  private func changedFindings(_ history: RunHistory) -> Markup {
    guard !history.findings.isEmpty else { return "" }
    let links = Dictionary(
      plan.sections.flatMap { trace in
        trace.violations.map { ([trace.report.path, $0.violation.fingerprint], $0.link) }
      }, uniquingKeysWith: { first, _ in first })
    var markup: Markup = """
      <h3>New, fixed and flaky</h3>
      <div class="region" role="group" tabindex="0" aria-label="New, fixed and flaky findings"><table class="rows">\
      <thead><tr><th scope="col"><span class="vh">change</span></th>\
      <th scope="col">rule and trace</th><th scope="col">seen in</th></tr></thead><tbody>

      """
    for finding in history.findings.prefix(300) {
      let rule: Markup = "<code>\(finding.rule)</code>"
      let name =
        links[[finding.trace, finding.fingerprint]].map { "<a href=\"#\($0)\">\(html: rule)</a>" }
        ?? rule
      let seen = finding.seen.count { $0 == true }
      let judged = finding.seen.count { $0 != nil }
      markup += """
        <tr><td><b class="fate \(finding.fate.rawValue)">\(finding.fate.rawValue)</b>\
        <td>\(html: PageFrame.icon(finding.severity.name))<span class="vh">\(finding.severity.name)</span> \(html: name)\
        <small>\(finding.trace)</small><td>\(html: bars(finding.seen.map { $0.map { $0 ? 1 : 0 } }))\
        <span class="dim">\(seen) of \(Phrases.count(judged, "run"))</span>

        """
    }
    let rest =
      history.newCount + history.fixedCount + history.flakyCount - min(300, history.findings.count)
    let more: Markup = rest > 0 ? "<p class=\"dim\">and \(grouped(rest)) more</p>\n" : ""
    return markup + "</tbody></table></div>\n\(html: more)"
  }

  private func trendTable(
    _ title: String, _ trends: [RunHistory.Trend], of history: RunHistory, limit: Int,
    name: (String) -> Markup
  ) -> Markup {
    guard !trends.isEmpty else { return "" }
    var markup: Markup = """
      <h3>\(title), run by run</h3>
      <div class="region" role="group" tabindex="0" aria-label="\(title), run by run"><table class="rows"><thead><tr>\
      <th scope="col">\(title == "Rules" ? "rule" : "trace")</th><th scope="col">runs</th>\
      <th scope="col" class="num">before</th><th scope="col" class="num">now</th></tr></thead><tbody>

      """
    for trend in trends.prefix(limit) {
      let before = trend.counts.dropLast().last ?? nil
      let now = trend.counts.last ?? nil
      markup += """
        <tr><th scope="row">\(html: name(trend.name))<td>\(html: bars(trend.counts))\
        <td class="num">\(before.map(grouped) ?? "–")<td class="num">\(now.map(grouped) ?? "–")

        """
    }
    let rest = trends.count - min(limit, trends.count)
    let more: Markup = rest > 0 ? "<p class=\"dim\">and \(grouped(rest)) more</p>\n" : ""
    return markup + "</tbody></table></div>\n\(html: more)"
  }

  /// A bar for each run, as high as its number; a dot if it was checked and had none. The table also has the last two numbers.
  private func bars(_ counts: [Int?]) -> Markup {
    let most = max(1, counts.compactMap(\.self).max() ?? 0)
    let width = counts.count * 6
    var markup: Markup = """
      <svg class="trend" width="\(width)" height="18" viewBox="0 0 \(width) 18" aria-hidden="true">
      """
    for (run, count) in counts.enumerated() {
      guard let count else { continue }
      let height = count == 0 ? 1 : max(3, 17 * Double(count) / Double(most))
      markup += """
        <rect class="\(count == 0 ? "none" : "some")" x="\(run * 6)" y="\(18 - height)" width="4" height="\(height)"/>
        """
    }
    return markup + "</svg>"
  }
}
