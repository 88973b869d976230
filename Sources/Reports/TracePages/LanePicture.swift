internal import TraceModel
internal import TraceFindings

/// Some calls of a trace as a static picture: a column for each call, a lane for each subject, and a dashed column where
/// a call is missing. The script draws the same in a form that can be moved.
struct LanePicture {
  /// One call, or one that is missing.
  struct Column {
    var event: Int
    var missing: TimelineModel.Missing?
    /// How many events there are between the column before and this one that have no column.
    var skipped = 0
  }

  let names: LaneNames
  /// The names of callbacks where they are implemented, by short name.
  let callbackNames: [String: String]
  let times: TraceTimes
  let timeline: Timeline
  let model: TimelineModel
  let palette: StatePalette
  let columns: [Column]
  /// The lanes that are drawn, from top to bottom.
  let lanes: [Int]
  private let tops: [Double]

  private enum Metric {
    static let axis = 24.0
    static let column = 76.0
    static let perCharacter = 6.1
    static let aboveBase = 46.0
    static let aboveWideBase = 30.0
    static let belowBase = 38.0
  }

  /// A picture of the events, in their order, with the missing calls among them.
  /// - Parameter lanes: the lanes that may be drawn; those without any of the events are omitted.
  init(
    of trace: PlannedTrace, _ timeline: Timeline, _ model: TimelineModel, events: [Int],
    laneLimit: Int, callbackNames: [String: String], palette: StatePalette
  ) {
    self.init(
      columns: Self.columns(events, model.marks), timeline, model, names: trace.names,
      callbackNames: callbackNames, times: TraceTimes(trace.report), laneLimit: laneLimit,
      palette: palette)
  }

  /// A picture of the given columns, at least one of which is an event.
  init(
    columns: [Column], _ timeline: Timeline, _ model: TimelineModel, names: LaneNames,
    callbackNames: [String: String] = [:], times: TraceTimes, laneLimit: Int, palette: StatePalette
  ) {
    self.names = names
    self.callbackNames = callbackNames
    self.times = times
    self.timeline = timeline
    self.palette = palette
    self.model = model
    self.columns = columns
    let shown = Set(columns.filter { $0.missing == nil }.map(\.event))
    var counts: [Int: Int] = [:]
    for event in shown {
      guard let entry = timeline.entries(in: event...event).first else { continue }
      for lane in Set(entry.lanes + [entry.processLane].compactMap { $0 }) {
        counts[lane, default: 0] += 1
      }
    }
    let marked = Set(model.marks.filter { shown.contains($0.event) }.map(\.lane))
    let wide = Set(model.processes.map(\.lane))
    let order = counts.keys.sorted {
      let (a, b) = ((marked.contains($0), counts[$0] ?? 0), (marked.contains($1), counts[$1] ?? 0))
      return a.0 != b.0 ? a.0 : a.1 != b.1 ? a.1 > b.1 : $0 < $1
    }
    lanes = order.prefix(laneLimit).sorted {
      wide.contains($0) != wide.contains($1) ? wide.contains($0) : $0 < $1
    }
    var tops: [Double] = []
    var y = Metric.axis
    for lane in lanes {
      tops.append(y)
      y += (wide.contains(lane) ? Metric.aboveWideBase : Metric.aboveBase) + Metric.belowBase
    }
    self.tops = tops + [y]
  }

  /// The events around a violation: first those of its subject, then those just before and after.
  static func events(around violation: Violation, in timeline: Timeline) -> [Int] {
    guard let last = timeline.entries.last?.event, violation.event <= last, violation.event > 0
    else { return [] }
    let own = violation.steps.compactMap(\.event).filter { $0 >= 1 && $0 <= last }
    let before = own.filter { $0 <= violation.event }.suffix(7)
    let after = own.filter { $0 > violation.event }.prefix(3)
    let near = max(1, violation.event - 5)...min(last, violation.event + 2)
    return Array(Set(before).union(after).union(near).sorted().suffix(14))
  }

  private static func columns(_ events: [Int], _ marks: [TimelineModel.Mark]) -> [Column] {
    var columns: [Column] = []
    var previous: Int?
    for event in events {
      for missing in marks.flatMap(\.missing) where missing.before == event {
        columns.append(Column(event: event, missing: missing))
      }
      columns.append(
        Column(event: event, missing: nil, skipped: previous.map { event - $0 - 1 } ?? 0))
      previous = event
    }
    return columns
  }

