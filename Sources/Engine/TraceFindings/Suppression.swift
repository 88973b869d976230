/// Why a violation is reported but does not count against a run.
public struct Suppression: Sendable, Equatable {
  /// Who decided it.
  public enum Source: String, Sendable, CaseIterable {
    /// The baseline holds the same fault: it is known.
    case baseline
    /// The user's configuration names the rule and the trace.
    case configuration
  }

  /// Who decided it.
  public var source: Source
  /// The reason given with it; nil when none was.
  public var reason: String?

  /// Makes a suppression.
  public init(source: Source, reason: String? = nil) {
    self.source = source
    self.reason = reason
  }
}

extension TraceReport {
  /// The numbers of violations that count against the run.
  public var countsInForce: SeverityCounts { counts.less(suppressedCounts) }
}

extension Report {
  /// The numbers of violations that do not count against the run, exact even when not all are listed.
  public var suppressedCounts: SeverityCounts {
    traces.reduce(into: SeverityCounts()) { $0 += $1.suppressedCounts }
  }

  /// The numbers of violations that count against the run.
  public var countsInForce: SeverityCounts { counts.less(suppressedCounts) }
}

extension SeverityCounts {
  fileprivate func less(_ other: SeverityCounts) -> SeverityCounts {
    SeverityCounts(
      errors: errors - other.errors, warnings: warnings - other.warnings,
      notes: notes - other.notes)
  }
}
