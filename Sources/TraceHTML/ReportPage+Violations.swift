internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar
internal import TraceWriting

extension ReportPage {
  /// The violations of the page's only trace, as a section of the page.
  func violations(ofTrace index: Int) -> Markup {
    let counts = report.traces[index].counts
    return """
      <section id="violations" class="wrap part" aria-labelledby="h-violations">
      <h2 id="h-violations">Violations</h2>
      <p class="sub">\(violationsLead(counts, groups: plan.traces[index].groups.count))</p>
      \(html: cards(ofTrace: index, headingLevel: 3))
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
  func cards(ofTrace index: Int, headingLevel: Int) -> Markup {
    let trace = report.traces[index]
    let tracePlan = plan.traces[index]
    var markup = Markup()
    for (position, group) in tracePlan.groups.enumerated() where group.hasCard {
      markup += card(
        group, trace: index, headingLevel: headingLevel, isFar: plan.isSingle && position >= 12)
    }
    let plain = tracePlan.groups.filter { !$0.hasCard && $0.rows > 0 }
    if !plain.isEmpty {
      markup += """
        <div class="card plain"><h\(headingLevel)>Further kinds, in short</h\(headingLevel)>
        \(html: occurrenceTable(
          plain.flatMap { $0.members.prefix($0.rows) }, trace: index, caption: "Further violations",
          isShort: false))
        </div>

        """
    }
    markup += leftOut(trace, tracePlan)
    return markup
  }

  /// Says what is counted and not listed.
  private func leftOut(_ trace: TraceReport, _ tracePlan: PagePlan.Trace) -> Markup {
    let shown = tracePlan.groups.reduce(0) { $0 + $1.rows + ($1.hasCard ? 1 : 0) }
    let missing = trace.counts.total - shown
    guard missing > 0 else { return "" }
    var markup: Markup = """
      <div class="card plain"><p><b>\(Phrases.count(missing, "further violation")) counted, not \
      listed here.</b> The report in JSON with a higher limit has them all.</p>
      """
    if !tracePlan.unlisted.isEmpty {
      markup += """
        <details><summary>Kinds without a listed violation</summary>
        <table class="rows"><thead><tr><th scope="col">rule</th><th scope="col">first event</th>\
        <th scope="col">count</th></tr></thead><tbody>

        """
      for group in tracePlan.unlisted.prefix(200) {
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
    _ group: PagePlan.Group, trace index: Int, headingLevel: Int, isFar: Bool
  ) -> Markup {
    let trace = report.traces[index]
    let first = group.members[0]
    let violation = trace.violations[first]
    let anchor = plan.traces[index].anchors[first]
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
      <h\(headingLevel) id="\(anchor)-h">\(violation.message)</h\(headingLevel)>
      \(html: placeLine(violation, trace: index))
      </header>
      <div class="cols">
      <div>\(html: alignmentTable(violation, trace: index))
      \(html: reasons(violation, rule: rule))</div>
      \(html: stepFigure(violation))
      </div>
      \(html: betweenEvents(violation, trace: index))
      \(html: occurrences(group, trace: index))
      \(html: cardFoot(violation, trace: index, anchor: anchor, offset: first))
      </article>

      """
  }

  private func ruleLink(_ id: String) -> Markup {
    "<a class=\"rule\" href=\"#\(facts.anchor(id))\"><code>\(id)</code></a>"
  }

  /// Where and when: event, line, time, subject, state before.
  private func placeLine(_ violation: Violation, trace index: Int) -> Markup {
    let trace = report.traces[index]
    let times = TraceTimes(trace)
    var parts: [Markup] = [
      "<span>\(html: eventLink(violation.event, trace: index, text: "event \(violation.event)"))</span>",
      "<span>\(Phrases.fileName(trace.path)):\(violation.line)</span>",
    ]
    if let time = violation.time {
      parts.append("<span>\(times.text(time)) s</span>")
      if times.isRelative { parts.append("<span>\(recordedTime(time))</span>") }
      if let delta = times.sinceEventBefore(violation.event) {
        parts.append("<span>\(Phrases.duration(delta)) after the event before</span>")
      }
    }
    if !violation.subject.isEmpty {
      parts.append("<span>\(violation.lifecycle) <code>\(violation.subject)</code></span>")
    }
    if let process = violation.process {
      parts.append("<span>process <code>\(process)</code></span>")
    }
    if !violation.states.isEmpty {
      let word = violation.states.count == 1 ? "state" : "possible states"
      parts.append(
        "<span>\(word) before: <b>\(Phrases.alternatives(violation.states))</b></span>")
    }
    return "<p class=\"place\">\(html: joined(parts))</p>"
  }

