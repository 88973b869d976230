internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar
internal import TraceWriting

extension ReportPage {
  /// Links to the parts of the page, above everything.
  var tabs: Markup {
    var links: [(target: String, name: String, count: Int?)] = [
      ("overview", "Findings", report.counts.total)
    ]
    if let trace = plan.single {
      links.append((trace.id, "Trace", nil))
    } else if !report.traces.isEmpty {
      links.append(("traces", "Traces", report.traces.count))
    }
    if !facts.entries.isEmpty { links.append(("rules", "Rules", facts.entries.count)) }
    if !shownGraphs.isEmpty { links.append(("coverage", "Coverage", nil)) }
    links.append(("run", "This run", nil))
    var markup: Markup = "<nav class=\"tabs\" aria-label=\"Views\"><ul>"
    for link in links {
      let count: Markup = link.count.map { " <small>\(Phrases.grouped($0))</small>" } ?? ""
      markup += "<li><a href=\"#\(link.target)\">\(link.name)\(html: count)</a></li>"
    }
    return markup + "</ul></nav>\n"
  }

  /// What the script shows above everything.
  var tools: Markup {
    """
    <div class="tools" hidden>
    <button type="button" id="b-list" aria-expanded="false" aria-controls="list">List</button>
    <button type="button" id="b-keys" aria-haspopup="dialog">Keys<kbd>?</kbd></button>
    <button type="button" id="b-theme">Theme: <span>system</span></button>
    </div>

    """
  }

  /// From finding to finding, always in the same place; shown by the script.
  var walk: Markup {
    """
    <div class="walk" id="walk" hidden><span id="where"></span>
    <button type="button" id="b-prev" aria-label="Previous finding"><span aria-hidden="true">↑</span></button>
    <button type="button" id="b-next" aria-label="Next finding"><span aria-hidden="true">↓</span></button>
    <button type="button" id="b-link">Copy link</button></div>
    """
  }

  /// What concerns the run: how it was checked.
  var run: Markup {
    var markup: Markup = """
      <section id="run" class="panel" tabindex="-1" aria-labelledby="h-run">
      <h2 id="h-run">This run</h2>
      <dl class="meta"><div><dt>tool</dt><dd>CallOrder \(report.toolVersion)</dd></div>
      <div><dt>grammar</dt><dd>\(report.grammarName) \(report.grammarVersion)</dd></div>
      <div><dt>traces</dt><dd>\(report.traces.count)</dd></div>
      <div><dt>inputs not read</dt><dd>\(report.failures.count)</dd></div></dl>

      """
    if let grammar, !grammar.text.isEmpty { markup += "<p>\(grammar.text)</p>\n" }
    return markup + "</section>\n"
  }

  /// The keys, told by the script's dialog.
  var helpDialog: Markup {
    let keys: [(keys: [String], what: String)] = [
      (["↑", "↓"], "in the list: the row before, after"), (["Enter"], "open the row"),
      (["j", "k"], "next, previous finding (also n, p)"), (["/"], "go to the filter"),
      (["Esc"], "one level back"), (["g", "f"], "go to the findings"),
      (["g", "t"], "go to the traces"), (["g", "r"], "go to the rules"),
      (["g", "c"], "go to the coverage"), (["x"], "timeline by order or by time"),
      (["c"], "copy a link to this place"),
      (["←", "→"], "in the timeline: move"), (["+", "−"], "in the timeline: zoom"),
      (["0"], "in the timeline: everything"), (["f"], "in the timeline: fit what is marked"),
      ([",", "."], "previous, next event"),
      (["↑", "↓"], "in the timeline: other lane"),
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
      <p>The filter takes words and <code>rule:</code> <code>trace:</code> <code>subject:</code> <code>sev:</code> \
      <code>state:</code> <code>cb:</code>, <code>-word</code> to leave out, and \
      <code>"words in quotes"</code>. A finding is shown when all of them hold.</p>
      <p><button type="button" id="b-close">Close</button></p></dialog>
      """
  }
}
