internal import TracePages
internal import TraceFindings

extension ComparisonPage {
  /// States and transitions that only one of the two visits.
  var visits: Markup {
    let (gone, new) = (comparison.visitsGone, comparison.visitsNew)
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
    _ visits: [ReportComparison.Visit], word: String, style: String, sign: String,
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
    for visit in visits.prefix(Limit.entries) {
      markup += """
        <tr><td>\(visit.kind.rawValue)</td><td>\(visit.lifecycle)</td><td><code>\(visit.name)</code></td>\
        <td class="num">\(grouped(visit.visits))</td></tr>

        """
    }
    markup += "</tbody></table></div>\n"
    if visits.count > Limit.entries {
      markup += "<p class=\"dim\">and \(grouped(visits.count - Limit.entries)) more</p>\n"
    }
    return markup + "</div>\n"
  }

  /// Which traces are in both reports, and which in only one.
  var traces: Markup {
    var markup: Markup = """
      <section id="traces" class="panel" tabindex="-1" aria-labelledby="h-traces">
      <h2 id="h-traces">Traces</h2>
      <p class="facts">\(Phrases.count(comparison.comparedTraces, "trace")) compared call by call, \
      \(grouped(comparison.unchangedTraces)) unchanged.</p>

      """
    for (paths, word, style, sign) in [
      (comparison.onlyInBase, "only before", "gone", "−"),
      (comparison.onlyInHead, "only now", "new", "+"),
    ] where !paths.isEmpty {
      markup += """
        <h3><span class="chg \(style)"><span aria-hidden="true">\(sign)</span> \(word)</span></h3>
        <ul class="notes">

        """
      for path in paths.prefix(Limit.entries) { markup += "<li><code>\(path)</code></li>\n" }
      if paths.count > Limit.entries {
        markup += "<li class=\"dim\">and \(grouped(paths.count - Limit.entries)) more</li>\n"
      }
      markup += "</ul>\n"
    }
    return markup + "</section>\n"
  }
}
