internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

extension ReportPage {
  /// Every finding with its own page, in the order of the list.
  var findings: Markup {
    let all = plan.groups.flatMap(\.findings)
    guard !all.isEmpty else { return "" }
    var markup: Markup = "<h2 class=\"doc\">Findings</h2>\n"
    for finding in all { markup += article(finding) }
    return markup
  }

  /// One finding: what, why and what to do, the calls, the states.
  private func article(_ finding: PlannedFinding) -> Markup {
    let violation = finding.violation
    let anchor = finding.first.link
    let rule = facts[violation.rule]
    return """
      <article class="panel v \(violation.severity.name)" id="\(anchor)" tabindex="-1" aria-labelledby="\(anchor)-h">
      <header class="head">
      <p class="kicker">\(html: PageFrame.severityBadge(violation.severity)) \(html: ruleLink(violation.rule))\
      \(html: finding.count > 1 ? times(finding.count) : "")</p>
      <h2 id="\(anchor)-h">\(Phrases.sentence(violation.message))</h2>
      \(html: placeLine(violation, of: finding.trace))
      </header>
      \(html: reasons(violation, rule: rule))
      \(html: timelineBody(of: finding))
      <div class="cols">
      <div>\(html: alignmentTable(violation, of: finding.trace))</div>
      \(html: stepFigure(violation))
      </div>
      \(html: betweenEvents(violation, of: finding.trace))
      \(html: occurrences(finding.group, in: finding.trace))
      \(html: elsewhere(finding))
      \(html: foot(finding))
      </article>

      """
  }

  private func ruleLink(_ id: String) -> Markup {
    "<a class=\"rule\" href=\"#\(facts.anchor(id))\"><code>\(id)</code></a>"
  }

  /// Where and when, in one line: the place in the source, otherwise in the trace, then event, time and system. What
  /// identifies the event further is folded.
  private func placeLine(_ violation: Violation, of trace: PlannedTrace) -> Markup {
    let times = TraceTimes(trace.report)
    let event = eventLink(violation.event, in: trace, text: "event \(grouped(violation.event))")
    let place = "\(Phrases.shortPlace(trace.report.path)):\(violation.line)"
    let inTrace: Markup = "<a href=\"#\(trace.id)\"><code>\(place)</code></a>"
    let source = FindingParts.sourcePlace(violation)
    var parts = [source ?? "<span>\(html: inTrace)</span>"]
    parts.append("<span>\(html: event) of \(grouped(trace.report.events))</span>")
    if let time = violation.time { parts.append("<span>at <b>\(times.moment(time))</b></span>") }
    let system = ["app", "os"].compactMap { name in
      trace.report.metadata.first { $0.name == name }?.value
    }
    if !system.isEmpty { parts.append("<span>\(system.joined(separator: " on "))</span>") }
    if source != nil { parts.append("<span>\(html: inTrace)</span>") }
    var details: [(name: String, value: String)] = []
    if !violation.subject.isEmpty {
      let subjects = listed([violation.subject] + violation.otherSubjects, "and")
      details.append((violation.nameOfSubjectKind, subjects))
    }
    if let process = violation.otherProcess { details.append((violation.processKind, process)) }
    if let time = violation.time, times.isRelative { details.append(("at", recordedTime(time))) }
    if let delta = times.sinceEventBefore(violation.event) {
      details.append(("after the event before", duration(delta)))
    }
    if !violation.recordedMembers.isEmpty {
      details.append(("recorded with it", violation.recordedMembers))
    }
    let whole = "\(trace.report.path):\(violation.line)"
    if whole != place { details.append(("trace", whole)) }
    var list = Markup()
    for detail in details {
      list += "<div><dt>\(detail.name)<dd><code>\(detail.value)</code></div>"
    }
    let line: Markup = "<p class=\"place\">\(html: joined(parts))</p>\n"
    if details.isEmpty { return line }
    return line
      + "<details class=\"facts\"><summary>Details</summary><dl class=\"meta\">\(html: list)</dl></details>"
  }

  /// What happened to the subject, in sentences.
  func story(of violation: Violation, in trace: PlannedTrace) -> String {
    violation.story(of: subjectName(of: violation, in: trace), call: names.written)
  }

