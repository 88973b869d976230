internal import TraceDiagnostics
internal import TraceFindings
internal import TraceWriting

extension ReportPage {
  /// The page's title, the verdict first: `✗ 12 errors — launch.json`.
  var title: String { "\(Phrases.mark(report.verdict)) \(verdictPhrase) — \(subjectPhrase)" }

  private var verdictPhrase: String {
    let counts = report.counts
    switch report.verdict {
    case .violating:
      if counts.errors > 0 { return Phrases.count(counts.errors, "error") }
      return Phrases.count(counts.warnings, "warning")
    case .conforming:
      if counts.notes > 0 { return Phrases.count(counts.notes, "note") }
      return report.failures.isEmpty
        ? "No violations" : "\(Phrases.count(report.failures.count, "input")) not read"
    case .inconclusive: return "Nothing was checked"
    }
  }

  private var subjectPhrase: String {
    switch report.traces.count {
    case 0: "no traces"
    case 1: Phrases.fileName(report.traces[0].path)
    default: Phrases.count(report.traces.count, "trace")
    }
  }

  /// What was checked and what came out, in one or two sentences.
  private var verdictSentence: String {
    let events = report.traces.reduce(0) { $0 + $1.events }
    let cost = report.traces.reduce(0) { $0 + $1.repairCost }
    let violating = report.traces.filter { $0.verdict == .violating }.count
    switch report.verdict {
    case .violating:
      let place =
        plan.isSingle
        ? "The calls in this trace break the order that \(report.grammarName) prescribes."
        : "\(violating) of \(report.traces.count) traces break the order that "
          + "\(report.grammarName) prescribes."
      return cost > 0
        ? place + " Changing \(Phrases.count(cost, "call")) would make them legal." : place
    case .conforming:
      let read = report.failures.isEmpty ? "" : " that could be read"
      return "All \(Phrases.count(events, "event"))\(read) came in an order that "
        + "\(report.grammarName) allows."
    case .inconclusive:
      let reasons = Set(report.traces.compactMap(\.reason)).sorted()
      return reasons.isEmpty
        ? "Nothing was there to be checked."
        : "Nothing could be checked: \(reasons.prefix(3).joined(separator: "; "))."
    }
  }

  /// Verdict, numbers and the first causes: what one glance should take in.
  var hero: Markup {
    """
    <section class="hero \(report.verdict.rawValue)" aria-labelledby="verdict"><div class="wrap">
    <div class="verdict">
    <p class="seal" aria-hidden="true">\(Phrases.mark(report.verdict))</p>
    <div><h1 id="verdict"><span class="vh">\(report.verdict.rawValue): </span>\(verdictPhrase) \
    <span class="of">in \(subjectPhrase)</span></h1>
    <p class="lead">\(verdictSentence)</p></div>
    </div>
    \(html: figures)
    \(html: causes)
    </div></section>
    """
  }

  private var figures: Markup {
    let counts = report.counts
    let sum = { (path: KeyPath<TraceReport, Int>) in
      report.traces.reduce(0) { $0 + $1[keyPath: path] }
    }
    var list: [(name: String, value: Int, style: String)] = [
      ("errors", counts.errors, counts.errors > 0 ? "error" : "none"),
      ("warnings", counts.warnings, counts.warnings > 0 ? "warning" : "none"),
      ("notes", counts.notes, counts.notes > 0 ? "note" : "none"),
    ]
    if !plan.isSingle { list.append(("traces", report.traces.count, "")) }
    list.append(("events", sum(\.events), ""))
    list += report.subjectCounts.map { ($0.plural, $0.count, "") }
    list.append(("edits needed", sum(\.repairCost), ""))
    let unknown = report.traces.reduce(0) { sum, trace in
      sum + trace.unknownCallbacks.reduce(0) { $0 + $1.count }
    }
    if unknown > 0 { list.append(("unknown calls", unknown, "")) }
    if !report.failures.isEmpty { list.append(("unreadable", report.failures.count, "error")) }
    var markup: Markup = "<dl class=\"figures\">\n"
    for (name, value, style) in list {
      markup += "<div class=\"\(style)\"><dt>\(name)</dt><dd>\(Phrases.grouped(value))</dd></div>\n"
    }
    return markup + "</dl>"
  }

  /// The most severe kinds of violation with the calls around the first of each.
  private var causes: Markup {
    let allKinds = plan.kinds
    var rules: Set<String> = []
    let kinds = Array(allKinds.filter { rules.insert($0.first.rule).inserted }.prefix(3))
    guard !kinds.isEmpty else { return "" }
    var markup: Markup = """
      <div class="causes"><h2>\(kinds.count == 1 ? "The cause" : "The first causes")</h2>
      <ol>

      """
    for kind in kinds {
      let violation = kind.first
      markup += """
        <li class="\(violation.severity.name)">
        <p class="kicker">\(html: PageFrame.severityBadge(violation.severity)) <code>\(violation.rule)</code>\
        \(html: kind.count > 1 ? times(kind.count) : "")</p>
        <p class="say">\(html: message(of: kind))</p>
        \(html: callStrip(violation))
        </li>

        """
    }
    let others = allKinds.count - kinds.count
    markup += "</ol>"
    if others > 0 {
      let anchor = plan.isSingle ? "violations" : "groups"
      markup += """
        <p class="more"><a href="#\(anchor)">\(Phrases.count(others, "further kind")) of violation</a></p>
        """
    }
    return markup + "</div>"
  }

  /// What the first violation of a kind says, linked to where the page tells more.
  func message(of kind: PlannedKind) -> Markup {
    let text = kind.first.message
    return kind.link.map { "<a href=\"#\($0)\">\(text)</a>" } ?? "\(text)"
  }

  /// The calls around a violation as a row of words, the missing ones as gaps.
  func callStrip(_ violation: Violation) -> Markup {
    let steps = violation.steps
    guard let edit = steps.firstIndex(where: { $0.mark != .match || $0.offending }) else {
      return ""
    }
    let last = steps.lastIndex { $0.mark != .match || $0.offending } ?? edit
    let from = max(0, edit - 2)
    let to = min(steps.count, max(last + 1, from + 1), from + 8)
    let isMoved = { (step: Violation.Step) in
      violation.cause == .outOfOrder
        && Set(steps.filter { $0.callback == step.callback }.map(\.mark))
          .isSuperset(of: [.missing, .unexpected])
    }
    var markup: Markup = "<ol class=\"strip\">"
    if from > 0 { markup += "<li class=\"rest\"><span aria-hidden=\"true\">…</span></li>" }
    for step in steps[from..<to] {
      let (style, word): (Markup, Markup) =
        switch step.mark {
        case .missing:
          ("missing", isMoved(step) ? "<small>belongs here</small>" : "<small>missing</small>")
        case .unexpected:
          ("unexpected", isMoved(step) ? "<small>came here</small>" : "<small>not allowed</small>")
        case .match where step.offending: ("off", "<small>not yet allowed</small>")
        case .match: ("match", "")
        }
      let state: Markup =
        step.mark == .match && step.states.count == 1 && !step.offending
        ? "<small>→ \(step.states[0])</small>" : word
      markup += "<li class=\"\(html: style)\"><code>\(step.callback)</code>\(html: state)</li>"
    }
    return markup + "</ol>"
  }

  func times(_ count: Int) -> Markup { " <span class=\"times\">× \(Phrases.grouped(count))</span>" }
}
