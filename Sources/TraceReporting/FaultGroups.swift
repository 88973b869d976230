package import TraceFindings
internal import TraceWriting

/// Equal faults of all traces of a report that count against the run.
package struct FaultGroup {
  /// Those of one trace.
  package struct Occurrences {
    /// The trace's path.
    package var path: String
    /// The numbers of the listed events, counted from 1.
    package var events: [Int]
    /// How many there are, those that are not listed included.
    package var count: Int
  }

  /// The first one that is listed, in the order of the traces and events.
  package var first: Violation
  /// The trace of the first one.
  package var trace: TraceReport
  /// By trace, in the order of the report.
  package var occurrences: [Occurrences]
  /// How many there are in all.
  package var count: Int { occurrences.reduce(0) { $0 + $1.count } }
}

extension Report {
  /// The violations that count against the run, by fingerprint, in the order of their first occurrence.
  ///
  /// Faults of which no violation is listed are left out.
  /// - Complexity: O(violations + traces × groups of each).
  package var faultGroups: [FaultGroup] {
    var groups: [FaultGroup] = []
    var indices: [String: Int] = [:]
    for trace in traces where !trace.groups.isEmpty || !trace.violations.isEmpty {
      var events: [String: [Int]] = [:]
      var order: [String] = []
      for violation in trace.violations where violation.suppression == nil {
        if events[violation.fingerprint] == nil { order.append(violation.fingerprint) }
        events[violation.fingerprint, default: []].append(violation.event)
        if indices[violation.fingerprint] == nil {
          indices[violation.fingerprint] = groups.count
          groups.append(FaultGroup(first: violation, trace: trace, occurrences: []))
        }
      }
      var counts: [String: Int] = [:]
      for group in trace.groups {
        counts[group.fingerprint, default: 0] += group.count - group.suppressed
        let isKnown = indices[group.fingerprint] != nil && group.count > group.suppressed
        if isKnown, events[group.fingerprint] == nil, !order.contains(group.fingerprint) {
          order.append(group.fingerprint)
        }
      }
      for fingerprint in order {
        guard let index = indices[fingerprint] else { continue }
        let listed = events[fingerprint] ?? []
        groups[index].occurrences.append(
          .init(
            path: trace.path, events: listed,
            count: max(counts[fingerprint] ?? 0, listed.count)))
      }
    }
    return groups
  }
}
