package import TraceChecking

/// How much a report lists individually; the rest is only counted.
///
/// Each limit keeps what comes first by path. What a report of some of the traces leaves out, a report of all of them
/// leaves out as well, so that reports can be merged.
package struct ReportLimits: Sendable {
  /// Events that are listed: this many of violating traces, and as many of all others.
  package var events = 200_000
  /// Findings that are listed, whatever their kind.
  package var violations: Int
  /// Kinds of finding whose first one is listed beyond that limit.
  package var kinds = 1_000

  /// The limits that the options set.
  package init(_ options: CheckOptions) {
    if case .upTo(let limit) = options.timeline { events = max(events, limit) }
    violations = max(0, options.reportViolationLimit)
  }
}
