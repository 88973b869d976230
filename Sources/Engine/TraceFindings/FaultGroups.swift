internal import TraceModel

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

extension [FaultGroup] {
  /// The most severe first, then the most frequent; otherwise in the order that they have.
  package var bySeverity: [FaultGroup] {
    enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.first.severity != other.first.severity {
        return one.first.severity > other.first.severity
      }
      return one.count == other.count ? left.offset < right.offset : one.count > other.count
    }.map(\.element)
  }
}

/// The properties that violations share when they are reported as one: the fault, its states, and its repair.
private struct Likeness: Hashable {
  private let fingerprint: String
  private let severity: Severity
  private let states: [String]
  private let edits: [String]

  init(_ violation: Violation) {
    (fingerprint, severity, states) = (violation.fingerprint, violation.severity, violation.states)
    edits =
      violation.repair.insertions.map { "+" + $0.callback }
      + violation.repair.deletions.map { "-" + $0.callback }
  }
}

extension Report {
  /// The violations that count against the run and are alike, in the order of their first occurrence.
  ///
  /// Faults without any listed violation are omitted; unlisted violations of other faults are counted with the first one.
  /// - Complexity: O(violations + traces × groups of each).
  package var faultGroups: [FaultGroup] {
    var groups: [FaultGroup] = []
    var indices: [Likeness: Int] = [:]
    var firsts: [String: Int] = [:]
    for trace in traces where !trace.groups.isEmpty || !trace.violations.isEmpty {
      var events: [Int: [Int]] = [:]
      var order: [Int] = []
      var own: [String: Int] = [:]
      var unlisted: [String: Int] = [:]
      for violation in trace.violations where violation.suppression == nil {
        let likeness = Likeness(violation)
        let index = indices[likeness] ?? groups.count
        if index == groups.count {
          indices[likeness] = index
          groups.append(FaultGroup(first: violation, trace: trace, occurrences: []))
        }
        if events[index] == nil { order.append(index) }
        events[index, default: []].append(violation.event)
        unlisted[violation.fingerprint, default: 0] -= 1
        own[violation.fingerprint] = own[violation.fingerprint] ?? index
      }
      firsts.merge(own) { first, _ in first }
      var extra: [Int: Int] = [:]
      for group in trace.groups {
        unlisted[group.fingerprint, default: 0] += group.count - group.suppressed
      }
      for group in trace.groups {
        guard let index = own[group.fingerprint] ?? firsts[group.fingerprint],
          let count = unlisted.removeValue(forKey: group.fingerprint), count > 0
        else { continue }
        if events[index] == nil { order.append(index) }
        extra[index] = count
      }
      for index in order {
        let listed = events[index] ?? []
        groups[index].occurrences.append(
          .init(path: trace.path, events: listed, count: listed.count + (extra[index] ?? 0)))
      }
    }
    return groups
  }
}
