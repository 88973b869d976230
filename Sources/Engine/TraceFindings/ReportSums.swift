/// What a report says about all of its traces together; added up trace by trace.
package struct ReportSums: Sendable, Equatable {
  /// The number of traces.
  package private(set) var traces = 0
  /// The number of events, gap markers included.
  package private(set) var events = 0
  /// The number of subjects of all kinds.
  package private(set) var subjects = 0
  /// How many violations there are of each severity.
  package private(set) var counts = SeverityCounts()
  /// How many of them do not count.
  package private(set) var suppressedCounts = SeverityCounts()
  /// The number of events that the grammar does not know.
  package private(set) var unknownCallbacks = 0
  /// The sum of the costs of all repairs.
  package private(set) var repairCost = 0
  private var hasViolating = false
  private var hasConforming = false

  /// Starts with no traces.
  package init() {}

  /// Adds a trace.
  package mutating func add(_ trace: TraceReport) {
    traces += 1
    events += trace.events
    subjects += trace.subjects
    counts += trace.counts
    suppressedCounts += trace.suppressedCounts
    unknownCallbacks += trace.unknownCallbacks.reduce(0) { $0 + $1.count }
    repairCost += trace.repairCost
    hasViolating = hasViolating || trace.verdict == .violating
    hasConforming = hasConforming || trace.verdict == .conforming
  }

  /// `violating` if any trace is, otherwise `conforming` if any trace is, otherwise `inconclusive`.
  package var verdict: Verdict {
    hasViolating ? .violating : hasConforming ? .conforming : .inconclusive
  }
}

extension Report {
  /// The sums over all traces.
  /// - Complexity: O(traces).
  package var sums: ReportSums {
    traces.reduce(into: ReportSums()) { $0.add($1) }
  }
}
