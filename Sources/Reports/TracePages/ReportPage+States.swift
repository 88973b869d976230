internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

extension ReportPage {
  /// The recorded calls next to the legal ones, and the next calls after those.
  func alignmentTable(_ violation: Violation, of trace: PlannedTrace) -> Markup {
    AlignmentTable(
      violation, steps: steps(of: violation, in: trace), names: names,
      times: TraceTimes(trace.report)
    ) { number in
      eventLink(number, in: trace, text: String(number))
    }.markup
  }

  /// The steps of a finding with the states that its lane shows where the explanation has none, and two calls more.
  private func steps(of violation: Violation, in trace: PlannedTrace) -> [Violation.Step] {
    guard isOfLanes(violation), let timeline = trace.report.timeline, let model = trace.model,
      let lane = model.marks.first(where: { $0.violation.violation.event == violation.event })?
        .lane,
      let last = violation.steps.compactMap(\.event).last
    else { return violation.steps }
    let intervals = model.intervals(of: lane, in: timeline)
    func states(after event: Int) -> [String] {
      intervals.last { $0.firstEvent <= event }
        .map { $0.endEvent > event ? [$0.state] : [] } ?? []
    }
    var steps = violation.steps.map { step in
      guard step.states.isEmpty, step.mark == .match, let event = step.event else { return step }
      var step = step
      step.states = states(after: event)
      return step
    }
    let listed = timeline.entries.last?.event ?? 0
    guard last > 0, last < listed else { return steps }
    let later = timeline.entries(in: (last + 1)...(last + min(60, listed - last))).filter {
      $0.shownLanes.contains(lane) && $0.kind != .gap
        && trace.violationOfEvent[$0.event] == nil
    }
    for entry in later.prefix(2) {
      steps.append(
        Violation.Step(
          mark: .match, event: entry.event, line: entry.line, callback: entry.callback,
          states: states(after: entry.event), time: entry.time))
    }
    return steps
  }

  /// The states with the steps that were taken, expected and tried, and the names of the allowed ones.
  func stepFigure(_ violation: Violation) -> Markup {
    let picture = pictures.first { $0.lifecycle == violation.lifecycle }?.picture
    let states = violation.states.isEmpty ? "" : " in " + statesInWords(violation.states)
    return """
      <figure class="steps"\(html: isOfLanes(violation) ? " data-lane" : "")>
      <h3>\(violation.nameOfSubjectKind) states <small>at event \(violation.event)</small></h3>
      \(html: picture?.picture(of: violation, call: names.written(violation.callback)) ?? "")
      <figcaption><p class="legend"><span class="took">taken</span> <span class="want">expected</span> \
      <span class="bad">not allowed\(states): <code>\(violation.spelling)</code></span></p>
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

  /// The calls that were allowed: those that lead to another state, and the names of those that do not.
  private func allowedList(_ violation: Violation, picture: StepPicture?) -> Markup {
    let leaving = picture?.allowed(by: violation) ?? []
    let known = Set(leaving.map(\.callback))
    let staying = violation.expected.filter { !known.contains($0) }
    // If the rule is about numbers or durations, the state's calls are allowed as usual.
    guard !leaving.isEmpty || !staying.isEmpty else { return "" }
    let number = Phrases.count(known.count + staying.count, "call")
    var list: Markup = "<details><summary>\(number) allowed there</summary><ul>"
    for step in leaving.prefix(60) {
      list +=
        "<li><code>\(names.written(step.callback))</code> <span>→ \(stateInWords(step.state))</span></li>\n"
    }
    list += "</ul>"
    if !staying.isEmpty {
      let count = Phrases.count(staying.count, "call that leaves", "calls that leave")
      let calls = staying.prefix(60).map(names.written).joined(separator: ", ")
      list += "<p>\(count) the state unchanged: <code>\(calls)</code></p>"
    }
    return list + "</details>"
  }
}
