package import CallOrderCore

/// How much a report tells one by one; beyond, it only counts.
///
/// Each limit is one on what comes first by path. What a report of some of the traces leaves out, a report of all of them
/// leaves out, too, so that reports can be merged.
package struct ReportLimits: Sendable {
  /// Traces that say themselves which parts of the grammar they used; of further ones only the report knows.
  package var coverage = 10_000
  /// Events that are told one by one: of violating traces, and as many of all others.
  package var events = 200_000
  /// Violations that are listed whatever they are.
  package var violations: Int
  /// Kinds of violation of which the first one is listed, too.
  package var kinds = 1_000

  /// The limits that options ask for.
  package init(_ options: CheckOptions) {
    if case .upTo(let limit) = options.timeline { events = max(events, limit) }
    violations = max(0, options.reportViolationLimit)
  }
}
