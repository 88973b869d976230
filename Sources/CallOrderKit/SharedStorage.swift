internal import TraceFindings

/// Lets values that are the same in many traces have one place in memory: most traces of a run are much alike.
struct SharedStorage {
  /// How many violations are kept to compare others with.
  private static let limit = 1_000

  private var last: TraceReport?
  /// A violation of each of the first kinds, by fingerprint.
  private var violations: [String: Violation] = [:]

  /// Shares what the trace has in common with those before it.
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
