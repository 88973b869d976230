internal import TraceDiagnostics
internal import TraceDiagrams
internal import TraceFindings
internal import TraceModel
internal import TraceWriting

/// The timeline of one trace as a fixed picture, in the order of the events; the script draws the same, movable.
struct TimelinePicture {
  let trace: PlannedTrace
  let timeline: Timeline
  let model: TimelineModel
  let palette: StatePalette
  private let names: LaneNames
  private let spacing: Double
  private let tops: [Double]
  private let labels: [[Label]]
  private let entriesOfRow: [[Timeline.Entry]]

  private struct Label {
    var text: String
    var x: Double
    var level: Int
    /// The severity of the violation that the call is part of.
    var severity: Severity?
    /// Whether the call should have been there and was not.
    var isMissing: Bool
  }

  private enum Metric {
    static let axis = 26.0
    static let aboveBar = 22.0
    static let bar = 24.0
    static let labelLine = 14.0
    static let rowGap = 16.0
    static let perCharacter = 6.3
    static let pad = 64.0
    /// What fits beside the names on a screen of ordinary size.
    static let restingWidth = 950.0
    static let levels = 3
    static let intervalLimit = 1_500
  }

  init(of trace: PlannedTrace, _ timeline: Timeline, palette: StatePalette) {
    self.trace = trace
    self.timeline = timeline
    self.palette = palette
    let model = TimelineModel(trace, timeline)
    self.model = model
    names = LaneNames(timeline)
    let least = trace.marks == .named ? 20.0 : trace.marks == .plain ? 5.0 : 0.0
    let spacing = max(
      least, min(72, (Metric.restingWidth - 2 * Metric.pad) / Double(model.eventCount)))
    self.spacing = spacing
    var rowOfLane: [Int: Int] = [:]
    for (index, row) in model.rows.enumerated() {
      for lane in row.lanes { rowOfLane[lane] = index }
    }
    var entries = [[Timeline.Entry]](repeating: [], count: model.rows.count)
    for entry in timeline.entries {
      for lane in entry.shownLanes {
        if let row = rowOfLane[lane] { entries[row].append(entry) }
      }
    }
    entriesOfRow = entries
    var labels: [[Label]] = []
    var tops: [Double] = []
    var y = Metric.axis
    for row in model.rows.indices {
      let placed =
        trace.marks == .named
        ? Self.labels(for: entries[row], row: model.rows[row], model: model, spacing: spacing) : []
      labels.append(placed)
      tops.append(y)
      let levels = Double((placed.map(\.level).max() ?? -1) + 1)
      y += Metric.aboveBar + Metric.bar + levels * Metric.labelLine + Metric.rowGap
    }
    self.labels = labels
    self.tops = tops + [y]
  }

  private var height: Double { tops.last ?? Metric.axis }
  private var width: Double { Metric.pad * 2 + spacing * Double(model.eventCount) }
  private func x(_ event: Int) -> Double { Self.x(Double(event), spacing: spacing) }
  private static func x(_ event: Double, spacing: Double) -> Double {
    Metric.pad + (event - 0.5) * spacing
  }

  /// Gives each call of a row the first line of text in which its name has room; the others stay without.
  private static func labels(
    for entries: [Timeline.Entry], row: TimelineModel.Row, model: TimelineModel, spacing: Double
  ) -> [Label] {
    var wanted = entries.filter { !$0.callback.isEmpty }.map {
      (at: Double($0.event), event: $0.event, text: $0.callback, severity: Severity?.none)
    }
    let offending = Dictionary(
      model.marks.filter { row.lanes.contains($0.lane) }.map { ($0.event, $0.severity) },
      uniquingKeysWith: max)
    for index in wanted.indices { wanted[index].severity = offending[wanted[index].event] }
    for mark in model.marks where row.lanes.contains(mark.lane) {
      for (offset, missing) in mark.missing.enumerated() {
        let share = Double(offset + 1) / Double(mark.missing.count + 1)
        wanted.append(
          (Double(missing.before) - 1 + share, 0, "+ " + missing.callback, mark.severity))
      }
    }
    // Marked calls choose first, so that the names that matter are always there.
    let order = wanted.indices.sorted {
      (wanted[$0].severity != nil ? 0 : 1, wanted[$0].at, $0)
        < (wanted[$1].severity != nil ? 0 : 1, wanted[$1].at, $1)
    }
    var occupied = [[ClosedRange<Double>]](repeating: [], count: Metric.levels)
    var placed: [Label] = []
    for index in order {
      let text = StateDiagram.shortened(wanted[index].text)
      let middle = x(wanted[index].at, spacing: spacing)
      let half = Double(text.count) * Metric.perCharacter / 2 + 5
      let span = (middle - half)...(middle + half)
      guard let level = occupied.firstIndex(where: { !$0.contains { $0.overlaps(span) } }) else {
        continue
      }
      occupied[level].append(span)
      placed.append(
        Label(
          text: text, x: middle, level: level, severity: wanted[index].severity,
          isMissing: wanted[index].event == 0))
    }
    return placed.sorted { ($0.x, $0.level) < ($1.x, $1.level) }
  }

