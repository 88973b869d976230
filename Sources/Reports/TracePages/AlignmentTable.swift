internal import TraceModel
internal import TraceFindings

/// The recorded calls of a finding next to the legal ones, row by row, and the repair in words.
struct AlignmentTable {
  /// The finding.
  let violation: Violation
  /// The names of callbacks where they are implemented, by short name.
  let names: [String: String]
  /// How times are written.
  let times: TraceTimes

  /// The table with its caption, or a sentence if the report does not have the calls.
  var markup: Markup {
    let steps = violation.steps
    guard !steps.isEmpty else {
      return "<p class=\"none\">The recorded calls around the event are not in this report.</p>"
    }
    let hasTimes = steps.contains { $0.time != nil }
    let missing = Set(steps.filter { $0.mark == .missing }.map(\.callback))
    let surplus = Set(steps.filter { $0.mark == .unexpected }.map(\.callback))
    let moved = violation.cause == .outOfOrder ? missing.intersection(surplus) : []
    let word = violation.severity.name
    // Where no call is wrong, the expected ones are the same.
    let isPlain = missing.isEmpty && surplus.isEmpty
    let title = isPlain ? "The calls around it" : "Expected beside actual"
    var markup: Markup = """
      <h3>\(title)</h3>
      <div class="region" role="group" tabindex="0" aria-label="\(title)">
      <table class="align calls\(isPlain ? " plain" : "")"><caption class="vh">\(title)</caption>
      <thead><tr><th><span class="vh">Relation</span>\(html: isPlain ? "<th>Call" : "<th>Expected<th>Actual")<th>Event\
      \(html: hasTimes ? "<th>\(times.heading)" : "")<th>State after</thead>
      <tbody>

      """
    for step in steps {
      if let omission = step.omission {
        markup += """
          <tr><td></td><td colspan="\((hasTimes ? 5 : 4) - (isPlain ? 1 : 0))">\(omission)</td></tr>

          """
      }
      markup += row(
        step, isPlain: isPlain, isMoved: moved.contains(step.callback) && step.mark != .match,
        severity: word,
        time: hasTimes ? step.time.map(times.text) ?? "" : nil)
    }
    markup += "</tbody></table></div>"
    if violation.repair.cost > steps.count(where: { $0.mark != .match }) {
      markup +=
        "<p class=\"repair\">Smallest change to the trace: \(violation.repair.inWords(eventCount: .max, names.written)).</p>"
    }
    return markup
  }

  private func row(
    _ step: Violation.Step, isPlain: Bool, isMoved: Bool, severity: String, time: String?
  ) -> Markup {
    let written = names.written(step.callback)
    let name: Markup =
      written == step.callback
      ? "<code>\(written)</code>" : "<code title=\"\(written)\">\(step.callback)</code>"
    let number: Markup = step.event.map { "\($0)" } ?? ""
    let (style, sign, word, expected, actual): (String, String, String, Markup, Markup) =
      switch step.mark {
      case .match: ("", "=", "as expected", name, name)
      case .missing:
        (
          "missing", isMoved ? "⇅" : "+", "missing", name,
          isMoved ? "<i>not here</i>" : "<i>never called</i>"
        )
      case .unexpected:
        ("unexpected", isMoved ? "⇅" : "−", "not allowed", "<i>no call</i>", name)
      }
    let relation: Markup =
      step.offending && step.mark == .match
      ? "\(html: PageFrame.icon(severity))<span class=\"vh\">\(severity)</span>"
      : """
      <span aria-hidden="true">\(isPlain ? "" : sign)</span><span class="vh">\(isMoved ? "out of order" : word)</span>
      """
    // A call that should not be there changes nothing.
    let still = step.mark == .unexpected && step.states.count == 1 ? "still " : ""
    let states = step.states.isEmpty ? "" : still + statesInWords(step.states)
    let timeCell: Markup = time.map { "<td>\($0)" } ?? ""
    let styles = [style, step.offending ? "off" : ""].filter { !$0.isEmpty }
    let marking: Markup = styles.isEmpty ? "" : " class=\"\(styles.joined(separator: " "))\""
    return """
      <tr\(html: marking)\(html: step.event.map { " data-e=\"\($0)\"" } ?? "")><td>\(html: relation)\
      \(html: isPlain ? "" : "<td>\(html: expected)")<td>\(html: actual)<td>\(html: number)\(html: timeCell)\
      <td>\(states)

      """
  }
}
