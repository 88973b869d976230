internal import TraceModel
package import CallOrderKit
internal import TraceReporting

/// What a test expects of a recording, and how it fails.
package struct Expectation {
  /// The maximum number of violations that a failure lists.
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

  /// One text for each error or warning, a single text if nothing could be checked, or none if the recording conforms.
  /// - Parameter allowsInconclusive: whether a readable recording may contain nothing that can be checked.
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
      let counts = trace.countsInForce
      let rest = counts.errors + counts.warnings - min(violations.count, Self.complaintLimit)
      if rest > 0 {
        complaints.append(
          complaints.isEmpty
            ? "\(rest) violation\(rest == 1 ? "" : "s") in \(trace.path), not listed"
            : "and \(rest) more")
      }
    }
    return complaints
  }

  /// Why the recording does not break a rule as expected; nil if it does.
  /// - Parameters:
  ///   - rule: the id of a rule of any severity.
  ///   - count: the expected number of violations; nil for at least one.
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
        ? "no other rule is broken" : "other broken rules: \(others.joined(separator: ", "))")
  }

  /// Why nothing in the recording could be checked; nil if something was checked.
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
