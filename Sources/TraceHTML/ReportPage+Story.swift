internal import TraceDiagnostics
internal import TraceFindings
internal import TraceWriting

extension ReportPage {
  /// Sentences in one story.
  private static let storyLimit = 30

  /// The whole trace in sentences: the changes of state with their calls and times, and what went wrong.
  func story(of planned: PlannedTrace) -> Markup {
    let lines = storyLines(of: planned)
    guard !lines.isEmpty, plan.isSingle || !planned.violations.isEmpty else { return "" }
    var markup: Markup = """
      <details class="block" id="\(planned.prefix)story"><summary>The story</summary>
      <ol class="tale">

      """
    for line in lines.prefix(Self.storyLimit) {
      markup +=
        "<li\(html: line.severity.map { " class=\"\($0.name)\"" } ?? "")>\(html: line.text)</li>\n"
    }
    let rest = lines.count - Self.storyLimit
    if rest > 0 { markup += "<li class=\"dim\">and \(Phrases.grouped(rest)) more steps</li>\n" }
    return markup + "</ol></details>\n"
  }

  private struct StoryLine {
    var event: Int
    var severity: Severity?
    var text: Markup
  }

  private func storyLines(of planned: PlannedTrace) -> [StoryLine] {
    guard let timeline = planned.report.timeline, let model = planned.model else { return [] }
    let times = TraceTimes(planned.report)
    let told = Dictionary(planned.violations.map { ($0.violation.event, $0) }) { first, _ in first }
    var lines: [StoryLine] = []
    for lane in timeline.lanes.indices {
      for interval in model.intervals(of: lane, in: timeline) where told[interval.firstEvent] == nil
      {
        guard let entry = timeline.entries(in: interval.firstEvent...interval.firstEvent).first
        else { continue }
        let moment = entry.time.map { "At \(times.text($0)) s" } ?? "Event \(entry.event):"
        let name = planned.names.title(lane)
        lines.append(
          StoryLine(
            event: entry.event, severity: nil,
            text: """
              \(moment) \(name) is now <b>\(interval.state)</b> <small>\(entry.callback)</small>
              """))
      }
    }
    for violation in told.values {
      let text = story(of: violation.violation, in: planned)
      let icon = PageFrame.icon(violation.violation.severity.name)
      lines.append(
        StoryLine(
          event: violation.violation.event, severity: violation.violation.severity,
          text: "\(html: icon) <a href=\"#\(violation.link)\">\(text)</a>"))
    }
    return lines.sorted { $0.event < $1.event }
  }
}
