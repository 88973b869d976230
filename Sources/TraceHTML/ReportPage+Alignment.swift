internal import TraceFindings
internal import TraceDiagrams
internal import TraceWriting

extension ReportPage {
  /// The recorded calls beside the legal ones, row by row, and the repair in words.
  func alignmentTable(_ violation: Violation, of trace: PlannedTrace) -> Markup {
    guard !violation.steps.isEmpty else {
      return "<p class=\"none\">The recorded calls around the event are not in this report.</p>"
    }
    let times = TraceTimes(trace.report)
    let hasTimes = violation.steps.contains { $0.time != nil }
    let missing = Set(violation.steps.filter { $0.mark == .missing }.map(\.callback))
    let surplus = Set(violation.steps.filter { $0.mark == .unexpected }.map(\.callback))
    let moved = violation.cause == .outOfOrder ? missing.intersection(surplus) : []
    var markup: Markup = """
      <div class="region" role="group" tabindex="0" aria-label="Expected against actual calls">
      <table class="align"><caption>Expected against actual</caption>
      <thead><tr><th scope="col">event</th><th scope="col">the trace has</th>\
      <th scope="col"><span class="vh">relation</span></th>\
      <th scope="col">the grammar expects</th><th scope="col">state after</th>\
      \(html: hasTimes ? "<th scope=\"col\" class=\"num\">time</th>" : "")</tr></thead>
      <tbody>

      """
    for step in violation.steps {
      if let omission = step.omission {
        markup += """
          <tr><td></td><td colspan="\(hasTimes ? 5 : 4)">\(omission)</td></tr>

          """
      }
      markup += row(
        step, isMoved: moved.contains(step.callback) && step.mark != .match, of: trace,
        time: hasTimes ? step.time.map(times.text) ?? "" : nil)
    }
    markup += "</tbody></table>"
    if !violation.repair.insertions.isEmpty || !violation.repair.deletions.isEmpty {
      markup +=
        "<p class=\"repair\"><b>Cheapest repair:</b> \(html: repairSentence(violation.repair))</p>"
    }
    return markup + "</div>"
  }

  private func row(
    _ step: Violation.Step, isMoved: Bool, of trace: PlannedTrace, time: String?
  ) -> Markup {
    let name: Markup = "<code>\(step.callback)</code>"
    let number: Markup =
      step.event.map { eventLink($0, in: trace, text: String($0)) }
      ?? "<span aria-hidden=\"true\">·</span>"
    let gap: Markup = "<span class=\"gap\"><span class=\"vh\">nothing</span></span>"
    let (style, sign, word, actual, expected): (String, String, String, Markup, Markup) =
      switch step.mark {
      case .match: ("match", "=", "match", name, name)
      case .missing: ("missing", isMoved ? "⇅" : "−", "missing", gap, name)
      case .unexpected: ("unexpected", isMoved ? "⇅" : "+", "unexpected", name, gap)
      }
    let raised: Markup = step.offending ? " <em>found here</em>" : ""
    let states = step.states.isEmpty ? "" : listed(step.states, "or")
    let timeCell: Markup = time.map { "<td class=\"num\">\($0)</td>" } ?? ""
    return """
      <tr class="\(style)\(step.offending ? " off" : "")"><td class="num">\(html: number)</td>\
      <td>\(html: actual)\(html: step.mark == .missing ? "" : raised)</td>\
      <td class="rel"><span aria-hidden="true">\(sign)</span>\
      <span class="vh">\(isMoved ? "out of order" : word)</span></td>\
      <td>\(html: expected)</td><td class="state">\(states)</td>\(html: timeCell)</tr>

      """
  }

  private func repairSentence(_ repair: Repair) -> Markup {
    var parts: [Markup] = repair.insertions.prefix(6).map {
      "add <code>\($0.callback)</code> before event \($0.beforeEvent)"
    }
    parts += repair.deletions.prefix(6).map {
      "remove <code>\($0.callback)</code> (event \($0.event))"
    }
    var sentence = Markup()
    for (offset, part) in parts.enumerated() {
      sentence +=
        offset == 0 ? part : offset == parts.count - 1 ? " and \(html: part)" : ", \(html: part)"
    }
    return repair.cost > parts.count
      ? sentence + ", and \(repair.cost - parts.count) more edits." : sentence + "."
  }

  /// The states with the step tried and the steps allowed, and the names of the latter.
  func stepFigure(_ violation: Violation) -> Markup {
    let picture = pictures.first { $0.lifecycle == violation.lifecycle }?.picture
    let allowed = picture?.allowed(by: violation) ?? []
    var list = Markup()
    for step in allowed {
      let key: Markup =
        step.letter.map { "<span class=\"key ok\">\($0)</span>" }
        ?? "<span class=\"key ok\" aria-hidden=\"true\">↻</span>"
      list += "<li>\(html: key)<code>\(step.callback)</code> <span>→ \(step.state)</span></li>\n"
    }
    for callback in violation.expected where !allowed.contains(where: { $0.callback == callback }) {
      list +=
        "<li><span class=\"key ok\" aria-hidden=\"true\">✓</span><code>\(callback)</code></li>\n"
    }
    let states = violation.states.isEmpty ? "" : " in " + listed(violation.states, "or")
    return """
      <figure class="steps">
      \(html: picture?.picture(of: violation) ?? "")
      <figcaption><p><span class="key bad" aria-hidden="true">✗</span>tried\(states): \
      <code>\(violation.spelling)</code></p>
      \(html: list.isEmpty ? "<p>Nothing is allowed there.</p>" : "<p>Allowed there:</p><ul>\(html: list)</ul>")
      </figcaption></figure>
      """
  }
}
