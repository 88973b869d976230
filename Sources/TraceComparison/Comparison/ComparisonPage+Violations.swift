internal import TraceDiagnostics
internal import TraceFindings
internal import TraceHTML
internal import TraceWriting

extension ComparisonPage {
  /// New, gone and unchanged violations, equal ones counted together.
  var violations: Markup {
    let faults = comparison.faults
    if faults.isEmpty { return "" }
    let new = faults.filter { $0.new > 0 }
    let gone = faults.filter { $0.new == 0 && $0.gone > 0 }
    let unchanged = faults.filter { $0.new == 0 && $0.gone == 0 && $0.unchanged > 0 }
    var markup: Markup = """
      <section id="violations" class="panel" tabindex="-1" aria-labelledby="h-violations">
      <h2 id="h-violations">Violations</h2>
      <p class="facts">Violations with the same fingerprint are the same fault, in whichever recording.</p>

      """
    markup += list(new, word: "new", sign: "+", none: "No violation is new.")
    markup += list(gone, word: "gone", sign: "−", none: "No violation is gone.")
    if !unchanged.isEmpty {
      markup += """
        <details class="block"\(html: new.isEmpty && gone.isEmpty ? " open" : "")>\
        <summary>\(Phrases.count(unchanged.count, "kind")) unchanged</summary>
        \(html: list(unchanged, word: "unchanged", sign: "=", none: ""))</details>

        """
    }
    return markup + "</section>\n"
  }

  private func list(
    _ faults: [ReportComparison.Fault], word: String, sign: String, none: String
  ) -> Markup {
    if faults.isEmpty { return none.isEmpty ? "" : "<p class=\"none\">\(none)</p>\n" }
    var markup: Markup = "<ol class=\"kinds \(word)\">\n"
    for fault in faults.prefix(Limit.faults) {
      let place: Markup =
        fault.place.map { " · first in <code>\($0.path):\($0.line)</code>" } ?? ""
      markup += """
        <li class="\(fault.severity.name)"><p class="kicker">\
        <span class="chg \(word)"><span aria-hidden="true">\(sign)</span> \(word)</span> \
        \(html: PageFrame.severityBadge(fault.severity)) <code>\(fault.rule)</code></p>
        <p class="say">\(fault.summary)</p>
        <p class="tally"><b>\(Phrases.grouped(fault.base))</b> before, \
        <b>\(Phrases.grouped(fault.head))</b> now\(html: place)</p></li>

        """
    }
    markup += "</ol>\n"
    if faults.count > Limit.faults {
      markup += "<p class=\"dim\">and \(faults.count - Limit.faults) further kinds</p>\n"
    }
    return markup
  }

  /// States and transitions that only one of the two visits.
  var visits: Markup {
    let gone =
      comparison.statesGone.map { ($0, "state") }
      + comparison.transitionsGone.map { ($0, "transition") }
    let new =
      comparison.statesNew.map { ($0, "state") }
      + comparison.transitionsNew.map { ($0, "transition") }
    var markup: Markup = """
      <section id="visits" class="panel" tabindex="-1" aria-labelledby="h-visits">
      <h2 id="h-visits">States and transitions</h2>

      """
    if gone.isEmpty, new.isEmpty {
      return markup
        + "<p class=\"none\">Both visit the same states and take the same transitions.</p>\n</section>\n"
    }
    markup += "<div class=\"two\">\n"
    markup += visited(gone, word: "no longer visited", style: "gone", sign: "−", when: "before")
    markup += visited(new, word: "newly visited", style: "new", sign: "+", when: "now")
    return markup + "</div>\n</section>\n"
  }

  private func visited(
    _ visits: [(ReportComparison.Visit, String)], word: String, style: String, sign: String,
    when: String
  ) -> Markup {
    var markup: Markup = """
      <div><h3><span class="chg \(style)"><span aria-hidden="true">\(sign)</span> \(word)</span></h3>

      """
    if visits.isEmpty { return markup + "<p class=\"none\">None.</p></div>\n" }
    markup += """
      <div class="region" role="group" tabindex="0" aria-label="\(word)">
      <table class="rows"><thead><tr><th scope="col">kind</th><th scope="col">lifecycle</th>\
      <th scope="col">name</th><th scope="col" class="num">\(when)</th></tr></thead><tbody>

      """
    for (visit, kind) in visits.prefix(Limit.entries) {
      markup += """
        <tr><td>\(kind)</td><td>\(visit.lifecycle)</td><td><code>\(visit.name)</code></td>\
        <td class="num">\(Phrases.grouped(visit.visits))</td></tr>

        """
    }
    markup += "</tbody></table></div>\n"
    if visits.count > Limit.entries {
      markup += "<p class=\"dim\">and \(visits.count - Limit.entries) more</p>\n"
    }
    return markup + "</div>\n"
  }

  /// Which traces belong together, and which stand alone.
  var traces: Markup {
    var markup: Markup = """
      <section id="traces" class="panel" tabindex="-1" aria-labelledby="h-traces">
      <h2 id="h-traces">Traces</h2>
      <p class="facts">\(Phrases.count(comparison.comparedTraces, "trace")) compared call by call, \
      \(Phrases.grouped(comparison.unchangedTraces)) unchanged.</p>

      """
    for (paths, word, style, sign) in [
      (comparison.onlyInBase, "only in the first", "gone", "−"),
      (comparison.onlyInHead, "only in the second", "new", "+"),
    ] where !paths.isEmpty {
      markup += """
        <h3><span class="chg \(style)"><span aria-hidden="true">\(sign)</span> \(word)</span></h3>
        <ul class="notes">

        """
      for path in paths.prefix(Limit.entries) { markup += "<li><code>\(path)</code></li>\n" }
      if paths.count > Limit.entries {
        markup += "<li class=\"dim\">and \(paths.count - Limit.entries) more</li>\n"
      }
      markup += "</ul>\n"
    }
    return markup + "</section>\n"
  }
}
