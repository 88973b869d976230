internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// Links to the parts of the page, above everything.
  var tabs: Markup {
    var links: [(target: String, name: String, count: Int?)] = [
      ("overview", "Findings", report.counts.total)
    ]
    if plan.isSingle {
      links.append(("trace", "Trace", nil))
    } else if !report.traces.isEmpty {
      links.append(("traces", "Traces", report.traces.count))
    }
    if !facts.entries.isEmpty { links.append(("rules", "Rules", facts.entries.count)) }
    if !shownGraphs.isEmpty { links.append(("coverage", "Coverage", nil)) }
    var markup: Markup = "<nav class=\"tabs\" aria-label=\"Views\"><ul>"
    for link in links {
      let count: Markup = link.count.map { " <small>\(grouped($0))</small>" } ?? ""
      markup += "<li><a href=\"#\(link.target)\">\(link.name)\(html: count)</a></li>"
    }
    return markup + "</ul></nav>\n"
  }

  /// How many seconds the only trace is long; nil if there are several, or if its times are not recorded.
  var secondsRecorded: Double? {
    guard let trace = plan.isSingle ? report.traces.first : nil else { return nil }
    let times = trace.overview?.times ?? trace.timeline?.entries.map(\.time) ?? []
    let known = times.compactMap(\.self)
    guard let first = known.first, let last = known.last, last > first else { return nil }
    return last - first
  }
}
