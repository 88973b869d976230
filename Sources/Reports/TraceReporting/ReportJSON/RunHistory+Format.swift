internal import TraceModel
internal import TraceFindings
internal import TraceJSON

extension RunHistory {
  /// How the findings of a run compare with those of earlier runs.
  static let format = JSONFormat.object(
    "history", "How the findings of a run compare with those of earlier runs", blank: RunHistory(),
    [
      .required("runs", \.runs, .list(of: Run.format), "The runs, the current one last"),
      .required("rules", \.rules, .list(of: Trend.format), "How often each rule was broken"),
      .required(
        "traces", \.traces, .list(of: Trend.format),
        "What was found in the traces of the current run"),
      .required("new", \.newCount, .count, "Faults that no earlier run had"),
      .required("fixed", \.fixedCount, .count, "Faults that the run before had"),
      .required("flaky", \.flakyCount, .count, "Faults that come and go"),
      .required("findings", \.findings, .list(of: Finding.format), "Those faults, up to a limit"),
    ])
}

extension RunHistory.Run {
  fileprivate static let format = JSONFormat.object(
    "run", "One run", blank: Self(name: "", traces: 0, failing: 0, counts: SeverityCounts()),
    [
      .required("name", \.name, .text, "The name of the run"),
      .required("traces", \.traces, .count, "The number of traces"),
      .required("failing", \.failing, .count, "The number of traces with an error or a warning"),
      .required("errors", \.counts.errors, .count, "The number of errors"),
      .required("warnings", \.counts.warnings, .count, "The number of warnings"),
      .required("notes", \.counts.notes, .count, "The number of violations that are notes"),
    ])
}

extension RunHistory.Trend {
  fileprivate static let format = JSONFormat.object(
    "trend", "Violations run by run", blank: Self(name: "", counts: []),
    [
      .required("name", \.name, .text, "The rule's id, or the trace's path"),
      .required(
        "counts", \.counts, .list(of: .nullable(.count)),
        "The violations of each run; null where it had no such trace"),
    ])
}

extension RunHistory.Finding {
  fileprivate static let format = JSONFormat.object(
    "changedFinding", "A fault that not every run had",
    blank: Self(fate: .new, trace: "", rule: "", severity: .error, fingerprint: "", seen: []),
    [
      .required(
        "fate", \.fate, .word(among: RunHistory.Fate.allCases) { $0.rawValue },
        "What became of it"),
      .required("trace", \.trace, .text, "The trace's path"),
      .required("rule", \.rule, .text, "The rule that is broken"),
      .required("severity", \.severity, .severity, "The severity in force"),
      .required("fingerprint", \.fingerprint, .text, "The fault's name across recordings"),
      .required(
        "seen", \.seen, .list(of: .nullable(.boolean)),
        "Whether each run had it; null where it had no such trace"),
    ])
}
