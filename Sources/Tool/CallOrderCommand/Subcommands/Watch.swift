internal import CallOrderKit
internal import TraceModel
internal import TraceFindings
internal import TraceGrammar
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
      Everything so far is checked again each time, as the first call of a callback changes what its earlier \
      absence means. So all events are kept in memory, about 110 bytes for each. Notes about the recording \
      come at its end.
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
  private let check: PreparedCheck
  private let wider: Lazily<PreparedCheck?>
  private let path: String

  init(_ invocation: Invocation) throws(CommandError) {
    self.invocation = invocation
    path = invocation.operands[0]
    plan = try CheckPlan(for: invocation, operands: [path])
    (check, wider) = plan.prepared()
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
    let grammar: Grammar
    let watcher = TraceWatcher(
      name, reading: file.read(into:waitingAtMost:), by: check, orBy: wider.value
    ) { violation, grammar in
      tell(violation, of: name, by: grammar)
    }
    do throws(TraceError) {
      let found = try watcher.run()
      grammar = found.grammar
      var plan = plan
      report = plan.complete(Report(of: [found.report], by: grammar), for: invocation)
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
    if invocation.settings.output.format == "text" {
      invocation.write(text(grammar).ending(report))
    } else {
      invocation.write(ConciseReport(names: grammar.writtenNames).notes(report))
    }
    flush()
    return invocation.status(for: report)
  }

  /// Prints a finding at once.
  private func tell(_ violation: Violation, of name: String, by grammar: Grammar) {
    var trace = TraceReport(path: name)
    trace.verdict = .violating
    trace.events = violation.event
    trace.violations = [violation]
    trace.countsByRule = [.init(rule: violation.rule, count: 1)]
    let report = Report(of: [trace], by: grammar)
    if invocation.settings.output.format == "text" {
      let finding = text(grammar).diagnostic(of: violation, in: trace)
      invocation.write(Array((finding + "\n").utf8))
    } else {
      invocation.write(
        report.render(as: .concise, options: ReportOptions(grammar: grammar)))
    }
    flush()
  }

  private func text(_ grammar: Grammar) -> TextReport {
    TextReport(
      theme: invocation.theme, width: invocation.outputWidth, names: grammar.writtenNames)
  }

  private func flush() { invocation.environment.output.flush() }
}
