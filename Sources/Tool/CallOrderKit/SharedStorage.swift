internal import TraceFindings

/// Stores values that are equal in many traces only once: most traces of a run are much alike.
struct SharedStorage {
  /// The maximum number of violations that are kept for comparison.
  private static let limit = 1_000

  private var last: TraceReport?
  /// One violation of each kind, up to the limit, by fingerprint.
  private var violations: [String: Violation] = [:]

  /// Replaces values of the trace by equal values of earlier traces.
  mutating func share(_ trace: inout TraceReport) {
    if let last {
      shareEqual(&trace.observed, last.observed)
      shareEqual(&trace.subjectCounts, last.subjectCounts)
      shareEqual(&trace.metadata, last.metadata)
      shareEqual(&trace.format, last.format)
    }
    for index in trace.violations.indices { share(&trace.violations[index]) }
    for index in trace.groups.indices {
      if let known = violations[trace.groups[index].fingerprint] {
        trace.groups[index].fingerprint = known.fingerprint
      }
    }
    last = trace
    last?.timeline = nil
  }

  private mutating func share(_ violation: inout Violation) {
    guard let known = violations[violation.fingerprint] else {
      if violations.count < Self.limit { violations[violation.fingerprint] = violation }
      return
    }
    violation.fingerprint = known.fingerprint
    shareEqual(&violation.states, known.states)
    shareEqual(&violation.expected, known.expected)
    shareEqual(&violation.message, known.message)
    shareEqual(&violation.spelling, known.spelling)
    for (index, cause) in known.causes.enumerated().prefix(violation.causes.count) {
      shareEqual(&violation.causes[index].text, cause.text)
      shareEqual(&violation.causes[index].action, cause.action)
      shareEqual(&violation.causes[index].evidence, cause.evidence)
    }
    shareEqual(&violation.causes, known.causes)
    for (index, related) in known.related.enumerated().prefix(violation.related.count) {
      shareEqual(&violation.related[index].message, related.message)
    }
    for (index, step) in known.steps.enumerated().prefix(violation.steps.count) {
      shareEqual(&violation.steps[index].states, step.states)
    }
  }

  private func shareEqual<Value: Equatable>(_ value: inout Value, _ known: Value) {
    if value == known { value = known }
  }
}
