package import TraceFindings

extension TraceReport {
  /// Lists the violations and counts them, as the checker does.
  package mutating func add(_ added: [Violation]) {
    violations += added
    for violation in added {
      counts[violation.severity] += 1
      if violation.suppression != nil { suppressedCounts[violation.severity] += 1 }
      if let index = groups.firstIndex(where: {
        $0.fingerprint == violation.fingerprint && $0.severity == violation.severity
      }) {
        groups[index].count += 1
      } else {
        groups.append(
          ViolationGroup(
            fingerprint: violation.fingerprint, rule: violation.rule, severity: violation.severity,
            count: 1, firstEvent: violation.event, callback: violation.callback))
      }
      if violation.suppression != nil,
        let last = groups.lastIndex(where: {
          $0.fingerprint == violation.fingerprint && $0.severity == violation.severity
        })
      {
        groups[last].suppressed += 1
      }
      if let index = countsByRule.firstIndex(where: { $0.rule == violation.rule }) {
        countsByRule[index].count += 1
      } else {
        countsByRule.append(.init(rule: violation.rule, count: 1))
        countsByRule.sort { $0.rule < $1.rule }
      }
    }
  }
}
