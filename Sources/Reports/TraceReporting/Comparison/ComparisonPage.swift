internal import TraceFindings
internal import TraceModel
internal import TracePages

extension ReportComparison {
  /// The comparison as one HTML file, to be opened from disk, from an email or from a build artifact.
  ///
  /// It loads nothing from the network and works without scripts, and the same comparison gives the same bytes.
  package func html() -> [UInt8] { ComparisonPage(comparison: self).document.bytes }
}

/// The page of a comparison while it is written: a list of findings beside one of them, and the calls that changed.
struct ComparisonPage {
  /// The limits that keep a page small enough to be opened.
  private enum Limit {
    /// The traces whose calls are shown.
    static let traces = 50
    /// The kinds of finding in each list, and the entries of every other list.
    static let entries = 500
  }

  /// Faults with the same fate, each with the identity of its place in the page.
  private struct Change {
    let fate: ReportComparison.Fate
    let sign: String
    let title: String
    let faults: [(fault: ReportComparison.Fault, id: String)]
    /// How many there are, those without a place included.
    let count: Int
    /// What became of them, as a word.
    var word: String { fate.rawValue }
  }

  private let comparison: ReportComparison
  /// New faults, then those that are fixed or gone, then the others.
  private let changes: [Change]

  init(comparison: ReportComparison) {
    self.comparison = comparison
    var taken: Set<String> = []
    let titles: [(fate: ReportComparison.Fate, sign: String, title: String)] = [
      (.new, "+", "New"), (.fixed, "✓", "Fixed"), (.gone, "−", "Gone with their traces"),
      (.unchanged, "=", "Unchanged"),
    ]
    changes = titles.compactMap { fate, sign, title in
      let chosen = comparison.faults.filter { $0.fate == fate }
      if chosen.isEmpty { return nil }
      let listed = chosen.prefix(Limit.entries).map { fault in
        var id = "v-" + PageFrame.shortName(ofFingerprint: fault.fingerprint)
        while !taken.insert(id).inserted { id += "x" }
        return (fault, id)
      }
      return Change(fate: fate, sign: sign, title: title, faults: listed, count: chosen.count)
    }
  }

  /// The whole document.
  var document: Markup {
    let grammars =
      comparison.baseGrammar == comparison.headGrammar
      ? comparison.headGrammar : "\(comparison.baseGrammar) and \(comparison.headGrammar)"
    let frame = PageFrame(
      title: "\(mark) \(comparison.verdict) — comparison", styles: PageAssets.comparisonStyles,
      script: PageAssets.script, toolVersion: comparison.toolVersion, grammar: grammars,
      noun: "comparison")
    let tabs: Markup = """
      <nav class="tabs" aria-label="Views"><ul><li><a href="#overview">Findings</a></li>\
      <li><a href="#behavior">Order of calls</a></li><li><a href="#traces">Traces</a></li></ul></nav>

      """
    var page = frame.opening
    page += """
      \(html: PageFrame.definitions)
      \(html: frame.masthead(subject: "comparison", tabs: tabs, tools: PageFrame.tools))
      <div class="shell">
      \(html: sideList)
      <main id="main">
      \(html: PageFrame.walk)
      \(html: overview)
      \(html: panels)
      \(html: behavior)
      \(html: traces)
      \(html: frame.footer)
      </main>
      </div>
      \(html: PageFrame.helpDialog)

      """
    return page + frame.closing
  }

  // MARK: The list

