internal import TraceDiagnostics
internal import TraceFindings
internal import TraceHTML
internal import TraceWriting

extension ComparisonPage {
  /// New, gone and unchanged violations, equal ones counted together; each leads to a place of its own.
  var violations: Markup {
    if changes.isEmpty { return "" }
    var markup: Markup = """
      <section id="violations" class="panel" tabindex="-1" aria-labelledby="h-violations">
      <h2 id="h-violations">Violations</h2>
      <p class="facts">Violations with the same fingerprint are the same fault, in whichever recording.</p>

      """
    for change in changes {
      markup += "<h3>\(change.title)</h3>\n<ol class=\"kinds \(change.word)\">\n"
      for (fault, id) in change.faults {
        markup += """
          <li class="\(fault.severity.name)">\(html: kicker(fault, change))
          <p class="say"><a href="#\(id)">\(fault.summary)</a></p>
          \(html: tally(fault))</li>

          """
      }
      markup += "</ol>\n"
      if change.unlisted > 0 {
        markup += "<p class=\"dim\">and \(change.unlisted) further kinds</p>\n"
      }
    }
    return markup + "</section>\n"
  }

  private func kicker(_ fault: ReportComparison.Fault, _ change: PlacedFaults) -> Markup {
    """
    <p class="kicker"><span class="chg \(change.word)"><span aria-hidden="true">\(change.sign)</span> \(change.word)</span> \
    \(html: PageFrame.severityBadge(fault.severity)) <code>\(fault.rule)</code></p>
    """
  }

  private func tally(_ fault: ReportComparison.Fault) -> Markup {
    let place: Markup =
      fault.place.map { " · first in <code>\($0.path):\($0.line)</code>" } ?? ""
    return """
      <p class="tally"><b>\(Phrases.grouped(fault.base))</b> before, \
      <b>\(Phrases.grouped(fault.head))</b> now\(html: place)</p>
      """
  }

  /// A place for each fault, with the calls of its trace before and now.
  var faultPanels: Markup {
    var markup = Markup()
    for change in changes {
      for (fault, id) in change.faults {
        markup += """
          <article id="\(id)" class="panel v \(fault.severity.name)" tabindex="-1" aria-labelledby="\(id)-h">
          \(html: kicker(fault, change))
          <h2 id="\(id)-h">\(fault.summary)</h2>
          \(html: tally(fault))
          \(html: change.word == "unchanged" ? "" : calls(of: fault, name: "\(id)-h"))
          </article>

          """
      }
    }
    return markup
  }

  private func calls(of fault: ReportComparison.Fault, name: String) -> Markup {
    let index = comparison.behaviors.prefix(Limit.scenarios).firstIndex { change in
      change.headPath == fault.place?.path || change.basePath == fault.place?.path
    }
    guard let index else {
      return
        "<p class=\"dim\">The calls of its trace are the same before and now, or were not compared.</p>"
    }
    let table = sides(of: comparison.behaviors[index], rows: Limit.rowsOfFault, name: name) ?? ""
    return """
      \(html: table)
      <p><a class="go" href="#s\(index + 1)">All that changed in this trace</a></p>
      """
  }

  /// The list beside everything: what is new first.
  var sideList: Markup {
    let chips = changes.map { change in
      PageFrame.Chip(
        name: change.word, icon: nil, words: change.title,
        count: change.faults.count + change.unlisted)
    }
    var markup: Markup = """
      <nav id="list" class="side" aria-label="Changes">
      \(html: PageFrame.listControls(placeholder: "Filter changes, rules, traces", chips: chips, groupings: ["change", "rule", "trace"]))
      <div id="items" class="items">
      <a class="row top" href="#overview"><b>Overview</b> <small>\(comparison.verdict)</small></a>
      <p id="nothing" class="nothing" hidden></p>

      """
    for change in changes {
      markup += """
        <details class="group"\(html: change.word == "unchanged" ? "" : " open")><summary>\(change.title) \
        <small>\(change.faults.count + change.unlisted)</small></summary>
        <ul>

        """
      for (fault, id) in change.faults {
        let path = fault.place?.path ?? ""
        let place =
          fault.place.map { "\(Phrases.shortPath($0.path)) · event\u{A0}\($0.event)" } ?? ""
        markup += """
          <li data-kind="\(change.word)" data-sev="\(fault.severity.name)" data-rule="\(fault.rule)" data-trace="\(path)">\
          <a class="row" href="#\(id)">\(html: PageFrame.icon(fault.severity.name))<b>\(fault.rule)</b> \
          <small>\(place)</small></a></li>

          """
      }
      markup += "</ul></details>\n"
    }
    return markup + "</div>\n<div class=\"rest\">\n" + changedTraces + "</div>\n</nav>\n"
  }

  private var changedTraces: Markup {
    let behaviors = comparison.behaviors.prefix(Limit.scenarios)
    guard !behaviors.isEmpty else { return "" }
    var markup: Markup = """
      <details class="group" open><summary>\(Phrases.count(comparison.behaviors.count, "trace")) with other calls</summary>
      <ul>

      """
    for (index, change) in behaviors.enumerated() {
      markup += """
        <li data-trace="\(change.headPath)"><a class="row" href="#s\(index + 1)"><b>\(Phrases.shortPath(change.headPath))</b></a></li>

        """
    }
    return markup + "</ul></details>\n"
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

/// Faults that became the same, each with the identity of its place in the page.
struct PlacedFaults {
  /// `new`, `gone` or `unchanged`.
  let word: String
  let sign: String
  let title: String
  let faults: [(fault: ReportComparison.Fault, id: String)]
  /// How many more there are that have no place.
  let unlisted: Int

  /// New faults, then those that are gone, then the others; what there is none of is left out.
  static func all(_ faults: [ReportComparison.Fault]) -> [PlacedFaults] {
    var taken: Set<String> = []
    func placed(
      _ word: String, _ sign: String, _ title: String,
      where isIncluded: (ReportComparison.Fault) -> Bool
    ) -> PlacedFaults? {
      let chosen = faults.filter(isIncluded)
      guard !chosen.isEmpty else { return nil }
      let listed = chosen.prefix(ComparisonPage.Limit.faults).map { fault in
        var id = "v-" + PageFrame.shortName(ofFingerprint: fault.fingerprint)
        while !taken.insert(id).inserted { id += "x" }
        return (fault, id)
      }
      return PlacedFaults(
        word: word, sign: sign, title: title, faults: listed, unlisted: chosen.count - listed.count)
    }
    return [
      placed("new", "+", "New") { $0.new > 0 },
      placed("gone", "−", "Gone") { $0.new == 0 && $0.gone > 0 },
      placed("unchanged", "=", "Unchanged") { $0.new == 0 && $0.gone == 0 && $0.unchanged > 0 },
    ].compactMap { $0 }
  }
}
