internal import TraceModel
internal import TraceFindings
internal import TracePages

extension ComparisonPage {
  /// A place for each fault: why it may have happened, what was expected, and the calls of its trace before and now.
  var faultPanels: Markup {
    var markup = Markup()
    for change in changes {
      for (fault, id) in change.faults { markup += panel(fault, id: id, change) }
    }
    return markup
  }

  private func panel(
    _ fault: ReportComparison.Fault, id: String, _ change: PlacedFaults
  ) -> Markup {
    let calls: (picture: Markup, table: Markup) =
      change.fate == .unchanged ? ("", "") : calls(of: fault, name: "\(id)-h")
    return """
      <article id="\(id)" class="panel v \(fault.severity.name)" tabindex="-1" aria-labelledby="\(id)-h">
      \(html: kicker(fault, change))
      <h2 id="\(id)-h">\(Phrases.sentence(fault.summary))</h2>
      \(html: places(of: fault))
      \(html: change.fate == .new ? reasons(for: fault) : "")
      \(html: calls.picture)
      \(html: change.fate == .new && calls.table.isEmpty ? expected(of: fault) : "")
      <div class="cols"><div>\(html: calls.table)</div>\(html: thisTrace(of: fault, isNew: change.fate == .new))</div>
      </article>

      """
  }

  /// What became of it, its severity and its rule.
  func kicker(_ fault: ReportComparison.Fault, _ change: PlacedFaults) -> Markup {
    """
    <p class="kicker"><span class="chg \(change.word)"><span aria-hidden="true">\(change.sign)</span> \(change.word)</span> \
    \(html: PageFrame.severityBadge(fault.severity)) <code>\(fault.rule)</code></p>
    """
  }

