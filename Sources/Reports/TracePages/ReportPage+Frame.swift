internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

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
    links.append(("run", "This run", nil))
    var markup: Markup = "<nav class=\"tabs\" aria-label=\"Views\"><ul>"
    for link in links {
      let count: Markup = link.count.map { " <small>\(grouped($0))</small>" } ?? ""
      markup += "<li><a href=\"#\(link.target)\">\(link.name)\(html: count)</a></li>"
    }
    return markup + "</ul></nav>\n"
  }

  /// The section about the run: how it was checked.
  var run: Markup {
    var markup: Markup = """
      <section id="run" class="panel" tabindex="-1" aria-labelledby="h-run">
      <h2 id="h-run">This run</h2>
      <dl class="meta"><div><dt>tool</dt><dd>CallOrder \(report.toolVersion)</dd></div>
      <div><dt>grammar</dt><dd>\(report.grammarName) \(report.grammarVersion)</dd></div>
      <div><dt>traces</dt><dd>\(grouped(report.traces.count))</dd></div>
      <div><dt>events</dt><dd>\(grouped(report.traces.reduce(0) { $0 + $1.events }))</dd></div>
      \(html: secondsRecorded.map { "<div><dt>recorded time</dt><dd>\(duration($0))</dd></div>\n" } ?? "")<div><dt>inputs not read</dt><dd>\(grouped(report.failures.count))</dd></div>
      <div><dt>traces fail from</dt><dd>\(failingFindings)</dd></div></dl>

      """
    if let grammar, !grammar.text.isEmpty { markup += "<p>\(grammar.text)</p>\n" }
    return markup + "</section>\n"
  }

  /// How many seconds the only trace is long; nil if there are several, or if its times are not recorded.
  var secondsRecorded: Double? {
    guard let trace = plan.isSingle ? report.traces.first : nil else { return nil }
    let times = trace.overview?.times.compactMap(\.self) ?? []
    let entries = trace.timeline?.entries.compactMap(\.time) ?? []
    guard let first = times.first ?? entries.first, let last = times.last ?? entries.last,
      last > first
    else { return nil }
    return last - first
  }

  /// Which findings fail a trace.
  private var failingFindings: String {
    switch failingSeverity {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }
}
