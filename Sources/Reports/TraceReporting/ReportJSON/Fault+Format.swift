internal import TraceModel
internal import TraceFindings
internal import TraceJSON

/// Faults are written for programs and for the page, and never read: they follow from the findings.
extension Fault {
  static let format = JSONFormat.object(
    "fault", "All findings of one shape, whatever their call, subject or trace",
    blank: Fault(of: Violation.blank, in: TraceReport(path: "")),
    [
      .derived("id", .text, "A name that is unique in the report", \.id),
      .derived("title", .text, "What happened, in a few words", \.title),
      .derived(
        "message", .text, "What happened, in one sentence that is true for all findings", \.message),
      .derived("severity", .severity, "The worst severity of the findings", \.severity),
      .derived("count", .count, "The number of findings, listed or not", \.count),
      .derived("errors", .count, "The number of errors", \.counts.errors),
      .derived("warnings", .count, "The number of warnings", \.counts.warnings),
      .derived("notes", .count, "The number of findings that are notes", \.counts.notes),
      .derived("suppressed", .boolean, "Whether the findings do not count", \.isSuppressed),
      .derived("traces", .count, "The number of traces that have it", \.occurrences.count),
      .derived("rules", .list(of: RuleCount.format), "Its findings by rule", \.rules),
      .derived(
        "calls", .list(of: .callbackCount(named: "callback")),
        "Its calls by short name, with how many of them are wrong", \.calls),
      .derived(
        "causes", .list(of: SharedCause.format),
        "Why it may have happened, the likeliest first; with evidence that holds for all findings"
      ) { fault in fault.causes.map { SharedCause(cause: $0, of: fault) } },
      .derived(
        "findings", .list(of: .place),
        "The listed findings, the one that stands for all first: pairs of the index of the trace and the index of the finding in it, from 0",
        \.findings),
    ])
}

/// A cause with its heading and its parts.
private struct SharedCause: Sendable {
  var cause = PossibleCause(text: "", action: "")
  var heading = ""

  init() {}

  init(cause: PossibleCause, of fault: Fault) {
    self.cause = cause
    heading = cause == fault.causes.first ? fault.causes.heading : "otherwise"
  }

  static let format = JSONFormat.object(
    "sharedCause", "Why the findings of a fault may have come, and what to do", blank: Self(),
    [
      .derived("id", .word(among: CauseID.allCases) { $0.rawValue }, "Which mechanism it is") {
        $0.cause.id
      },
      .derived(
        "heading", .text,
        "What the text is: a cause that the recording proves, a likely one, or a fault of the recording"
      ) {
        $0.heading
      },
      .derived("text", .text, "The reason, in one sentence") { $0.cause.text },
      .derived("proofs", .texts, "What the recording shows for it, line by line") {
        $0.cause.proofs
      },
      .derived("changes", .texts, "What to do, step by step") { $0.cause.changes },
    ])
}

extension JSONFormat where Value == Fault.Place {
  fileprivate static var place: Self {
    .row(
      "the index of a trace and of a finding", blank: Fault.Place(trace: 0, violation: 0),
      [
        .derived("trace", .count, "The index of the trace", \.trace),
        .derived("violation", .count, "The index of the finding in its trace", \.violation),
      ])
  }
}
