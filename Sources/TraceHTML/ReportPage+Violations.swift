internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar
internal import TraceWriting

extension ReportPage {
  /// The violations of the page's only trace, as a section of the page.
  func violations(of trace: PlannedTrace) -> Markup {
    let counts = trace.report.counts
    return """
      <section id="violations" class="wrap part" aria-labelledby="h-violations">
      <h2 id="h-violations">Violations</h2>
      <p class="sub">\(violationsLead(counts, groups: trace.groups.count))</p>
      \(html: cards(of: trace))
      </section>

      """
  }

  private func violationsLead(_ counts: SeverityCounts, groups: Int) -> String {
    guard let words = Phrases.severities(counts) else { return "None." }
    return counts.total > groups && groups > 0
      ? "\(words), of \(Phrases.count(groups, "kind")). Equal faults are shown once, with all "
        + "their places." : "\(words)."
  }

  /// One card for each kind of violation of a trace.
  func cards(of trace: PlannedTrace) -> Markup {
    var markup = Markup()
    for (position, group) in trace.groups.enumerated() {
      guard let first = group.card else { continue }
      markup += card(first, of: group, in: trace, isFar: plan.isSingle && position >= 12)
    }
    let plain = trace.groups.filter { $0.card == nil }.flatMap(\.rows)
    if !plain.isEmpty {
      markup += """
        <div class="card plain"><h3>Further kinds, in short</h3>
        \(html: occurrenceTable(plain, in: trace, caption: "Further violations", isShort: false))
        </div>

        """
    }
    markup += leftOut(trace)
    return markup
  }

  /// Says what is counted and not listed.
  private func leftOut(_ trace: PlannedTrace) -> Markup {
    let shown = trace.groups.reduce(0) { $0 + $1.rows.count + ($1.card == nil ? 0 : 1) }
    let missing = trace.report.counts.total - shown
    guard missing > 0 else { return "" }
    var markup: Markup = """
      <div class="card plain"><p><b>\(Phrases.count(missing, "further violation")) counted, not \
      listed here.</b> The report in JSON with a higher limit has them all.</p>
      """
    if !trace.unlisted.isEmpty {
      markup += """
        <details><summary>Kinds without a listed violation</summary>
        <table class="rows"><thead><tr><th scope="col">rule</th><th scope="col">first event</th>\
        <th scope="col">count</th></tr></thead><tbody>

        """
      for group in trace.unlisted.prefix(200) {
        markup += """
          <tr><td><code>\(group.rule)</code><td>\(group.firstEvent)<td>\(group.count)

          """
      }
      markup += "</tbody></table></details>"
    }
    return markup + "</div>\n"
  }

  // MARK: A card

  /// A card; a far one is only laid out by the browser when it comes near.
  private func card(
    _ first: PlannedViolation, of group: PlannedTrace.Group, in trace: PlannedTrace, isFar: Bool
  ) -> Markup {
    let violation = first.violation
    let anchor = first.link
    let rule = facts[violation.rule]
    return """
      <article class="card v \(violation.severity.name)\(isFar ? " far" : "")" id="\(anchor)" tabindex="-1" \
      aria-labelledby="\(anchor)-h" data-sev="\(violation.severity.name)" \
      data-rule="\(violation.rule)" data-cb="\(violation.callback)" \
      data-state="\(violation.states.joined(separator: " "))" data-scene="\(violation.subject)" \
      data-n="\(group.count)">
      <header>
      <p class="kicker">\(html: PageFrame.severityBadge(violation.severity)) \(html: ruleLink(violation.rule))\
      \(html: group.count > 1 ? times(group.count) : "") \
      <span class="cause">\(Phrases.cause(violation.cause))</span></p>
      <h3 id="\(anchor)-h">\(violation.message)</h3>
      \(html: placeLine(violation, of: trace))
      </header>
      <div class="cols">
      <div>\(html: alignmentTable(violation, of: trace))
      \(html: reasons(violation, rule: rule))</div>
      \(html: stepFigure(violation))
      </div>
      \(html: betweenEvents(violation, of: trace))
      \(html: occurrences(group, in: trace))
      \(html: cardFoot(first, of: trace))
      </article>

      """
  }

  private func ruleLink(_ id: String) -> Markup {
    "<a class=\"rule\" href=\"#\(facts.anchor(id))\"><code>\(id)</code></a>"
  }

  /// Where and when: event, line, time, subject, state before.
  private func placeLine(_ violation: Violation, of trace: PlannedTrace) -> Markup {
    let times = TraceTimes(trace.report)
    var parts: [Markup] = [
      "<span>\(html: eventLink(violation.event, in: trace, text: "event \(violation.event)"))</span>",
      "<span>\(Phrases.fileName(trace.report.path)):\(violation.line)</span>",
    ]
    if let time = violation.time {
      parts.append("<span>\(times.text(time)) s</span>")
      if times.isRelative { parts.append("<span>\(recordedTime(time))</span>") }
      if let delta = times.sinceEventBefore(violation.event) {
        parts.append("<span>\(Phrases.duration(delta)) after the event before</span>")
      }
    }
    if !violation.subject.isEmpty {
      parts.append("<span>\(violation.nameOfSubjectKind) <code>\(violation.subject)</code></span>")
    }
    if let process = violation.otherProcess {
      parts.append("<span>\(violation.processKind) <code>\(process)</code></span>")
    }
    if !violation.states.isEmpty {
      let word = violation.states.count == 1 ? "state" : "possible states"
      parts.append(
        "<span>\(word) before: <b>\(listed(violation.states, "or"))</b></span>")
    }
    return "<p class=\"place\">\(html: joined(parts))</p>"
  }

