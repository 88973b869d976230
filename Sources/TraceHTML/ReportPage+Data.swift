internal import TraceDiagnostics
internal import TraceFindings
internal import TraceModel
internal import TraceWriting

extension ReportPage {
  /// The data for the script's timelines and long lists, and the report as JSON.
  ///
  /// One block per trace, in columns, because that takes a third of the size of one object per event.
  var dataBlocks: Markup {
    var markup = Markup()
    for trace in plan.sections where trace.hasData {
      guard let timeline = trace.report.timeline, let model = trace.model,
        !timeline.entries.isEmpty
      else { continue }
      markup += "<script type=\"application/json\" id=\"data-\(trace.index)\">"
      markup.bytes +=
        TimelineData(trace: trace, timeline: timeline, model: model, palette: palette).json
      markup += "</script>\n"
    }
    if let machineReport {
      markup += "<script type=\"application/json\" id=\"machine\">"
      markup.bytes.appendScriptSafe(machineReport)
      markup += "</script>\n"
    }
    return markup
  }
}

/// The timeline of one trace for the script.
///
/// If not every event is listed, numbers of events are differences from the event before. Times are such differences,
/// too, in a unit that the data names. An interval is its state, the number of events from the end of the interval
/// before to its beginning, and its length in events.
struct TimelineData {
  let trace: PlannedTrace
  let timeline: Timeline
  let model: TimelineModel
  let palette: StatePalette

  /// The JSON text, safe inside a script element.
  var json: [UInt8] {
    let wide = Set(model.processes.map(\.lane))
    var states: [String: Int] = [:]
    var stateNames: [String] = []
    for lane in timeline.lanes.indices {
      for interval in model.intervals(of: lane, in: timeline)
      where states[interval.state] == nil {
        states[interval.state] = stateNames.count
        stateNames.append(interval.state)
      }
    }
    var out: [UInt8] = []
    for missing in model.marks.flatMap(\.missing) {
      guard let state = missing.state, states[state] == nil else { continue }
      states[state] = stateNames.count
      stateNames.append(state)
    }
    out.append("{\"n\":\(model.eventCount),\"all\":\(trace.report.events),\"pre\":")
    out.appendScriptString(trace.prefix)
    out.append(",\"states\":")
    out.appendList(stateNames) { $0.appendScriptString($1) }
    out.append(",\"looks\":")
    out.appendList(stateNames) { $0.appendDecimal(palette.look(of: $1).rawValue) }
    out.append(",\"lanes\":")
    out.appendList(Array(timeline.lanes.indices)) { out, index in
      let lane = timeline.lanes[index]
      out.append("[")
      out.appendScriptString(trace.names.title(index))
      out.append(",")
      out.appendScriptString(LanePicture.hint(of: lane, named: trace.names.title(index)))
      out.append(",")
      var last = 0
      out.appendList(model.intervals(of: index, in: timeline)) { out, interval in
        let end = model.end(of: interval, lane: index)
        out.append(
          "\(states[interval.state] ?? 0),\(interval.firstEvent - last),\(end - interval.firstEvent)"
        )
        last = end
      }
      out.append(wide.contains(index) ? ",1]" : "]")
    }
    appendEntries(to: &out)
    appendViolations(model, states: states, to: &out)
    out.append("}")
    return out
  }

  private func appendEntries(to out: inout [UInt8]) {
    var calls: [String: Int] = [:]
    var callList: [(name: String, kind: EventKind)] = []
    let kinds = timeline.entries.map { entry -> Int in
      let key = entry.kind.name + " " + entry.callback
      if let known = calls[key] { return known }
      calls[key] = callList.count
      callList.append((entry.callback, entry.kind))
      return callList.count - 1
    }
    out.append(",\"cb\":")
    out.appendList(callList) { out, call in
      out.append("[")
      out.appendScriptString(call.name)
      out.append(",")
      out.appendScriptString(call.kind == .delegate ? "" : call.kind.name)
      out.append("]")
    }
    out.append(",\"c\":")
    out.appendList(kinds) { $0.appendDecimal($1) }
    out.append(",\"l\":")
    out.appendList(timeline.entries) { out, entry in
      let lanes = entry.shownLanes.prefix(8)
      out.append(
        lanes.count == 1
          ? String(lanes[0]) : "[\(lanes.map(String.init).joined(separator: ","))]")
    }
    if !timeline.isComplete || timeline.entries.first?.event != 1 {
      out.append(",\"e\":")
      var last = 0
      out.appendList(timeline.entries) { out, entry in
        out.appendDecimal(entry.event - last)
        last = entry.event
      }
    }
    guard timeline.entries.contains(where: { $0.time != nil }) else { return }
    let origin = TraceTimes(trace.report).origin
    let perSecond = timeline.entries.count > 10_000 ? 1_000 : 10_000
    var last = 0
    out.append(",\"unit\":\(perSecond),\"t\":")
    out.appendList(timeline.entries) { out, entry in
      let units = entry.time.flatMap { (($0 - origin) * Double(perSecond)).nearestInteger } ?? last
      out.appendDecimal(units - last)
      last = units
    }
  }

  private func appendViolations(
    _ model: TimelineModel, states: [String: Int], to out: inout [UInt8]
  ) {
    out.append(",\"v\":")
    out.appendList(model.marks) { out, mark in
      let violation = mark.violation.violation
      out.append("[\(mark.event),\(mark.lane),\(mark.severity.rawValue),")
      out.appendScriptString(mark.violation.link)
      out.append(",")
      out.appendList(mark.missing) { out, missing in
        out.append("[\(missing.before),")
        out.appendScriptString(missing.callback)
        out.append(",\(missing.state.flatMap { states[$0] } ?? -1)]")
      }
      out.append(",[\(mark.surplus.map(String.init).joined(separator: ","))],")
      out.appendScriptString(violation.rule)
      out.append("]")
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a JSON array whose elements are written by a closure.
  fileprivate mutating func appendList<Item>(
    _ elements: [Item], _ write: (inout [UInt8], Item) -> Void
  ) {
    append(UInt8(ascii: "["))
    for (offset, element) in elements.enumerated() {
      if offset > 0 { append(UInt8(ascii: ",")) }
      write(&self, element)
    }
    append(UInt8(ascii: "]"))
  }

  /// Appends text as a JSON string that cannot end a script element or begin a comment in one; long text is cut.
  mutating func appendScriptString(_ text: String) {
    append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars.prefix(400) {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "<", ">", "&": appendScriptCode(scalar)
      default:
        if scalar.isVisibleInMarkup {
          append(contentsOf: scalar.utf8)
        } else {
          appendScriptCode(scalar)
        }
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a code point as one or two codes of JSON.
  private mutating func appendScriptCode(_ scalar: Unicode.Scalar) {
    for unit in UTF16.encode(scalar) ?? .init() {
      let digits = String(unit, radix: 16)
      append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }

  /// Appends a JSON text so that nothing in it can end a script element.
  ///
  /// `<`, `>` and `&` occur in JSON only inside strings, where they may be spelled as codes.
  mutating func appendScriptSafe(_ json: [UInt8]) {
    reserveCapacity(count + json.count)
    for byte in json {
      switch byte {
      case UInt8(ascii: "<"): append("\\u003c")
      case UInt8(ascii: ">"): append("\\u003e")
      case UInt8(ascii: "&"): append("\\u0026")
      default: append(byte)
      }
    }
  }
}
