package import TraceFindings

/// What a checker tells while events still come.
extension Checker {
  /// The findings that became certain since this was last called, in the order they did; with
  /// `CheckingOptions.tellsFindings`.
  package mutating func takeCertain() -> [Violation] { findings.takeCertain() }
}
