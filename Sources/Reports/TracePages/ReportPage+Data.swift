internal import TraceModel
internal import TraceFindings

extension ReportPage {
  /// The data for the script's timelines and long lists, and the report as JSON.
  ///
  /// One block per trace, in columns, because that takes a third of the size of one object per event.
  func writeDataBlocks(to pieces: inout PagePieces) {
    var words = SharedWords(names: names)
    for trace in plan.sections where trace.hasData {
      guard let data = TimelineData(trace) else { continue }
      pieces += "<script type=\"application/json\" id=\"data-\(trace.index)\">"
      data.write(to: &pieces, words: &words)
      pieces += "</script>\n"
    }
    if !plan.quiet.isEmpty { writeQuietTraces(to: &pieces, words: &words) }
    pieces += "<script type=\"application/json\" id=\"data-words\">"
    words.write(palette: palette, to: &pieces.bytes)
    pieces += "</script>\n"
    if let machineReport {
      pieces += "<script type=\"application/json\" id=\"machine\">"
      pieces.bytes.appendScriptSafe(machineReport)
      pieces += "</script>\n"
    }
  }
}

extension ReportPage {
  /// The traces without findings: path, number of events, verdict, name of the section, what is said about it; then the
  /// timelines of those that fit.
  private func writeQuietTraces(to pieces: inout PagePieces, words: inout SharedWords) {
    pieces += "<script type=\"application/json\" id=\"data-quiet\">"
    pieces.bytes.append("{\"rows\":")
    pieces.appendList(plan.quiet) { out, trace in
      let report = trace.report
      out.append("[")
      out.appendScriptString(report.path)
      out.append(",\(report.events),\(outcome(of: report) == .passing ? 1 : 0),")
      out.appendScriptString(trace.id)
      out.append(",\(trace.index),")
      let notes =
        [report.reason].compactMap(\.self)
        + report.notes.prefix(20).map { "\($0.id): \($0.message)" }
        + report.unknownCallbacks.prefix(20).map { "\($0.callback) × \($0.count)" }
      out.appendList(notes) { $0.appendScriptString($1) }
      out.append("]")
    }
    pieces.bytes.append(",\"lines\":{")
    var isFirst = true
    for trace in plan.quiet where trace.hasData {
      guard let data = TimelineData(trace) else { continue }
      pieces.bytes.append("\(isFirst ? "" : ",")\"\(trace.index)\":")
      isFirst = false
      data.write(to: &pieces, words: &words)
      pieces.passOnIfMuch()
    }
    pieces.bytes.append("}}")
    pieces += "</script>\n"
  }
}

/// The states and calls that the timelines of a page name by number, so that each name is there once.
struct SharedWords {
  /// A callback and where its event comes from.
  struct Call: Hashable {
    var callback: String
    var kind: EventKind
  }

  /// The names of callbacks where they are implemented, by short name.
  let names: [String: String]
  private var states: [String: Int] = [:]
  private var calls: [Call: Int] = [:]
  /// Lists of numbers as JSON: the traces of one scenario have the same calls and states.
  private var lists: [[UInt8]: Int] = [:]

  init(names: [String: String]) { self.names = names }

  mutating func number(ofState name: String) -> Int {
    if let known = states[name] { return known }
    states[name] = states.count
    return states.count - 1
  }

  mutating func number(of call: Call) -> Int {
    if let known = calls[call] { return known }
    calls[call] = calls.count
    return calls.count - 1
  }

  /// A list of the numbers, or its own number among all such lists if it is short.
  mutating func list(_ numbers: [Int]) -> [UInt8] {
    let text = Array("[\(numbers.map(String.init).joined(separator: ","))]".utf8)
    if numbers.count > 200 { return text }
    let number = lists[text] ?? lists.count
    lists[text] = number
    return Array("\(number)".utf8)
  }