  private var height: Double { tops.last ?? Metric.axis }
  private var width: Double { Double(columns.count) * Metric.column + 90 }
  private func left(column: Int) -> Double { 6 + Double(column) * Metric.column }
  private func base(_ row: Int) -> Double { tops[row + 1] - Metric.belowBase }

  /// The position of an event, or of the next one that has a column; the end of the picture when there is none.
  private func left(ofEvent event: Int) -> Double {
    columns.firstIndex { $0.event >= event && $0.missing == nil }
      .map(left(column:)) ?? width - 70
  }

  /// The names next to the picture, which stay in place when it is moved.
  func nameColumn() -> Markup {
    var markup: Markup = """
      <svg class="tl-names" width="124" height="\(height)" aria-hidden="true">
      """
    for (row, lane) in lanes.enumerated() {
      let y = base(row) - 6
      markup += """
        <text x="0" y="\(y)" class="nm">\(String(names.title(lane).prefix(15)))</text>\
        <text x="0" y="\(y + 15)" class="kd">\(String(Self.hint(of: timeline.lanes[lane], named: names.title(lane)).prefix(18)))</text>
        """
    }
    return markup + "</svg>"
  }

  /// The role of a lane and its identity, as far as a reader needs them.
  static func hint(of lane: Timeline.Lane, named name: String) -> String {
    let role = lane.role?.split(separator: ".").last.map(String.init) ?? ""
    let isNamed = lane.subject.isEmpty || name.hasSuffix(" " + lane.subject)
    return isNamed
      ? role : String(lane.subject.prefix(lane.subject.count <= 12 ? 12 : 8))
  }

  /// The picture itself.
  var svg: Markup {
    var markup: Markup = """
      <svg class="tl" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      """
    markup += axis
    for row in lanes.indices {
      markup += bars(row)
      markup += calls(row)
    }
    return markup + "</svg>"
  }

  private var axis: Markup {
    var markup: Markup = "<g class=\"ax\" transform=\"translate(0 15)\">"
    for (index, column) in columns.enumerated() {
      if let missing = column.missing {
        let severity = model.marks.first { $0.missing.contains(missing) }?.severity ?? .error
        markup +=
          "<text class=\"ms \(severity.name)\" x=\"\(left(column: index) + 2)\">missing</text>"
        continue
      }
      if column.skipped > 0 {
        markup +=
          "<text x=\"\(left(column: index) - 6)\" y=\"11\" text-anchor=\"end\">+\(column.skipped)</text>"
      }
      let time = timeline.entries(in: column.event...column.event).first?.time
      markup += """
        <text x="\(left(column: index) + 2)"><tspan>\(column.event)</tspan>\
        \(html: time.map { " \(times.text($0))" } ?? "")</text>
        """
    }
    return markup + "</g>\n"
  }

  /// The states of a lane as bars on its baseline.
  private func bars(_ row: Int) -> Markup {
    let lane = lanes[row]
    let y = base(row)
    let first = columns.first?.event ?? 0
    let last = columns.last?.event ?? 0
    var markup: Markup = "<path class=\"base\" d=\"M0 \(y)H\(width)\"/>"
    let ghosts = model.marks.filter { $0.lane == lane }.flatMap(\.missing)
    for interval in model.intervals(of: lane, in: timeline) {
      let end = model.end(of: interval, lane: lane)
      guard end > first, interval.firstEvent <= last else { continue }
      let start = interval.firstEvent < first ? 0 : left(ofEvent: interval.firstEvent)
      let ghost = columns.firstIndex { column in
        column.event == end && column.missing.map(ghosts.contains) ?? false
      }
      let right = ghost.map(left(column:)) ?? left(ofEvent: end)
      markup += bar(interval.state, from: start, to: right, base: y)
      guard let ghost, let missing = columns[ghost].missing else { continue }
      markup += ghostBar(
        missing, of: lane, from: left(column: ghost), to: left(ofEvent: end), base: y)
    }
    return markup
  }

