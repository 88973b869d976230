internal import TraceDiagnostics
internal import TraceDiagrams
internal import TraceFindings
internal import TraceGrammar
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
    let word = violation.severity.name
    var markup: Markup = """
      <div class="region" role="group" tabindex="0" aria-label="Expected beside actual calls">
      <table class="align calls"><caption>Expected beside actual</caption>
      <thead><tr><th scope="col"><span class="vh">relation</span></th><th scope="col">expected</th>\
      <th scope="col">actual</th><th scope="col" class="num">event</th>\
      \(html: hasTimes ? "<th scope=\"col\" class=\"num\">time (s)</th>" : "")\
      <th scope="col">state after</th></tr></thead>
      <tbody>

      """
    for step in violation.steps {
      if let omission = step.omission {
        markup += """
          <tr><td></td><td colspan="\(hasTimes ? 5 : 4)">\(omission)</td></tr>

          """
      }
      markup += row(
        step, isMoved: moved.contains(step.callback) && step.mark != .match, severity: word,
        of: trace,
        time: hasTimes ? step.time.map(times.text) ?? "" : nil)
    }
    markup += "</tbody></table>"
    if !violation.repair.insertions.isEmpty || !violation.repair.deletions.isEmpty {
      markup +=
        "<p class=\"repair\">Smallest change to the trace: \(html: repairSentence(violation.repair))</p>"
    }
    return markup + "</div>"
  }

  private func row(
    _ step: Violation.Step, isMoved: Bool, severity: String, of trace: PlannedTrace, time: String?
  ) -> Markup {
    let name: Markup = "<code>\(step.callback)</code>"
    let number: Markup =
      step.event.map { eventLink($0, in: trace, text: String($0)) } ?? ""
    let (style, sign, word, expected, actual): (String, String, String, Markup, Markup) =
      switch step.mark {
      case .match: ("match", "=", "as expected", name, name)
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
    let states = step.states.isEmpty ? "" : listed(step.states, "or")
    let timeCell: Markup = time.map { "<td class=\"num\">\($0)</td>" } ?? ""
    return """
      <tr class="\(style)\(step.offending ? " off" : "")"\(html: step.event.map { " data-e=\"\($0)\"" } ?? "")><td class="rel">\(html: relation)</td>\
      <td>\(html: expected)</td><td>\(html: actual)</td><td class="num">\(html: number)</td>\(html: timeCell)\
      <td class="state">\(states)</td></tr>

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
    let states = violation.states.isEmpty ? "" : " in " + listed(violation.states, "or")
    return """
      <figure class="steps"\(html: isOfLanes(violation) ? " data-lane" : "")>
      <h3>\(violation.lifecycle) states</h3>
      \(html: picture?.picture(of: violation) ?? "")
      <figcaption><p>\(html: PageFrame.icon("error")) tried\(states): <code>\(violation.spelling)</code></p>
      \(html: allowedList(violation, picture: picture))
      </figcaption></figure>
      """
  }

  /// Whether the states of the violation's lifecycle are those that the lanes of the timeline show.
  private func isOfLanes(_ violation: Violation) -> Bool {
    guard let grammar else { return violation.subjectKind == nil }
    let shown = grammar.lifecycles.first {
      grammar.subjects[$0.subject].name == violation.nameOfSubjectKind
    }
    return shown?.name == violation.lifecycle
  }

  /// The calls that were allowed: those that lead to another state first, then how many stay.
  private func allowedList(_ violation: Violation, picture: StepPicture?) -> Markup {
    let allowed = picture?.allowed(by: violation) ?? []
    let leaving = allowed.filter { $0.letter != nil }
    let known = Set(allowed.map(\.callback))
    let staying =
      allowed.filter { $0.letter == nil }.map(\.callback)
      + violation.expected.filter { !known.contains($0) }
    guard !leaving.isEmpty || !staying.isEmpty else {
      // Where the rule is about how often or how long, the state's calls are allowed as ever.
      return ""
    }
    var list: Markup = "<p>Allowed there:</p><ul>"
    for step in leaving {
      list += """
        <li><span class="key ok">\(step.letter ?? "")</span><code>\(step.callback)</code> <span>→ \(step.state)</span></li>

        """
    }
    list += "</ul>"
    if !staying.isEmpty {
      let words = leaving.isEmpty ? "" : "and "
      let count = Phrases.count(staying.count, "call that leaves", "calls that leave")
      list += """
        <details><summary>\(words)\(count) the state as it is</summary>\
        <p><code>\(staying.prefix(60).joined(separator: ", "))</code></p></details>
        """
    }
    return list
  }
}
