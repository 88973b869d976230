internal import TraceFindings
internal import TraceGrammar

/// A violation that is not counted yet. It may wait until it is known whether it holds.
struct PendingFinding {
  var violation: Violation
  /// The rule, which may turn out not to apply to the trace; nil for a call that no rule names.
  var rule: RuleID?
  /// The subject and its recorder; nil if those do not matter.
  var about: RecordedSubject?
  /// Whether the subject has no identity, so that the finding holds only if none of its kind ever has one.
  var isUnnamed: Bool
}
