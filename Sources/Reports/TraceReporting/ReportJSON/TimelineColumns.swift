internal import TraceFindings
internal import TraceJSON
internal import TraceModel

extension Timeline {
  static let format = JSONFormat(
    TimelineColumns.format.schema, definitions: TimelineColumns.format.definitions,
    write: { TimelineColumns.format.write(TimelineColumns($0)) }
  ) { cursor throws(ReportError) in
    try TimelineColumns.format.read(cursor).timeline(cursor)
  }
}

extension TimelineColumns {
  fileprivate static let format = JSONFormat.object(
    "timeline", "The events by columns: one array per member, texts as indices into tables",
    blank: Self(),
    [
      .required("complete", \.isComplete, .boolean, "Whether every event is listed"),
      .required("lanes", \.lanes, .list(of: Timeline.Lane.format), "The subjects"),
      .required("callbacks", \.callbacks, .texts, "The callbacks; empty for a gap"),
      .required("kinds", \.kinds, .list(of: .eventKind), "Where events come from"),
      .required("laneSets", \.laneSets, .list(of: .list(of: .count)), "Sets of lanes, by index"),
      .group(
        "columns", "One element per event; null where no event has a value", isRequired: true,
        columns),
      .required("details", \.details, .list(of: Details.format), "Other recorded members"),
    ])

  private static let columns: [JSONField<Self>] = [
    .required("event", \.event, .list(of: .ordinal), "The number of the event"),
    .required("line", \.line, .list(of: .ordinal), "The line in the file"),
    .required("callback", \.callback, .list(of: .count), "An index into callbacks"),
    .required("kind", \.kind, .list(of: .count), "An index into kinds"),
    .required("lanes", \.lanesOfEvent, .list(of: .count), "An index into laneSets"),
    .optional("process", \.process, .list(of: .nullable(.count)), "The index of a lane"),
    .optional("time", \.time, .list(of: .nullable(.number)), "Seconds, by the trace's origin"),
    .optional("duration", \.duration, .list(of: .nullable(.number)), "Seconds the callback took"),
  ]
}

extension TimelineColumns.Details {
  fileprivate static let format = JSONFormat.row(
    "an index and an object", blank: Self(),
    [
      .required("", \.entry, .count, "The index of the event in the columns"),
      .required("", \.members, .recordedMembers, "The members with their values as text"),
    ])
}

extension Timeline.Lane {
  fileprivate static let format = JSONFormat.object(
    "lane", "A subject", blank: Self(kind: "", subject: ""),
    [
      .required("kind", \.kind, .text, "The kind of subject, by the grammar"),
      .required("subject", \.subject, .text, "The identity as recorded; empty for an implicit one"),
      .optional("role", \.role, .text, "The role that its events recorded first"),
      .required(
        "intervals", \.intervals, .list(of: Timeline.Interval.format),
        "The states that the recorded calls led to, by event number"),
    ])
}

extension Timeline.Interval {
  fileprivate static let format = JSONFormat.row(
    "a state and two events", blank: Self(state: "", firstEvent: 1, endEvent: 1),
    [
      .required("", \.state, .text, "The state"),
      .required("", \.firstEvent, .ordinal, "The event that entered it"),
      .required(
        "", \.endEvent, .ordinal, "The event that left it; one more than there are if none"),
    ])
}

/// A timeline by columns, in the form of a saved report.
///
/// `callback`, `kind` and `lanesOfEvent` hold indices, counted from 0, into `callbacks`, `kinds` and `laneSets`;
/// `process` into `lanes`. A column is nil if no event has a value in it.
struct TimelineColumns: Sendable {
  /// The members of one event that are shown to people and not checked.
  struct Details: Sendable {
    /// The index of the event in the columns, counted from 0.
    var entry = 0
    var members: [RecordedMember] = []
  }

