internal import TraceModel
internal import TraceFindings
package import TraceJSON

extension Violation {
  /// The form of a finding in a JSON report, and after its path in JSON Lines.
  package var jsonValue: JSONValue { Self.format.write(self) }

  static let format = JSONFormat.object(
    "violation", "One event, or one end of a trace, that breaks a rule",
    blank: blank, fields)

  static let blank = Violation(
    rule: "", severity: .error, cause: .extra, event: 1, line: 1, callback: "", spelling: "",
    lifecycle: "", subject: "", message: "", fingerprint: "")

  private static let fields: [JSONField<Violation>] = [
    .required("rule", \.rule, .text, "The id of the rule that was broken"),
    .required("severity", \.severity, .severity, "The severity in force"),
    .added("cause", \.cause, .word(among: Cause.allCases) { $0.rawValue }, "What went wrong"),
    .required("event", \.event, .ordinal, "The number of the event in its trace"),
    .required("line", \.line, .ordinal, "The line of the event in the file"),
    .required("callback", \.callback, .text, "The short name of the callback"),
    .required("spelling", \.spelling, .text, "The callback as the trace spells it"),
    .added("kind", \.kind, .eventKind, "Where the event comes from"),
    .required("lifecycle", \.lifecycle, .text, "The lifecycle that was broken"),
    .omissible(
      "subjectKind", \.subjectKind, .text,
      "What the lifecycle is about, where that has another name"),
    .required("subject", \.subject, .text, "The subject as recorded; empty for an implicit one"),
    .omissible(
      "otherSubjects", \.otherSubjects, .texts, blank: [],
      "Further subjects for which the event is wrong in the same way"),
    .omissible("file", \.origin.file, .text, "The source file that recorded the event"),
    .omissible("sourceLine", \.origin.line, .ordinal, "The line of that file"),
    .omissible("excerpt", \.origin.excerpt, EventOrigin.Excerpt.format, "The lines around it"),
    .omissible(
      "recorded", \.origin.members, .recordedMembers, blank: [],
      "What else the event says, such as who made the call"),
    .optional("process", \.process, .text, "The process, or the grammar's widest subject"),
    .omissible(
      "processKind", \.processKind, .text, blank: "process",
      "What the member process names, where that is no process"),
    .optional("time", \.time, .number, "Seconds, with the trace's own origin"),
    .added("states", \.states, .texts, "The states the subject may have been in before the event"),
    .added("expected", \.expected, .texts, "The callbacks that would have been legal"),
    .required("message", \.message, .text, "What happened, in one sentence"),
    .omissible(
      "causes", \.causes, .list(of: PossibleCause.format), blank: [],
      "Why it may have happened, the likeliest first"),
    .omissible(
      "witness", \.witness, Witness.format, "What passing traces show about the same call"),
    .optional("assumption", \.assumption, .text, "The assumption under which it is a finding"),
    .required("repair", \.repair, Repair.format, "The cheapest edits that make it legal"),
    .added("related", \.related, .list(of: Related.format), "Other events that explain it"),
    .added("steps", \.steps, .list(of: Step.format), "The calls around it with the legal ones"),
    .optional("quirk", \.quirk, .text, "The known deviation of the platform that it matches"),
    .required("fingerprint", \.fingerprint, .fingerprint, "The same fault across recordings"),
    .optional("suppression", \.suppression, Suppression.format, "Why it does not count"),
  ]
}

extension PossibleCause {
  fileprivate static let format = JSONFormat.object(
    "cause", "Why a rule may have been broken, and what to do",
    blank: Self(text: "", action: ""),
    [
      .added("id", \.id, .word(among: CauseID.allCases) { $0.rawValue }, "Which mechanism it is"),
      .required("text", \.text, .text, "The reason, in one sentence"),
      .required("action", \.action, .text, "What to do in the app or its recorder"),
      .omissible("evidence", \.evidence, .text, "The evidence for it in the trace"),
      .omissible(
        "proven", \.isProven, .boolean, blank: false,
        "Whether the recording itself says so, so that there is no other cause"),
    ])
}

