internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceReading

/// Checking a trace again with another assumption, where the first one leads nowhere or accuses too soon.
extension TraceChecker {
  /// Fewer calls do not show in which direction they go.
  private static let leastCalls = 3

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
    var options = options
    options.hasOneWindow = true
    let checker = TraceChecker(self, options, reading)
    guard let judged = try? checker.judge(trace, among: nil, jobs: jobs, workplace) else { return }
    let finding = judged.report.violations.first { $0.severity != .note }
    let wrong = finding.map {
      ", and line \($0.line) is wrong (\($0.rule): \($0.headline(of: grammars.whole.compiled.grammar)))"
    }
    let hasWindows = grammars.whole.compiled.grammar.subjects.contains { $0.name == "session" }
    let isReason = report.reason == report.notes[index].message
    report.notes[index].message +=
      "; or \(hasWindows ? "the app has one window" : "there is only one")\(wrong ?? ""): then say so with --one-window, or \"windows\": 1"
    if isReason { report.reason = report.notes[index].message }
  }

  // MARK: Reverse order

  /// Whether a log can only be understood from its end: its times descend, or its calls are a legal life from the launch
  /// on in that direction, and in the other they are not.
  private func isReversed(
    _ report: TraceReport, _ trace: OpenedTrace, jobs: Int, _ workplace: Workplace
  ) -> Bool {
    guard report.format == TextLog.formatName, !reading.readsFromEnd,
      report.events >= Self.leastCalls,
      report.verdict != .conforming
    else { return false }
    let backwards = report.notes.first { $0.id == "time-goes-backwards" }?.count ?? 0
    if backwards * 2 >= report.events { return true }
    if backwards > 0 || hasTimes(trace, workplace) { return false }
    var reading = reading
    reading.readsFromEnd = true
    let checker = TraceChecker(self, options, reading)
    guard
      let pass = try? checker.read(
        trace, jobs: jobs, workplace,
        by: { header in
          var options = checker.checkingOptions(header)
          options.beginsAtBeginning = true
          options.timelineLimit = nil
          return [RunningChecker(self.grammars.whole, options)]
        })
    else { return false }
    var other = TraceReport(path: trace.path)
    pass.checkers[0].checker.finish(&other)
    return other.verdict == .conforming
  }

  /// Whether events have times.
  private func hasTimes(_ trace: OpenedTrace, _ workplace: Workplace) -> Bool {
    guard let source = try? trace.begin() else { return true }
    var reader = TraceReader(
      source, members: grammars.whole.compiled.identityMembers, foreign: foreign)
    guard (try? reader.next(into: &workplace.batch)) == true else { return false }
    return workplace.batch.events.all.contains { !$0.time.isNaN }
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
