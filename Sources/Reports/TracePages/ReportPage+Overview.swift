internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// The first view of the page: the verdict, and the causes, those with errors first.
  var overview: Markup {
    """
    <section id="overview" class="panel" tabindex="-1" aria-labelledby="h-overview">
    <h2 id="h-overview" class="verdict">\(verdictHeadline)</h2>
    <p class="lead">\(verdictSentence)</p>
    \(html: plan.isSingle ? "" : shareBar)
    \(html: figures)
    \(html: failureList)
    \(html: causes)
    \(html: quietTraces)
    </section>

    """
  }

  /// The share of failing, inconclusive and passing traces, as a bar with a legend.
  private var shareBar: Markup {
    let all = max(1, report.traces.count)
    var bar: Markup = """
      <svg class="share" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      """
    var x = 0.0
    var list: Markup = "<ul class=\"shares\">"
    for outcome in Outcome.allCases {
      guard let count = outcomes[outcome] else { continue }
      let width = 1_000 * Double(count) / Double(all)
      bar += """
        <rect class="\(outcome.rawValue)" x="\(x)" width="\(max(2, width - 3))" height="10"/>
        """
      x += width
      list +=
        "<li>\(html: PageFrame.icon(outcome.rawValue)) <b>\(grouped(count))</b> \(outcome.rawValue)</li>"
    }
    return "\(html: bar)</svg>\n\(html: list)</ul>"
  }

  private var figures: Markup {
    let sum = { (path: KeyPath<TraceReport, Int>) in
      report.traces.reduce(0) { $0 + $1[keyPath: path] }
    }
    var list = [Phrases.count(sum(\.events), "event")]
    list += report.subjectCounts.map { Phrases.count($0.count, $0.kind, $0.plural) }
    let unknown = report.traces.reduce(0) { sum, trace in
      sum + trace.unknownCallbacks.reduce(0) { $0 + $1.count }
    }
    if unknown > 0 { list.append(Phrases.count(unknown, "unknown call")) }
    list.append("grammar \(report.grammarName) \(report.grammarVersion)")
    return "<p class=\"facts\">\(list.joined(separator: " · "))</p>"
  }

  private var failureList: Markup {
    guard !report.failures.isEmpty else { return "" }
    var markup: Markup = """
      <div class="box error"><h3>\(Phrases.count(report.failures.count, "input")) could not be checked</h3>
      <ul class="notes">

      """
    for failure in report.failures.prefix(200) {
      let place = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
      markup += "<li><code>\(failure.path)\(place)</code> \(failure.message)</li>\n"
    }
    if report.failures.count > 200 {
      markup += "<li>and \(grouped(report.failures.count - 200)) more</li>\n"
    }
    return markup + "</ul></div>\n"
  }

  // MARK: Causes

  /// One row for each thing that happened: how many findings, how severe, which rules, in how many traces.
  private var causes: Markup {
    let most = plan.groups.map(\.counts.total).max() ?? 0
    guard most > 0 else { return "" }
    var markup: Markup = """
      <h3>What happened, errors first <small class="shown"></small></h3>
      <ol class="causes">

      """
    for (index, group) in plan.groups.enumerated() {
      markup += """
        <li data-group="\(index)"><b class="num">\(grouped(group.counts.total))</b>
        \(html: severityBar(group.counts, of: most))
        <div><p class="what">\(html: groupTitle(group))</p>
        <p class="rules">\(html: ruleLinks(group))\(plan.isSingle ? "" : " · in \(Phrases.count(group.traceCount, "trace"))")</p></div></li>

        """
    }
    return markup + "</ol>\n"
  }

  private func groupTitle(_ group: FindingGroup) -> Markup {
    guard let first = group.findings.first else { return "\(group.title)" }
    return """
      <a href="#\(first.first.link)">\(group.title)</a> <small>\(Phrases.sentence(first.violation.message))</small>
      """
  }

  private func ruleLinks(_ group: FindingGroup) -> Markup {
    var markup = Markup()
    for (offset, rule) in group.rules.prefix(3).enumerated() {
      if offset > 0 { markup += ", " }
      markup += "<a href=\"#\(facts.anchor(rule.id))\"><code>\(rule.id)</code></a>"
    }
    let rest = group.rules.count - 3
    return rest > 0 ? markup + " and \(rest) more" : markup
  }

  /// A bar with errors solid, warnings and notes outlined, each as long as its number.
  private func severityBar(_ counts: SeverityCounts, of most: Int) -> Markup {
    var markup: Markup = "<svg class=\"sevbar\" width=\"120\" height=\"14\" aria-hidden=\"true\">"
    var x = 0.5
    for severity in [Severity.error, .warning, .note] where counts[severity] > 0 {
      let width = max(4, 114 * Double(counts[severity]) / Double(most))
      markup += """
        <rect class="\(severity.name)" x="\(x)" y="1.5" width="\(width)" height="11" rx="2.5"/>
        """
      x += width + 1
    }
    let words = Phrases.severities(counts) ?? ""
    return markup + "</svg><span class=\"vh\">\(words)</span>"
  }

  /// The traces that do not fail.
  private var quietTraces: Markup {
    guard !plan.isSingle else { return "" }
    var lines: [Markup] = []
    if let count = outcomes[.inconclusive] {
      let reasons = Set(report.traces.compactMap(\.reason)).sorted().prefix(3)
      lines.append(
        """
        <b>\(Phrases.count(count, "inconclusive trace"))</b> <small>\(reasons.joined(separator: "; "))</small>
        """)
    }
    if let count = outcomes[.passing] {
      lines.append("<b>\(Phrases.count(count, "passing trace"))</b> <small>\(passingHint)</small>")
    }
    guard !lines.isEmpty else { return "" }
    var markup: Markup = "<ul class=\"quiet\">\n"
    for line in lines {
      markup += "<li>\(html: line) <a href=\"#traces\">Show</a></li>\n"
    }
    return markup + "</ul>\n"
  }
}
