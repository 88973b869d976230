internal import TraceModel
internal import TraceFindings
internal import TraceJSON

extension TraceReport {
  /// The form of a trace in a report.
  static let wholeFormat = JSONFormat.object(
    "trace", "What the check of one trace found", blank: TraceReport(path: ""),
    head + subjectFields + numbers + lists + [
      .optional("timeline", \.timeline, Timeline.format, "The events in detail"),
      .omissible(
        "overview", \.overview, TraceOverview.format, "The whole of a trace that is long"),
    ], alternatives: [["processes", "sessions"], ["subjectCounts"]])

  private static let head: [JSONField<TraceReport>] = [
    .required("path", \.path, .text, "The path as the user gave it; - for standard input"),
    .required("format", \.format, .text, "The format of the trace"),
    .required("verdict", \.verdict, .verdict, "What the check concludes"),
    .optional("reason", \.reason, .text, "Why the verdict is inconclusive"),
    .required("events", \.events, .count, "The number of events, gap markers included"),
  ]

  /// The subjects by kind: `processes` and `sessions` for a grammar with just these; otherwise `subjectCounts`.
  private static let subjectFields: [JSONField<TraceReport>] = [
    subjects("processes", "process", "The number of processes"),
    subjects("sessions", "session", "The number of sessions"),
    JSONField(
      "subjectCounts", .subjectCounts,
      "The number of subjects of each kind; instead of processes and sessions for a grammar of other kinds",
      write: { $0.hasProcessesAndSessions ? nil : JSONFormat.subjectCounts.write($0.subjectCounts) }
    ) { trace, cursor throws(ReportError) in
      trace.subjectCounts = try JSONFormat.subjectCounts.read(cursor)
    },
    .derived("subjects", .count, "The number of subjects of all kinds", \.subjects),
  ]

  private static func subjects(
    _ name: String, _ kind: String, _ text: String
  ) -> JSONField<TraceReport> {
    JSONField(
      name, .count, text,
      write: { trace in
        guard trace.hasProcessesAndSessions else { return nil }
        return trace.subjectCounts.first { $0.kind == kind }.map { JSONValue($0.count) }
      }
    ) { trace, cursor throws(ReportError) in
      trace.subjectCounts.append(.init(kind: kind, count: try cursor.integer()))
    }
  }

  private var hasProcessesAndSessions: Bool { subjectCounts.map(\.kind) == ["process", "session"] }

  private static let numbers: [JSONField<TraceReport>] = [
    .required("repairCost", \.repairCost, .count, "The sum of the costs of all repairs"),
    .added("metadata", \.metadata, .recordedMembers, "What the trace says about itself"),
    .required("counts", \.counts, SeverityCounts.format, "The number of findings, listed or not"),
    .added(
      "suppressedCounts", \.suppressedCounts, SeverityCounts.format, "Those that do not count"),
    .added("countsByRule", \.countsByRule, .list(of: RuleCount.format), "Findings by rule"),
    .added(
      "groups", \.groups, .list(of: ViolationGroup.format), "Findings by fingerprint and severity"
    ),
  ]

  private static let lists: [JSONField<TraceReport>] = [
    .required(
      "violations", \.violations, .list(of: Violation.format),
      "The findings in the order of their events, up to a limit"),
    .added("unlistedViolations", \.unlistedViolations, .count, "Findings beyond that limit"),
    .added(
      "unknownCallbacks", \.unknownCallbacks, .list(of: .callbackCount(named: "name")),
      "Callbacks that the grammar does not know"),
    .added("notes", \.notes, .list(of: Note.format), "About the recording, not about the app"),
    .optional("observed", \.observed, ObservedCallbacks.format, "What the recording shows"),
  ]
}

extension TraceReport.Note {
  fileprivate static let format = JSONFormat.object(
    "note", "Something about the recording", blank: Self(id: "", message: ""),
    [
      .required("id", \.id, .text, "What kind of note it is"),
      .optional("event", \.event, .ordinal, "The first event concerned; null for the whole trace"),
      .optional("line", \.line, .ordinal, "The line of that event"),
      .added("count", \.count, .count, "How many events it concerns"),
      .required("message", \.message, .text, "The note, in one sentence"),
    ])
}

extension SeverityCounts {
  fileprivate static let format = JSONFormat.object(
    "severityCounts", "Numbers of findings by severity", blank: Self(),
    [
      .added("errors", \.errors, .count, "The number of errors"),
      .added("warnings", \.warnings, .count, "The number of warnings"),
      .added("notes", \.notes, .count, "The number of notes"),
    ])
}

extension RuleCount {
  static let format = JSONFormat.object(
    "ruleCount", "How many findings of a rule there are", blank: Self(rule: "", count: 0),
    [
      .required("rule", \.rule, .text, "The rule's id"),
      .required("count", \.count, .count, "How many there are"),
    ])
}

extension ViolationGroup {
  fileprivate static let format = JSONFormat.object(
    "group", "Equal faults, counted together",
    blank: Self(fingerprint: "", rule: "", severity: .error, count: 1, firstEvent: 1),
    [
      .required("fingerprint", \.fingerprint, .fingerprint, "The fingerprint they share"),
      .required("rule", \.rule, .text, "The id of the rule they break"),
      .required("severity", \.severity, .severity, "The severity in force"),
      .required("count", \.count, .ordinal, "How many there are"),
      .required("firstEvent", \.firstEvent, .ordinal, "The number of the first one's event"),
      .added("suppressed", \.suppressed, .count, "How many of them do not count"),
      .omissible(
        "callback", \.callback, .text,
        "The callback that they are reported at; absent with fingerprints of an older version"),
      .omissible("subjects", \.subjects, .count, "How many subjects have one"),
      .omissible(
        "parts", \.parts, .list(of: .count), blank: [],
        "How many there are in each of equally long parts of a long trace"),
    ])
}

extension TraceOverview {
  fileprivate static let format = JSONFormat.object(
    "overview", "A whole trace in parts with equally many events",
    blank: Self(eventsPerPart: 1, times: [], worst: []),
    [
      .required("eventsPerPart", \.eventsPerPart, .ordinal, "How many events are in a part"),
      .required(
        "times", \.times, .list(of: .nullable(.number)), "The time of each part's first event"),
      .required(
        "worst", \.worst, .list(of: .nullable(.severity)), "The worst finding in each part"),
    ])
}