  /// The names of the rows beside the picture, which stay where they are when it is moved.
  var nameColumn: Markup {
    var markup: Markup = """
      <svg class="tl-names" width="112" height="\(height)" aria-hidden="true">

      """
    for (index, row) in model.rows.enumerated() {
      let y = tops[index] + Metric.aboveBar + 16
      let lane = timeline.lanes[row.lanes[0]]
      let name =
        row.lanes.count > 1
        ? Phrases.count(row.lanes.count, lane.kind, SubjectCount.plural(of: lane.kind))
        : names.short(row.lanes[0])
      let kind = row.lanes.count > 1 ? "one after the other" : Self.kind(of: lane)
      markup += """
        <text x="0" y="\(y - 6)" class="nm">\(String(name.prefix(15)))</text>\
        <text x="0" y="\(y + 9)" class="kd">\(String(kind.prefix(19)))</text>

        """
    }
    return markup + "</svg>"
  }

  /// The role of a lane, or its kind where it has none.
  static func kind(of lane: Timeline.Lane) -> String {
    guard let role = lane.role, !role.isEmpty else { return lane.kind }
    return role.split(separator: ".").last.map(String.init) ?? role
  }

  /// The picture itself.
  var svg: Markup {
    var markup: Markup = """
      <svg class="tl" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">

      """
    markup += axis
    markup += gaps
    for row in model.rows.indices { markup += bars(row) }
    markup += restartLines
    for row in model.rows.indices { markup += ticks(row) }
    for mark in model.marks.reversed() { markup += violationMark(mark) }
    return markup + "</svg>"
  }

  // MARK: Parts

  private var axis: Markup {
    let times = TraceTimes(trace.report)
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
    let step = steps.first { Double($0) * spacing >= 62 } ?? max(1, model.eventCount / 10)
    var lines: Markup = "<path class=\"grid\" d=\""
    var texts = Markup()
    for event in stride(from: step == 1 ? 1 : step, through: model.eventCount, by: step) {
      lines += "M\(x(event)) \(Metric.axis)V\(height)"
      let time = timeline.entries(in: event...event).first?.time
      let second: Markup =
        time.map { "<tspan class=\"tm\" dx=\"5\">\(times.text($0))</tspan>" } ?? ""
      texts +=
        "<text x=\"\(x(event))\" y=\"15\">\(event)\(html: spacing * Double(step) > 86 ? second : "")</text>"
    }
    return "<g class=\"ax\">\(html: lines)\"/>\(html: texts)</g>\n"
  }

  /// Where events were lost.
  private var gaps: Markup {
    var markup = Markup()
    for entry in timeline.entries where entry.kind == .gap {
      let wide = max(6, spacing * 0.8)
      markup += """
        <g class="lost"><title>event \(entry.event): events were lost here</title>\
        <rect x="\(x(entry.event) - wide / 2)" y="\(Metric.axis)" width="\(wide)" \
        height="\(height - Metric.axis)"/></g>

        """
    }
    return markup
  }

