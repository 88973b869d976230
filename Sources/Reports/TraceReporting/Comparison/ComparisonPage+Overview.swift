internal import TraceModel
internal import TraceFindings
internal import TracePages

/// The first view of the page: the verdict, new and fixed violations, and other changes.
extension ComparisonPage {
  /// The tone of the verdict, with the names of a report's verdicts.
  private var tone: String {
    let worst = comparison.faults.filter { $0.new > 0 }.map(\.severity).max()
    switch worst {
    case .error, .warning: return "failing"
    case .note: return "inconclusive"
    case nil: break
    }
    let isCalm = comparison.behaviors.isEmpty && comparison.caveats.isEmpty
    return isCalm ? "passing" : "inconclusive"
  }

  /// The sign of the verdict, for the title.
  var mark: String {
    switch tone {
    case "failing": "✗"
    case "passing": "✓"
    default: comparison.isEmpty ? "?" : "⇄"
    }
  }

  /// The first screen.
  var overview: Markup {
    """
    <section id="overview" class="panel" tabindex="-1" aria-labelledby="verdict">
    <h2 id="verdict" class="verdict">\(html: PageFrame.icon(tone)) \(comparison.verdict)</h2>
    <p class="lead">\(lead)</p>
    \(html: figures)
    \(html: caveats)
    \(html: violations)
    \(html: otherChanges)
    </section>

    """
  }