  /// The name of a subject of a trace everywhere in the page, such as `Session A`.
  func subjectName(of violation: Violation, in trace: PlannedTrace) -> String {
    trace.names.title(kind: violation.nameOfSubjectKind, subject: violation.subject)
  }

  private func joined(_ parts: [Markup]) -> Markup {
    parts.reduce(into: Markup()) { $0 += $0.isEmpty ? $1 : " \(html: $1)" }
  }

  /// A link to an event if the page lists it, otherwise its number.
  func eventLink(_ event: Int, in trace: PlannedTrace, text: String) -> Markup {
    guard isListed(event, in: trace) else { return "\(text)" }
    return "<a href=\"#\(trace.prefix)e\(event)\">\(text)</a>"
  }

  /// Whether the page has a row for the event.
  private func isListed(_ event: Int, in trace: PlannedTrace) -> Bool {
    guard let timeline = trace.report.timeline else { return false }
    switch trace.events {
    // The script lists them.
    case .none: return event >= 1 && event <= trace.dataCount && timeline.isComplete
    case .all: return timeline.isComplete && event >= 1 && event <= timeline.entries.count
    case .windows(let ranges):
      return ranges.contains { $0.contains(event) }
        && !timeline.entries(in: event...event).isEmpty
    }
  }

  // MARK: Reasons and neighbors

  private func reasons(_ violation: Violation, rule: RuleFacts.Entry?) -> Markup {
    let excerpt = FindingParts.sourceExcerpt(violation)
    var markup: Markup = """
      <div class="why">
      \(html: FindingParts.causes(violation, names.written))\(html: excerpt)
      """
    if let rule, !rule.explanation.isEmpty {
      // Beside the source, the rule's page is one click away.
      markup +=
        excerpt.isEmpty
        ? "<div><h3>Why it matters</h3><p>\(rule.explanation)</p></div>\n"
        : "<details><summary>Why it matters</summary><p>\(rule.explanation)</p></details>\n"
    }
    // Causes already say what to do.
    if let rule, !rule.fix.isEmpty, violation.causes.isEmpty {
      markup += "<div><h3>What to do</h3><p>\(rule.fix)</p></div>\n"
    }
    if let assumption = violation.assumption {
      markup += "<div><h3>Assumption</h3><p>\(Phrases.sentence(assumption)).</p></div>\n"
    }
    if let quirk = violation.quirk {
      let known = grammar?.quirks.first { $0.id == quirk }
      markup += """
        <div><h3>Known deviation of the platform</h3><p><code>\(quirk)</code> \(known?.text ?? "")</p></div>

        """
    }
    return markup + "</div>"
  }

  /// Related events, and the events of other subjects since the subject's last legal call.
  private func betweenEvents(_ violation: Violation, of trace: PlannedTrace) -> Markup {
    var markup = Markup()
    if !violation.related.isEmpty {
      markup += "<ul class=\"related\">\n"
      for related in violation.related {
        let link = eventLink(related.event, in: trace, text: "event \(grouped(related.event))")
        markup += "<li>\(html: link): \(related.message)</li>\n"
      }
      markup += "</ul>\n"
    }
    guard let timeline = trace.report.timeline else { return markup }
    let before = violation.steps.compactMap(\.event).last { $0 < violation.event }
    guard let before, violation.event - before > 1 else { return markup }
    let between = timeline.entries(in: (before + 1)...(violation.event - 1))
    guard !between.isEmpty else { return markup }
    let names = trace.names
    markup += """
      <details><summary>\(Phrases.count(between.count, "event")) of other subjects in between</summary>
      <ol class="between">

      """
    for entry in between.prefix(8) {
      let lanes = entry.lanes.map { names.short($0) }.joined(separator: ", ")
      markup += """
        <li>\(html: eventLink(entry.event, in: trace, text: String(entry.event))) \
        <code>\(self.names.written(entry.callback))</code> <span class="dim">\(lanes)</span></li>

        """
    }
    let rest = between.count - 8
    if rest > 0 { markup += "<li class=\"dim\">and \(rest) more</li>" }
    return markup + "</ol></details>\n"
  }

  // MARK: Equal violations