  private func bars(_ row: Int) -> Markup {
    var paths: [Int: Markup] = [:]
    var texts = Markup()
    var drawn = 0
    let y = tops[row] + Metric.aboveBar
    for lane in model.rows[row].lanes {
      let rowLane = timeline.lanes[lane]
      let isShared = model.rows[row].isProcess && model.rows[row].lanes.count > 1
      let lastEvent = model.processes.first { $0.lane == lane }?.last
      for interval in rowLane.intervals where drawn < Metric.intervalLimit {
        var end = min(interval.endEvent, model.eventCount + 1)
        // A process ends when the next begins, though nothing tells of its end.
        if isShared, let lastEvent { end = min(end, lastEvent + 1) }
        let left = x(interval.firstEvent)
        let right =
          end > model.eventCount || (isShared && end == (lastEvent ?? 0) + 1)
          ? x(end) - spacing / 2 : x(end)
        let wide = right - left
        guard wide >= 1.5 else { continue }
        drawn += 1
        let look = palette.look(of: interval.state)
        paths[look, default: Markup()] += "M\(left) \(y)h\(wide)v\(Metric.bar)h\(-wide)z"
        let text = interval.state
        if wide > Double(text.count) * 6.9 + 12, trace.marks != .density || drawn < 300 {
          texts += "<text x=\"\(left + 7)\" y=\"\(y + 16)\">\(text)</text>"
        }
      }
      if model.rows[row].isProcess && model.rows[row].lanes.count > 1,
        let span = model.processes.first(where: { $0.lane == lane })
      {
        texts += """
          <text class="pid" x="\(x(span.first))" y="\(y - 6)">\(rowLane.kind) \(names.short(lane))</text>
          """
      }
    }
    var markup: Markup = "<g class=\"bars\">"
    for look in paths.keys.sorted() {
      markup += "<path class=\"s\(look)\" d=\"\(html: paths[look] ?? "")\"/>"
    }
    return markup + "\(html: texts)</g>\n"
  }

  private var restartLines: Markup {
    guard !model.restarts.isEmpty else { return "" }
    var markup: Markup = "<g class=\"restart\">"
    for span in model.restarts.prefix(200) {
      let place = x(span.first) - spacing / 2
      markup += """
        <path d="M\(place) \(Metric.axis)V\(height)"><title>\(timeline.lanes[span.lane].kind) \(names.short(span.lane)) \
        begins at event \(span.first)</title></path>
        """
    }
    return markup + "</g>\n"
  }

  private func ticks(_ row: Int) -> Markup {
    let y = tops[row] + Metric.aboveBar
    switch trace.marks {
    case .named: return namedTicks(row, y: y)
    case .plain:
      var path: Markup = "<path class=\"tk\" d=\""
      for entry in entriesOfRow[row] { path += "M\(x(entry.event)) \(y - 3)v\(Metric.bar + 6)" }
      return path + "\"/>\n"
    case .density: return histogram(row, y: y)
    }
  }

  private func namedTicks(_ row: Int, y: Double) -> Markup {
    var markup: Markup = "<g class=\"ticks\">\n"
    for entry in entriesOfRow[row] where entry.kind != .gap {
      let kind = entry.kind == .delegate ? "" : " \(entry.kind.name)"
      let style = entry.kind == .delegate ? "tk" : "tk \(entry.kind == .action ? "ac" : "no")"
      markup += """
        <a href="#\(trace.prefix)e\(entry.event)" tabindex="-1">\
        <title>\(entry.event) \(entry.callback)\(kind)</title>\
        <path class="hit" d="M\(x(entry.event)) \(y - 4)v\(Metric.bar + 8)"/>\
        <path class="\(style)" d="M\(x(entry.event)) \(y - 3)v\(Metric.bar + 6)"/></a>

        """
    }
    markup += "</g>\n<g class=\"cb\">"
    for label in labels[row] {
      let baseline = y + Metric.bar + 15 + Double(label.level) * Metric.labelLine
      let style: Markup =
        label.severity.map { " class=\"\($0.name)\(label.isMissing ? "" : " bd")\"" } ?? ""
      if label.level > 0 {
        markup += "<path class=\"ld\" d=\"M\(label.x) \(y + Metric.bar + 4)V\(baseline - 10)\"/>"
      }
      markup += "<text\(html: style) x=\"\(label.x)\" y=\"\(baseline)\">\(label.text)</text>"
    }
    return markup + "</g>\n"
  }

