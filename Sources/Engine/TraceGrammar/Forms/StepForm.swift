internal import TraceModel

/// `on A, B in x, y`, or `in any`: one of the callbacks comes in one of the states. The rule names the step if it is
/// illegal. If it is legal, the rule is a piece of advice, which fires when every state of the cheapest explanations is
/// in the set.
///
/// Forms that stand for a lifecycle of their own become this form.
package struct StepForm: RuleForm {
  package var steppedLifecycle: LifecycleID
  package var callbacks: [CallbackID]
  /// Sorted.
  package var states: [StateID]
  /// Whether the rule names illegal steps alone, as one written `in any` does: it is then never an advice,
  /// though its callbacks may be legal in some of its states.
  package var onlyWhereIllegal = false
  /// For a duty, the seconds in which the states have to be left again; nil for any time.
  package var deadline: Double?

  package init(
    lifecycle: LifecycleID, callbacks: [CallbackID], states: [StateID],
    onlyWhereIllegal: Bool = false, deadline: Double? = nil
  ) {
    (steppedLifecycle, self.callbacks, self.states) = (lifecycle, callbacks, states)
    (self.onlyWhereIllegal, self.deadline) = (onlyWhereIllegal, deadline)
  }

  package var lifecycle: LifecycleID? { steppedLifecycle }
  package var isAboutTime: Bool { deadline != nil }
}

// MARK: - Notation

extension StepForm {
  /// `on A in x` names the lifecycle in the rule's head; `on A` alone bans it, and is about a subject.
  static let notation = FormNotation("on CALLBACKS [ in STATES:STATES-OR-ANY ]") {
    resolver, match, rule in
    match["STATES"].isEmpty ? resolver.resolveBan(match, rule) : resolver.resolveStep(match, rule)
  }
}

extension Resolver {
  /// A is never legal. The lifecycle knows it by a state that nothing leads to.
  fileprivate mutating func resolveBan(_ match: Match, _ rule: Block) -> ResolvedForm? {
    guard let subject = subject(of: rule, match) else { return nil }
    let (banned, written) = resolveWritten(match["CALLBACKS"])
    let (always, never): (StateID, StateID) = (0, 1)
    let lifecycle = addLifecycle(
      rule.name, subject, ["always", "never"],
      banned.map { .init(from: never, callback: $0, to: never) }, origin: .ban)
    guard let lifecycle else { return nil }
    lifecycles[lifecycle].unknownStart = [always]
    return ResolvedForm(
      value: StepForm(lifecycle: lifecycle, callbacks: banned, states: [always]), written: written)
  }

  fileprivate mutating func resolveStep(_ match: Match, _ rule: Block) -> ResolvedForm? {
    guard let lifecycle = lifecycle(of: rule, match) else { return nil }
    let (callbacks, written) = resolveWritten(match["CALLBACKS"])
    let isAny = match["STATES"].map(\.text) == ["any"]
    let states: [StateID]
    if isAny {
      let definition = lifecycles[lifecycle]
      let legal = Set(definition.transitions.map { StepClaim($0) })
      let known = callbacks.filter(Set(definition.transitions.map(\.callback)).contains)
      states = definition.states.indices.filter { state in
        known.contains { !legal.contains(StepClaim(callback: $0, state: state)) }
      }
    } else {
      states = resolveStateSet(match["STATES"], of: lifecycle)
    }
    return ResolvedForm(
      value: StepForm(
        lifecycle: lifecycle, callbacks: callbacks, states: states, onlyWhereIllegal: isAny),
      written: written)
  }
}

// MARK: - Checks

extension StepForm {
  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    deadline == nil ? callbacks : grammar.lifecycles[steppedLifecycle].alphabet
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String? {
    let definition = grammar.lifecycles[steppedLifecycle]
    if deadline == nil, Set(definition.alphabet).isDisjoint(with: callbacks) {
      return
        "lifecycle '\(definition.name)' has no step for its callbacks, so they are legal anywhere; "
        + "for a call in its states write a case 'case NAME of … while \(definition.name) in …' and 'on NAME'"
    }
    return states.isEmpty ? "its callbacks are legal in every state" : nil
  }

  // MARK: - Words

  package func words(in grammar: Grammar) -> String {
    guard let deadline else { return stepInWords(in: grammar) }
    let names = grammar.names(states, of: steppedLifecycle)
    let late = "the state \(names) is not left within \(inWords(seconds: deadline))"
    return callbacks.isEmpty ? late : "\(stepInWords(in: grammar)), or \(late)"
  }

  private func stepInWords(in grammar: Grammar) -> String {
    let owner = grammar.lifecycles[steppedLifecycle]
    let calls = grammar.names(callbacks)
    if owner.origin == .ban { return "\(calls) comes" }
    if states.count == owner.states.count { return "\(calls) comes in any state of \(owner.name)" }
    return "\(calls) comes in the state \(grammar.names(states, of: steppedLifecycle))"
  }
}
