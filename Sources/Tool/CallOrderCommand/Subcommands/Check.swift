internal import CallOrderKit
internal import TraceFindings

extension Subcommand {
  /// Checks traces.
  static let check = Subcommand(
    name: "check",
    summary: "check traces against the lifecycle grammar",
    discussion: [
      """
      Reads each trace, follows every session and process through the grammar, and reports what breaks a rule: \
      where, why it matters, what the likely cause is, and the smallest repair.
      """,
      """
      A trace is a JSON document, an array of events, or JSON Lines with one event on each line; the content \
      decides. In a folder and the folders below it, all files that end in .json, .jsonl or .ndjson are read, \
      except hidden ones. Text logs (.log, .txt) must be named, because most files with such names are not \
      traces. If a trace cannot be read, the failure is reported and the others are still checked.
      """,
      """
      Other formats are read too: the unified log as JSON ('log show' and 'log stream' with --style json or \
      ndjson), text logs, and events of Bugsnag and Sentry. A log message counts if it names one callback. For other messages, set 'messagePatterns' in the \
      configuration, such as "{callback} scene={scene} session={session}".
      """,
      """
      Without PATH, the traces that the configuration names are checked.
      """,
    ],
    operands: [.traces],
    examples: [
      "callorder check trace.json": "Say what is wrong with one recording.",
      "callorder check traces --report html=report.html --report sarif=report.sarif":
        "Print the findings, and write a page for people and an upload for code scanning.",
      "callorder check traces --baseline callorder-baseline.json":
        "Fail only on findings that are not in the baseline.",
      "log show --last 10m --style ndjson | callorder check - --fail-on warning":
        "Check what the apps logged in the last ten minutes, and fail on warnings too.",
    ]
  ) { invocation throws(CommandError) in
    let delivery = try ReportDelivery(for: invocation)
    var plan = try CheckPlan(for: invocation)
    try plan.refuseOverwriting(invocation.settings.output.reportOutputs, for: invocation)
    let report = plan.run(for: invocation)
    return try delivery.deliver(report, by: plan.grammar, of: plan.selection)
  }
}
