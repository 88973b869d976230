internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// The first view of the page: the verdict, and the faults, those with errors first.
  var overview: Markup {
    """
    <section id="overview" class="panel" tabindex="-1" aria-labelledby="h-overview">
    <h2 id="h-overview" class="verdict">\(verdictHeadline)</h2>
    <p class="lead">\(verdictSentence)</p>
    \(html: plan.isSingle ? "" : shareBar)
    \(html: figures)
    \(html: failureList)
    \(html: passPicture)\(html: proof)
    \(html: faults)
    \(html: inconclusiveTraces)
    </section>

    """
  }

  /// The place of the timeline of the only trace if nothing is wrong with it.
  private var passPicture: Markup {
    plan.isSingle && report.counts.total == 0
      ? "<div class=\"whole\"></div>\n" : ""
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
    list += report.subjectCounts.filter { $0.count > 0 }.map {
      Phrases.count($0.count, $0.kind, $0.plural)
    }
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

  // MARK: Faults

  /// One row for each fault: its shape, what happened and the likely cause, its rule, in how many traces.
  private var faults: Markup {
    guard !plan.groups.isEmpty else { return "" }
    var markup: Markup = """
      <h3>\(faultsHeading) <small class="shown"></small></h3>
      <ol class="faults">

      """
    for group in plan.groups {
      let fault = group.fault
      let worst = fault.severity.name
      let title: Markup =
        group.articles.first.map { "<a href=\"#\($0.id)\">\(fault.title)</a>" } ?? "\(fault.title)"
      let cause = fault.causes.first?.text ?? facts[fault.first.rule]?.title ?? ""
      let traces = plan.isSingle ? "" : Phrases.count(fault.occurrences.count, "trace")
      markup += """
        <li data-group="\(group.index)"><b class="num">\(grouped(fault.count))</b><span class="shape"></span>\
        <div><p class="what">\(html: PageFrame.icon(worst))<span class="vh">\(worst): </span> \(html: title)</p>\
        <p class="because">\(cause)</p></div><p class="rules">\(html: ruleLinks(fault.rules))</p><p class="in">\(traces)</p></li>

        """
    }
    return markup + "</ol>\n"
  }

  private var faultsHeading: String {
    report.verdict == .violating ? "Faults, most errors first" : "Notes"
  }

  private func ruleLinks(_ rules: [RuleCount]) -> Markup {
    var markup = Markup()
    for (offset, rule) in rules.prefix(2).enumerated() {
      if offset > 0 { markup += ", " }
      markup += "<a href=\"#\(facts.anchor(rule.rule))\"><code>\(rule.rule)</code></a>"
    }
    return rules.count > 2 ? markup + " and \(rules.count - 2) more" : markup
  }

  /// The traces that do not fail.
  private var inconclusiveTraces: Markup {
    guard !plan.isSingle, let count = outcomes[.inconclusive] else { return "" }
    let reasons = Set(report.traces.compactMap(\.reason)).sorted().prefix(3)
    return """
      <p class="inconclusive-traces"><b>\(Phrases.count(count, "inconclusive trace"))</b> \
      <small>\(reasons.joined(separator: "; "))</small> <a href="#traces">Show</a></p>

      """
  }

  // MARK: A pass

  /// What a run without faults shows: the rules that had something to check, and the scenarios to try next.
  private var proof: Markup {
    guard report.counts.errors + report.counts.warnings == 0, report.verdict == .conforming
    else { return "" }
    let kept = facts.entries.filter { $0.outcome == .kept && $0.id != "unexpected-callback" }.sorted
    { $0.exercised > $1.exercised }
    var markup: Markup =
      "<div class=\"cols pass\"><div><h3>What this shows</h3>\n<ul class=\"kept\">\n"
    for rule in kept.prefix(5) {
      markup += """
        <li>\(html: PageFrame.icon("passing")) <a href="#\(facts.anchor(rule.id))">\(rule.title)</a> \
        <small>\(Phrases.count(rule.exercised, "time"))</small></li>

        """
    }
    if kept.count > 5 {
      markup +=
        "<li>\(html: PageFrame.icon("passing")) <a href=\"#rules\">\(Phrases.count(kept.count - 5, "more rule")) kept</a></li>\n"
    }
    markup += "</ul></div>\n"
    if let untried = answer?.untried, !untried.isEmpty {
      markup += """
        <div><h3>Not tried yet <small>the next of \(Phrases.count(untried.count, "scenario"))</small></h3>
        <dl class="untried">

        """
      for scenario in untried.prefix(3) {
        markup +=
          "<dt>\(html: PageFrame.icon("inconclusive")) \(scenario.title)</dt><dd>\(html: PageFrame.marked(scenario.action))</dd>\n"
      }
      markup += "</dl>\n"
      if untried.count > 3 {
        markup += "<p><a href=\"#coverage\">All \(untried.count), with how to try them</a></p>\n"
      }
      markup += "</div>"
    }
    return markup + "</div>\n"
  }
}
