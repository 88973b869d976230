internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

extension ReportPage {
  /// The sidebar: findings by cause, then the traces without any. Without scripts it is a table of
  /// contents.
  var sideList: Markup {
    var markup: Markup = """
      <nav id="list" class="side" aria-label="Findings and traces">
      \(html: listControls)
      <div id="items" class="items">
      <a class="row top" href="#overview"><b>Overview</b> <small class="shown">\(listSummary)</small></a>
      <p id="nothing" class="nothing" hidden></p>

      """
    for (index, group) in plan.groups.enumerated() { markup += listGroup(group, index: index) }
    markup += "</div>\n<div class=\"rest\">\n"
    for outcome in [Outcome.inconclusive, .passing] { markup += traces(outcome) }
    return markup + "</div>\n</nav>\n"
  }

  private var listSummary: String {
    let findings = Phrases.count(report.counts.total, "finding")
    guard let failing = outcomes[.failing], !plan.isSingle else { return findings }
    return "\(findings) · \(grouped(failing)) failing"
  }

  private var listControls: Markup {
    let counts = report.counts
    let last = plan.isSingle ? "subject" : "trace"
    return PageFrame.listControls(
      placeholder: "Filter findings, traces, rules",
      chips: [
        .init(name: "error", icon: "error", words: "errors", count: counts.errors),
        .init(name: "warning", icon: "warning", words: "warnings", count: counts.warnings),
        .init(name: "note", icon: "note", words: "notes", count: counts.notes),
      ], groupings: ["cause", "rule", last])
  }

  private func listGroup(_ group: FindingGroup, index: Int) -> Markup {
    guard !group.findings.isEmpty else { return "" }
    var markup: Markup = """
      <details class="group" data-group="\(index)" open><summary>\(group.title) <small>\(grouped(group.counts.total))</small></summary>
      <ul>

      """
    for finding in group.findings { markup += listRow(finding) }
    return markup + "</ul></details>\n"
  }

  private func listRow(_ finding: PlannedFinding) -> Markup {
    let violation = finding.violation
    let path = finding.trace.report.path
    let others = finding.elsewhere.map(\.trace.report.path)
    let place =
      plan.isSingle
      ? [subjectName(of: violation, in: finding.trace), "event\u{A0}\(grouped(violation.event))"]
      : others.isEmpty
        ? [Phrases.shortPath(path), "event\u{A0}\(grouped(violation.event))"]
        : ["in \(Phrases.count(others.count + 1, "trace"))"]
    let count: Markup =
      finding.count > 1
      ? " <small class=\"n\">×\u{A0}\(grouped(finding.count))</small>" : ""
    var number: Markup = finding.count > 1 ? " data-n=\"\(finding.count)\"" : ""
    if !others.isEmpty {
      number += " data-also=\"\(others.prefix(50).joined(separator: " "))\""
    }
    return """
      <li\(html: number) data-sev="\(violation.severity.name)" data-rule="\(violation.rule)" data-cb="\(spellings(of: violation))" \
      data-state="\(violation.states.joined(separator: " "))" data-subject="\(violation.subject)" data-trace="\(path)">\
      <a class="row" href="#\(finding.first.link)">\(html: PageFrame.icon(violation.severity.name))\
      <b>\(violation.shortTitle(names.written))\(html: count)</b> <small>\(place.joined(separator: " · "))</small></a></li>

      """
  }

  /// All names of the call that somebody may type into the filter.
  private func spellings(of violation: Violation) -> String {
    let callback = grammar?.callbacks.first { $0.name == violation.callback }
    var names = [violation.callback]
    for name in [
      callback?.swift.first, callback?.objectiveC.first, callback?.notifications.first,
      violation.spelling,
    ] {
      if let name, !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: " ")
  }

  /// How many of the traces that pass have findings.
  var passingHint: String {
    let count = report.traces.count { $0.hasFindings && outcome(of: $0) == .passing }
    return count > 0 ? "\(grouped(count)) with findings" : ""
  }

  /// The traces that do not fail, by what they mean for the run, collapsed.
  private func traces(_ outcome: Outcome) -> Markup {
    guard let all = outcomes[outcome], !plan.isSingle else { return "" }
    let hint = outcome == .passing ? passingHint : ""
    var markup: Markup = """
      <details class="group" data-verdict="\(outcome == .passing ? 1 : 0)"><summary>\(html: PageFrame.icon(outcome.rawValue)) \
      <span>\(Phrases.count(all, "\(outcome.rawValue) trace"))</span> <small>\(hint)</small></summary>
      <ul>

      """
    for trace in plan.sections where self.outcome(of: trace.report) == outcome {
      markup += """
        <li data-trace="\(trace.report.path)"><a class="row" href="#\(trace.id)">\
        <b>\(Phrases.shortPath(trace.report.path))</b></a></li>

        """
    }
    return markup + "</ul></details>\n"
  }
}
