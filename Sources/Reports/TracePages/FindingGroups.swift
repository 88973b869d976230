internal import TraceModel
package import TraceFindings

/// One finding of the page: a violation with its own place, and how many equal ones its trace and others have.
struct PlannedFinding {
  /// Equal violations of another trace.
  struct Elsewhere {
    let trace: PlannedTrace
    let group: PlannedTrace.Group
    /// The identity of the first one's row, or of the trace's section.
    let link: String
  }

  let trace: PlannedTrace
  let group: PlannedTrace.Group
  let first: PlannedViolation
  /// Those of other traces, in the order of the report.
  var elsewhere: [Elsewhere] = []

  var violation: Violation { first.violation }
  /// How many equal violations there are.
  var count: Int { elsewhere.reduce(group.count) { $0 + $1.group.count } }
}

extension Violation {
  /// What happened, in a few words for a list: `sceneDidEnterBackground while active`.
  /// - Parameter written: how a callback is written.
  package func shortTitle(_ written: (String) -> String = { $0 }) -> String {
    let call = written(callback)
    // What never happened has no call of its own.
    if cause == .missing, repair.cost == 0, !message.contains(call) {
      return message.firstRange(of: ": ").map { String(message[..<$0.lowerBound]) } ?? message
    }
    guard states.count == 1, let state = states.first else { return call }
    return "\(call) while \(stateInWords(state))"
  }
}

/// Findings in which the same happened, over all traces.
struct FindingGroup {
  /// What happened as a heading, such as `sceneWillResignActive missing`.
  let title: String
  /// The findings with a place in the page, the most severe first, then in the order of the traces.
  private(set) var findings: [PlannedFinding] = []
  /// How many violations there are of each severity, including those without a place.
  private(set) var counts = SeverityCounts()
  /// How many traces have one.
  private(set) var traceCount = 0
  /// How many violations there are of each rule, the most frequent rule first.
  private(set) var rules: [(id: String, count: Int)] = []

  /// The worst severity that occurs, for sorting.
  private var worst: Severity {
    counts.errors > 0 ? .error : counts.warnings > 0 ? .warning : .note
  }

  /// Groups the findings of a report: groups with errors first, then those with the most findings. Whether a trace has a place in
  /// the page makes no difference.
  /// - Parameter written: how a callback is written.
  /// - Complexity: O(violations log violations).
  static func groups(
    of report: Report, planned: [Int: PlannedTrace], _ written: (String) -> String
  ) -> [FindingGroup] {
    var position: [String: Int] = [:]
    // Equal faults are in one group, even if something else would repair one of them.
    var happenings: [String: String] = [:]
    var groups: [FindingGroup] = []
    for (number, trace) in report.traces.enumerated() {
      var seen: Set<String> = []
      for (offset, listed) in trace.listedGroups.enumerated() {
        let first = trace.violations[listed.members[0]]
        let title = happenings[first.fault] ?? first.happening(written)
        happenings[first.fault] = title
        let index = position[title] ?? groups.count
        if index == groups.count {
          position[title] = index
          groups.append(FindingGroup(title: title))
        }
        groups[index].count(listed.count, like: first)
        if seen.insert(title).inserted { groups[index].traceCount += 1 }
        if let trace = planned[number], let card = trace.groups[offset].card {
          groups[index].findings.append(
            PlannedFinding(trace: trace, group: trace.groups[offset], first: card))
        }
      }
    }
    for index in groups.indices {
      groups[index].collect(planned)
      groups[index].sort()
    }
    return groups.enumerated().sorted { left, right in
      (right.element.worst, right.element.counts.total, left.offset)
        < (left.element.worst, left.element.counts.total, right.offset)
    }.map(\.element)
  }

  private mutating func count(_ count: Int, like violation: Violation) {
    counts[violation.severity] += count
    if let known = rules.firstIndex(where: { $0.id == violation.rule }) {
      rules[known].count += count
    } else {
      rules.append((violation.rule, count))
    }
  }

  /// Adds the equal violations of other traces to their findings.
  private mutating func collect(_ planned: [Int: PlannedTrace]) {
    if planned.count < 2 { return }
    let places = Dictionary(
      findings.enumerated().map { ($1.violation.fault, $0) },
      uniquingKeysWith: { first, _ in first })
    for (_, trace) in planned.sorted(by: { $0.key < $1.key }) {
      for group in trace.groups where group.card == nil {
        guard let place = places[group.first.violation.fault] else { continue }
        findings[place].elsewhere.append(.init(trace: trace, group: group, link: group.first.link))
      }
    }
  }

  private mutating func sort() {
    findings = findings.enumerated().sorted { left, right in
      (right.element.violation.severity, left.offset)
        < (left.element.violation.severity, right.offset)
    }.map(\.element)
    rules = rules.enumerated().sorted { left, right in
      (right.element.count, left.offset) < (left.element.count, right.offset)
    }.map(\.element)
  }
}
