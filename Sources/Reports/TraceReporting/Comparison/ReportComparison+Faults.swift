internal import TraceFindings

extension ReportComparison {
  /// The faults of both reports, by their names.
  /// - Parameter lost: the paths of traces that only the first report has.
  static func faults(base: Report, head: Report, lost: Set<String>) -> [Fault] {
    var faults: [String: Fault] = [:]
    func add(_ report: Report, to count: WritableKeyPath<Fault, Int>) {
      for trace in report.traces {
        var firsts: [String: Violation] = [:]
        for violation in trace.violations where firsts[violation.fingerprint] == nil {
          firsts[violation.fingerprint] = violation
        }
        for group in trace.groups {
          let first = firsts[group.fingerprint]
          var fault =
            faults[group.fingerprint]
            ?? Fault(
              fingerprint: group.fingerprint, rule: group.rule, callback: group.callback,
              severity: group.severity,
              summary: first?.message ?? group.rule, base: 0, head: 0, suppressed: 0,
              place: first.map { Place(path: trace.path, line: $0.line, event: $0.event) },
              violation: first)
          fault[keyPath: count] += group.count
          if count == \.head || fault.head == 0 {
            fault.severity = max(fault.severity, group.severity)
          }
          if count == \.head { fault.suppressed += group.suppressed }
          if count == \.base, lost.contains(trace.path) { fault.lost += group.count }
          faults[group.fingerprint] = fault
        }
      }
    }
    // The second report comes first, as its severities and sentences count.
    add(head, to: \.head)
    add(base, to: \.base)
    pair(&faults, base: base.shownCallbacks(), head: head.shownCallbacks())
    return faults.values.sorted { left, right in
      if left.severity != right.severity { return left.severity > right.severity }
      return (left.rule, left.fingerprint) < (right.rule, right.fingerprint)
    }
  }

  /// Counts a fault only once if the two reports show it at different calls because each does not record the call of
  /// the other.
  /// - Parameters:
  ///   - base: the callbacks that the first report shows; nil for all.
  ///   - head: those that the second one shows.
  private static func pair(
    _ faults: inout [String: Fault], base: Set<String>?, head: Set<String>?
  ) {
    func isUnrecorded(_ callback: String?, in shown: Set<String>?) -> Bool {
      guard let callback else { return true }
      return shown.map { !$0.contains(callback) } ?? false
    }
    let names = faults.keys.sorted()
    let gone = Dictionary(
      grouping: names.filter { faults[$0].map { $0.gone > 0 } ?? false },
      by: { faults[$0]?.rule ?? "" })
    for name in names {
      for other in faults[name].flatMap({ gone[$0.rule] }) ?? [] {
        guard var new = faults[name], var old = faults[other] else { continue }
        let count = min(new.new, old.gone)
        if count == 0
          || !isUnrecorded(old.callback, in: head) && !isUnrecorded(new.callback, in: base)
        {
          continue
        }
        new.base += count
        old.base -= count
        faults[name] = new
        faults[other] = old.base + old.head == 0 ? nil : old
      }
    }
  }
}
