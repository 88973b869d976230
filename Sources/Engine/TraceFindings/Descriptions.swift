internal import TraceModel

extension Violation: CustomStringConvertible {
  /// One line for a log, without its end: the event, the severity, what happened, to whom, and the rule.
  public var description: String {
    let whose = subject.isEmpty ? "" : " (\(subjectKind ?? lifecycle) \(subject))"
    return terminalSafe("event \(event): \(severity.name): \(message)\(whose) [\(rule)]")
  }
}

extension TraceReport: CustomStringConvertible {
  /// A line for a log with the verdict, and one for each violation that is listed, without the last line end.
  public var description: String {
    var verdict = "\(path): \(verdict.rawValue), \(events) event\(events == 1 ? "" : "s")"
    if let reason { verdict += ": \(reason)" }
    var lines = [terminalSafe(verdict)] + violations.map(\.description)
    if unlistedViolations > 0 { lines.append("and \(unlistedViolations) more") }
    return lines.joined(separator: "\n")
  }
}
