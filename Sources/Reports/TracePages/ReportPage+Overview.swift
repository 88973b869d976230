internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// The first view of the page: the verdict, and what to change, what repairs most errors first.
  var overview: Markup {
    """
    <section id="overview" class="panel" tabindex="-1" aria-labelledby="h-overview">
    <h2 id="h-overview" class="verdict">\(verdictHeadline)</h2>
    <p class="lead">\(verdictSentence)</p>
    \(html: plan.isSingle || report.traces.isEmpty ? "" : shareBar)
    \(html: figures)
    \(html: failureList)
    \(html: nothingFound)
    \(html: passPicture)\(html: proof)
    \(html: density)
    \(html: changes)
    \(html: density.isEmpty ? "" : "<div class=\"typical\"></div>\n")
    \(html: inconclusiveTraces)
    </section>

    """
  }

  /// The place of the timeline of the only trace if nothing is wrong with it.
  private var passPicture: Markup {
    plan.isSingle && report.counts.total == 0
      ? "<div class=\"whole\"></div>\n" : ""
  }

  /// The traces that fail, those that pass with findings, those of which nothing was judged, and those in order, as a bar with
  /// a legend.
  private var shareBar: Markup {
    var parts = Outcome.allCases.map { outcome in
      (style: outcome.rawValue, word: outcome.word, count: outcomes[outcome] ?? 0)
    }
    let found = report.traces.count { outcome(of: $0) == .passing && $0.counts.total > 0 }
    parts[parts.count - 1].count -= found
    parts.insert(("found", "pass with warnings or notes", found), at: 1)
    let all = max(1, report.traces.count)
    var bar: Markup = """
      <svg class="share" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      """
    var x = 0.0
    var list: Markup = "<ul class=\"shares\">"
    for part in parts where part.count > 0 {
      let width = 1_000 * Double(part.count) / Double(all)
      bar += """
        <rect class="\(part.style)" x="\(x)" width="\(max(2, width - 3))" height="10"/>
        """
      x += width
      list += "<li class=\"\(part.style)\"><b>\(grouped(part.count))</b> \(part.word)</li>"
    }
    return "\(html: bar)</svg>\n\(html: list)</ul>"
  }

  /// Where nothing was found, and what to do then.
  private var nothingFound: Markup {
    guard report.traces.isEmpty, report.failures.isEmpty else { return "" }
    let folders = options.emptyFolders.prefix(20).map { folder -> Markup in
      "<p class=\"lead\"><code>\(folder.path)</code> \(folder.message).</p>\n"
    }
    return """
      \(html: Markup(joining: folders))<h3>What to do next</h3>
      <ol class="change">
      <li>Name a log by itself: <code>callorder check device.log</code></li>
      <li>Record your app: <code>callorder init recorder</code> writes a recorder to add to it.</li>
      <li>See which methods it must have: <code>callorder grammar show</code></li>
      </ol>

      """
  }

  /// How much was recorded, as far as the sentence above does not say it.
  private var figures: Markup {
    if report.traces.isEmpty || report.verdict == .conforming && report.failures.isEmpty {
      return ""
    }
    let sum = { (path: KeyPath<TraceReport, Int>) in
      report.traces.reduce(0) { $0 + $1[keyPath: path] }
    }
    var list = [counted(sum(\.events), "event")]
    list += report.subjectCounts.filter { $0.count > 0 }.map {
      counted($0.count, $0.kind, $0.plural)
    }
    let unknown = report.traces.reduce(0) { sum, trace in
      sum + trace.unknownCallbacks.reduce(0) { $0 + $1.count }
    }
    if unknown > 0 { list.append(counted(unknown, "unknown call")) }
    if let time = secondsRecorded { list.append(duration(time)) }
    return "<p class=\"facts\">\(list.joined(separator: " · "))</p>"
  }

  private var failureList: Markup {
    guard !report.failures.isEmpty else { return "" }
    var markup: Markup = """
      <div class="box error"><h3>\(counted(report.failures.count, "input")) could not be checked</h3>
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

  // MARK: What to change

  /// One row for each change with its share of the errors, and below it its faults.
  private var changes: Markup {
    guard let first = plan.changes.first else { return "" }
    let heading =
      report.verdict == .violating
      ? "What to change, most \(first.change.counts.worst.name)s first" : "Notes"
    let rows = plan.changes.indices.map(row)
    let shown = rows.count > 10 ? 8 : rows.count
    let others = plan.changes.dropFirst(shown).map(\.change)
    let named = others.prefix(3).map { "\($0.text) (\($0.counts.inWords.first ?? ""))" }
    let more = "\(grouped(others.count)) more: " + named.joined(separator: ", ") + " …"
    return """
      <div class="list-head"><h3>\(heading) <small class="shown"></small></h3></div>
      <div class="all-changes"><ol class="changes">
      \(html: Markup(joining: rows.prefix(shown)))</ol>
      \(html: others.isEmpty ? "" : """
      <details class="more-changes"><summary>\(more)</summary><ol class="changes">
      \(html: Markup(joining: rows.dropFirst(shown)))</ol></details>
      """)</div>

      """
  }

  /// A change with its share of the errors, and its faults.
  private func row(_ number: Int) -> Markup {
    let (change, groups) = plan.changes[number]
    let severity = change.counts.worst
    let most = max(1, plan.changes.lazy.map { $0.change.counts[severity] }.max() ?? 1)
    let share = Double(change.counts[severity] * 100) / Double(most)
    let isSuppressed = change.faults.allSatisfy(\.isSuppressed)
    let rows = groups.map { row(of: plan.groups[$0]) }
    let shown = rows.count > 6 ? 4 : rows.count
    let others = rows.dropFirst(shown)
    let steps = change.steps.joined(separator: " ")
    return """
      <li><details\(html: plan.groups.count <= 8 || number == 0 ? " open" : "")><summary><span class="no">\(number + 1)</span><span class="do">\
      <b>\(change.text)</b>\(html: steps.isEmpty ? "" : "<small>\(html: PageFrame.marked(steps, by: "`"))</small>")</span>\
      <svg class="meter \(severity.name)" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="all" width="100" height="8"/><rect class="took" width="\(max(1, share))" height="8"/></svg>\
      <span class="sum">\(html: sum(change.counts))\(html: isSuppressed ? " <small>suppressed</small>" : "")</span></summary>
      <ol class="faults">
      \(html: Markup(joining: rows.prefix(shown)))</ol>\(html: others.isEmpty ? "" : """
      <details class="others"><summary>\(counted(others.count, "more fault"))</summary>
      <ol class="faults">
      \(html: Markup(joining: others))</ol></details>
      """)</details></li>

      """
  }

  /// The number of the worst findings, and those of the others.
  private func sum(_ counts: SeverityCounts) -> Markup {
    let words = counts.inWords
    let rest = words.dropFirst().joined(separator: ", ")
    return "<b>\(words.first ?? "")</b>\(html: rest.isEmpty ? "" : " <small>\(rest)</small>")"
  }

  /// A fault: how often, its shape, what happened, its rule, in how many traces.
  private func row(of group: PagePlan.Group) -> Markup {
    let fault = group.fault
    let worst = fault.severity.name
    let title: Markup =
      group.articles.first.map { "<a href=\"#\($0.id)\">\(html: .breakable(fault.title))</a>" }
      ?? .breakable(fault.title)
    let traces = plan.isSingle ? share(of: fault) : counted(fault.occurrences.count, "trace")
    let rhythm: Markup =
      fault.rhythm.map { "<p class=\"because\">Always \($0.inWords(names.written))</p>" } ?? ""
    return """
      <li data-group="\(group.index)"><b class="num">\(grouped(fault.count))</b><span class="shape"></span>\
      <div><p class="what">\(html: PageFrame.icon(worst))<span class="vh">\(worst): </span> \(html: title)</p>\(html: rhythm)</div>\
      <p class="rules">\(html: ruleLinks(fault.rules))</p><p class="in">\(traces)</p></li>

      """
  }

  // MARK: A long trace

  /// When each fault was found in the only trace, if that is long: a bar for each of equally many events.
  private var density: Markup {
    guard plan.isSingle, let trace = report.traces.first, let whole = trace.overview else {
      return ""
    }
    let columns = ViolationGroup.partCount
    var markup: Markup = """
      <h3>Whole recording <small>each column \(grouped(max(1, trace.events / columns))) events</small></h3>
      <div class="density">

      """
    for group in plan.groups.prefix(6) {
      let parts = groups(counting: group.fault).map(\.parts).reduce(
        [Int](repeating: 0, count: columns)
      ) {
        sum, parts in parts.isEmpty ? sum : zip(sum, parts).map { $0 + $1 }
      }
      let most = max(1, parts.max() ?? 1)
      var path = ""
      for (column, count) in parts.enumerated() where count > 0 {
        path += "M\(column) 32h.8v-\(max(1, 32 * count / most))h-.8z"
      }
      markup += """
        <span>\(html: .breakable(group.fault.title))</span>\
        <svg class="\(group.fault.severity.name)" viewBox="0 0 \(columns) 32" preserveAspectRatio="none" role="img" \
        aria-label="at most \(most) in a column"><path d="\(path)"/></svg>

        """
    }
    let times = whole.times.compactMap(\.self)
    guard let start = times.first, let end = times.last, end > start else {
      return markup + "</div>\n"
    }
    markup += "<span></span><p class=\"times-of-day\">"
    for quarter in 0...4 {
      let time = quarter == 4 ? end : times[quarter * times.count / 4]
      markup += "<small>\(quarter == 0 ? "0" : duration(time - start))</small>"
    }
    return markup + "</p></div>\n"
  }

  /// The groups of the only trace that count a fault's findings.
  private func groups(counting fault: Fault) -> [ViolationGroup] {
    let names = Set(fault.findings.map { report[$0].fingerprint })
    return report.traces[0].groups.filter { names.contains($0.fingerprint) }
  }

  /// How many of the subjects of a long trace have a fault: `2,052 of 58,197 sessions`.
  private func share(of fault: Fault) -> String {
    let kind = fault.first.nameOfSubjectKind
    guard let all = report.traces[0].subjectCounts.first(where: { $0.kind == kind }), all.count > 2,
      let count = groups(counting: fault).compactMap(\.subjects).max()
    else { return "" }
    return "\(grouped(count)) of \(counted(all.count, kind, all.plural))"
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
      <p class="inconclusive-traces"><b>\(counted(count, "inconclusive trace"))</b> \
      <small>\(reasons.joined(separator: "; "))</small> <a href="#traces">Show</a></p>

      """
  }

  // MARK: A pass

  /// What a run without faults shows: the rules that had something to check, and the scenarios to try next.
  private var proof: Markup {
    guard report.counts.errors + report.counts.warnings == 0, report.verdict == .conforming
    else { return "" }
    // A breach of the first ones hurts most. How often a rule applied says nothing about that.
    let kept = Severity.allCases.reversed().flatMap { severity in
      facts.entries.filter {
        $0.outcome == .kept && $0.severity == severity && $0.id != "unexpected-callback"
      }
    }
    var markup: Markup =
      "<div class=\"cols pass\"><div><h3>What this shows</h3>\n<ul class=\"kept\">\n"
    for rule in kept.prefix(5) {
      markup += """
        <li>\(html: PageFrame.icon("passing")) <a href="#\(facts.anchor(rule.id))">\(rule.title)</a> \
        <small>\(counted(rule.exercised, "event"))</small></li>

        """
    }
    if kept.count > 5 {
      markup +=
        "<li>\(html: PageFrame.icon("passing")) <a href=\"#rules\">\(counted(kept.count - 5, "more rule")) kept</a></li>\n"
    }
    markup += "</ul></div>\n"
    if let untried = options.coverage?.untried, !untried.isEmpty {
      markup += """
        <div><h3>Not tried yet <small>\(min(3, untried.count)) of \(untried.count)</small></h3>
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