  /// How many events there are in each four pixels.
  private func histogram(_ row: Int, y: Double) -> Markup {
    let binWidth = 4.0
    let binCount = Int(width / binWidth) + 1
    var bins = [Int](repeating: 0, count: binCount)
    for entry in entriesOfRow[row] {
      let bin = Int(x(entry.event) / binWidth)
      if bins.indices.contains(bin) { bins[bin] += 1 }
    }
    let most = Double(max(1, bins.max() ?? 1))
    var path: Markup = "<path class=\"dn\" d=\""
    let base = y + Metric.bar + 4
    for (bin, count) in bins.enumerated() where count > 0 {
      let tall = 4 + 16 * Double(count) / most
      path += "M\(Double(bin) * binWidth) \(base)h3v\(-tall)h-3z"
    }
    return path + "\"/>\n"
  }

  /// The mark of a violation, the ghosts of missing calls, and the arrow from the last legal call.
  private func violationMark(_ mark: TimelineModel.Mark) -> Markup {
    guard let row = model.rows.firstIndex(where: { $0.lanes.contains(mark.lane) }) else {
      return ""
    }
    let violation = mark.violation.violation
    let y = tops[row] + Metric.aboveBar
    let place = x(mark.event)
    var markup: Markup = """
      <a class="vm \(mark.severity.name)" href="#\(mark.violation.link)" \
      aria-label="\(mark.severity.name) at event \(mark.event): \(violation.rule)">\
      <title>\(violation.message)</title>
      """
    if let last = mark.lastLegal, place - x(last) > 3 {
      let from = x(last)
      let reach = place - 9
      markup += """
        <path class="arc" d="M\(from) \(y - 2)C\(from + min(30, (reach - from) / 3)) \(y - 17) \
        \(max(from, reach - 24)) \(y - 17) \(reach) \(y - 11)"/>\
        <circle class="last" cx="\(from)" cy="\(y - 2)" r="3"/>\
        <path class="tip" d="M\(reach - 5) \(y - 15)l7 5l-8 2z"/>
        """
    }
    for (offset, missing) in mark.missing.enumerated() {
      let share = Double(offset + 1) / Double(mark.missing.count + 1)
      let middle = Self.x(Double(missing.before) - 1 + share, spacing: spacing)
      markup += """
        <path class="ghost" d="M\(middle) \(y - 4)v\(Metric.bar + 8)"><title>expected here: \
        \(missing.callback)</title></path>
        """
    }
    for event in mark.surplus {
      markup += """
        <path class="cross" d="M\(x(event) - 4) \(y + Metric.bar / 2 - 4)l8 8m0 -8l-8 8"/>
        """
    }
    markup += "<path class=\"line\" d=\"M\(place) \(y - 2)v\(Metric.bar + 6)\"/>"
    markup += Self.symbol(mark.severity, x: place, y: y - 10)
    return markup + "</a>\n"
  }

  /// A shape for each severity, so that color is not needed to tell them apart.
  static func symbol(_ severity: Severity, x: Double, y: Double) -> Markup {
    switch severity {
    case .error:
      "<path class=\"sym\" d=\"M\(x - 8) \(y - 8)h16v8l-8 8l-8 -8z\"/><path class=\"sx\" d=\"M\(x - 3) \(y - 5)l6 6m0 -6l-6 6\"/>"
    case .warning:
      "<path class=\"sym\" d=\"M\(x) \(y - 8)l9 15h-18z\"/><path class=\"sx\" d=\"M\(x) \(y - 3)v4m0 2v1\"/>"
    case .note: "<circle class=\"sym\" cx=\"\(x)\" cy=\"\(y)\" r=\"6\"/>"
    }
  }
}

extension Timeline.Entry {
  /// The lanes an event is drawn in: what it is about, without the process around that.
  var shownLanes: [Int] {
    if lanes.isEmpty { return processLane.map { [$0] } ?? [] }
    guard lanes.count > 1, let processLane else { return lanes }
    let narrower = lanes.filter { $0 != processLane }
    return narrower.isEmpty ? lanes : narrower
  }
}
