internal import TracePages
internal import TraceFindings

extension ComparisonPage {
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