  private func bar(_ state: String, from left: Double, to right: Double, base y: Double) -> Markup {
    let words = stateInWords(state)
    let look = palette.look(of: state)
    let tall = StatePalette.height(of: look)
    let room = right - left
    guard room > 1 else { return "" }
    var markup: Markup =
      look == .ended
      ? "<path class=\"over\" d=\"M\(left) \(y)H\(right)\"/>"
      : """
      <rect class="s\(look.rawValue)" x="\(left)" y="\(y - tall)" width="\(room)" height="\(tall)"/>
      """
    if room > Double(words.count) * Metric.perCharacter + 10 {
      let inside = tall >= 20
      markup += """
        <text\(html: inside ? " class=\"in\(look.rawValue)\"" : "") x="\(left + 6)" \
        y="\(inside ? y - tall / 2 + 4 : y - tall - 4)">\(words)</text>
        """
    }
    return markup
  }

  private func ghostBar(
    _ missing: TimelineModel.Missing, of lane: Int, from left: Double, to right: Double,
    base y: Double
  ) -> Markup {
    let severity =
      model.marks.first { $0.lane == lane && $0.missing.contains(missing) }?.severity ?? .error
    let tall = missing.state.map { max(10, StatePalette.height(of: palette.look(of: $0))) } ?? 14
    var markup: Markup = """
      <rect class="ghost \(severity.name)" x="\(left)" y="\(y - tall)" width="\(max(2, right - left))" height="\(tall)"/>
      """
    if let state = missing.state, tall >= 20 {
      markup += """
        <text class="gt \(severity.name)" x="\(left + 6)" y="\(y - tall / 2 + 4)">\(stateInWords(state))</text>
        """
    }
    return markup
  }

  /// The calls of a lane as rings on its baseline, with their names in two lines below.
  private func calls(_ row: Int) -> Markup {
    let lane = lanes[row]
    let y = base(row)
    let marks = model.marks.filter { $0.lane == lane }
    var markup = Markup()
    var free = [-9.0, -9.0]
    for (index, column) in columns.enumerated() {
      let mark = marks.first { mark in
        column.missing.map(mark.missing.contains) ?? (mark.event == column.event)
      }
      let text: String
      if let missing = column.missing {
        guard mark != nil else { continue }
        text = callbackNames.written(missing.callback)
      } else {
        guard let entry = timeline.entries(in: column.event...column.event).first,
          entry.shownLanes.contains(lane), entry.kind != .gap
        else { continue }
        text = callbackNames.written(entry.callback)
      }
      let place = left(column: index)
      let style = mark?.severity.name ?? ""
      let marking: Markup = style.isEmpty ? "" : " class=\"cb \(style)\""
      if column.missing != nil {
        markup += "<circle class=\"gone \(style)\" cx=\"\(place)\" cy=\"\(y)\" r=\"5\"/>"
      } else if let mark {
        markup += Self.sign(mark.severity, x: place, y: y)
      } else {
        markup += "<circle cx=\"\(place)\" cy=\"\(y)\" r=\"3.5\"/>"
      }
      guard let line = free.firstIndex(where: { $0 <= place }) else { continue }
      free[line] = place + Double(min(text.count, 30)) * Metric.perCharacter + 6
      markup += """
        <text\(html: marking) x="\(place + 3)" y="\(y + 16 + Double(line) * 15)">\(Self.cut(text))</text>
        """
    }
    return markup + "\n"
  }

  private static func cut(_ text: String) -> String {
    text.count > 30 ? String(text.prefix(29)) + "…" : text
  }

  /// A shape for each severity, so that color is not needed to distinguish them.
  static func sign(_ severity: Severity, x: Double, y: Double) -> Markup {
    """
    <use href="#i-\(severity.name)" class="\(severity.name)" x="\(x - 7)" y="\(y - 7)" width="14" height="14"/>
    """
  }
}

extension Timeline.Entry {
  /// The lanes that an event is drawn in: its subjects without the process around them.
  var shownLanes: [Int] {
    if lanes.isEmpty { return processLane.map { [$0] } ?? [] }
    guard lanes.count > 1, let processLane else { return lanes }
    let narrower = lanes.filter { $0 != processLane }
    return narrower.isEmpty ? lanes : narrower
  }
}