  /// How often it occurred, and where first.
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
        let name = subjectName(of: violation, in: fault) ?? violation.nameOfSubjectKind
        markup += " <span>\(name) <code>\(violation.subject)</code></span>"
      }
    }
    if let place = fault.place {
      markup += " <span>trace <code>\(place.path):\(place.line)</code></span>"
      if comparison.onlyInHead.contains(place.path) { markup += " <span>a new trace</span>" }
    }
    return markup + "</p>"
  }

  /// The name of the subject in the pictures and the table; nil if the trace is not compared call by call.
  private func subjectName(of violation: Violation, in fault: ReportComparison.Fault) -> String? {
    guard let path = fault.place?.path else { return nil }
    let isNow = fault.head > 0
    let change = comparison.behaviors.first { (isNow ? $0.headPath : $0.basePath) == path }
    return change.map { change in
      let (before, after) = (change.before.timeline, change.after.timeline)
      return LaneNames(isNow ? after : before, beside: isNow ? before : after)
        .title(kind: violation.nameOfSubjectKind, subject: violation.subject)
    }
  }

  private func times(of violation: Violation) -> TraceTimes {
    let told = violation.steps.lazy.compactMap(\.time)
    return TraceTimes([], first: told.first ?? violation.time, last: told.last ?? violation.time)
  }

  private func reasons(for fault: ReportComparison.Fault) -> Markup {
    guard let violation = fault.violation else { return "" }
    return """
      <div class="why">\(html: FindingParts.causes(violation))</div>
      \(html: FindingParts.sourceExcerpt(violation))
      """
  }

  private func expected(of fault: ReportComparison.Fault) -> Markup {
    guard let violation = fault.violation, !violation.steps.isEmpty else { return "" }
    return AlignmentTable(violation, times: times(of: violation)) { "\($0)" }.markup
  }

  /// The trace of a fault in numbers, before and now, and what to do if the change is intended.
  private func thisTrace(of fault: ReportComparison.Fault, isNew: Bool) -> Markup {
    var markup: Markup = "<div>"
    let path = fault.place?.path
    if let change = comparison.behaviors.first(where: { $0.headPath == path || $0.basePath == path }
    ) {
      let (before, after) = (change.before, change.after)
      func count(_ callback: String, in timeline: Timeline) -> Int {
        timeline.entries.count { $0.callback == callback && $0.kind == .delegate }
      }
      var rows = [
        ("Findings", before.violations.count, after.violations.count),
        ("Events", before.timeline.entries.count, after.timeline.entries.count),
      ]
      let calls = Set(fault.violation?.repair.insertions.map(\.callback) ?? [])
      rows += calls.sorted().prefix(4).map { name in
        (name, count(name, in: before.timeline), count(name, in: after.timeline))
      }
      markup += """
        <h3>This trace</h3><table class="align"><thead><tr><td></td><th scope="col" class="num">before</th>\
        <th scope="col" class="num">now</th><th scope="col" class="num">change</th></tr></thead><tbody>

        """
      for (name, was, now) in rows {
        let change = now == was ? "same" : now > was ? "+\(now - was)" : "−\(was - now)"
        markup += """
          <tr><th scope="row">\(name)</th><td class="num">\(grouped(was))</td>\
          <td class="num">\(grouped(now))</td><td class="num">\(change)</td></tr>

          """
      }
      markup += "</tbody></table>"
    }
    if isNew {
      markup +=
        "<p class=\"dim\">If this is intended, accept it: <code>callorder baseline update</code></p>"
    }
    return markup + "</div>"
  }

  /// The timelines of the fault's trace, and what is below them.
  private func calls(
    of fault: ReportComparison.Fault, name: String
  ) -> (picture: Markup, table: Markup) {
    guard let path = fault.place?.path else { return ("", "") }
    let index = comparison.behaviors.prefix(Limit.scenarios).firstIndex { change in
      change.headPath == path || change.basePath == path
    }
    guard let index else {
      if comparison.onlyInHead.contains(path) || comparison.onlyInBase.contains(path) {
        return ("", "")
      }
      return (
        "",
        "<p class=\"dim\">The calls of its trace are the same before and now, or were not compared.</p>"
      )
    }
    let (picture, table) = sides(index, around: fault, name: name)
    return (
      picture,
      """
      \(html: table)
      <p><a class="go" href="#s\(index + 1)">All changes in this trace</a></p>
      """
    )
  }

  /// The sidebar: new faults first.
  var sideList: Markup {
    let chips = changes.map { change in
      PageFrame.Chip(
        name: change.word, icon: nil, words: change.word,
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
        <details class="group"\(html: change.fate == .unchanged ? "" : " open")><summary>\(change.title) \
        <small>\(change.faults.count + change.unlisted)</small></summary>
        <ul>

        """
      for (fault, id) in change.faults {
        let path = fault.place?.path ?? ""
        let place =
          fault.place.map { "\(Phrases.shortPath($0.path)) · event\u{A0}\($0.event)" } ?? ""
        markup += """
          <li data-kind="\(change.word)" data-sev="\(fault.severity.name)" data-rule="\(fault.rule)" data-trace="\(path)">\
          <a class="row" href="#\(id)">\(html: PageFrame.icon(change.fate == .fixed ? "passing" : fault.severity.name))<b>\(fault.violation?.shortTitle() ?? fault.rule)</b> \
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
      <details class="group" open><summary><span>\(Phrases.count(comparison.behaviors.count, "trace")) changed</span></summary>
      <ul>

      """
    for (index, change) in behaviors.enumerated() {
      markup += """
        <li data-trace="\(change.headPath)"><a class="row" href="#s\(index + 1)"><b>\(Phrases.shortPath(change.headPath))</b></a></li>

        """
    }
    return markup + "</ul></details>\n"
  }
}

/// Faults with the same fate, each with the identity of its place in the page.
struct PlacedFaults {
  /// What became of them.
  let fate: ReportComparison.Fate
  let sign: String
  let title: String
  let faults: [(fault: ReportComparison.Fault, id: String)]
  /// How many more there are without a place.
  let unlisted: Int

  /// What became of them, as a word.
  var word: String { fate.rawValue }

  /// New faults, then those that are fixed or gone, then the others; empty lists are omitted.
  static func all(_ faults: [ReportComparison.Fault]) -> [PlacedFaults] {
    var taken: Set<String> = []
    func placed(_ fate: ReportComparison.Fate, _ sign: String, _ title: String) -> PlacedFaults? {
      let chosen = faults.filter { $0.fate == fate }
      guard !chosen.isEmpty else { return nil }
      let listed = chosen.prefix(ComparisonPage.Limit.faults).map { fault in
        var id = "v-" + PageFrame.shortName(ofFingerprint: fault.fingerprint)
        while !taken.insert(id).inserted { id += "x" }
        return (fault, id)
      }
      return PlacedFaults(
        fate: fate, sign: sign, title: title, faults: listed, unlisted: chosen.count - listed.count)
    }
    return [
      placed(.new, "+", "New"), placed(.fixed, "✓", "Fixed"),
      placed(.gone, "−", "Gone with their traces"), placed(.unchanged, "=", "Unchanged"),
    ].compactMap(\.self)
  }
}