extension Witness {
  fileprivate static let format = JSONFormat.object(
    "witness", "Which call comes right before the same call in the passing traces of the run",
    blank: Self(callback: "", count: 0, calls: 0),
    [
      .required(
        "callback", \.callback, .text, "The short name of the call that usually comes before"),
      .required("count", \.count, .count, "How often it came right before"),
      .required("calls", \.calls, .count, "How often the call came"),
      .omissible("typicalDelay", \.typicalDelay, .number, "The median of the seconds between"),
    ])
}

extension EventOrigin.Excerpt {
  fileprivate static let format = JSONFormat.object(
    "excerpt", "Some lines of a source file", blank: Self(firstLine: 1, lines: []),
    [
      .required("firstLine", \.firstLine, .ordinal, "The number of the first line"),
      .required("lines", \.lines, .texts, "The lines, cut where they are very long"),
    ])
}

extension Violation.Related {
  fileprivate static let format = JSONFormat.object(
    "relatedEvent", "Another event that explains a finding",
    blank: Self(event: 1, line: 1, message: ""),
    [
      .required("event", \.event, .ordinal, "The number of the event in its trace"),
      .required("line", \.line, .ordinal, "The line of the event in the file"),
      .required("message", \.message, .text, "What it has to do with the finding"),
    ])
}

extension Violation.Step {
  fileprivate static let format = JSONFormat.object(
    "step", "One row of the recorded calls aligned with the legal ones",
    blank: Self(mark: .match, event: nil, line: nil, callback: "", states: []),
    [
      .required(
        "mark", \.mark, .word(among: Mark.allCases) { $0.rawValue }, "How the two relate here"),
      .optional("event", \.event, .ordinal, "The number of the event; null for a missing call"),
      .optional("line", \.line, .ordinal, "The line of the event; null for a missing call"),
      .required("callback", \.callback, .text, "The short name of the callback"),
      .added("states", \.states, .texts, "The states after this row by the legal calls"),
      .optional("time", \.time, .number, "Seconds, with the trace's own origin"),
      .added("offending", \.offending, .boolean, "Whether the finding is at this call"),
      .omissible(
        "omittedBefore", \.omittedBefore, .count, blank: 0,
        "How many rows are omitted before this one"),
    ])
}

extension Suppression {
  fileprivate static let format = JSONFormat.object(
    "suppression", "Why a finding is reported and does not count",
    blank: Self(source: .baseline),
    [
      .required(
        "source", \.source, .word(among: Source.allCases) { $0.rawValue }, "Who decided it"),
      .optional("reason", \.reason, .text, "The reason given with it"),
    ])
}

extension Repair {
  fileprivate static let format = JSONFormat.object(
    "repair", "The cheapest edits that make the calls of a subject legal", blank: Self(),
    [
      .derived("cost", .count, "The number of edits", isRequired: true, \.cost),
      .required("insert", \.insertions, .list(of: Insertion.format), "Calls that are missing"),
      .required("delete", \.deletions, .list(of: Deletion.format), "Superfluous calls"),
      .omissible(
        "unlistedInsertions", \.unlistedInsertions, .count, blank: 0,
        "Missing calls that are counted but not listed"),
      .omissible(
        "unlistedDeletions", \.unlistedDeletions, .count, blank: 0,
        "Superfluous calls that are counted but not listed"),
      .omissible(
        "assumed", \.assumed, .list(of: Insertion.format), blank: [],
        "Calls that the recording does not show and that are assumed to have come, at no cost"),
    ]
  ) { repair, cursor throws(ReportError) in
    let stated = try cursor.member("cost").integer()
    if stated != repair.cost {
      throw cursor.error("the cost is \(stated), the edits are \(repair.cost)")
    }
  }
}

extension Repair.Insertion {
  fileprivate static let format = JSONFormat.object(
    "insertion", "A call that should have been there", blank: Self(callback: "", beforeEvent: 1),
    [
      .required("callback", \.callback, .text, "The short name of the callback"),
      .required(
        "beforeEvent", \.beforeEvent, .ordinal,
        "The event it belongs before; one more than there are means at the end"),
    ])
}

extension Repair.Deletion {
  fileprivate static let format = JSONFormat.object(
    "deletion", "A call that should not have been there", blank: Self(event: 1, callback: ""),
    [
      .required("event", \.event, .ordinal, "The number of the event in its trace"),
      .required("callback", \.callback, .text, "The short name of the callback"),
    ])
}
