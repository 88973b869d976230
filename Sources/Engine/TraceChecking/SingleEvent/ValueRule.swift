internal import TraceGrammar

/// A rule on the value of an event's member.
struct ValueRule: Sendable {
  /// The rule.
  let rule: RuleID
  /// The member, and its index in an event.
  let member: String
  let place: Int
  /// The values that the rule knows.
  let known: [String]
  /// For every callback, which of the known values it may have; empty if the rule does not ask about the callback.
  let allowed: IDArray<CallbackID, [Bool]>
  /// Whether a value that the rule does not know breaks it, in a trace that names one that it knows.
  let comparesToNamed: Bool
}
