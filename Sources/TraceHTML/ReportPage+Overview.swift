internal import TraceDiagnostics
internal import TraceFindings
internal import TraceWriting

extension ReportPage {
  /// Which trace breaks which rule.
  var overview: Markup {
    let broken = facts.entries.filter { $0.outcome == .broken }
    var markup: Markup = """
      <section id="overview" class="wrap part" aria-labelledby="h-overview">
      <h2 id="h-overview">Traces and rules</h2>
      <p class="sub">\(verdictCounts)</p>
      <div class="region tall" role="group" tabindex="0" aria-label="Violations by trace and rule">
      <table class="matrix"><caption class="vh">Violations by trace and rule</caption>
      <thead><tr><th scope="col" class="tr">trace</th><th scope="col" class="num">events</th>

      """
    for rule in broken {
      markup += """
        <th scope="col" class="turn"><a href="#\(facts.anchor(rule.id))"><span>\(rule.id)</span></a></th>

        """
    }
    markup += "</tr></thead>\n<tbody>\n"
    for index in report.traces.indices.prefix(PagePlan.Limit.sections * 2) {
      let trace = report.traces[index]
      let counts = Dictionary(trace.countsByRule.map { ($0.rule, $0.count) }, uniquingKeysWith: +)
      let name: Markup =
        index < PagePlan.Limit.sections
        ? "<a href=\"#\(plan.traces[index].id)\">\(trace.path)</a>" : "\(trace.path)"
      markup += """
        <tr class="\(trace.verdict.rawValue)"><th scope="row">\(html: verdictMark(trace.verdict)) \(html: name)</th>\
        <td class="num">\(Phrases.grouped(trace.events))</td>
        """
      for rule in broken {
        let count = counts[rule.id] ?? 0
        markup +=
          count == 0
          ? "<td><span class=\"dim\">·</span></td>"
          : "<td class=\"\(rule.severity.name)\">\(Phrases.grouped(count))</td>"
      }
      markup += "</tr>\n"
    }
    return markup + "</tbody></table></div>\n</section>\n\n"
  }

  private var verdictCounts: String {
    let counted = Verdict.allCases.map { verdict in
      (verdict, report.traces.filter { $0.verdict == verdict }.count)
    }
    return counted.filter { $0.1 > 0 }.map { "\(Phrases.grouped($0.1)) \($0.0.rawValue)" }
      .joined(separator: ", ") + "."
  }

  private func verdictMark(_ verdict: Verdict) -> Markup {
    """
    <span class="vd \(verdict.rawValue)"><span aria-hidden="true">\(Phrases.mark(verdict))</span>\
    <span class="vh">\(verdict.rawValue)</span></span>
    """
  }

  /// The kinds of violation over all traces, equal ones counted together.
  var groups: Markup {
    let kinds = violationKinds
    guard !kinds.isEmpty else { return "" }
    var markup: Markup = """
      <section id="groups" class="wrap part" aria-labelledby="h-groups">
      <h2 id="h-groups">Kinds of violation</h2>
      <p class="sub">Violations with the same fingerprint are the same fault, in whichever trace.</p>
      <ol class="kinds">

      """
    for kind in kinds.prefix(200) {
      let violation = report.traces[kind.trace].violations[kind.violation]
      let anchor = plan.traces[kind.trace].anchors[kind.violation]
      markup += """
        <li class="\(kind.severity.name)"><p class="kicker">\(html: PageFrame.severityBadge(kind.severity)) \
        <a class="rule" href="#\(facts.anchor(kind.rule))"><code>\(kind.rule)</code></a></p>
        <p class="say"><a href="#\(anchor)">\(violation.message)</a></p>
        \(html: callStrip(violation))
        <p class="tally"><b>\(Phrases.grouped(kind.count))</b> in \(Phrases.count(kind.traceCount, "trace"))</p></li>

        """
    }
    markup += "</ol>\n"
    if kinds.count > 200 {
      markup +=
        "<p class=\"dim\">and \(kinds.count - 200) further kinds, each in its trace below</p>\n"
    }
    return markup + "</section>\n\n"
  }

