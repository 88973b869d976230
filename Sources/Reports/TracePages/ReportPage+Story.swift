internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// Sentences in one story.
  private static let storyLimit = 30

  /// The whole trace in sentences: the changes of state with their calls and times, and what went wrong.
  func story(of planned: PlannedTrace) -> Markup {
    guard plan.isSingle || !planned.violations.isEmpty,
      let timeline = planned.report.timeline, let model = planned.model
    else { return "" }
    let told = Dictionary(planned.violations.map { ($0.violation.event, $0) }) { first, _ in first }
    let (steps, count) = storySteps(timeline, model, besides: told)
    if steps.isEmpty { return "" }
    let times = TraceTimes(planned.report)
    var markup: Markup = """
      <details class="block" id="\(planned.prefix)story"><summary>The story</summary>
      <ol class="tale">

      """
    for step in steps {
      if let violation = told[step.event] {
        let severity = violation.violation.severity.name
        let text = story(of: violation.violation, in: planned)
        markup += """
          <li class="\(severity)">\(html: PageFrame.icon(severity)) <a href="#\(violation.link)">\(text)</a></li>

          """
      } else if let entry = timeline.entries(in: step.event...step.event).first {
        let moment = entry.time.map { "At \(times.moment($0))" } ?? "Event \(entry.event):"
        let name = planned.names.title(step.lane)
        markup += """
          <li>\(moment) \(name) is now <b>\(step.state)</b> <small>\(names.written(entry.callback))</small></li>

          """
      }
    }
    let rest = count - steps.count
    if rest > 0 { markup += "<li class=\"dim\">and \(grouped(rest)) more steps</li>\n" }
    return markup + "</ol></details>\n"
  }

  /// A change of state, or a violation.
  private struct StoryStep {
    var event: Int
    var lane = 0
    var state = ""
  }

  /// The first changes of state and violations that are told, in the order of their events, and how many there are. A
  /// long trace has very many.
  private func storySteps(
    _ timeline: Timeline, _ model: TimelineModel, besides told: [Int: PlannedViolation]
  ) -> (first: [StoryStep], count: Int) {
    var first: [StoryStep] = []
    var count = 0
    func add(_ step: StoryStep) {
      count += 1
      if first.count == Self.storyLimit, first[first.count - 1].event <= step.event { return }
      // After those of the same event.
      let place = first.firstIndex { $0.event > step.event } ?? first.count
      first.insert(step, at: place)
      if first.count > Self.storyLimit { first.removeLast() }
    }
    for lane in timeline.lanes.indices {
      for interval in model.intervals(of: lane, in: timeline) where told[interval.firstEvent] == nil
      {
        let event = interval.firstEvent
        if timeline.entries(in: event...event).isEmpty { continue }
        add(StoryStep(event: event, lane: lane, state: interval.state))
      }
    }
    for event in told.keys { add(StoryStep(event: event)) }
    return (first, count)
  }
}
