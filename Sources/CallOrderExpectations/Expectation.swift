internal import TraceDiagnostics
package import CallOrderKit
internal import TraceReporting

/// What a test expects of a recording, and what it says where that is not so.
package struct Expectation {
  /// A failure lists so many violations one by one.
  package static let complaintLimit = 20

  private let recording: Recording
  private let grammar: Grammar
  /// What checking the recording found.
  package let report: Report

  /// Checks a recording.
  package init(
    _ recording: some RecordingConvertible, grammar: Grammar, options: CheckOptions,
    reading: ReadingOptions
  ) {
    self.recording = recording.recording
    self.grammar = grammar
    report = self.recording.report(by: grammar, options: options, reading: reading)
  }

  /// One text for each violation that is an error or a warning; one if nothing could be checked; none if it conforms.
  /// - Parameter allowsInconclusive: whether it is fine that nothing could be checked in what was read.
  package func complaintsUnlessConforming(allowsInconclusive: Bool = false) -> [String] {
    if let complaint = complaintIfUnchecked(), !allowsInconclusive || !report.failures.isEmpty {
      return [complaint]
    }
    var complaints: [String] = []
    for trace in report.traces {
      let violations = trace.violations.filter { $0.severity > .note && $0.suppression == nil }
      for violation in violations.prefix(Self.complaintLimit) {
        complaints.append(TextReport().diagnostic(of: violation, in: trace, of: report))
      }
      let count = trace.counts.errors + trace.counts.warnings
      let rest = count - min(violations.count, Self.complaintLimit)
      if rest > 0, !complaints.isEmpty { complaints.append("and \(rest) more") }
    }
    return complaints
  }

  /// Why the recording does not break a rule as it is expected to; nil where it does.
  /// - Parameters:
  ///   - rule: the rule's id, whatever its severity.
  ///   - count: how many violations there have to be; nil for at least one.
  package func complaintUnlessViolated(_ rule: String, count: Int?) -> String? {
    guard grammar.rules.contains(where: { $0.id == rule }) else {
      let near = nearestName(to: rule, among: grammar.rules.lazy.map(\.id))
      return "the grammar \(grammar.name) has no rule '\(rule)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    }
    if !report.failures.isEmpty { return complaintIfUnchecked() }
    let byRule = report.traces.flatMap(\.countsByRule)
    let found = byRule.first { $0.rule == rule }?.count ?? 0
    if let count, found == count { return nil }
    if count == nil, found > 0 { return nil }
    let others = byRule.filter { $0.rule != rule }.map { "\($0.rule) (\($0.count))" }
    let expected = count.map { "\($0) violation\($0 == 1 ? "" : "s")" } ?? "a violation"
    return "expected \(expected) of '\(rule)' in \(terminalSafe(recording.name)), found \(found); "
      + (others.isEmpty
        ? "no other rule is broken" : "broken are: \(others.joined(separator: ", "))")
  }

  /// Why nothing could be said of the recording; nil where something could.
  private func complaintIfUnchecked() -> String? {
    if let failure = report.failures.first {
      let place = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
      return "\(terminalSafe(failure.path))\(place): \(terminalSafe(failure.message))"
    }
    guard report.verdict == .inconclusive else { return nil }
    let reason = report.traces.lazy.compactMap(\.reason).first ?? "it has no events"
    return "nothing could be checked in \(terminalSafe(recording.name)): \(terminalSafe(reason))"
  }
}
