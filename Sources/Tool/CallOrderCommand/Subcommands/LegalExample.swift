internal import TraceFindings
internal import TraceGrammar
internal import TraceJSON
internal import TraceModel

/// A sample trace in which a rule of the built-in grammar is exercised and kept.
struct LegalExample {
  /// The name of the sample in `traces/conforming`.
  let name: String
  private let timeline: Timeline
  /// How callbacks are called where they are implemented, by their short names.
  private let names: [String: String]

  /// How many calls are shown.
  private static let rowLimit = 20

  /// Takes the sample from the report about it; nil if its events were not listed one by one.
  init?(name: String, in grammar: Grammar, found report: TraceReport) {
    guard let timeline = report.timeline else { return nil }
    self.name = name
    self.timeline = timeline
    names = grammar.writtenNames
  }

  /// The calls and the state after each, one on each line; several subjects of a kind are numbered.
  var text: String {
    let rows = timeline.entries.prefix(Self.rowLimit).map { entry in
      let lane = entry.lanes.last
      let kind = entry.kind == .delegate ? "" : " (\(entry.kind.name))"
      let callback = names[entry.callback] ?? entry.callback
      return [callback + kind, state(after: entry.event, in: lane), number(of: lane)]
    }
    let widths = (0..<3).map { column in rows.map(\.[column].count).max() ?? 0 }
    var text = rows.map { row in
      let line = zip(row, widths).map { padded($0, to: $1) }.joined(separator: "  ")
      return "    " + line.trimmingSpaces + "\n"
    }.joined()
    let rest = timeline.entries.count - rows.count
    if rest > 0 { text += "    and \(counted(rest, "more call"))\n" }
    return text
  }

  private func state(after event: Int, in lane: Int?) -> String {
    guard let lane else { return "" }
    let interval = timeline.lanes[lane].intervals.first {
      $0.firstEvent <= event && event < $0.endEvent
    }
    return interval?.state ?? ""
  }

  private func number(of lane: Int?) -> String {
    guard let lane else { return "" }
    let kind = timeline.lanes[lane].kind
    let equals = timeline.lanes.indices.filter { timeline.lanes[$0].kind == kind }
    guard equals.count > 1, let index = equals.firstIndex(of: lane) else { return "" }
    return "\(kind) \(index + 1)"
  }

  /// The calls as JSON.
  var json: JSONValue {
    [
      "trace": .string("traces/conforming/\(name)"),
      "calls": .array(
        timeline.entries.map { entry in
          [
            "callback": .string(entry.callback), "kind": .string(entry.kind.name),
            "state": .string(state(after: entry.event, in: entry.lanes.last)),
          ]
        }),
    ]
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingSpaces: String {
    let end = lastIndex { $0 != " " }.map(index(after:)) ?? startIndex
    return String(self[..<end])
  }
}
