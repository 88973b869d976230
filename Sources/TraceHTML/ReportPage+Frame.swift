internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar
internal import TraceWriting

extension ReportPage {
  /// Links to the sections, and the filter, which the script shows.
  var navigation: Markup {
    var links: [(target: String, name: String)] =
      plan.isSingle
      ? [
        ("violations", "Violations"), ("timeline", "Timeline"), ("rules", "Rules"),
        ("events", "Events"),
      ]
      : report.traces.isEmpty
        ? []
        : [("overview", "Overview"), ("groups", "Kinds"), ("traces", "Traces"), ("rules", "Rules")]
    if plan.kinds.isEmpty { links.removeAll { $0.target == "groups" } }
    if facts.entries.isEmpty, graphs.isEmpty { links.removeAll { $0.target == "rules" } }
    links.append(("run", "This run"))
    var markup: Markup = "<nav class=\"nav\" aria-label=\"Sections\"><div class=\"wrap\">\n<ul>"
    for link in links { markup += "<li><a href=\"#\(link.target)\">\(link.name)</a></li>" }
    markup += "</ul>\n"
    if !plan.kinds.isEmpty {
      markup += """
        <form id="filter" role="search" hidden><label class="vh" for="q">Filter violations</label>
        <input id="q" type="search" autocomplete="off" spellcheck="false" \
        placeholder="filter: rule: scene: sev: state: cb:">
        <button type="button" id="b-prev" aria-label="Previous violation">↑</button>
        <button type="button" id="b-next" aria-label="Next violation">↓</button>
        <output id="hits" for="q"></output></form>

        """
    }
    return markup + "</div></nav>"
  }

  /// What concerns the run and the recordings instead of the app.
  var runNotes: Markup {
    var markup: Markup = """
      <section id="run" class="wrap part" aria-labelledby="h-run">
      <h2 id="h-run">This run</h2>

      """
    if !report.failures.isEmpty {
      markup += "<h3>Inputs that could not be checked</h3>\n<ul class=\"notes\">\n"
      for failure in report.failures {
        let place = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
        markup += "<li><code>\(failure.path)\(place)</code> \(failure.message)</li>\n"
      }
      markup += "</ul>\n"
    }
    if let trace = plan.single {
      markup += "<p>\(trace.report.path): \(traceFacts(trace.report)).</p>\n"
      markup += traceNotes(trace)
    }
    if let grammar, !grammar.text.isEmpty {
      markup += "<p class=\"dim\">\(grammar.name) \(grammar.version): \(grammar.text)</p>\n"
    }
    return markup + "</section>\n"
  }

  /// The keys, told by the script's dialog.
  var helpDialog: Markup {
    let keys: [(keys: [String], what: String)] = [
      (["n", "j"], "next violation"), (["p", "k"], "previous violation"),
      (["/"], "go to the filter"), (["Esc"], "leave or clear the filter"),
      (["g", "v"], "go to the violations"), (["g", "t"], "go to the timeline"),
      (["g", "r"], "go to the rules"), (["g", "e"], "go to the events"),
      (["x"], "timeline by order or by time"), (["c"], "copy a link to this place"),
      (["←", "→"], "in the timeline: move (also a, d)"),
      (["+", "−"], "in the timeline: zoom (also w, s)"),
      (["0"], "in the timeline: everything"), (["f"], "in the timeline: fit what is marked"),
      ([".", ","], "in the timeline: next, previous event of the lane"),
      (["↑", "↓"], "in the timeline: other lane"),
      (["m"], "in the timeline: mark a range, from one event to another"),
    ]
    var markup: Markup = """
      <dialog id="help" aria-labelledby="h-help"><h2 id="h-help">Keys</h2>
      <dl>

      """
    for (names, what) in keys {
      markup += "<div><dt>"
      for name in names { markup += "<kbd>\(name)</kbd> " }
      markup += "</dt><dd>\(what)</dd></div>\n"
    }
    return markup + """
      </dl>
      <p><label><input type="checkbox" id="keys-on" checked> Keys of one letter are on</label></p>
      <p>The filter takes words and <code>rule:</code> <code>scene:</code> <code>sev:</code> \
      <code>state:</code> <code>cb:</code>, <code>-word</code> to leave out, and \
      <code>"words in quotes"</code>; all of them have to hold.</p>
      <p><button type="button" id="b-close">Close</button></p></dialog>
      """
  }
}
