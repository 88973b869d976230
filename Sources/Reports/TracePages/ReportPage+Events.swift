internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// Rows in one table; a browser lays out only the tables in sight.
  private static let chunk = 250

  /// The events that the plan allows, in tables of a few hundred rows.
  func eventList(of planned: PlannedTrace) -> Markup {
    let trace = planned.report
    guard let timeline = trace.timeline else {
      return "<p class=\"none\">This report does not contain the events.</p>\n"
    }
    let kind: Markup = planned.events == .all ? "all" : "windows"
    let list: Markup =
      planned.hasData && (planned.events != .all || timeline.entries.count > 60)
      ? " data-events=\"\(planned.index)\" data-list=\"\(html: kind)\"" : ""
    switch planned.events {
    case .none:
      let words =
        planned.hasData
        ? "too many for a table without scripts; with scripts they are listed here"
        : "too many to be listed in this page"
      return """
        <h3>Events</h3>
        <div class="events"\(html: list)><p class="none\(planned.hasData ? " noscript" : "")">\
        \(Phrases.count(trace.events, "event")), \(words).</p></div>

        """
    case .all:
      let lead: Markup =
        "<h3>Events</h3>\n<p class=\"facts\">All \(Phrases.count(timeline.entries.count, "event")).</p>\n"
      return
        "\(html: lead)<div class=\"events\"\(html: list)>\n\(html: tables(timeline.entries[...], of: planned))</div>\n"
    case .windows(let ranges):
      let shown = ranges.reduce(0) { $0 + timeline.entries(in: $1).count }
      var markup: Markup = """
        <h3>Events</h3>
        <p class="facts noscript">\(grouped(shown)) of \(Phrases.count(trace.events, "event")): those around \
        findings.\(planned.hasData ? " With scripts, all are listed." : "")</p>
        <div class="events"\(html: list)>

        """
      for range in ranges { markup += tables(timeline.entries(in: range), of: planned) }
      return markup + "</div>\n"
    }
  }

  private func tables(
    _ entries: ArraySlice<Timeline.Entry>, of planned: PlannedTrace
  ) -> Markup {
    let trace = planned.report
    guard let timeline = trace.timeline else { return "" }
    let times = TraceTimes(trace)
    let wide = timeline.entries.firstProcessLane.map { timeline.lanes[$0].kind }
    let hasProcesses = trace.subjectCounts.contains { $0.kind == wide && $0.count > 1 }
    let hasTimes = timeline.entries.firstTime != nil
    var markup = Markup()
    var start = entries.startIndex
    while start < entries.endIndex {
      let end = min(start + Self.chunk, entries.endIndex)
      let (first, last) = (entries[start].event, entries[end - 1].event)
      markup += """
        <div class="chunk\(html: end - start == Self.chunk ? " far" : "")"><table class="ev\(html: hasTimes ? "" : " timeless")"><caption\(html: entries.count <= Self.chunk ? " class=\"vh\"" : "")>\(first)–\(last)</caption><thead><tr>\
        <th scope="col">event</th>\(html: hasTimes ? "<th scope=\"col\">time</th>" : "")<th scope="col">subject</th>\
        <th scope="col">call</th><th scope="col">details</th></tr></thead><tbody>

        """
      for entry in entries[start..<end] {
        row(
          entry, of: planned, times: hasTimes ? times : nil, hasProcesses: hasProcesses,
          into: &markup)
      }
      markup += "</tbody></table></div>\n"
      start = end
    }
    return markup
  }

  private func row(
    _ entry: Timeline.Entry, of planned: PlannedTrace, times: TraceTimes?, hasProcesses: Bool,
    into markup: inout Markup
  ) {
    let names = planned.names
    let offending = planned.violationOfEvent[entry.event]
    let severity = offending.map { $0.violation.severity.name }
    markup += "<tr id=\"\(planned.prefix)e\(entry.event)\""
    if let style = severity ?? (entry.kind == .gap ? "lost" : nil) {
      markup += " class=\"\(style)\""
    }
    markup += "><td>\(entry.event)<td>"
    if let times { markup += "\(entry.time.map(times.text) ?? "")<td>" }
    for (offset, lane) in entry.shownLanes.prefix(8).enumerated() {
      if offset > 0 { markup += ", " }
      markup += "\(names.short(lane))"
    }
    if hasProcesses, let process = entry.processLane, !entry.shownLanes.contains(process) {
      markup += " <i>\(names.short(process))</i>"
    }
    if entry.kind == .gap {
      markup += "<td>events were lost here"
    } else {
      markup += "<td>\(self.names.written(entry.callback))"
    }
    // A call without details has no cell for them: 4 of some 70 bytes in each row.
    let isNamed = entry.kind != .delegate && entry.kind != .gap
    if offending != nil || isNamed || entry.duration != nil || !entry.details.isEmpty {
      markup += "<td>"
    }
    if let offending, let severity {
      markup += """
        <a class="sev \(severity)" href="#\(offending.link)">\(severity): \(offending.violation.rule)</a>
        """
    }
    if isNamed { markup += "<b>\(entry.kind.name)</b> " }
    if let seconds = entry.duration { markup += "took \(duration(seconds)) " }
    for detail in entry.details.prefix(12) {
      markup += "<s>\(detail.name)</s> \(detail.value) "
    }
    markup += "\n"
  }
}