  private func joined(_ parts: [Markup]) -> Markup {
    parts.reduce(into: Markup()) { $0 += $0.isEmpty ? $1 : " \(html: $1)" }
  }

  /// A link to an event where the page lists it, else its number.
  func eventLink(_ event: Int, trace index: Int, text: String) -> Markup {
    guard isListed(event, trace: index) else { return "\(text)" }
    return "<a href=\"#\(plan.traces[index].prefix)e\(event)\">\(text)</a>"
  }

  /// Whether the page has a row for the event.
  func isListed(_ event: Int, trace index: Int) -> Bool {
    guard let timeline = report.traces[index].timeline else { return false }
    switch plan.traces[index].events {
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
      markup += "<div><h4>How it is usually mended</h4><p>\(rule.fix)</p></div>\n"
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
  private func betweenEvents(_ violation: Violation, trace index: Int) -> Markup {
    var markup = Markup()
    if !violation.related.isEmpty {
      markup += "<ul class=\"related\">\n"
      for related in violation.related {
        let link = eventLink(related.event, trace: index, text: "event \(related.event)")
        markup += "<li>\(html: link): \(related.message)</li>\n"
      }
      markup += "</ul>\n"
    }
    guard let timeline = report.traces[index].timeline else { return markup }
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
        <li>\(html: eventLink(entry.event, trace: index, text: String(entry.event))) \
        <code>\(entry.callback)</code> <span class="dim">\(lanes)</span></li>

        """
    }
    let rest = between.count - 20
    if rest > 0 { markup += "<li class=\"dim\">and \(rest) more</li>" }
    return markup + "</ol></details>\n"
  }

  // MARK: Equal violations

  private func occurrences(_ group: PagePlan.Group, trace index: Int) -> Markup {
    let further = group.members.dropFirst().prefix(group.rows)
    guard !further.isEmpty else { return "" }
    let unlisted = group.count - 1 - further.count
    let note: Markup =
      unlisted > 0
      ? "<p class=\"dim\">and \(Phrases.grouped(unlisted)) more, counted, not listed</p>" : ""
    return """
      <details class="more"><summary>\(Phrases.count(group.count - 1, "more place")) with the same \
      fault</summary>
      \(html: occurrenceTable(Array(further), trace: index, caption: "The same fault elsewhere", isShort: true))
      \(html: note)</details>
      """
  }

  private func occurrenceTable(
    _ members: [Int], trace index: Int, caption: String, isShort: Bool
  ) -> Markup {
    let trace = report.traces[index]
    let times = TraceTimes(trace)
    var markup: Markup = """
      <div class="region" role="group" tabindex="0" aria-label="\(caption)"><table class="rows">\
      <caption class="vh">\(caption)</caption><thead><tr><th scope="col">event</th>\
      <th scope="col">line</th><th scope="col">time</th><th scope="col">subject</th>\
      <th scope="col">what happened</th></tr></thead><tbody>

      """
    for member in members {
      let violation = trace.violations[member]
      let time = violation.time.map(times.text) ?? ""
      let what: Markup =
        isShort
        ? "\(violation.message)"
        : "\(html: PageFrame.severityBadge(violation.severity)) <code>\(violation.rule)</code> \(violation.message)"
      markup += """
        <tr class="v" id="\(plan.traces[index].anchors[member])" tabindex="-1">\
        <td>\(html: eventLink(violation.event, trace: index, text: String(violation.event)))\
        <td>\(violation.line)<td>\(time)<td><code>\(violation.subject)</code><td>\(html: what)

        """
    }
    return markup + "</tbody></table></div>"
  }

  private func cardFoot(
    _ violation: Violation, trace index: Int, anchor: String, offset: Int
  ) -> Markup {
    let path = Phrases.shellQuoted(report.traces[index].path)
    let hasTimeline = report.traces[index].timeline != nil
    let target = plan.isSingle ? "timeline" : "\(plan.traces[index].id)-timeline"
    let inTimeline: Markup =
      hasTimeline
      ? "<a href=\"#\(target)\" data-show=\"\(violation.event)\">in the timeline</a>" : ""
    let json: Markup =
      machineReport == nil
      ? "" : "<button type=\"button\" data-json=\"\(index) \(offset)\">Copy JSON</button>"
    return """
      <footer><a href="#\(anchor)">link to this violation</a> \(html: inTimeline) \
      <span class="print">fingerprint <code>\(violation.fingerprint)</code></span>\
      <span class="js" hidden><button type="button" data-link="\(anchor)">Copy link</button>\(html: json)\
      <button type="button" data-copy="callorder check \(path)">Copy command</button></span></footer>
      """
  }
}
