internal import TraceModel
package import TraceFindings

/// The recorded calls of a finding next to the legal ones, row by row, and the repair in words.
package struct AlignmentTable {
  /// The finding.
  let violation: Violation
  /// The rows.
  let steps: [Violation.Step]
  /// The names of callbacks where they are implemented, by short name.
  let names: [String: String]
  /// How times are written.
  let times: TraceTimes
  /// The number of an event, as a link if the page lists it.
  let event: (Int) -> Markup

  package init(
    _ violation: Violation, steps: [Violation.Step]? = nil, names: [String: String] = [:],
    times: TraceTimes, event: @escaping (Int) -> Markup
  ) {
    (self.violation, self.names, self.times, self.event) = (violation, names, times, event)
    self.steps = steps ?? violation.steps
  }

  /// The table with its caption, or a sentence if the report does not have the calls.
  package var markup: Markup {
    guard !steps.isEmpty else {
      return "<p class=\"none\">The recorded calls around the event are not in this report.</p>"
    }
    let hasTimes = steps.contains { $0.time != nil }
    let missing = Set(steps.filter { $0.mark == .missing }.map(\.callback))
    let surplus = Set(steps.filter { $0.mark == .unexpected }.map(\.callback))
    let moved = violation.cause == .outOfOrder ? missing.intersection(surplus) : []
    let word = violation.severity.name
    var markup: Markup = """
      <h3>Expected beside actual</h3>
      <div class="region" role="group" tabindex="0" aria-label="Expected beside actual">
      <table class="align calls"><caption class="vh">Expected beside actual</caption>
      <thead><tr><th><span class="vh">relation</span><th>expected<th>actual<th>event\
      \(html: hasTimes ? "<th>\(times.heading)" : "")<th>state after</thead>
      <tbody>

      """
    for step in steps {
      if let omission = step.omission {
        markup += """
          <tr><td></td><td colspan="\(hasTimes ? 5 : 4)">\(omission)</td></tr>

          """
      }
      markup += row(
        step, isMoved: moved.contains(step.callback) && step.mark != .match, severity: word,
        time: hasTimes ? step.time.map(times.text) ?? "" : nil)
    }
    markup += "</tbody></table></div>"
    if !violation.repair.insertions.isEmpty || !violation.repair.deletions.isEmpty {
      markup +=
        "<p class=\"repair\">Smallest change to the trace: \(html: repairSentence(violation.repair))</p>"
    }
    return markup
  }

  private func row(
    _ step: Violation.Step, isMoved: Bool, severity: String, time: String?
  ) -> Markup {
    let name: Markup = "<code>\(names.written(step.callback))</code>"
    let number: Markup = step.event.map(event) ?? ""
    let (style, sign, word, expected, actual): (String, String, String, Markup, Markup) =
      switch step.mark {
      case .match: ("", "=", "as expected", name, name)
      case .missing:
        (
          "missing", isMoved ? "⇅" : "+", "missing", name,
          isMoved ? "<i>not here</i>" : "<i>never called</i>"
        )
      case .unexpected:
        ("unexpected", isMoved ? "⇅" : "−", "not allowed", "<i>nothing</i>", name)
      }
    let relation: Markup =
      step.offending && step.mark == .match
      ? "\(html: PageFrame.icon(severity))<span class=\"vh\">\(severity)</span>"
      : """
      <span aria-hidden="true">\(sign)</span><span class="vh">\(isMoved ? "out of order" : word)</span>
      """
    let states = step.states.isEmpty ? "" : statesInWords(step.states)
    let timeCell: Markup = time.map { "<td>\($0)" } ?? ""
    let styles = [style, step.offending ? "off" : ""].filter { !$0.isEmpty }
    let marking: Markup = styles.isEmpty ? "" : " class=\"\(styles.joined(separator: " "))\""
    return """
      <tr\(html: marking)\(html: step.event.map { " data-e=\"\($0)\"" } ?? "")><td>\(html: relation)\
      <td>\(html: expected)<td>\(html: actual)<td>\(html: number)\(html: timeCell)\
      <td>\(states)

      """
  }

  private func repairSentence(_ repair: Repair) -> Markup {
    var parts: [Markup] = repair.insertions.prefix(6).map {
      "add <code>\(names.written($0.callback))</code> before event \($0.beforeEvent)"
    }
    parts += repair.deletions.prefix(6).map {
      "remove <code>\(names.written($0.callback))</code> (event \($0.event))"
    }
    var sentence = Markup()
    for (offset, part) in parts.enumerated() {
      sentence +=
        offset == 0 ? part : offset == parts.count - 1 ? " and \(html: part)" : ", \(html: part)"
    }
    return repair.cost > parts.count
      ? sentence + ", and \(repair.cost - parts.count) more edits." : sentence + "."
  }
}