  /// The other changes of violations and of the order of calls.
  private var lead: String {
    let counts = [
      (comparison.fixedViolations, "fixed"),
      (comparison.goneViolations - comparison.fixedViolations, "gone with their traces"),
      (comparison.unchangedViolations, "unchanged"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    let words = counts.isEmpty ? "" : listed(counts, "and") + ". "
    return words + scenarios
  }

  private var scenarios: String {
    let (changed, compared) = (comparison.behaviors.count, comparison.comparedTraces)
    if compared == 0 {
      return comparison.uncomparedTraces.isEmpty
        ? "No trace is in both, so their calls cannot be compared; violations are, by their fingerprints."
        : "No trace could be compared call by call."
    }
    if changed == 0 {
      return compared == 1
        ? "The trace has the same calls in the same order, at about the same times."
        : "All \(grouped(compared)) traces have the same calls in the same order, at about the same times."
    }
    let traces =
      compared == 1
      ? "The trace" : "\(grouped(changed)) of \(grouped(compared)) traces"
    let isOrder = comparison.behaviors.contains { change in
      change.rows.contains { $0.mark != .same }
    }
    let verb = compared == 1 || changed == 1 ? "runs" : "run"
    return isOrder
      ? "\(traces) \(verb) differently: calls came, went or moved."
      : "\(traces) \(verb) in the same order, but with other times."
  }

  /// The numbers, each with a link to the list that it counts.
  private var figures: Markup {
    let worst = comparison.faults.filter { $0.new > 0 }.map(\.severity).max()
    let (fixed, gone) = (
      comparison.fixedViolations, comparison.goneViolations - comparison.fixedViolations
    )
    let list: [(name: String, value: Int, style: String, target: String, isShown: Bool)] = [
      ("new", comparison.newViolations, worst?.name ?? "none", "new", true),
      ("fixed", fixed, fixed > 0 ? "good" : "none", "fixed", true),
      ("gone", gone, "", "gone", gone > 0),
      ("unchanged", comparison.unchangedViolations, "", "unchanged", true),
      ("traces changed", comparison.behaviors.count, "", "behavior", comparison.comparedTraces > 0),
    ]
    var markup: Markup = "<ul class=\"figures\">\n"
    for entry in list where entry.isShown {
      let isLinked =
        entry.target == "behavior" || changes.contains { $0.word == entry.target }
      let body: Markup = "<b>\(grouped(entry.value))</b> \(entry.name)"
      markup += """
        <li class="\(entry.style)">\(html: isLinked ? "<a href=\"#\(entry.target)\">\(html: body)</a>" : body)</li>

        """
    }
    return markup + "</ul>"
  }

  private var caveats: Markup {
    let caveats = comparison.caveats
    if caveats.isEmpty { return "" }
    var markup: Markup = "<ul class=\"notes caveats\">\n"
    for caveat in caveats.prefix(Limit.entries) {
      markup += "<li><b>Note:</b> \(caveat)</li>\n"
    }
    return markup + "</ul>"
  }

  /// New, fixed, gone and unchanged violations, equal ones counted together; each is a link to its own place.
  private var violations: Markup {
    var markup = Markup()
    for change in changes {
      let count = change.faults.count + change.unlisted
      let heading: Markup = "\(change.title) <small>\(Phrases.count(count, "kind"))</small>"
      var list: Markup = "<ol class=\"kinds \(change.word)\">\n"
      for (fault, id) in change.faults {
        list += """
          <li><p class="say">\(html: PageFrame.icon(change.fate == .fixed ? "passing" : fault.severity.name))\
          <span class="vh">\(fault.severity.name): </span><a href="#\(id)">\(Phrases.sentence(fault.summary))</a></p>
          \(html: cause(of: fault, change))\(html: tally(fault))</li>

          """
      }
      list += "</ol>\n"
      if change.unlisted > 0 {
        list += "<p class=\"dim\">and \(change.unlisted) further kinds</p>\n"
      }
      markup +=
        change.fate == .unchanged
        ? """
        <details class="block" id="unchanged"><summary>\(html: heading)</summary>
        \(html: list)</details>

        """
        : "<h3 id=\"\(change.word)\">\(html: heading)</h3>\n\(html: list)"
    }
    return markup
  }

  /// Why something new may have happened.
  private func cause(of fault: ReportComparison.Fault, _ change: PlacedFaults) -> Markup {
    guard change.fate == .new, let advice = fault.violation?.advice, !advice.isEmpty else {
      return ""
    }
    return "<p class=\"advice\">\(advice)</p>\n"
  }

  private func tally(_ fault: ReportComparison.Fault) -> Markup {
    var parts: [Markup] = ["<code>\(fault.rule)</code>"]
    if ReportComparison.countsMatter(fault) {
      parts.append("\(grouped(fault.base)) before, \(grouped(fault.head)) now")
    }
    if let violation = fault.violation, let source = FindingParts.sourcePlace(violation) {
      parts.append(source)
    }
    if let place = fault.place {
      let isNew = comparison.onlyInHead.contains(place.path)
      parts.append("<code>\(place.path):\(place.line)</code>\(isNew ? ", a new trace" : "")")
    }
    var markup: Markup = "<p class=\"tally\">"
    for (offset, part) in parts.enumerated() {
      markup += offset == 0 ? part : " · \(html: part)"
    }
    return markup + "</p>"
  }

  /// The traces whose calls changed, and how many traces only one of the two has.
  private var otherChanges: Markup {
    var markup = Markup()
    if !comparison.behaviors.isEmpty {
      markup += "<h3>Changed order of calls</h3>\n<ul class=\"notes\">\n"
      for (index, change) in comparison.behaviors.prefix(8).enumerated() {
        markup += """
          <li><a href="#s\(index + 1)">\(change.headPath)</a> <span class="dim">\(change.summary)</span></li>

          """
      }
      let rest = comparison.behaviors.count - 8
      if rest > 0 {
        markup += "<li><a href=\"#behavior\">\(Phrases.count(rest, "more trace"))</a></li>\n"
      }
      markup += "</ul>\n"
    }
    let alone = [
      (comparison.onlyInBase.count, "only before"), (comparison.onlyInHead.count, "only now"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    var lines: [Markup] = []
    if !alone.isEmpty {
      lines.append("<b>Traces</b> \(listed(alone, "and")) <a href=\"#traces\">Show</a>")
    }
    guard !lines.isEmpty else { return markup }
    markup += "<ul class=\"quiet\">\n"
    for line in lines { markup += "<li>\(html: line)</li>\n" }
    return markup + "</ul>\n"
  }
}
