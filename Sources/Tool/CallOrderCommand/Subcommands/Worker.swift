internal import CallOrderKit
internal import TraceFindings
internal import TraceReading
internal import TraceReporting
internal import TraceSystem

extension Subcommand {
  /// Checks one recording after the other.
  static let worker = Subcommand(
    name: "worker",
    summary: "check a stream of recordings, with one report for each",
    discussion: [
      """
      For data tools that have many recordings and start a program only once. Reads recordings from standard \
      input, and writes one line for each to standard output, in the same order and before it waits for more: \
      its report, as 'check --format json' writes it, without the coverage.
      """,
      """
      Each recording begins with a line of its size in bytes, a space, and its name in the report: '1234 \
      device-7/launch-3'. Its bytes follow, then the line of the next recording. A recording may be anything \
      that 'check' reads, up to 256 MiB.
      """,
      """
      If a recording cannot be read, its line is a report of that failure; the others are still checked, and \
      the exit status is 0. It is 3 if the stream itself breaks off or cannot be understood.
      """,
    ],
    examples: [
      "printf '%s trace\\n' $(wc -c < trace.json) | cat - trace.json | callorder worker":
        "Check one recording."
    ]
  ) { invocation throws(CommandError) in
    if invocation.settings.input.records == .run {
      throw .usage("'worker' judges each recording by itself; 'records' cannot be \"run\"")
    }
    var plan = try CheckPlan(for: invocation, operands: ["-"])
    // It would be nearly all of the report on a short recording.
    plan.options.coverage = false
    plan.options.timeline = .upTo(
      invocation.settings.output.timelineLimit ?? ReportFormat.json.eventLimit ?? 0)
    // Engines start a worker for each core.
    let (check, wider) = plan.prepared(jobs: 1)
    let output = invocation.environment.output
    // Answers to recordings that are already here go out together: each of them would wake the engine.
    var frames = RecordingFrames(
      invocation.environment.openStandardInput(), beforeReading: output.flush)
    do throws(ByteSourceError) {
      while let input = try frames.next() {
        let checked = check.report(of: [input], orBy: wider)
        let report = plan.complete(checked.report, for: invocation)
        invocation.write(JSONReport().renderLine(report))
      }
    } catch {
      throw .failure("recording \(frames.count): \(error.message)")
    }
    return .success
  }
}