  private func occurrences(_ group: PlannedTrace.Group, in trace: PlannedTrace) -> Markup {
    let further = group.rows
    guard !further.isEmpty else { return "" }
    let unlisted = group.count - 1 - further.count
    let note: Markup =
      unlisted > 0
      ? "<p class=\"dim\">and \(grouped(unlisted)) more, counted, not listed</p>" : ""
    return """
      <details class="more"><summary>\(Phrases.count(group.count - 1, "more place")) with the same fault</summary>
      \(html: occurrenceTable(further, in: trace, caption: "The same fault elsewhere", isShort: true))
      \(html: note)</details>
      """
  }

  /// Links to the same fault in other traces.
  private func elsewhere(_ finding: PlannedFinding) -> Markup {
    guard !finding.elsewhere.isEmpty else { return "" }
    var markup: Markup = """
      <details class="more"><summary>The same in \(Phrases.count(finding.elsewhere.count, "other trace"))</summary>
      <ul class="links">

      """
    for other in finding.elsewhere.prefix(200) {
      markup += """
        <li><a href="#\(other.link)">\(other.trace.report.path)</a>\
        \(html: other.group.count > 1 ? times(other.group.count) : "")</li>

        """
    }
    let rest = finding.elsewhere.count - 200
    if rest > 0 { markup += "<li class=\"dim\">and \(grouped(rest)) more</li>" }
    return markup + "</ul></details>\n"
  }

  func occurrenceTable(
    _ rows: [PlannedViolation], in trace: PlannedTrace, caption: String, isShort: Bool
  ) -> Markup {
    let times = TraceTimes(trace.report)
    var markup: Markup = """
      <div class="region" role="group" tabindex="0" aria-label="\(caption)"><table class="rows">\
      <caption class="vh">\(caption)</caption><thead><tr><th scope="col">event</th>\
      <th scope="col">line</th><th scope="col">time</th><th scope="col">subject</th>\
      <th scope="col">what happened</th></tr></thead><tbody>

      """
    for row in rows {
      let violation = row.violation
      let time = violation.time.map(times.text) ?? ""
      let card = plan.cards[violation.fault].flatMap { $0 == row.link ? nil : $0 }
      let message: Markup =
        card.map { "<a href=\"#\($0)\">\(violation.message)</a>" } ?? "\(violation.message)"
      let what: Markup =
        isShort
        ? "\(violation.message)"
        : "\(html: PageFrame.severityBadge(violation.severity)) <code>\(violation.rule)</code> \(html: message)"
      markup += """
        <tr class="v" id="\(row.link)" tabindex="-1">\
        <td>\(html: eventLink(violation.event, in: trace, text: String(violation.event)))\
        <td>\(violation.line)<td>\(time)<td><code>\(violation.subject)</code><td>\(html: what)

        """
    }
    return markup + "</tbody></table></div>"
  }

  private func foot(_ finding: PlannedFinding) -> Markup {
    let violation = finding.violation
    let anchor = finding.first.link
    let path = Phrases.shellQuoted(finding.trace.report.path)
    var markup: Markup = "<footer class=\"foot\">"
    if let link = facts[violation.rule]?.link {
      markup += """
        <a class="ext" href="\(link)" rel="noreferrer">documentation</a>

        """
    }
    let json: Markup =
      machineReport == nil
      ? ""
      : """
      <button type="button" data-json="\(finding.trace.index) \(finding.first.index)">Copy JSON</button>
      """
    return markup + """
      <a href="#\(finding.trace.id)">all events of this trace</a> <a href="#\(anchor)">link to this finding</a> \
      <span>fingerprint <code>\(violation.fingerprint)</code></span>\
      <span class="js" hidden>\(html: json)\
      <button type="button" data-copy="callorder check \(path)\(options(for: finding.trace.report))">Copy command</button></span></footer>
      """
  }

  /// The options with which a command gives the same verdict: the grammar, whether lifecycles have to be complete, and those
  /// that were typed.
  private func options(for trace: TraceReport) -> String {
    let isShipped = ShippedGrammar.named(report.grammarName) != nil
    let grammar =
      report.grammarName == "UIScene" || !isShipped ? "" : " --grammar \(report.grammarName)"
    let isComplete = trace.countsByRule.contains { $0.rule == "incomplete-lifecycle" }
    let others = judging.map { " " + Phrases.shellQuoted($0) }.joined()
    return grammar + (isComplete ? " --complete" : "") + others
  }
}
