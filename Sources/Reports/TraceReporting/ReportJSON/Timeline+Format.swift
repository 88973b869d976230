internal import TraceFindings
internal import TraceJSON

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
    .required("event", \.event, .column(of: .ordinal), "The number of the event"),
    .required("line", \.line, .column(of: .ordinal), "The line in the file"),
    .required("callback", \.callback, .column(of: .count), "An index into callbacks"),
    .required("kind", \.kind, .column(of: .count), "An index into kinds"),
    .required("lanes", \.lanesOfEvent, .column(of: .count), "An index into laneSets"),
    .optional("process", \.process, .column(of: .nullable(.count)), "The index of a lane"),
    .optional("time", \.time, .column(of: .nullable(.number)), "Seconds, by the trace's origin"),
    .optional("duration", \.duration, .column(of: .nullable(.number)), "Seconds the callback took"),
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
