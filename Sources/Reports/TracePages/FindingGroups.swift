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

  /// The faults of a report with the findings that have a place in the page. Whether a trace has one makes no difference.
  static func groups(of report: Report, planned: [Int: PlannedTrace]) -> [FindingGroup] {
    var faults: [[Int]: Int] = [:]
    var groups: [FindingGroup] = []
    for (index, fault) in report.faults.enumerated() {
      var group = FindingGroup(title: fault.title)
      (group.counts, group.traceCount) = (fault.counts, fault.occurrences.count)
      group.rules = fault.rules.map { ($0.rule, $0.count) }
      groups.append(group)
      for place in fault.findings { faults[[place.trace, place.violation]] = index }
    }
    for (number, trace) in planned.sorted(by: { $0.key < $1.key }) {
      for listed in trace.groups {
        if let card = listed.card, let fault = faults[[number, card.index]] {
          groups[fault].findings.append(PlannedFinding(trace: trace, group: listed, first: card))
        }
      }
    }
    for index in groups.indices {
      groups[index].collect(planned)
      groups[index].sort()
    }
    return groups
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
  }
}
