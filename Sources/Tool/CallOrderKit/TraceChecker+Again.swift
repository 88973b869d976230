internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceReading

/// Checking a trace again with another assumption, where the first one leads nowhere or accuses too soon.
extension TraceChecker {
  /// Fewer calls do not show in which direction they go.
  private static let leastCalls = 3
  private static let leastCallsWithoutLaunch = 5

  /// Says what else would explain a trace: that the app has one window, or that the lines of a log are in reverse order.
  func askAgain(
    about report: inout TraceReport, _ trace: OpenedTrace, jobs: Int, _ workplace: Workplace
  ) {
    guard !trace.isCut else { return }
    if isReversed(report, trace, jobs: jobs, workplace) {
      report = Self.reversed(report)
      return
    }
    explainAsOneWindow(&report, trace, jobs: jobs, workplace)
  }

  // MARK: One window

  /// Adds to the note that subjects cannot be told apart what is wrong if there is only one, and how to say so.
  private func explainAsOneWindow(
    _ report: inout TraceReport, _ trace: OpenedTrace, jobs: Int, _ workplace: Workplace
  ) {
    guard
      let index = report.notes.firstIndex(where: {
        $0.id == RecordingObserver.severalNote && $0.event != nil
      })
    else { return }
    let checker = TraceChecker(self, optionsForOneWindow, reading)
    guard let judged = try? checker.judge(trace, among: nil, jobs: jobs, workplace) else { return }
    let finding = judged.report.violations.first { $0.severity != .note }
    let wrong = finding.map {
      ", and line \($0.line) is wrong (\($0.rule): \($0.headline(of: grammars.whole.compiled.grammar)))"
    }
    let hasWindows = grammars.whole.compiled.grammar.subjects.contains { $0.name == "session" }
    let isLog = report.format == TextLog.formatName
    let isReason = report.reason == report.notes[index].message
    report.notes[index].message +=
      (isLog ? "; if its lines say which, describe them with \"messagePatterns\"" : "")
      + "; or \(hasWindows ? "the app has one window" : "there is only one")\(wrong ?? ""): then say so with --one-window, or \"windows\": 1"
    if isReason { report.reason = report.notes[index].message }
  }

  // MARK: Reverse order

  /// Whether a log can only be understood from its end: its times descend, or its calls are a legal life in that
  /// direction, from the launch on or instead of one that needs several edits, and no time says otherwise.
  private func isReversed(
    _ report: TraceReport, _ trace: OpenedTrace, jobs: Int, _ workplace: Workplace
  ) -> Bool {
    guard report.format == TextLog.formatName, !reading.readsFromEnd,
      report.events >= Self.leastCalls,
      report.verdict != .conforming
    else { return false }
    let steps = timeSteps(trace, workplace)
    if steps.back * 2 >= report.events { return true }
    if steps.ahead > 0 { return false }
    if isLegalFromEnd(trace, fromLaunch: true, jobs: jobs, workplace) { return true }
    guard report.events >= Self.leastCallsWithoutLaunch else { return false }
    let checker = TraceChecker(self, optionsForOneWindow, reading)
    guard let forward = try? checker.judge(trace, among: nil, jobs: jobs, workplace).report,
      forward.violations.reduce(0, { $0 + $1.repair.cost }) > 1
    else { return false }
    return isLegalFromEnd(trace, fromLaunch: false, jobs: jobs, workplace)
  }

  private var optionsForOneWindow: CheckOptions {
    var options = options
    options.hasOneWindow = true
    return options
  }

  /// Whether the calls of a trace are a legal life of one window in reverse order.
  private func isLegalFromEnd(
    _ trace: OpenedTrace, fromLaunch: Bool, jobs: Int, _ workplace: Workplace
  ) -> Bool {
    var reading = reading
    reading.readsFromEnd = true
    let checker = TraceChecker(self, optionsForOneWindow, reading)
    guard
      let pass = try? checker.read(
        trace, jobs: jobs, workplace,
        by: { header in
          var options = checker.checkingOptions(header)
          options.beginsAtBeginning = fromLaunch
          options.timeline = .none
          return [RunningChecker(self.grammars.whole, options)]
        })
    else { return false }
    var other = TraceReport(path: trace.path)
    pass.checkers[0].checker.finish(&other)
    return other.verdict == .conforming
  }

  /// How often the time of an event is before and after that of the event before it.
  private func timeSteps(_ trace: OpenedTrace, _ workplace: Workplace) -> (back: Int, ahead: Int) {
    guard let source = try? trace.begin() else { return (0, 0) }
    var reader = TraceReader(
      source, members: grammars.whole.compiled.identityMembers, foreign: foreign)
    var steps = (back: 0, ahead: 0)
    var last = Double.nan
    while (try? reader.next(into: &workplace.batch)) == true {
      for event in workplace.batch.events.all where !event.time.isNaN {
        if event.time < last { steps.back += 1 }
        if event.time > last { steps.ahead += 1 }
        last = event.time
      }
    }
    return steps
  }

  /// The report on a log that was read in the wrong direction.
  private static func reversed(_ report: TraceReport) -> TraceReport {
    let message =
      "the lines seem to be in reverse order, newest first; to read them from the end, use --newest-first, or"
      + " \"newestFirst\": true"
    var other = TraceReport(path: report.path, format: report.format)
    other.metadata = report.metadata
    other.observed = report.observed
    other.events = report.events
    other.subjectCounts = report.subjectCounts
    other.timeline = report.timeline
    other.reason = message
    other.notes = [TraceReport.Note(id: "newest-first", message: message)]
    return other
  }
}
