internal import CallOrderCore
internal import CallOrderRecorder
package import TraceChecking
package import TraceFindings
package import TraceGrammar
internal import TraceModel

/// What a test expects of a recording, and how it fails.
package struct Expectation {
  /// The maximum number of findings that a failure lists.
  package static let complaintLimit = 20

  private let recording: Recording
  private let plan: Plan
  /// What checking the recording found.
  package let report: TraceReport
  private var grammar: Grammar { plan.grammar }

  /// Checks a recording.
  package init(_ recording: some RecordingConvertible, grammar: Grammar, options: CheckOptions) {
    self.recording = recording.recording
    plan = Plan(grammar)
    report = Self.report(on: self.recording, by: plan, options)
  }

  /// Checks a recording. Its lines are counted as in the file that is attached.
  static func report(
    on recording: Recording, by plan: Plan, _ options: CheckOptions
  ) -> TraceReport {
    var options = options
    if recording.records != .trace { options.records = recording.records }
    options.platform = recording.os.flatMap { PlatformVersion($0) } ?? options.platform
    return EventsCheck(
      recording.events, plan, options, isComplete: recording.isComplete, lineOffset: 1,
      name: recording.name
    ).report
  }

  /// One text for each name that the grammar does not know and for each error or warning, a single text if nothing could
  /// be checked, or none if the recording conforms.
  /// - Parameter allowsInconclusive: whether the recording may contain nothing that can be checked.
  package func complaintsUnlessConforming(allowsInconclusive: Bool = false) -> [String] {
    var complaints = complaintsAboutNames()
    if complaints.isEmpty, !allowsInconclusive, let complaint = complaintIfUnchecked() {
      return [complaint]
    }
    let violations = report.violations.filter { $0.severity > .note && $0.suppression == nil }
    let shown = violations.prefix(Self.complaintLimit)
    let text = TextReport(names: grammar.writtenNames)
    for violation in shown {
      complaints.append(text.diagnostic(of: violation, in: report))
    }
    let counts = report.countsInForce
    let rest = counts.errors + counts.warnings - shown.count
    if rest > 0 {
      complaints.append(
        complaints.isEmpty
          ? "\(counted(rest, "finding")) in \(report.path), not listed" : "and \(rest) more")
    }
    return complaints
  }

  /// Why the recording does not break a rule as expected; empty if it does.
  /// - Parameters:
  ///   - rule: the id of a rule of any severity.
  ///   - count: the expected number of findings; nil for at least one.
  package func complaintsUnlessViolated(_ rule: String, count: Int?) -> [String] {
    guard grammar.rules.contains(where: { $0.id == rule }) else {
      let near = nearestName(to: rule, among: grammar.rules.lazy.map(\.id))
      return [
        "the grammar \(grammar.name) has no rule '\(rule)'"
          + (near.map { "; did you mean '\($0)'?" } ?? "")
      ]
    }
    let complaints = complaintsAboutNames()
    if !complaints.isEmpty { return complaints }
    let found = report.countsByRule.first { $0.rule == rule }?.count ?? 0
    if count.map({ $0 == found }) ?? (found > 0) { return [] }
    let others = report.countsByRule.filter { $0.rule != rule }.map { "\($0.rule) (\($0.count))" }
    let expected = count.map { counted($0, "finding") } ?? "a finding"
    return [
      "expected \(expected) of '\(rule)' in \(terminalSafe(recording.name)), found \(found); "
        + (others.isEmpty
          ? "no other rule is broken" : "other broken rules: \(others.joined(separator: ", "))")
    ]
  }

  /// Why nothing in the recording could be checked; nil if something was checked.
  private func complaintIfUnchecked() -> String? {
    guard report.verdict == .inconclusive else { return nil }
    return "nothing could be checked in \(terminalSafe(recording.name)): "
      + terminalSafe(report.reason ?? "it has no events")
  }

  // MARK: - Names

  /// One text for each callback, in the events or in what they are stated to show, that the grammar does not know. A
  /// misspelt call would otherwise hide what it is meant to show.
  ///
  /// Not meant are what the recorder itself observes, and actions: an app may record some for another grammar. An action
  /// that almost has the name of a known one is misspelt.
  private func complaintsAboutNames() -> [String] {
    var seen: Set<String> = []
    var complaints: [String] = []
    func look(_ name: String, isAction: Bool, _ place: String) {
      guard plan.meaning(of: name) == nil, seen.insert(name).inserted,
        !CallOrder.namesOfRecorder.contains(name)
      else { return }
      let near =
        (isAction ? nearestName(to: name, among: CallOrder.Action.all.lazy.map(\.name)) : nil)
        ?? NearSpellings(grammar).nearest(to: name)?.spelling
      // Short names are near to many others.
      if isAction, near == nil || name.utf8.count < 6 { return }
      complaints.append(
        "\(place): the grammar \(grammar.name) has no callback '\(terminalSafe(name))'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    for (index, event) in recording.events.enumerated() where event.kind != .gap {
      look(
        event.callback, isAction: event.kind == .action,
        "\(terminalSafe(recording.name)):\(index + 2)")
    }
    let actions = Set(recording.events.lazy.filter { $0.kind == .action }.map(\.callback))
    for name in recording.records.named {
      look(name, isAction: actions.contains(name), "what \(terminalSafe(recording.name)) records")
    }
    let rest = complaints.count - Self.complaintLimit
    return rest > 0
      ? complaints.prefix(Self.complaintLimit) + ["and \(rest) more"] : complaints
  }
}
