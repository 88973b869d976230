/// A condition on the states of subjects right before an event; it may be unknown whether it holds.
public struct Situation: Sendable, Hashable, CaseCondition {
  /// The subjects that a question is about.
  public enum Whose: Sendable, Hashable {
    /// The subject that the event is about or names, or the one that it belongs to.
    case own
    /// Any subject that belongs to what the event belongs to.
    case some
    /// Any of those except the ones that the event is about or names.
    case another
  }

  /// The subjects that the question is about.
  public package(set) var whose: Whose
  /// The lifecycle.
  public package(set) var lifecycle: LifecycleID
  /// States, sorted: one of them has to be the present one.
  public package(set) var states: [StateID]
  /// Whether the answer has to be no.
  public package(set) var isNegated: Bool

  /// Makes a situation.
  package init(whose: Whose, lifecycle: LifecycleID, states: [StateID], isNegated: Bool = false) {
    self.whose = whose
    self.lifecycle = lifecycle
    self.states = states
    self.isNegated = isNegated
  }

  package func contradicts(_ other: Situation) -> Bool {
    guard whose == other.whose, lifecycle == other.lifecycle else { return false }
    if isNegated == other.isNegated {
      // One subject is in one state; of several each may be in another.
      return !isNegated && whose == .own && !states.contains(where: other.states.contains)
    }
    let (no, yes) = isNegated ? (states, other.states) : (other.states, states)
    return yes.allSatisfy(no.contains)
  }
}