  var isComplete = true
  var lanes: [Timeline.Lane] = []
  var callbacks: [String] = []
  var kinds: [EventKind] = []
  var laneSets: [[Int]] = []
  var event: [Int] = []
  var line: [Int] = []
  var callback: [Int] = []
  var kind: [Int] = []
  var lanesOfEvent: [Int] = []
  var process: [Int?]?
  var time: [Double?]?
  var duration: [Double?]?
  var details: [Details] = []
}

extension TimelineColumns {
  init(_ timeline: Timeline) {
    let entries = timeline.entries
    var (callbacks, kinds) = (IndexTable<String>(), IndexTable<EventKind>())
    var laneSets = IndexTable<[Int]>()
    isComplete = timeline.isComplete
    lanes = timeline.lanes
    event = entries.map(\.event)
    line = entries.map(\.line)
    callback = entries.map { callbacks.index(of: $0.callback) }
    kind = entries.map { kinds.index(of: $0.kind) }
    lanesOfEvent = entries.map { laneSets.index(of: $0.lanes) }
    (self.callbacks, self.kinds, self.laneSets) = (callbacks.values, kinds.values, laneSets.values)
    process = column(entries.map(\.processLane))
    time = column(entries.map(\.time))
    duration = column(entries.map(\.duration))
    for (index, entry) in entries.enumerated() where !entry.details.isEmpty {
      details.append(Details(entry: index, members: entry.details))
    }
  }

  /// The timeline by events; every column is checked to be as long as the first, and every index to lie in its table.
  /// - Parameter cursor: the position of the columns, for messages.
  func timeline(_ cursor: JSONCursor) throws(ReportError) -> Timeline {
    for (number, set) in laneSets.enumerated() {
      for (row, lane) in set.enumerated() where lane >= lanes.count {
        throw try cursor.member("laneSets").elements()[number].indexError(row, lane, lanes.count)
      }
    }
    let columns = try cursor.member("columns")
    let counts = [
      ("line", line.count), ("callback", callback.count), ("kind", kind.count),
      ("lanes", lanesOfEvent.count), ("process", process?.count), ("time", time?.count),
      ("duration", duration?.count),
    ]
    for (name, count) in counts {
      guard let count, count != event.count else { continue }
      throw try columns.member(name).error(
        "expected \(event.count) rows as in \"event\", found \(count)")
    }
    let indices = [
      ("callback", callback, callbacks.count), ("kind", kind, kinds.count),
      ("lanes", lanesOfEvent, laneSets.count),
      ("process", (process ?? []).map { $0 ?? -1 }, lanes.count),
    ]
    for (name, column, count) in indices {
      guard let row = column.firstIndex(where: { $0 >= count }) else { continue }
      throw try columns.member(name).indexError(row, column[row], count)
    }
    var entries = (0..<event.count).map { row in
      Timeline.Entry(
        event: event[row], line: line[row], callback: callbacks[callback[row]],
        kind: kinds[kind[row]], time: time?[row], duration: duration?[row],
        lanes: laneSets[lanesOfEvent[row]], processLane: process?[row])
    }
    for (row, detail) in details.enumerated() {
      guard detail.entry < entries.count else {
        throw try cursor.member("details").elements()[row].indexError(
          0, detail.entry, entries.count)
      }
      entries[detail.entry].details = detail.members
    }
    return Timeline(lanes: lanes, entries: entries, isComplete: isComplete)
  }
}

extension JSONCursor {
  /// An error about an element of this array that is not an index below the given number.
  fileprivate func indexError(
    _ element: Int, _ index: Int, _ count: Int
  ) throws(ReportError) -> ReportError {
    try elements()[element].error("expected an index below \(count), found \(index)")
  }
}

/// The values of one member; nil if no event has one.
private func column<Value>(_ values: [Value?]) -> [Value?]? {
  values.contains { $0 != nil } ? values : nil
}

/// Values in order of first use, each with its index.
private struct IndexTable<Value: Hashable & Sendable>: Sendable {
  private(set) var values: [Value] = []
  private var indices: [Value: Int] = [:]

  mutating func index(of value: Value) -> Int {
    if let index = indices[value] { return index }
    indices[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
