internal import CallOrderCore
internal import TraceCauses
internal import TraceChecking
internal import TraceFindings
internal import TraceReading

/// Checking a trace again with another assumption, where the first one leads nowhere or accuses wrongly.
extension TraceChecker {
  /// One call does not show in which direction a log goes, and a few without a launch do not.
  private static let leastCalls = 2
  private static let leastCallsWithoutLaunch = 5

  /// Says what else would explain a trace: that the app has one window, or that the lines of a log are in reverse order.
  /// - Parameter isUntold: whether nothing was checked because subjects cannot be told apart.
  func askAgain(about report: inout TraceReport, _ trace: ReadTrace, isUntold: Bool) {
    if hasNoScenes(report) {
      let message = "watchOS has no scenes, and \(grammar.name) describes apps with scenes"
      report = Self.notJudged(report, TraceReport.Note(id: "no-scenes", message: message))
      return
    }
    if isReversed(report, trace) {
      let message =
        "the lines seem to be in reverse order, newest first; to read them from the end, use --newest-first, or"
        + " \"newestFirst\": true"
      report = Self.notJudged(report, TraceReport.Note(id: "newest-first", message: message))
    } else {
      explainAsOneWindow(&report, trace, isUntold)
    }
    noteSeveralWindows(&report, trace)
  }

  /// How a trace of an app with one window is judged.
  private var oneWindow: CheckOptions {
    var options = options
    (options.hasOneWindow, options.timeline) = (true, .none)
    return options
  }

  /// Whether the recording is from a platform whose apps have none of what the grammar describes.
  private func hasNoScenes(_ report: TraceReport) -> Bool {
    grammar.caller == "UIKit"
      && report.metadata.contains { $0.name == "os" && $0.value.hasPrefix("watchOS") }
  }

  /// The report on a trace that was not judged, and why.
  private static func notJudged(_ report: TraceReport, _ why: TraceReport.Note) -> TraceReport {
    var other = TraceReport(path: report.path, format: report.format)
    other.metadata = report.metadata
    other.observed = report.observed
    other.events = report.events
    other.subjectCounts = report.subjectCounts
    other.timeline = report.timeline
    other.reason = why.message
    other.notes = [why]
    return other
  }

  // MARK: One window

  /// Adds to the note that subjects cannot be told apart what is wrong if there is only one, and how to say so.
  private func explainAsOneWindow(
    _ report: inout TraceReport, _ trace: ReadTrace, _ isUntold: Bool
  ) {
    let index = report.notes.firstIndex {
      $0.id == TraceJudge.severalNote && $0.event != nil
    }
    guard let index else { return }
    let finding = judge(trace, oneWindow).report.violations.first { $0.severity != .note }
    let wrong = finding.map {
      ", and line \($0.line) is wrong (\($0.rule): \(wording.headline(of: $0)))"
    }
    let hasWindows = grammar.subjects.contains { $0.name == "session" }
    let isLog = report.format == TextLog.formatName
    report.notes[index].message +=
      (isLog ? "; if its lines say which, describe them with \"messagePatterns\"" : "")
      + "; or \(hasWindows ? "the app has one window" : "there is only one")\(wrong ?? ""): then say so with --one-window, or \"windows\": 1"
    if isUntold { report.reason = report.notes[index].message }
  }

  /// Notes that a trace of an app with one window is about several, not counting scenes of other displays.
  private func noteSeveralWindows(_ report: inout TraceReport, _ trace: ReadTrace) {
    let (store, members) = (trace.store, trace.store.members.single)
    guard trace.statements.hasOneWindow || options.hasOneWindow,
      let session = members.firstIndex(of: "session"),
      let role = members.firstIndex(of: "role")
    else { return }
    var windows: [UInt32: Bool] = [:]
    for event in store.events {
      let name = store.value(session, of: event).rawValue
      let role = store.names.string(store.value(role, of: event))
      if name != 0 { windows[name] = windows[name] ?? true && Self.windowRoles.contains(role) }
    }
    let count = windows.values.count { $0 }
    if count < 2 { return }
    let message =
      "\"windows\" says that the app has one window, and the recording is about \(count) sessions: the app lets a second"
      + " window open, or one session has several identities"
    report.notes.append(TraceReport.Note(id: "several-windows", message: message))
  }

  private static let windowRoles = ["", "UIWindowSceneSessionRoleApplication", "windowApplication"]

  // MARK: Reverse order

  /// Whether a log can only be understood from its end: its times descend, or its calls are a legal life in that
  /// direction, from the launch on or instead of one that needs several edits, and no time says otherwise.
  private func isReversed(_ report: TraceReport, _ trace: ReadTrace) -> Bool {
    guard report.format == TextLog.formatName, !reading.readsFromEnd,
      report.events >= Self.leastCalls,
      report.verdict != .conforming
    else { return false }
    let steps = Self.timeSteps(trace)
    if steps.back * 2 >= report.events { return true }
    if steps.ahead > 0 { return false }
    if isLegalFromEnd(trace, fromLaunch: true) { return true }
    guard report.events >= Self.leastCallsWithoutLaunch else { return false }
    guard judge(trace, oneWindow).report.repairCost > 1 else { return false }
    return isLegalFromEnd(trace, fromLaunch: false)
  }

  /// Whether the calls of a trace are a legal life of one window in reverse order.
  private func isLegalFromEnd(_ trace: ReadTrace, fromLaunch: Bool) -> Bool {
    var (store, statements) = (trace.store, trace.statements)
    store.reverse()
    (statements.isComplete, statements.records) = (fromLaunch, .all)
    let report = withJudge {
      $0.judge(store, statements, trace.report, oneWindow).report
    }
    return report.verdict == .conforming
  }

  /// How often the time of an event is before and after that of the event before it.
  private static func timeSteps(_ trace: ReadTrace) -> (back: Int, ahead: Int) {
    var steps = (back: 0, ahead: 0)
    var last = Double.nan
    for event in trace.store.events where !event.time.isNaN {
      if event.time < last { steps.back += 1 }
      if event.time > last { steps.ahead += 1 }
      last = event.time
    }
    return steps
  }
}
