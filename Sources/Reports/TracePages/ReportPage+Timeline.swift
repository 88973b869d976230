internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// Columns in the drawing of a whole trace.
  private static let columnLimit = 12

  /// The timeline of a trace: its first events as a drawing, which the script replaces by all of them.
  func timelineBody(of planned: PlannedTrace) -> Markup {
    guard let timeline = planned.report.timeline, let model = planned.model,
      !timeline.entries.isEmpty, !timeline.lanes.isEmpty
    else {
      return
        "<p class=\"none\">This report does not contain the events, so there is no timeline.</p>\n"
    }
    let events = timeline.entries.prefix(planned.hasDrawing ? Self.columnLimit : 0).map(\.event)
    return timelineBox(
      of: planned, timeline, model, events: events, laneLimit: 8, id: "\(planned.prefix)timeline",
      at: nil, story: "")
  }

  /// The timeline around a finding.
  func timelineBody(of finding: PlannedFinding) -> Markup {
    guard let timeline = finding.trace.report.timeline, let model = finding.trace.model
    else { return "" }
    let events = LanePicture.events(around: finding.violation, in: timeline)
    guard !events.isEmpty, !timeline.lanes.isEmpty else { return pictureOfSteps(of: finding) }
    return timelineBox(
      of: finding.trace, timeline, model, events: events, laneLimit: 4, id: nil,
      at: finding.violation.event, story: story(of: finding.violation, in: finding.trace))
  }

  /// The calls of the finding's own subject, which the finding has even where the event is not listed.
  private func pictureOfSteps(of finding: PlannedFinding) -> Markup {
    let violation = finding.violation
    let steps = violation.steps.filter { $0.event != nil }
    guard let last = steps.compactMap(\.event).max(), last < .max,
      steps.allSatisfy({ $0.event ?? 0 > 0 })
    else { return "" }
    var lane = Timeline.Lane(kind: violation.nameOfSubjectKind, subject: violation.subject)
    for (offset, step) in steps.enumerated() where step.states.count == 1 {
      let end = offset + 1 < steps.count ? steps[offset + 1].event ?? last : last + 1
      lane.intervals.append(
        .init(state: step.states[0], firstEvent: step.event ?? 0, endEvent: end))
    }
    let timeline = Timeline(
      lanes: [lane],
      entries: steps.map { step in
        Timeline.Entry(
          event: step.event ?? 0, line: step.line ?? 0, callback: step.callback, kind: .delegate,
          time: step.time, lanes: [0])
      }, isComplete: false)
    let planned = PlannedViolation(violation: violation, index: 0, link: finding.first.link)
    let picture = LanePicture(
      of: finding.trace, timeline, TimelineModel([planned], timeline),
      events: steps.suffix(14).compactMap(\.event), laneLimit: 1, callbackNames: names,
      palette: palette)
    return """
      <div class="tl-box">
      <div class="tl-head"><h3>Timeline</h3> <p class="story">\(story(of: violation, in: finding.trace))</p>\
      <small class="tl-part">the calls of one \(violation.nameOfSubjectKind); the events around them are not listed</small></div>
      <div class="tl-frame">\(html: picture.nameColumn())
      <div class="tl-scroll" role="group" tabindex="0" aria-label="Calls of the \(violation.nameOfSubjectKind)">\(html: picture.svg)</div></div>
      </div>

      """
  }

  private func timelineBox(
    of planned: PlannedTrace, _ timeline: Timeline, _ model: TimelineModel, events: [Int],
    laneLimit: Int, id: String?, at event: Int?, story: String
  ) -> Markup {
    let picture = LanePicture(
      of: planned, timeline, model, events: events, laneLimit: laneLimit, callbackNames: names,
      palette: palette)
    let data: Markup = planned.hasData ? " data-timeline=\"\(planned.index)\"" : ""
    let cursor: Markup = event.map { " data-at=\"\($0)\"" } ?? ""
    let anchor: Markup = id.map { " id=\"\($0)\"" } ?? ""
    let listed = timeline.entries.count
    let known =
      timeline.isComplete
      ? Phrases.count(listed, "event")
      : "the first \(Phrases.count(listed, "event")) of \(grouped(planned.report.events))"
    let part =
      events.count < listed ? "\(Phrases.count(events.count, "call")) of \(known)" : known
    return """
      <div class="tl-box"\(html: anchor)\(html: data)\(html: cursor)>
      <div class="tl-head"><h3>Timeline</h3> <p class="story">\(story)</p><small class="tl-part">\(part)</small>\
      <div class="tl-tools" hidden></div></div>
      <div class="tl-map" hidden></div>
      <div class="tl-frame">\(html: picture.nameColumn())
      <div class="tl-scroll" role="group" tabindex="0" \
      aria-label="Timeline of \(Phrases.fileName(planned.report.path)); the table below has the same data">\(html: picture.svg)</div></div>
      <p class="tl-say" aria-live="polite"></p>
      </div>

      """
  }
}
