internal import TraceModel
internal import TraceFindings
internal import TraceJSON

extension Report {
  /// The initial value for reading a report.
  static let blank = Report(toolVersion: "", grammarName: "", grammarVersion: "")

  /// The members of a report.
  static let fields: [JSONField<Report>] = [
    .derived(
      "format", .constant(JSONReport.format), "The format and its version", isRequired: true
    ) { _ in },
    .group(
      "tool", "What wrote the report", isRequired: true,
      [
        .derived("name", .text, "The name of the tool") { _ in "callorder" },
        .required("version", \.toolVersion, .text, "The version of the tool"),
      ]),
    .group(
      "grammar", "What the traces were checked against", isRequired: true,
      [
        .required("name", \.grammarName, .text, "The grammar's name"),
        .required("version", \.grammarVersion, .text, "The grammar's version"),
        .omissible(
          "path", \.grammarPath, .text,
          "Its file or name as an option gave it"),
      ]),
    .derived("verdict", .verdict, "The verdict on all traces together", \.verdict),
    .derivedGroup("summary", "The sums over all traces", Summary.fields) { Summary($0) },
    .derived(
      "faults", .list(of: Fault.format),
      "What a person would fix once, in the order for people", \.faults),
    .required(
      "traces", \.traces, .list(of: TraceReport.wholeFormat, inMemoryUpTo: 0),
      "The traces, sorted by path"),
    .added("failures", \.failures, .list(of: Failure.format), "Inputs that could not be checked"),
    .added("rules", \.rules, .list(of: RuleText.format), "The rules that were broken"),
    JSONField(
      "coverage", .nullable(Coverage.format),
      "Which parts of the grammar all traces together used; null if that was not counted",
      write: { report in
        let coverage = report.coverage
        return coverage == Coverage() ? .null : Coverage.format.write(coverage)
      }
    ) { report, cursor throws(ReportError) in
      report.foldedCoverage = CoverageCounts(try Coverage.format.read(cursor))
    },
  ]
}

/// The member `summary` of a report.
private struct Summary: Sendable {
  var traces = 0
  var events = 0
  var subjects = 0
  var counts = SeverityCounts()
  var suppressed = 0
  var unknownCallbacks = 0
  var repairCost = 0
  var recordingNotes = 0
  var failures = 0

  init() {}

  init(_ report: Report) {
    (traces, failures) = (report.traces.count, report.failures.count)
    for trace in report.traces {
      events += trace.events
      subjects += trace.subjects
      counts += trace.counts
      suppressed += trace.suppressedCounts.total
      unknownCallbacks += trace.unknownCallbacks.reduce(0) { $0 + $1.count }
      repairCost += trace.repairCost
      recordingNotes += trace.notes.count
    }
  }

  static let fields: [JSONField<Self>] = [
    .derived("traces", .count, "The number of traces", \.traces),
    .derived("events", .count, "The number of events", \.events),
    .derived("subjects", .count, "The number of subjects", \.subjects),
    .derived("violations", .count, "The number of findings", \.counts.total),
    .derived("errors", .count, "The number of errors", \.counts.errors),
    .derived("warnings", .count, "The number of warnings", \.counts.warnings),
    .derived("notes", .count, "The number of findings that are notes", \.counts.notes),
    .derived("suppressed", .count, "Findings that do not count", \.suppressed),
    .derived(
      "unknownCallbacks", .count, "Events that the grammar does not know", \.unknownCallbacks),
    .derived("repairCost", .count, "The sum of the costs of all repairs", \.repairCost),
    .derived(
      "recordingNotes", .count, "Notes on the recordings, such as on what was not judged",
      \.recordingNotes),
    .derived("failures", .count, "Inputs that could not be checked", \.failures),
  ]
}

extension JSONFormat where Value == Verdict {
  static var verdict: Self { .word(among: Verdict.allCases) { $0.rawValue } }
}

extension Report.Failure {
  fileprivate static let format = JSONFormat.object(
    "failure", "An input that could not be checked, or only in part",
    blank: Self(path: "", message: ""),
    [
      .required("path", \.path, .text, "The path as the user gave it; - for standard input"),
      .optional("position", \.position, SourcePosition.format, "Where the fault is in the text"),
      .required("message", \.message, .text, "What is wrong, in one sentence"),
    ])
}

extension SourcePosition {
  fileprivate static let format = JSONFormat.object(
    "position", "A position in a text", blank: Self(line: 1, column: 1, offset: 0),
    [
      .required("line", \.line, .ordinal, "The line, counted from 1"),
      .required("column", \.column, .ordinal, "The column, counted from 1"),
      .required("offset", \.offset, .count, "The offset in bytes, counted from 0"),
    ])
}

extension Report.RuleText {
  fileprivate static let format = JSONFormat.object(
    "rule", "A rule that was broken",
    blank: Self(id: "", severity: .error, title: "", explanation: ""),
    [
      .required("id", \.id, .text, "The rule's id"),
      .required("severity", \.severity, .severity, "The severity the grammar gives it"),
      .required("title", \.title, .text, "What the rule forbids, in one sentence"),
      .required("explanation", \.explanation, .text, "Why it matters and how to fix it"),
      .omissible("category", \.category, .text, blank: "", "The kind of mistake that breaks it"),
      .optional("link", \.link, .text, "Where it is documented"),
      .added("facts", \.facts, .texts, "The facts that it is based on"),
    ])
}