  private func joined(_ parts: [Markup]) -> Markup {
    parts.reduce(into: Markup()) { $0 += $0.isEmpty ? $1 : " \(html: $1)" }
  }

  /// A link to an event where the page lists it, else its number.
  func eventLink(_ event: Int, in trace: PlannedTrace, text: String) -> Markup {
    guard isListed(event, in: trace) else { return "\(text)" }
    return "<a href=\"#\(trace.prefix)e\(event)\">\(text)</a>"
  }

  /// Whether the page has a row for the event.
  private func isListed(_ event: Int, in trace: PlannedTrace) -> Bool {
    guard let timeline = trace.report.timeline else { return false }
    switch trace.events {
    case .none: return false
    case .all: return timeline.isComplete && event >= 1 && event <= timeline.entries.count
    case .windows(let ranges):
      return ranges.contains { $0.contains(event) }
        && !timeline.entries(in: event...event).isEmpty
    }
  }

  // MARK: Reasons and neighbors

  private func reasons(_ violation: Violation, rule: RuleFacts.Entry?) -> Markup {
    var markup: Markup = "<div class=\"why\">\n"
    if let rule, !rule.explanation.isEmpty {
      markup += "<div><h4>Why it matters</h4><p>\(rule.explanation)</p></div>\n"
    }
    if let rule, !rule.fix.isEmpty {
      markup += "<div><h4>How to fix it</h4><p>\(rule.fix)</p></div>\n"
    }
    if let assumption = violation.assumption {
      markup += "<div><h4>Taken for granted</h4><p>\(assumption)</p></div>\n"
    }
    if let quirk = violation.quirk {
      let known = grammar?.quirks.first { $0.id == quirk }
      markup += """
        <div><h4>Known deviation of the platform</h4><p><code>\(quirk)</code> \(known?.text ?? "")</p></div>

        """
    }
    if let link = rule?.link, let target = WebAddress(link) {
      markup += """
        <div><h4>Documentation</h4><p><a class="ext" href="\(target.text)" rel="noreferrer">\(target.text)</a></p></div>

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
        let link = eventLink(related.event, in: trace, text: "event \(related.event)")
        markup += "<li>\(html: link): \(related.message)</li>\n"
      }
      markup += "</ul>\n"
    }
    guard let timeline = trace.report.timeline else { return markup }
    let before = violation.steps.compactMap(\.event).last { $0 < violation.event }
    guard let before, violation.event - before > 1 else { return markup }
    let between = timeline.entries(in: (before + 1)...(violation.event - 1))
    guard !between.isEmpty else { return markup }
    let names = LaneNames(timeline)
    markup += """
      <details><summary>\(Phrases.count(between.count, "event")) of others in between</summary>
      <ol class="between">

      """
    for entry in between.prefix(20) {
      let lanes = entry.lanes.map { names.short($0) }.joined(separator: ", ")
      markup += """
        <li>\(html: eventLink(entry.event, in: trace, text: String(entry.event))) \
        <code>\(entry.callback)</code> <span class="dim">\(lanes)</span></li>

        """
    }
    let rest = between.count - 20
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
      ? "<p class=\"dim\">and \(Phrases.grouped(unlisted)) more, counted, not listed</p>" : ""
    return """
      <details class="more"><summary>\(Phrases.count(group.count - 1, "more place")) with the same \
      fault</summary>
      \(html: occurrenceTable(further, in: trace, caption: "The same fault elsewhere", isShort: true))
      \(html: note)</details>
      """
  }

  private func occurrenceTable(
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
      let what: Markup =
        isShort
        ? "\(violation.message)"
        : "\(html: PageFrame.severityBadge(violation.severity)) <code>\(violation.rule)</code> \(violation.message)"
      markup += """
        <tr class="v" id="\(row.link)" tabindex="-1">\
        <td>\(html: eventLink(violation.event, in: trace, text: String(violation.event)))\
        <td>\(violation.line)<td>\(time)<td><code>\(violation.subject)</code><td>\(html: what)

        """
    }
    return markup + "</tbody></table></div>"
  }

  private func cardFoot(_ first: PlannedViolation, of trace: PlannedTrace) -> Markup {
    let violation = first.violation
    let anchor = first.link
    let path = Phrases.shellQuoted(trace.report.path)
    let hasTimeline = trace.report.timeline != nil
    let target = plan.isSingle ? "timeline" : "\(trace.id)-timeline"
    let inTimeline: Markup =
      hasTimeline
      ? "<a href=\"#\(target)\" data-show=\"\(violation.event)\">in the timeline</a>" : ""
    let json: Markup =
      machineReport == nil
      ? ""
      : """
      <button type="button" data-json="\(trace.index) \(first.index)">Copy JSON</button>
      """
    return """
      <footer><a href="#\(anchor)">link to this violation</a> \(html: inTimeline) \
      <span class="print">fingerprint <code>\(violation.fingerprint)</code></span>\
      <span class="js" hidden><button type="button" data-link="\(anchor)">Copy link</button>\(html: json)\
      <button type="button" data-copy="callorder check \(path)">Copy command</button></span></footer>
      """
  }
}
