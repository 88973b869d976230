internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

extension ReportPage {
  /// The recorded calls next to the legal ones.
  func alignmentTable(_ violation: Violation, of trace: PlannedTrace) -> Markup {
    AlignmentTable(violation, time: TraceTimes(trace.report).text) { number in
      eventLink(number, in: trace, text: String(number))
    }.markup
  }

  /// The states with the attempted step and the allowed steps, and the names of the latter.
  func stepFigure(_ violation: Violation) -> Markup {
    let picture = pictures.first { $0.lifecycle == violation.lifecycle }?.picture
    let states = violation.states.isEmpty ? "" : " in " + listed(violation.states, "or")
    return """
      <figure class="steps"\(html: isOfLanes(violation) ? " data-lane" : "")>
      <h3>\(violation.nameOfSubjectKind) states</h3>
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

  private func allowedRow(_ step: StepPicture.Allowed) -> Markup {
    """
    <li><span class="key ok">\(step.letter ?? "")</span><code>\(step.callback)</code> <span>→ \(step.state)</span></li>

    """
  }

  /// The calls that were allowed: first those that lead to another state, then the number of those that do not.
  private func allowedList(_ violation: Violation, picture: StepPicture?) -> Markup {
    let allowed = picture?.allowed(by: violation) ?? []
    let leaving = allowed.filter { $0.letter != nil }
    let known = Set(allowed.map(\.callback))
    let staying =
      allowed.filter { $0.letter == nil }.map(\.callback)
      + violation.expected.filter { !known.contains($0) }
    guard !leaving.isEmpty || !staying.isEmpty else {
      // If the rule is about numbers or durations, the state's calls are allowed as usual.
      return ""
    }
    var list: Markup = "<p>Allowed there:</p><ul>"
    let most = leaving.count > 6 ? 5 : leaving.count
    for step in leaving.prefix(most) { list += allowedRow(step) }
    list += "</ul>"
    if leaving.count > most {
      list += "<details><summary>and \(leaving.count - most) more</summary><ul>"
      for step in leaving.dropFirst(most) { list += allowedRow(step) }
      list += "</ul></details>"
    }
    if !staying.isEmpty {
      let words = leaving.isEmpty ? "" : "and "
      let count = Phrases.count(staying.count, "call that leaves", "calls that leave")
      list += """
        <details><summary>\(words)\(count) the state unchanged</summary>\
        <p><code>\(staying.prefix(60).joined(separator: ", "))</code></p></details>
        """
    }
    return list
  }
}
