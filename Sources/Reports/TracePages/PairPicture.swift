package import TraceFindings

/// Two recordings of one scenario, one above the other over the same columns.
///
/// Each call that either of them has is a column, so that a call that one of them lacks is a gap next to its counterpart.
package struct PairPicture {
  /// One call of either recording.
  package struct Column {
    /// The callback, as it is compared.
    package var callback: String
    /// The event in the first recording, counted from 1; nil where it has none.
    package var before: Int?
    /// The event in the second recording, counted from 1; nil where it has none.
    package var after: Int?

    /// Makes a column; at least one of the events is there.
    package init(callback: String, before: Int?, after: Int?) {
      self.callback = callback
      self.before = before
      self.after = after
    }
  }

  /// One of the recordings.
  struct Side {
    let timeline: Timeline
    let model: TimelineModel
    let names: LaneNames
    let times: TraceTimes

    init(_ timeline: Timeline, _ violations: [Violation] = [], beside other: Timeline) {
      self.timeline = timeline
      model = TimelineModel(
        violations.enumerated().map {
          PlannedViolation(violation: $0.element, index: $0.offset, link: "")
        }, timeline)
      names = LaneNames(timeline, beside: other)
      times = TraceTimes(timeline.entries)
    }
  }

  private static let laneLimit = 4

  private let before: Side
  private let after: Side
  private let palette: StatePalette
  private let callbackNames: [String: String]

  /// - Parameter callbackNames: the names of callbacks where they are implemented, by short name.
  init(before: Side, after: Side, palette: StatePalette, callbackNames: [String: String] = [:]) {
    (self.before, self.after) = (before, after)
    (self.palette, self.callbackNames) = (palette, callbackNames)
  }

  /// Prepares the pictures of two recordings.
  /// - Parameter lifecycles: the lifecycles of the states, with any numbers.
  /// - Complexity: O(events + states · transitions).
  package init(
    before: (timeline: Timeline, violations: [Violation]),
    after: (timeline: Timeline, violations: [Violation]), lifecycles: [Coverage.Lifecycle]
  ) {
    let lanes = before.timeline.lanes + after.timeline.lanes
    let wide = lanes.first.map { first in lanes.filter { $0.kind == first.kind } } ?? []
    let wideStates = Set(wide.count < lanes.count ? wide.flatMap(\.intervals).map(\.state) : [])
    self.init(
      before: Side(before.timeline, before.violations, beside: after.timeline),
      after: Side(after.timeline, after.violations, beside: before.timeline),
      palette: StatePalette(graphs: lifecycles.map { StateGraph(of: $0) }) { graph in
        graph.nodes.contains { wideStates.contains($0.name) }
      })
  }

  /// The two pictures of the columns, with names at their left.
  /// - Parameters:
  ///   - headings: what stands above each of them.
  ///   - label: what they are, for those who do not see them.
  func frame(_ columns: [Column], headings: (String, String), label: String) -> Markup {
    let upper = picture(of: before, columns, \.before, other: \.after)
    let lower = picture(of: after, columns, \.after, other: \.before)
    return """
      <div class="tl-frame"><div class="pair-names">\(html: upper.nameColumn(heading: headings.0))\(html: lower.nameColumn(heading: headings.1))</div>
      <div class="tl-scroll" role="group" tabindex="0" aria-label="\(label)">\(html: upper.svg)\(html: lower.svg)</div></div>
      """
  }

  /// The two pictures of the columns, with names at their left.
  /// - Parameter row: the number of the first column among all of them, which connects it with the rows of a table.
  package func markup(_ columns: [Column], firstRow row: Int) -> Markup {
    let timelines = frame(
      columns, headings: ("Before", "Now"),
      label: "Timelines before and now; the table below has the same data")
    return """
      <div class="tl-box pair" data-row="\(row)" data-columns="\(columns.count)">
      <div class="tl-head"><h3>Timelines</h3> <small class="tl-part">\(Phrases.count(columns.count, "call")), one column each in both</small></div>
      \(html: timelines)
      <p class="tl-say" aria-live="polite"></p>
      </div>

      """
  }

  private func picture(
    of side: Side, _ columns: [Column], _ own: KeyPath<Column, Int?>, other: KeyPath<Column, Int?>
  ) -> LanePicture {
    let missing = side.model.marks.flatMap(\.missing)
    var next = (side.timeline.entries.last?.event ?? 0) + 1
    var placed: [LanePicture.Column] = []
    for column in columns.reversed() {
      let isDifferent = column[keyPath: own] == nil || column[keyPath: other] == nil
      if let event = column[keyPath: own] {
        next = event
        placed.append(.init(event: event, isDifferent: isDifferent))
      } else {
        let ghost = missing.first { $0.callback == column.callback && $0.before == next }
        placed.append(
          .init(event: next, missing: ghost, isHole: ghost == nil, isDifferent: isDifferent))
      }
    }
    return LanePicture(
      columns: placed.reversed(), side.timeline, side.model, names: side.names,
      callbackNames: callbackNames,
      times: side.times, laneLimit: Self.laneLimit, palette: palette)
  }
}
