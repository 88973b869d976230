/// Limits for everything in a grammar that a check keeps in tables of fixed width.
///
/// A text that exceeds one is rejected with a finding before it is read any further, so that no valid grammar can
/// exhaust a check. Grammars written by people stay far below.
@usableFromInline
package enum GrammarLimits {
  /// Bytes of the text.
  package static let textBytes = 1 << 20
  /// Kinds of subject.
  package static let subjectKinds = 256
  /// Callbacks and actions.
  package static let callbacks = 1_024
  /// Named sets of callbacks.
  package static let groups = 1_024
  /// Lifecycles.
  package static let lifecycles = 1_024
  /// States of one lifecycle. They fit into a byte, and are few enough that tables with the cube of their number are
  /// built quickly.
  package static let states = 128
  /// States of all lifecycles together, which bounds every table of states by states or by callbacks.
  package static let statesInAll = 4_096
  /// Steps of one lifecycle.
  package static let transitions = 65_536
  /// Rules.
  package static let rules = 1_024
  /// Seconds that a call may take or wait: about thirty years.
  package static let seconds = 1_000_000_000.0
  /// Quirks.
  package static let quirks = 1_024
  /// Members of an event that identify a subject or are its alias, not counting those that come as a set.
  package static let identityMembers = 16
  /// Members of an event that hold several identities.
  package static let identitySets = 2
  /// Members of an event that decide which callback a spelling means.
  package static let decidingMembers = 8
  /// Members of an event whose values rules ask for.
  package static let askedMembers = 6
  /// Members of an event that the conditions of cases ask for.
  package static let caseMembers = 20
  /// Different conditions of cases. A condition with `not` counts the same as the one without.
  package static let conditions = 64
  /// Cases of one callback in one lifecycle.
  package static let casesOfCallback = 4
  /// Parentheses of an order of calls that are open at once.
  package static let openParentheses = 32
  /// Members of an event that a grammar may ask for: those that identify a subject, and those that say more about it.
  @inlinable package static var members: Int { 52 }
}
