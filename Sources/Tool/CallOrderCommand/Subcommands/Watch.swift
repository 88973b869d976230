internal import CallOrderKit
internal import TraceModel
internal import TraceFindings
internal import TraceReading
internal import TraceReporting
internal import TraceSystem

extension Subcommand {
  /// Checks a recording while it is made.
  static let watch = Subcommand(
    name: "watch",
    summary: "check a recording while it is made",
    discussion: [
      """
      Reads a pipe or a growing file, and prints each finding about a second after it becomes certain: what \
      'check' would say of everything so far. The end of a recording is judged only when it is reached.
      """,
      """
      If the file is replaced or cut, as recorders and logs do when it gets too large, the recording has ended \
      and the new file is the next one. If a file cannot be read any further, the watch says why and waits for a \
      new one. Control-C ends the watch with a summary and the exit status of 'check'.
      """,
      """
      The first 256 MiB are kept in a temporary file. If a callback is first seen late, its earlier absence \
      has another meaning, and they are checked again. The rest is checked with the callbacks seen by then. \
      Memory use does not grow with the recording. Notes about the recording come at its end.
      """,
    ],
    operands: [
      Operand(
        placeholder: "FILE", values: .path,
        summary: "the recording that grows, or - for standard input")
    ],
    examples: [
      "xcrun simctl spawn booted log stream --style ndjson | callorder watch -":
        "See what the apps in the simulator do wrong while you use them.",
      "callorder watch calls.jsonl --format concise":
        "Follow the file that a recorder writes, with one line for each finding.",
    ]
  ) { invocation throws(CommandError) in
    let watch = try Watch(invocation)
    return try watch.run()
  }
}

/// One run of the subcommand.
private struct Watch {
  /// How long to wait at a time for a file that replaces another one, in milliseconds.
  private static let patience = 100

  private let invocation: Invocation
  private let plan: CheckPlan
  private let path: String

  init(_ invocation: Invocation) throws(CommandError) {
    self.invocation = invocation
    path = invocation.operands[0]
    plan = try CheckPlan(for: invocation, operands: [path])
    if let failure = plan.selection.failures.first {
      throw .failure(SystemError(path: failure.path, message: failure.message))
    }
  }

  func run() throws(CommandError) -> ExitStatus {
    Interruption.expect()
    var status = ExitStatus.success
    var isFirst = true
    while let file = try open(isFirst: isFirst) {
      isFirst = false
      let found = try watch(file)
      if found.rawValue > status.rawValue { status = found }
      if !file.canBeReplaced { break }
      invocation.environment.note(
        "callorder: \(terminalSafe(path)) was replaced; watching the new file")
    }
    return status
  }

  /// The file; nil if it did not come back before the watch ended.
  private func open(isFirst: Bool) throws(CommandError) -> FollowedFile? {
    if path == "-" { return .standardInput() }
    let place = invocation.environment.place(of: path)
    while true {
      do throws(SystemError) {
        return try FollowedFile(opening: place)
      } catch {
        if isFirst { throw .failure(SystemError(path: path, message: error.message)) }
        if Interruption.hasCome { return nil }
        pause(milliseconds: Self.patience)
      }
    }
  }

  private func watch(_ file: FollowedFile) throws(CommandError) -> ExitStatus {
    let name = path == "-" ? invocation.settings.input.standardInputName : path
    let report: Report
    do throws(ByteSourceError) {
      let watcher = try TraceWatcher(
        name, FollowedBytes(file), grammar: plan.grammar, options: plan.options,
        reading: plan.reading
      ) { violation in
        tell(violation, of: name)
      }
      do throws(TraceError) {
        report = plan.complete(Report(of: [try watcher.run()], by: plan.grammar), for: invocation)
      } catch {
        let failure = Report.Failure(
          path: name, position: error.position, message: error.message)
        invocation.environment.tell([failure])
        if file.canBeReplaced {
          invocation.environment.note(
            "callorder: \(terminalSafe(path)) cannot be read any further; waiting for a new file")
          file.waitForReplacement()
        }
        return .failure
      }
    } catch {
      throw .failure(error.message)
    }
    if invocation.settings.output.format == "text" {
      invocation.write(text.ending(report))
    } else {
      invocation.write(ConciseReport(names: plan.grammar.writtenNames).notes(report))
    }
    flush()
    return invocation.status(for: report)
  }

  /// Prints a finding at once.
  private func tell(_ violation: Violation, of name: String) {
    var trace = TraceReport(path: name)
    trace.verdict = .violating
    trace.events = violation.event
    trace.violations = [violation]
    trace.countsByRule = [.init(rule: violation.rule, count: 1)]
    let report = Report(of: [trace], by: plan.grammar)
    if invocation.settings.output.format == "text" {
      let finding = text.diagnostic(of: violation, in: trace)
      invocation.write(Array((finding + "\n").utf8))
    } else {
      invocation.write(
        report.render(as: .concise, options: ReportOptions(grammar: plan.grammar)))
    }
    flush()
  }

  private var text: TextReport {
    var text = TextReport(
      theme: invocation.theme, width: invocation.outputWidth, grammar: plan.grammar)
    text.explain = invocation.explainCommand
    return text
  }

  private func flush() { invocation.environment.output.flush() }
}
