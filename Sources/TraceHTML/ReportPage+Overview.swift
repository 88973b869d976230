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
    for row in plan.rows {
      let trace = row.trace
      let counts = Dictionary(trace.countsByRule.map { ($0.rule, $0.count) }, uniquingKeysWith: +)
      let name: Markup =
        row.section.map { "<a href=\"#\($0)\">\(trace.path)</a>" } ?? "\(trace.path)"
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
    let kinds = plan.kinds
    guard !kinds.isEmpty else { return "" }
    var markup: Markup = """
      <section id="groups" class="wrap part" aria-labelledby="h-groups">
      <h2 id="h-groups">Kinds of violation</h2>
      <p class="sub">Violations with the same fingerprint are the same fault, in whichever trace.</p>
      <ol class="kinds">

      """
    for kind in kinds.prefix(200) {
      let violation = kind.first
      markup += """
        <li class="\(violation.severity.name)"><p class="kicker">\(html: PageFrame.severityBadge(violation.severity)) \
        <a class="rule" href="#\(facts.anchor(violation.rule))"><code>\(violation.rule)</code></a></p>
        <p class="say">\(html: message(of: kind))</p>
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
    for trace in plan.sections { markup += section(of: trace) }
    let others = report.traces.count - plan.sections.count
    if others > 0 {
      let rows = plan.rows.count - plan.sections.count
      let words =
        rows < others ? "Of the other \(others) traces, \(rows)" : "The other \(others) traces"
      markup += "<p class=\"wrap dim\">\(words) have a row in the overview.</p>"
    }
    return markup + "</div>\n\n"
  }

  private func section(of planned: PlannedTrace) -> Markup {
    let trace = planned.report
    let id = planned.id
    let words = Phrases.severities(trace.counts) ?? trace.verdict.rawValue
    let isQuiet = trace.verdict != .violating && trace.violations.isEmpty
    var markup: Markup = """
      <section id="\(id)" class="wrap part trace \(trace.verdict.rawValue)" tabindex="-1" \
      aria-labelledby="\(id)-h">
      <header><h2 id="\(id)-h">\(html: verdictMark(trace.verdict)) \(trace.path)</h2>
      <p class="sub">\(words) · \(traceFacts(trace))</p></header>

      """
    markup += cards(of: planned)
    markup += """
      <details class="block"\(html: isQuiet ? "" : " open") id="\(id)-timeline"><summary>Timeline</summary>
      \(html: isQuiet && planned.marks != .named ? "" : timelineBody(of: planned))</details>
      <details class="block" id="\(id)-events"><summary>Events</summary>
      \(html: eventList(of: planned))</details>
      \(html: traceNotes(planned))
      </section>

      """
    return markup
  }

  func traceFacts(_ trace: TraceReport) -> String {
    var parts = [Phrases.count(trace.events, "event")]
    parts += trace.subjectCounts.map { Phrases.count($0.count, $0.kind, $0.plural) }
    if trace.repairCost > 0 { parts.append("\(Phrases.count(trace.repairCost, "edit")) needed") }
    if let reason = trace.reason { parts.append(reason) }
    return parts.joined(separator: " · ")
  }

  /// About the recording: metadata, notes, unknown callbacks.
  func traceNotes(_ planned: PlannedTrace) -> Markup {
    let trace = planned.report
    var markup = Markup()
    if !trace.notes.isEmpty {
      markup += "<ul class=\"notes\">\n"
      for note in trace.notes {
        let place: Markup =
          note.event.map {
            " (\(html: eventLink($0, in: planned, text: "event \($0)")))"
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