  /// Every trace with its own address.
  var traceSections: Markup {
    var markup: Markup = "<div id=\"traces\">\n"
    for index in report.traces.indices.prefix(PagePlan.Limit.sections) {
      markup += traceSection(index)
    }
    if report.traces.count > PagePlan.Limit.sections {
      markup += """
        <p class="wrap dim">The other \(report.traces.count - PagePlan.Limit.sections) traces have a row \
        in the overview.</p>
        """
    }
    return markup + "</div>\n\n"
  }

  private func traceSection(_ index: Int) -> Markup {
    let trace = report.traces[index]
    let id = plan.traces[index].id
    let words = Phrases.severities(trace.counts) ?? trace.verdict.rawValue
    let isQuiet = trace.verdict != .violating && trace.violations.isEmpty
    var markup: Markup = """
      <section id="\(id)" class="wrap part trace \(trace.verdict.rawValue)" tabindex="-1" \
      aria-labelledby="\(id)-h">
      <header><h2 id="\(id)-h">\(html: verdictMark(trace.verdict)) \(trace.path)</h2>
      <p class="sub">\(words) · \(traceFacts(trace))</p></header>

      """
    markup += cards(ofTrace: index, headingLevel: 3)
    markup += """
      <details class="block"\(html: isQuiet ? "" : " open") id="\(id)-timeline"><summary>Timeline</summary>
      \(html: isQuiet && plan.traces[index].marks != .named ? "" : timelineBody(ofTrace: index))</details>
      <details class="block" id="\(id)-events"><summary>Events</summary>
      \(html: eventList(ofTrace: index))</details>
      \(html: traceNotes(trace, index: index))
      </section>

      """
    return markup
  }

  func traceFacts(_ trace: TraceReport) -> String {
    var parts = [Phrases.count(trace.events, "event")]
    parts += trace.subjectCounts.map { Phrases.count($0.count, $0.kind, $0.plural) }
    if trace.repairCost > 0 { parts.append("\(Phrases.count(trace.repairCost, "call")) to mend") }
    if let reason = trace.reason { parts.append(reason) }
    return parts.joined(separator: " · ")
  }

  /// About the recording: metadata, notes, unknown callbacks.
  func traceNotes(_ trace: TraceReport, index: Int) -> Markup {
    var markup = Markup()
    if !trace.notes.isEmpty {
      markup += "<ul class=\"notes\">\n"
      for note in trace.notes {
        let place: Markup =
          note.event.map {
            " (\(html: eventLink($0, trace: index, text: "event \($0)")))"
          } ?? ""
        let count: Markup = note.count > 1 && note.event != nil ? times(note.count) : ""
        markup += "<li><code>\(note.id)</code> \(note.message)\(html: place)\(html: count)</li>\n"
      }
      markup += "</ul>\n"
    }
    if !trace.unknownCallbacks.isEmpty {
      markup += "<p>Callbacks that the grammar does not know:</p><ul class=\"notes\">\n"
      for unknown in trace.unknownCallbacks.prefix(100) {
        markup += "<li><code>\(unknown.callback)</code>\(html: times(unknown.count))</li>\n"
      }
      if trace.unknownCallbacks.count > 100 {
        markup += "<li>and \(trace.unknownCallbacks.count - 100) more</li>"
      }
      markup += "</ul>\n"
    }
    markup += "<dl class=\"meta\"><div><dt>format</dt><dd>\(trace.format)</dd></div>\n"
    for member in trace.metadata.prefix(40) {
      markup += "<div><dt>\(member.name)</dt><dd>\(member.value)</dd></div>\n"
    }
    markup += "</dl>\n"
    if TraceTimes(trace).isRelative {
      markup += "<p class=\"dim\">Times are seconds since the first event.</p>\n"
    }
    return markup
  }
}
