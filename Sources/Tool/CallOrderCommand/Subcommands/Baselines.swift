internal import TraceReporting
internal import TraceModel
internal import TraceFindings

extension Subcommand {
  /// Accepts all findings.
  static let baselineCreate = Subcommand(
    name: "baseline create",
    summary: "accept all findings of traces",
    discussion: [
      """
      Writes a file that lists every finding of the traces, sorted and one on each line, so that branches \
      merge well. 'check --baseline' then fails only on new ones.
      """
    ],
    operands: [.traces],
    examples: [
      "callorder baseline create traces --reason \"before the migration\"":
        "Accept all current findings, and say why."
    ]
  ) { invocation throws(CommandError) in
    var plan = try CheckPlan(for: invocation)
    let store = BaselineStore(for: invocation)
    try plan.refuseOverwriting([store.output], for: invocation)
    guard !store.exists || invocation.settings.baselines.replacesFiles else {
      throw .usage(
        "\(terminalSafe(store.path)) already exists",
        hint: "Use 'callorder baseline update', or --force to replace it.")
    }
    let baseline = try readingEverything { () throws(ReportError) in
      try BaselineFile(of: plan.run(for: invocation))
    }
    try invocation.write(baseline, to: store, of: plan, after: nil)
    let isConfigured = invocation.configuration.names.contains("baseline")
    if !isConfigured, !invocation.settings.output.isQuiet {
      let path = terminalSafe(store.path)
      invocation.environment.note(
        "next: add \"baseline\": \"\(path)\" to .callorder.json, or check with --baseline \(path)")
    }
    return .success
  }

  /// Brings the file up to date.
  static let baselineUpdate = Subcommand(
    name: "baseline update",
    summary: "accept the findings of traces, and drop what is gone",
    discussion: [
      "Reasons and expiry dates of entries that stay are kept. If a trace cannot be read, nothing is written."
    ],
    operands: [.traces]
  ) { invocation throws(CommandError) in
    var plan = try CheckPlan(for: invocation)
    let store = BaselineStore(for: invocation)
    try plan.refuseOverwriting([store.output], for: invocation)
    let old = try store.read()
    let updated = try readingEverything { () throws(ReportError) in
      try old.updated(by: plan.run(for: invocation))
    }
    try invocation.write(updated, to: store, of: plan, after: old)
    return .success
  }

  /// Drops what is gone.
  static let baselinePrune = Subcommand(
    name: "baseline prune",
    summary: "drop the entries whose findings are gone, and add none",
    operands: [.traces]
  ) { invocation throws(CommandError) in
    var plan = try CheckPlan(for: invocation)
    let store = BaselineStore(for: invocation)
    let report = plan.run(for: invocation)
    let old = try store.read(fitting: report)
    if old.isOlder {
      throw .usage(
        "\(terminalSafe(store.path)) was written by an older version",
        hint: "Use 'callorder baseline update', which rewrites it.")
    }
    let pruned = try readingEverything { () throws(ReportError) in try old.pruned(by: report) }
    try invocation.write(pruned, to: store, of: plan, after: old)
    return .success
  }
}

/// A baseline is only made if every trace was read: the findings of the others would be missing.
private func readingEverything(
  _ body: () throws(ReportError) -> BaselineFile
) throws(CommandError) -> BaselineFile {
  do throws(ReportError) {
    return try body()
  } catch {
    throw .failure("nothing was written: \(terminalSafe(error.message))")
  }
}

extension Invocation {
  /// Writes a baseline of the traces of a plan; its new entries get the reason and the expiry date of the options.
  fileprivate func write(
    _ baseline: BaselineFile, to store: BaselineStore, of plan: CheckPlan, after old: BaselineFile?
  ) throws(CommandError) {
    let entries = baseline.entries.map { entry in
      var entry = entry
      if old?[entry.fingerprint] == nil {
        entry.reason = settings.baselines.reason ?? entry.reason
        entry.expires = settings.baselines.expiry ?? entry.expires
      }
      return entry
    }
    var written = BaselineFile(
      grammarName: baseline.grammarName, grammarVersion: baseline.grammarVersion, entries: entries)
    written.traces = plan.selection.operands
    try store.write(written, after: old)
  }
}
