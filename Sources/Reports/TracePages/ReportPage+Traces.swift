internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// All traces in one table, with what is said about each recording. The script opens a trace: its timeline and its events.
  var traces: Markup {
    guard !report.traces.isEmpty else { return "" }
    var markup: Markup = """
      <section id="traces" class="panel" tabindex="-1" aria-labelledby="h-traces">
      <h2 id="h-traces">\(plan.isSingle ? "Trace" : "Traces")</h2>
      <p class="facts">\(outcomeCounts)</p>
      <div class="region" role="group" tabindex="0" aria-label="All traces">
      <table class="rows"><thead><tr><th scope="col">Trace</th><th scope="col" class="num">Events</th>\
      <th scope="col">Findings and notes</th></tr></thead>

      """
    let order = report.traces.indices.map { (outcome: outcome(of: report.traces[$0]), index: $0) }
    var shown = 0
    for outcome in Outcome.allCases {
      let rows = order.filter { $0.outcome == outcome }.prefix(PagePlan.Limit.traces - shown)
      if rows.isEmpty { continue }
      shown += rows.count
      markup += """
        <tbody><tr><th scope="rowgroup" colspan="3">\(html: PageFrame.icon(outcome.rawValue)) \
        \(grouped(outcomes[outcome] ?? 0)) \(outcome.word)

        """
      for row in rows { markup += self.row(row.index) }
      markup += "</tbody>\n"
    }
    let rest = report.traces.count - shown
    markup += "</table></div>\n"
    if rest > 0 {
      markup +=
        "<p class=\"dim\">Counted, but not in this table: \(counted(rest, "further trace")).</p>\n"
    }
    return markup + "</section>\n"
  }

  private func row(_ index: Int) -> Markup {
    let trace = report.traces[index]
    let id = plan.traceIDs[index]
    var notes = Markup()
    for rule in trace.countsByRule.prefix(4) {
      notes += "<code>\(rule.rule)</code>\(html: rule.count > 1 ? times(rule.count) : "") "
    }
    if trace.countsByRule.count > 4 { notes += "and \(trace.countsByRule.count - 4) more" }
    if let reason = trace.reason { notes += "<p>\(reason)</p>" }
    for note in trace.notes.prefix(plan.isSingle ? 100 : 3) {
      notes += "<p><code>\(note.id)</code> \(note.message)</p>"
    }
    let unknown = trace.unknownCallbacks.prefix(20).map { "\($0.callback) × \(grouped($0.count))" }
    if !unknown.isEmpty {
      notes += "<p>Calls that the grammar does not know: \(listed(unknown, "and"))</p>"
    }
    let metadata = plan.isSingle ? trace.metadata.prefix(40) : []
    if !metadata.isEmpty {
      let words = metadata.map { "\($0.name) \($0.value)" }.joined(separator: " · ")
      notes += "<p class=\"dim\">\(words)</p>"
    }
    return """
      <tr id="\(id)"><th scope="row"><a href="#\(id)">\(trace.path)</a><td class="num">\(grouped(trace.events))<td>\(html: notes)

      """
  }

  private var outcomeCounts: String {
    Outcome.allCases.compactMap { outcome in
      outcomes[outcome].map { "\(grouped($0)) \(outcome.word)" }
    }.joined(separator: ", ") + "."
  }
}
