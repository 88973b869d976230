internal import CallOrderCore
internal import TraceModel
internal import TraceFindings
internal import TraceReporting

extension Subcommand {
  /// Converts traces for other viewers.
  static let convert = Subcommand(
    name: "convert",
    summary: "write traces for other viewers",
    discussion: [
      """
      Writes Chrome Trace Event JSON: a group of tracks for each process, with two tracks for each session, \
      one of its states and one of its calls and violations. To see it, open https://ui.perfetto.dev and drag \
      the file into the page; the file stays on your machine. Times are those of the trace; if it has none, \
      events are a millisecond apart.
      """
    ],
    operands: [.traces],
    examples: [
      "callorder convert --to chrome-trace trace.json -o trace.perfetto.json":
        "Look at a long recording in Perfetto."
    ]
  ) { invocation throws(CommandError) in
    var plan = try CheckPlan(for: invocation)
    let output = invocation.settings.output
    try plan.refuseOverwriting(output.output(as: "the converted trace"), for: invocation)
    let limit = output.timelineLimit ?? ConversionFormat.eventLimit
    plan.options.timeline = .upTo(limit)
    plan.options.coverage = false
    let report = plan.run(for: invocation)
    for trace in report.traces where trace.timeline.map({ !$0.isComplete }) ?? false {
      invocation.environment.note(
        "callorder: \(terminalSafe(trace.path)) has \(trace.events) events; the first \(limit) were converted"
      )
    }
    let bytes =
      switch output.conversion {
      case .chromeTrace: ChromeTrace.document(of: report.traces)
      }
    let status = try invocation.deliver(bytes)
    return report.failures.isEmpty ? status : .failure
  }
}

/// What traces can be converted to.
enum ConversionFormat: String, CaseIterable, Sendable {
  case chromeTrace = "chrome-trace"

  /// How many events of a trace are converted by default.
  static let eventLimit = 1_000_000
}