  /// The sidebar: new faults first.
  private var sideList: Markup {
    let chips = changes.map {
      PageFrame.Chip(name: $0.word, icon: nil, words: $0.word, count: $0.count)
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
        <details class="group"\(html: change.fate == .unchanged ? "" : " open")><summary>\(change.title) \
        <small>\(change.count)</small></summary>
        <ul>

        """
      for (fault, id) in change.faults {
        let place =
          fault.place.map { "\(Phrases.shortPath($0.path)) · event\u{A0}\($0.event)" } ?? ""
        markup += """
          <li data-kind="\(change.word)" data-sev="\(fault.severity.name)" data-rule="\(fault.rule)" data-trace="\(fault.place?.path ?? "")">\
          <a class="row" href="#\(id)">\(html: icon(of: fault, change))<b>\(fault.violation?.happening ?? fault.rule)</b> \
          <small>\(place)</small></a></li>

          """
      }
      markup += "</ul></details>\n"
    }
    markup += "</div>\n<div class=\"rest\">\n"
    let shown = comparison.behaviors.prefix(Limit.traces)
    if !shown.isEmpty {
      markup += """
        <details class="group" open><summary><span>\(Phrases.count(comparison.behaviors.count, "trace")) changed</span></summary>
        <ul>

        """
      for (index, change) in shown.enumerated() {
        markup += """
          <li data-trace="\(change.headPath)"><a class="row" href="#s\(index + 1)"><b>\(Phrases.shortPath(change.headPath))</b></a></li>

          """
      }
      markup += "</ul></details>\n"
    }
    return markup + "</div>\n</nav>\n"
  }

  private func icon(of fault: ReportComparison.Fault, _ change: Change) -> Markup {
    PageFrame.icon(change.fate == .fixed ? "passing" : fault.severity.name)
  }

  // MARK: The overview

  /// The tone of the verdict, with the names of a report's verdicts.
  private var tone: String {
    switch comparison.faults.filter({ $0.new > 0 }).map(\.severity).max() {
    case .error, .warning: "failing"
    case .note: "inconclusive"
    case nil:
      comparison.behaviors.isEmpty && comparison.caveats.isEmpty ? "passing" : "inconclusive"
    }
  }

  /// The sign of the verdict, for the title.
  private var mark: String {
    switch tone {
    case "failing": "✗"
    case "passing": "✓"
    default: comparison.isEmpty ? "?" : "⇄"
    }
  }

  /// The first view: the verdict, all findings, equal ones counted together, and the traces that changed.
  private var overview: Markup {
    var markup: Markup = """
      <section id="overview" class="panel" tabindex="-1" aria-labelledby="verdict">
      <h2 id="verdict" class="verdict">\(html: PageFrame.icon(tone)) \(comparison.verdict)</h2>
      <p class="lead">\(comparison.counts). \(comparison.calls).</p>

      """
    if !comparison.caveats.isEmpty {
      markup += "<ul class=\"notes caveats\">\n"
      for caveat in comparison.caveats.prefix(Limit.entries) {
        markup += "<li><b>Note:</b> \(caveat)</li>\n"
      }
      markup += "</ul>\n"
    }
    for change in changes {
      let heading: Markup = "\(change.title) <small>\(Phrases.count(change.count, "kind"))</small>"
      markup +=
        change.fate == .unchanged
        ? """
        <details class="block" id="unchanged"><summary>\(html: heading)</summary>
        \(html: kinds(change))</details>

        """
        : "<h3 id=\"\(change.word)\">\(html: heading)</h3>\n\(html: kinds(change))"
    }
    return markup + "</section>\n"
  }

  private func kinds(_ change: Change) -> Markup {
    var markup: Markup = "<ol class=\"kinds \(change.word)\">\n"
    for (fault, id) in change.faults {
      markup += """
        <li><p class="say">\(html: icon(of: fault, change))\
        <span class="vh">\(fault.severity.name): </span><a href="#\(id)">\(Phrases.sentence(fault.summary))</a></p>

        """
      if change.fate == .new, let advice = fault.violation?.causes.advice, !advice.isEmpty {
        markup += "<p class=\"advice\">\(advice)</p>\n"
      }
      markup += "<p class=\"tally\"><code>\(fault.rule)</code>"
      if ReportComparison.countsMatter(fault) {
        markup += " · \(grouped(fault.base)) before, \(grouped(fault.head)) now"
      }
      if let place = fault.place {
        markup += " · <code>\(place.path):\(place.line)</code>"
        if comparison.onlyInHead.contains(place.path) { markup += ", a new trace" }
      }
      markup += "</p></li>\n"
    }
    markup += "</ol>\n"
    let rest = change.count - change.faults.count
    return rest > 0 ? markup + "<p class=\"dim\">and \(rest) further kinds</p>\n" : markup
  }

  // MARK: Findings

  /// A place for each fault: where it is, why it may have happened, and what was expected.
  private var panels: Markup {
    var markup = Markup()
    for change in changes {
      for (fault, id) in change.faults {
        markup += """
          <article id="\(id)" class="panel v \(fault.severity.name)" tabindex="-1" aria-labelledby="\(id)-h">
          <p class="kicker"><span class="chg \(change.word)"><span aria-hidden="true">\(change.sign)</span> \(change.word)</span> \
          \(html: PageFrame.severityBadge(fault.severity)) <code>\(fault.rule)</code></p>
          <h2 id="\(id)-h">\(Phrases.sentence(fault.summary))</h2>
          \(html: places(of: fault))
          \(html: change.fate == .new ? reasons(for: fault) : "")
          </article>

          """
      }
    }
    return markup
  }

  /// How often it occurred, where first, and what else changed in that trace.
  private func places(of fault: ReportComparison.Fault) -> Markup {
    var markup: Markup = """
      <p class="place"><span><b>\(grouped(fault.base))</b> before, \
      <b>\(grouped(fault.head))</b> now</span>
      """
    if let violation = fault.violation {
      if let place = FindingParts.sourcePlace(violation) { markup += " \(html: place)" }
      markup += " <span>event <b>\(violation.event)</b></span>"
      if let time = violation.time {
        markup += " <span>at <b>\(times(of: violation).moment(time))</b></span>"
      }
      if !violation.subject.isEmpty {
        markup += " <span>\(violation.nameOfSubjectKind) <code>\(violation.subject)</code></span>"
      }
    }
    guard let place = fault.place else { return markup + "</p>" }
    markup += " <span>trace <code>\(place.path):\(place.line)</code></span>"
    if comparison.onlyInHead.contains(place.path) { markup += " <span>a new trace</span>" }
    let index = comparison.behaviors.prefix(Limit.traces).firstIndex {
      $0.headPath == place.path || $0.basePath == place.path
    }
    if let index {
      markup += " <a class=\"go\" href=\"#s\(index + 1)\">What else changed there</a>"
    }
    return markup + "</p>"
  }

  private func reasons(for fault: ReportComparison.Fault) -> Markup {
    guard let violation = fault.violation else { return "" }
    let expected =
      violation.steps.isEmpty
      ? "" : AlignmentTable(violation, times: times(of: violation)) { "\($0)" }.markup
    return """
      <div class="why">\(html: FindingParts.causes(violation))</div>
      \(html: FindingParts.sourceExcerpt(violation))
      \(html: expected)
      <p class="dim">If this is intended, accept it: <code>callorder baseline update</code></p>
      """
  }

  private func times(of violation: Violation) -> TraceTimes {
    let told = violation.steps.lazy.compactMap(\.time)
    return TraceTimes([], first: told.first ?? violation.time, last: told.last ?? violation.time)
  }

  // MARK: Traces

  /// For each trace that changed, the calls before and now around each difference, and the times that shifted.
  private var behavior: Markup {
    var markup: Markup = """
      <section id="behavior" class="panel" tabindex="-1" aria-labelledby="h-behavior">
      <h2 id="h-behavior">Order of calls</h2>
      <p class="facts">\(comparison.calls).</p>

      """
    let shown = comparison.behaviors.prefix(Limit.traces)
    if !shown.isEmpty {
      markup += "<ul class=\"notes\">\n"
      for (index, change) in shown.enumerated() {
        markup += """
          <li><a href="#s\(index + 1)">\(change.headPath)</a> <span class="dim">\(change.summary)</span></li>

          """
      }
      markup += "</ul>\n"
    }
    let rest = comparison.behaviors.count - shown.count
    if rest > 0 {
      markup +=
        "<p class=\"dim\">The other \(Phrases.count(rest, "trace")) that changed are not shown.</p>\n"
    }
    markup += "</section>\n"
    for (index, change) in shown.enumerated() { markup += article(change, index + 1) }
    return markup
  }

  private func article(_ change: BehaviorChange, _ number: Int) -> Markup {
    let before: Markup =
      change.basePath == change.headPath
      ? "" : "<span>before: <code>\(change.basePath)</code></span>"
    var markup: Markup = """
      <article id="s\(number)" class="panel scenario" tabindex="-1" aria-labelledby="s\(number)-h">
      <h2 id="s\(number)-h">\(change.headPath)</h2>
      <p class="place">\(html: before)<span>\(change.summary)</span></p>

      """
    let hunks = change.hunks
    if !hunks.isEmpty {
      markup += """
        <div class="region" role="group" tabindex="0" aria-label="Calls before and now">
        <table class="align sides" aria-describedby="s\(number)-h"><caption>Calls before and now</caption>
        <thead><tr><th scope="col" class="num">before</th><th scope="col" class="num">now</th>\
        <th scope="col">change</th><th scope="col">call</th><th scope="col">subject</th></tr></thead>
        <tbody>

        """
      for (index, hunk) in hunks.enumerated() {
        if index > 0 { markup += "<tr class=\"skip-rows\"><td colspan=\"5\">⋮</td></tr>\n" }
        for row in hunk { markup += tableRow(row) }
      }
      markup += "</tbody></table></div>\n"
    }
    if change.unshown > 0 {
      markup += "<p class=\"dim\">\(Phrases.count(change.unshown, "more difference"))</p>\n"
    }
    if !change.timingShifts.isEmpty {
      markup += "<h3>Timing shifts</h3>\n<ul class=\"notes\">\n"
      for shift in change.timingShifts.prefix(50) { markup += "<li>\(shift.words)</li>\n" }
      let rest = change.timingShifts.count - 50
      if rest > 0 { markup += "<li>and \(Phrases.count(rest, "smaller timing shift"))</li>\n" }
      markup += "</ul>\n"
    }
    return markup + "</article>\n"
  }

  private func tableRow(_ row: BehaviorChange.Row) -> Markup {
    let sign =
      switch row.mark {
      case .same: "="
      case .missing: "−"
      case .extra: "+"
      case .moved: "⇅"
      }
    return """
      <tr class="\(row.mark.rawValue)"><td class="num">\(row.baseEvent.map { "\($0)" } ?? "·")</td>\
      <td class="num">\(row.headEvent.map { "\($0)" } ?? "·")</td>\
      <td class="rel"><span aria-hidden="true">\(sign)</span> <span class="\(row.mark == .same ? "vh" : "word")">\(row.mark.rawValue)</span></td>\
      <td><code>\(row.callback)</code></td><td class="state">\(row.subject)</td></tr>

      """
  }

  /// Which traces are in both reports, and which in only one.
  private var traces: Markup {
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