  /// Writes the names in the order of their numbers, and the looks of the states.
  fileprivate func write(palette: StatePalette, to out: inout [UInt8]) {
    let states = states.sorted { $0.value < $1.value }.map(\.key)
    out.append("{\"states\":")
    out.appendList(states) { $0.appendScriptString(stateInWords($1)) }
    out.append(",\"looks\":")
    out.appendList(states) { $0.appendDecimal(palette.look(of: $1).rawValue) }
    out.append(",\"cb\":")
    out.appendList(calls.sorted { $0.value < $1.value }.map(\.key)) { out, call in
      out.append("[")
      out.appendScriptString(names.written(call.callback))
      out.append(",")
      out.appendScriptString(call.kind == .delegate ? "" : call.kind.name)
      out.append("]")
    }
    out.append(",\"lists\":")
    out.appendList(lists.sorted { $0.value < $1.value }.map(\.key)) { $0 += $1 }
    out.append("}")
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

  /// Nil for a trace without events.
  init?(_ trace: PlannedTrace) {
    guard let timeline = trace.report.timeline, let model = trace.model, !timeline.entries.isEmpty
    else { return nil }
    (self.trace, self.timeline, self.model) = (trace, timeline, model)
  }

  /// Writes the JSON text, safe inside a script element.
  func write(to pieces: inout PagePieces, words: inout SharedWords) {
    let wide = Set(model.processes.map(\.lane))
    pieces.bytes.append("{")
    // Otherwise the script knows both: all events are listed, and the section's name is in the row of the trace.
    if entries.count != trace.report.events {
      pieces.bytes.append("\"all\":\(trace.report.events),")
    }
    if !trace.groups.isEmpty || trace.prefix.isEmpty {
      pieces.bytes.append("\"pre\":")
      pieces.bytes.appendScriptString(trace.prefix)
      pieces.bytes.append(",")
    }
    pieces.bytes.append("\"lanes\":")
    pieces.appendList(timeline.lanes.indices) { out, index in
      let lane = timeline.lanes[index]
      out.append("[")
      out.appendScriptString(trace.names.title(index))
      out.append(",")
      out.appendScriptString(LanePicture.hint(of: lane, named: trace.names.title(index)))
      out.append(",")
      var last = 0
      out += words.list(
        model.intervals(of: index, in: timeline).flatMap { interval in
          let end = model.end(of: interval, lane: index)
          let state = words.number(ofState: interval.state)
          defer { last = end }
          return [state, interval.firstEvent - last, end - interval.firstEvent]
        })
      out.append(wide.contains(index) ? ",1]" : "]")
    }
    appendEntries(to: &pieces, words: &words)
    appendViolations(model, words: &words, to: &pieces.bytes)
    if let overview = trace.report.overview { append(overview, to: &pieces) }
    pieces.bytes.append("}")
  }

  /// The whole trace: the number of events in each part, the differences of their times in milliseconds, and a digit for
  /// the worst finding in each.
  private func append(_ overview: TraceOverview, to pieces: inout PagePieces) {
    pieces.bytes.append(",\"over\":{\"w\":\(overview.eventsPerPart),\"t\":")
    let origin = TraceTimes(trace.report).origin
    var last = 0
    pieces.appendList(overview.times) { out, time in
      let now = time.flatMap { (($0 - origin) * 1_000).nearestInteger } ?? last
      out.append("\(now - last)e-3")
      last = now
    }
    pieces.bytes.append(",\"m\":\"")
    for severity in overview.worst {
      pieces.bytes.append(UInt8(ascii: "0") + (severity.map { $0.rawValue + 1 } ?? 0))
    }
    pieces.bytes.append("\"}")
  }

  /// The events that the script gets.
  private var entries: ArraySlice<Timeline.Entry> { timeline.entries.prefix(trace.dataCount) }

  private func appendEntries(to pieces: inout PagePieces, words: inout SharedWords) {
    func number(of entry: Timeline.Entry) -> Int {
      words.number(of: .init(callback: entry.callback, kind: entry.kind))
    }
    func lanes(of entry: Timeline.Entry) -> [Int] {
      entry.lanes.count == 1 ? entry.lanes : Array(entry.shownLanes.prefix(8))
    }
    // A long list is passed on in pieces; a short one may be that of another trace.
    let isShort = entries.count <= 200
    pieces.bytes.append(",\"c\":")
    if isShort {
      pieces.bytes += words.list(entries.map(number))
    } else {
      pieces.appendList(entries) { $0.appendDecimal(number(of: $1)) }
    }
    pieces.bytes.append(",\"l\":")
    if isShort, entries.allSatisfy({ lanes(of: $0).count == 1 }) {
      pieces.bytes += words.list(entries.map { lanes(of: $0)[0] })
    } else {
      pieces.appendList(entries) { out, entry in
        let lanes = lanes(of: entry)
        out.append(
          lanes.count == 1
            ? String(lanes[0]) : "[\(lanes.map(String.init).joined(separator: ","))]")
      }
    }
    if entries.last?.event != entries.count {
      pieces.bytes.append(",\"e\":")
      var last = 0
      pieces.appendList(entries) { out, entry in
        out.appendDecimal(entry.event - last)
        last = entry.event
      }
    }
    guard timeline.entries.firstTime != nil else { return }
    let origin = TraceTimes(trace.report).origin
    let perSecond = entries.count > 1_000 ? 1_000 : 10_000
    var last = 0
    if perSecond != 10_000 { pieces.bytes.append(",\"unit\":\(perSecond)") }
    pieces.bytes.append(",\"t\":")
    pieces.appendList(entries) { out, entry in
      let units = entry.time.flatMap { (($0 - origin) * Double(perSecond)).nearestInteger } ?? last
      out.appendDecimal(units - last)
      last = units
    }
  }

  private func appendViolations(
    _ model: TimelineModel, words: inout SharedWords, to out: inout [UInt8]
  ) {
    if model.marks.isEmpty { return }
    out.append(",\"v\":")
    out.appendList(model.marks) { out, mark in
      let violation = mark.violation.violation
      out.append("[\(mark.event),\(mark.lane),\(mark.severity.rawValue),")
      out.appendScriptString(mark.violation.link)
      out.append(",")
      out.appendList(mark.missing) { out, missing in
        out.append("[\(missing.before),")
        out.appendScriptString(words.names.written(missing.callback))
        out.append(",\(missing.state.map { words.number(ofState: $0) } ?? -1)]")
      }
      out.append(",[\(mark.surplus.map(String.init).joined(separator: ","))],")
      out.appendScriptString(violation.rule)
      out.append("]")
    }
  }
}

extension PagePieces {
  /// Appends a JSON array whose elements are written by a closure, and passes it on in pieces.
  fileprivate mutating func appendList<Item>(
    _ elements: some Collection<Item>, _ write: (inout [UInt8], Item) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(&bytes, element)
      passOnIfMuch()
    }
    bytes.append(UInt8(ascii: "]"))
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
      case "#" where last == UInt8(ascii: "#"): appendScriptCode(scalar)
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
