internal import TraceDiagnostics

/// What violations have in common that a report tells as one: the fault, the states it came in, and what repairs it.
package struct Likeness: Hashable, Sendable {
  /// The fault's name across recordings.
  package var fingerprint: String
  private var severity: Severity
  private var states: [String]
  private var edits: [String]

  fileprivate init(_ violation: Violation) {
    (fingerprint, severity) = (violation.fingerprint, violation.severity)
    states = violation.states
    edits =
      violation.repair.insertions.map { "+" + $0.callback }
      + violation.repair.deletions.map { "-" + $0.callback }
  }
}

extension Violation {
  /// What it has in common with those that are told with it.
  package var likeness: Likeness { Likeness(self) }
}
