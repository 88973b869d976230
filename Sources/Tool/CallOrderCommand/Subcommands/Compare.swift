internal import CallOrderKit
internal import TraceReporting
internal import TraceModel
internal import TraceFindings
internal import TraceSystem

extension Subcommand {
  /// Compares two runs.
  static let compare = Subcommand(
    name: "compare",
    summary: "say what changed between two sets of traces",
    discussion: [
      """
      Says which findings are new, fixed and unchanged, and what else changed even where nothing is illegal: \
      the order of calls, side by side. Use it after an OS update or a change to the app.
      """,
      """
      BASE and HEAD are each a trace, a folder of traces, or a report saved with 'check --report json=FILE'. \
      Traces are paired by their path below the folder that was named; those of a saved report so that most pairs are found. A finding whose trace is not in HEAD is called gone, \
      not fixed. The exit status is 1 if a finding is new that is as severe as --fail-on asks for.
      """,
    ],
    operands: [
      Operand(placeholder: "BASE", values: .path, summary: "the traces or the report from before"),
      Operand(placeholder: "HEAD", values: .path, summary: "the traces or the report from after"),
    ],
    examples: [
      "callorder compare traces/ios26 traces/ios27": "See what the new OS does differently.",
      "callorder compare before.json traces --report markdown=comparison.md":
        "Compare with a saved report, and write a page for a comment.",
    ]
  ) { invocation throws(CommandError) in
    let operands = invocation.operands
    if operands == ["-", "-"] { throw .usage("standard input can be read only once") }
    let sides = TraceSelection(
      operands, standardInputName: "-", excluding: [], in: invocation.environment)
    try OutputGuard(for: invocation).check(
      invocation.settings.output.comparisonOutputs,
      against: sides.files.map { .init(role: "the input", path: $0) },
      readsStandardInput: sides.readsStandardInput)
    let base = try reportToCompare(at: operands[0], for: invocation)
    let head = try reportToCompare(at: operands[1], for: invocation)
    let comparison = ReportComparison(
      base: base, head: head, baseFolder: folder(at: operands[0], for: invocation),
      headFolder: folder(at: operands[1], for: invocation))
    for (path, report) in zip(operands, [base, head]) where report.traces.isEmpty {
      invocation.environment.note(
        "callorder: nothing was compared: there is no trace in \(terminalSafe(path))")
    }
    let isWritten = ComparisonOutput.deliver(comparison, for: invocation)
    if !(base.failures + head.failures).isEmpty || !isWritten { return .failure }
    guard let threshold = invocation.settings.judging.failOn.threshold else { return .success }
    let fails = comparison.faults.contains { $0.new > 0 && $0.severity >= threshold }
    return fails ? .violations : .success
  }
}

/// The report of an operand: a saved one, or that of checking the traces there.
private func reportToCompare(at operand: String, for invocation: Invocation) throws(CommandError)
  -> Report
{
  if isSavedReport(operand, in: invocation.environment) {
    return try Report(saved: operand, in: invocation.environment)
  }
  var plan = try CheckPlan(for: invocation, operands: [operand])
  // The order of the calls is compared by the events.
  plan.options.timeline = .upTo(
    invocation.settings.output.timelineLimit ?? ReportOutput.longestTimeline)
  return plan.run(for: invocation)
}

/// The folder that an operand names, as the paths of its traces begin; nil if it names something else.
private func folder(at operand: String, for invocation: Invocation) -> String? {
  let path = Path.tidied(operand)
  let kind = operand == "-" ? nil : try? fileKind(of: invocation.environment.place(of: path))
  return kind == .folder ? path : nil
}

/// Whether a file says that it is a saved report; a trace never does.
private func isSavedReport(_ path: String, in environment: CommandEnvironment) -> Bool {
  // A pipe can be read only once, and the trace needs it.
  guard path != "-", (try? fileKind(of: environment.place(of: path))) == .file,
    let start = environment.readStart(of: path, count: 256)
  else { return false }
  return String(decoding: start, as: UTF8.self).contains(JSONReport.format)
}
