internal import TraceDiagnostics
internal import TraceFindings
internal import TraceWriting

extension ReportPage {
  /// The timeline of the page's only trace, as a section of the page.
  func timeline(of trace: PlannedTrace) -> Markup {
    """
    <section id="timeline" class="wrap part" aria-labelledby="h-timeline">
    <h2 id="h-timeline">Timeline</h2>
    \(html: timelineBody(of: trace))
    </section>

    """
  }

  /// The picture with its names, its keys and its script's place.
  func timelineBody(of planned: PlannedTrace) -> Markup {
    let trace = planned.report
    guard let timeline = trace.timeline, !timeline.entries.isEmpty, !timeline.lanes.isEmpty else {
      return
        "<p class=\"none\">This report was made without the events, so there is no timeline.</p>\n"
    }
    let picture = TimelinePicture(of: planned, timeline, palette: palette)
    var notes: [String] = []
    if !timeline.isComplete {
      let count = Phrases.count(timeline.entries.count, "event")
      notes.append("This report has but the first \(count) of \(Phrases.grouped(trace.events))")
    }
    if picture.model.hiddenLanes > 0 {
      notes.append("\(Phrases.count(picture.model.hiddenLanes, "further lane")) not drawn")
    }
    if planned.marks == .density {
      notes.append("Columns show how many events there are; violations are marked one by one")
    }
    let note: Markup =
      notes.isEmpty ? "" : "<p class=\"dim\">\(notes.joined(separator: ". ")).</p>"
    let data: Markup = planned.hasData ? " data-timeline=\"\(planned.index)\"" : ""
    return """
      <div class="tl-box"\(html: data)>
      <div class="tl-tools" hidden></div>
      <div class="tl-frame">\(html: picture.nameColumn)
      <div class="tl-scroll" role="group" tabindex="0" \
      aria-label="Timeline of \(Phrases.fileName(trace.path)); the list of events says the same">\(html: picture.svg)</div></div>
      <div class="tl-map" hidden></div>
      <p class="tl-say" aria-live="polite"></p>
      </div>
      \(html: note)
      \(html: legend(timeline))

      """
  }

  /// What the bars, ticks and marks mean.
  private func legend(_ timeline: Timeline) -> Markup {
    var seen: Set<String> = []
    var states: [String] = []
    for lane in timeline.lanes {
      for interval in lane.intervals where seen.insert(interval.state).inserted {
        states.append(interval.state)
      }
    }
    var markup: Markup = "<ul class=\"legend\">\n"
    for state in states.prefix(24) {
      markup += """
        <li><svg width="22" height="14" aria-hidden="true"><rect class="s\(palette.look(of: state))" \
        x=".5" y=".5" width="21" height="13"/></svg>\(state)</li>

        """
    }
    markup += """
      <li><svg width="10" height="16" aria-hidden="true"><path class="tk" d="M5 0v16"/></svg>call</li>
      <li><svg width="10" height="16" aria-hidden="true"><path class="ghost" d="M5 0v16"/></svg>\
      missing call</li>
      <li><svg width="18" height="18" aria-hidden="true"><g class="vm error">\
      \(html: TimelinePicture.symbol(.error, x: 9, y: 9))</g></svg>error</li>
      <li><svg width="18" height="18" aria-hidden="true"><g class="vm warning">\
      \(html: TimelinePicture.symbol(.warning, x: 9, y: 9))</g></svg>warning</li>
      <li><svg width="14" height="14" aria-hidden="true"><g class="vm note">\
      \(html: TimelinePicture.symbol(.note, x: 7, y: 7))</g></svg>note</li>

      """
    return markup + "</ul>"
  }
}
