/// What a check concludes about a trace or a run.
public enum Verdict: String, Sendable, CaseIterable {
  /// At least one error or warning.
  case violating
  /// Something was checked, and no error or warning found.
  case conforming
  /// Nothing in the trace was checkable.
  case inconclusive
}
