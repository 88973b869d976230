internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// All traces in one table, and a section for each.
  var traces: Markup {
    var markup = Markup()
    if !plan.isSingle { markup += traceTable }
    for trace in plan.sections { markup += section(of: trace) }
    return markup
  }

  private var traceTable: Markup {
    var markup: Markup = """
      <section id="traces" class="panel" tabindex="-1" aria-labelledby="h-traces">
      <h2 id="h-traces">Traces</h2>
      <p class="facts">\(outcomeCounts)</p>
      <div class="region" role="group" tabindex="0" aria-label="All traces">
      <table class="rows"><thead><tr><th scope="col">trace</th><th scope="col" class="num">events</th>\
      <th scope="col">findings</th></tr></thead><tbody>

      """
    let rows = Dictionary(grouping: plan.rows) { outcome(of: $0.trace) }
    for (outcome, row) in Outcome.allCases.flatMap({ outcome in
      (rows[outcome] ?? []).map { (outcome.rawValue, $0) }
    }) {
      let trace = row.trace
      let name: Markup =
        row.section.map { "<a href=\"#\($0)\">\(trace.path)</a>" } ?? "\(trace.path)"
      var rules = Markup()
      for rule in trace.countsByRule.prefix(4) {
        rules += "<code>\(rule.rule)</code>\(html: rule.count > 1 ? times(rule.count) : "") "
      }
      if trace.countsByRule.count > 4 { rules += "and \(trace.countsByRule.count - 4) more" }
      markup += """
        <tr class="\(outcome)"><th scope="row">\(html: PageFrame.icon(outcome))<span class="vh">\(outcome)</span> \(html: name)<td class="num">\(grouped(trace.events))\
        <td>\(html: rules)

        """
    }
    markup += "</tbody></table></div>\n"
    if !plan.quiet.isEmpty {
      let names = plan.quiet.prefix(500).map(\.report.path)
      let rest = plan.quiet.count - names.count
      markup += """
        <p class="noscript dim">\(Phrases.count(plan.quiet.count, "trace")) without findings: \
        \(html: joined(names))\(rest > 0 ? " and \(grouped(rest)) more" : "").</p>

        """
    }
    let others = report.traces.count - plan.rows.count - plan.quiet.count
    if others > 0 {
      markup += """
        <p class="dim">Counted, but not in this page: \(Phrases.count(others, "further trace")).</p>

        """
    }
    let without = plan.rows.count { $0.section == nil }
    if without > 0 {
      markup += """
        <p class="dim">With only a row in this table: \(Phrases.count(without, "trace")).</p>

        """
    }
    return markup + "</section>\n\n"
  }

  /// Names with commas between them.
  private func joined(_ names: [String]) -> Markup {
    names.enumerated().reduce(into: Markup()) {
      $0 += $1.offset > 0 ? ", \($1.element)" : "\($1.element)"
    }
  }

  private var outcomeCounts: String {
    Outcome.allCases.compactMap { outcome in
      outcomes[outcome].map { "\(grouped($0)) \(outcome.rawValue)" }
    }.joined(separator: ", ") + "."
  }

  /// Whether there are so few traces that each can be told in full.
  private var drawsAll: Bool { report.traces.count <= PagePlan.Limit.drawnTraces }

  private func section(of planned: PlannedTrace) -> Markup {
    let trace = planned.report
    let id = planned.id
    let outcome = outcome(of: trace).rawValue
    let words = Phrases.severities(trace.counts) ?? outcome
    return """
      <section id="\(id)" class="panel trace \(outcome)" tabindex="-1" aria-labelledby="\(id)-h">
      <h2 id="\(id)-h">\(html: PageFrame.icon(outcome))<span class="vh">\(outcome): </span> \
      \(trace.path)</h2>
      <p class="facts">\(words) · \(traceFacts(trace))</p>
      \(html: findingLinks(planned))
      \(html: timelineBody(of: planned))
      \(html: drawsAll ? story(of: planned) : "")
      \(html: leftOut(planned))
      \(html: eventList(of: planned))
      \(html: traceNotes(planned))
      </section>

      """
  }

  /// The trace's findings, one line each.
  private func findingLinks(_ planned: PlannedTrace) -> Markup {
    let cards = planned.groups.filter { $0.card != nil }
    guard !cards.isEmpty else { return "" }
    var markup: Markup = "<ul class=\"links\">\n"
    for group in cards.prefix(40) {
      guard let card = group.card else { continue }
      markup += """
        <li>\(html: PageFrame.icon(card.violation.severity.name))<span class="vh">\(card.violation.severity.name)</span> \
        <a href="#\(card.link)">\(Phrases.sentence(card.violation.message))</a>\(html: group.count > 1 ? times(group.count) : "")</li>

        """
    }
    if cards.count > 40 { markup += "<li class=\"dim\">and \(cards.count - 40) more</li>\n" }
    return markup + "</ul>"
  }

  /// Findings without their own page, and the number of those that are counted but not listed.
  private func leftOut(_ trace: PlannedTrace) -> Markup {
    var markup = Markup()
    let plain = trace.groups.filter { $0.card == nil }.flatMap(\.rows)
    if !plain.isEmpty {
      markup += """
        <h3>\(trace.groups.contains { $0.card != nil } ? "Further findings" : "Findings"), in short</h3>
        \(html: occurrenceTable(plain, in: trace, caption: "Further findings", isShort: false))

        """
    }
    let shown = trace.groups.reduce(0) { $0 + $1.rows.count + ($1.card == nil ? 0 : 1) }
    let missing = trace.report.counts.total - shown
    guard missing > 0 else { return markup }
    markup += """
      <div class="box"><p><b>\(Phrases.count(missing, "further finding")) counted, not \
      listed here.</b> The report in JSON with a higher limit has them all.</p>
      """
    if !trace.unlisted.isEmpty {
      markup += """
        <details><summary>Kinds without a listed finding</summary>
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

  func traceFacts(_ trace: TraceReport) -> String {
    var parts = [Phrases.count(trace.events, "event")]
    parts += trace.subjectCounts.map { Phrases.count($0.count, $0.kind, $0.plural) }
    if trace.repairCost > 0 { parts.append("\(Phrases.count(trace.repairCost, "edit")) needed") }
    if let reason = trace.reason { parts.append(reason) }
    return parts.joined(separator: " · ")
  }

  /// About the recording: metadata, notes, unknown callbacks.
  private func traceNotes(_ planned: PlannedTrace) -> Markup {
    let trace = planned.report
    var markup: Markup = """
      <details class="block" id="\(planned.prefix)recording"\(html: trace.notes.isEmpty ? "" : " open")>\
      <summary>About the recording</summary>

      """
    if !trace.notes.isEmpty {
      markup += "<ul class=\"notes\">\n"
      for note in trace.notes {
        let place: Markup =
          note.event.map {
            " (\(html: eventLink($0, in: planned, text: "event \($0)")))"
          } ?? ""
        let count: Markup = note.count > 1 && note.event != nil ? times(note.count) : ""
        markup += "<li><code>\(note.id)</code> \(note.message)\(html: place)\(html: count)</li>\n"
      }
      markup += "</ul>\n"
    }
    if !trace.unknownCallbacks.isEmpty {
      markup += "<p>Callbacks that the grammar does not know:</p><ul class=\"notes\">\n"
      for unknown in trace.unknownCallbacks.prefix(100) {
        markup += "<li><code>\(unknown.callback)</code>\(html: times(unknown.count))</li>\n"
      }
      if trace.unknownCallbacks.count > 100 {
        markup += "<li>and \(grouped(trace.unknownCallbacks.count - 100)) more</li>"
      }
      markup += "</ul>\n"
    }
    markup += "<dl class=\"meta\"><div><dt>format</dt><dd>\(trace.format)</dd></div>\n"
    for member in trace.metadata.prefix(40) {
      markup += "<div><dt>\(member.name)</dt><dd>\(member.value)</dd></div>\n"
    }
    markup += "</dl>\n"
    if TraceTimes(trace).isRelative {
      markup += "<p class=\"dim\">Times are seconds since the first event.</p>\n"
    }
    return markup + "</details>\n"
  }
}
