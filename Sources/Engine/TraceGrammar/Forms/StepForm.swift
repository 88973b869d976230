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
}

// MARK: - Notation

extension StepForm {
  /// `on A in x` names the lifecycle in the rule's head; `on A` alone bans it, and is about a subject.
  static var notation: FormNotation {
    FormNotation(beginning: .words(["on"])) { parser, _ in
      guard let callbacks = parser.expectNames(Parser.callbackRole) else { return nil }
      guard parser.takeWord("in") else {
        return parser.reportCondition(on: callbacks[0]) ? nil : ban(callbacks)
      }
      var states: [Word]?
      if parser.peek().isWord("any"), parser.peek(1).kind != .comma {
        parser.advance()
      } else {
        states = parser.expectNames("the name of a state, or 'any'")
        if states == nil { return nil }
      }
      return WrittenForm(ofLifecycle: { resolver, lifecycle in
        resolver.resolveStep(callbacks, states, lifecycle)
      })
    }
  }

  /// A is never legal. The lifecycle knows it by a state that nothing leads to.
  private static func ban(_ callbacks: [Word]) -> WrittenForm {
    WrittenForm(ofSubject: { resolver, name, subject in
      let banned = resolver.resolveCallbacks(callbacks)
      let (always, never): (StateID, StateID) = (0, 1)
      let lifecycle = resolver.addLifecycle(
        name, subject, ["always", "never"],
        banned.map { .init(from: never, callback: $0, to: never) }, origin: .ban)
      guard let lifecycle else { return nil }
      resolver.lifecycles[lifecycle].unknownStart = [always]
      return ResolvedForm(
        value: StepForm(lifecycle: lifecycle, callbacks: banned, states: [always]),
        written: callbacks.map { (resolver.resolveCallbackOrGroup($0), $0.range) })
    })
  }
}

extension Parser {
  /// Reports a condition where only the case can stand that has it.
  fileprivate mutating func reportCondition(on callback: Word) -> Bool {
    let token = peek()
    let words = ["where", "while", "when", "if", "during", "outside", "after", "before"]
    guard token.kind == .identifier, words.contains(token.text) else { return false }
    reportUnexpected(
      "'in' and states, or nothing",
      note: ["after", "before"].contains(token.text)
        ? "for a call that has to come first, write 'expects … after … before …'"
        : "a condition belongs to a case: write 'case NAME of \(callback.text) while …' and 'on NAME'"
    )
    return true
  }
}

extension Resolver {
  fileprivate mutating func resolveStep(
    _ callbacks: [Word], _ states: [Word]?, _ lifecycle: LifecycleID
  ) -> ResolvedForm {
    let written = callbacks.map { (callbacks: resolveCallbackOrGroup($0), range: $0.range) }
    var resolved: [CallbackID] = []
    for callback in written.flatMap(\.callbacks) where !resolved.contains(callback) {
      resolved.append(callback)
    }
    let stateSet: [StateID]
    if let states {
      stateSet = Set(resolveStates(states, of: lifecycle)).sorted()
    } else {
      let definition = lifecycles[lifecycle]
      let legal = Set(definition.transitions.map { StepClaim($0) })
      let known = resolved.filter(Set(definition.transitions.map(\.callback)).contains)
      stateSet = definition.states.indices.filter { state in
        known.contains { !legal.contains(StepClaim(callback: $0, state: state)) }
      }
    }
    return ResolvedForm(
      value: StepForm(
        lifecycle: lifecycle, callbacks: resolved, states: stateSet,
        onlyWhereIllegal: states == nil), written: written)
  }
}

// MARK: - Checks

extension StepForm {
  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    deadline == nil ? callbacks : grammar.lifecycles[steppedLifecycle].alphabet
  }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    deadline.map { timeWitnesses($0, finder) } ?? stepWitnesses(of: rule, finder)
  }

  /// A word that leads into the states and then leaves them or not.
  private func timeWitnesses(_ seconds: Double, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let states = Set(states)
    let breaking = finder.find(steppedLifecycle) { node in
      node.states.allSatisfy(states.contains) ? [.pause(seconds: seconds * 2)] : nil
    }
    let keeping = finder.find(
      steppedLifecycle,
      remember: { node, after in
        max(node.memory, after.allSatisfy(states.contains) ? 1 : node.memory == 1 ? 2 : 0)
      }, goal: { $0.memory == 2 ? [] : nil })
    return (breaking, keeping)
  }

  private func stepWitnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    typealias Node = WitnessFinder.Node
    let (lifecycle, states) = (steppedLifecycle, Set(states))
    let search = finder.searches[lifecycle]
    let alphabet = Set(search.alphabet)
    let known = callbacks.filter(alphabet.contains)
    let knownSet = Set(known)
    func isAdvice(_ callback: CallbackID, _ node: Node) -> Bool {
      !onlyWhereIllegal && knownSet.contains(callback) && node.states.allSatisfy(states.contains)
        && !search.states(after: callback, in: node.states).isEmpty
    }
    func isNamed(_ callback: CallbackID, _ node: Node, everywhere: Bool) -> Bool {
      guard search.states(after: callback, in: node.states).isEmpty else { return false }
      let rules = node.states.map { finder.owner(of: callback, in: $0, lifecycle) }
      return everywhere ? rules.allSatisfy { $0 == rule } : rules.compactMap { $0 }.min() == rule
    }
    var breaking = WitnessFinder.Finding()
    // If all possible states are the rule's own, it is certain that this rule is broken.
    for everywhere in [true, false] where breaking.word == nil {
      let wasExhaustive = breaking.isExhaustive
      breaking = finder.find(lifecycle) { node in
        known.first { isAdvice($0, node) || isNamed($0, node, everywhere: everywhere) }
          .map { [finder.call($0)] }
      }
      breaking.isExhaustive = breaking.isExhaustive && wasExhaustive
    }
    let keeping = finder.find(
      lifecycle,
      isAllowed: { node, edge in
        guard case .call(let callback) = edge else { return true }
        return !isAdvice(callback, node)
      },
      goal: { node in
        known.first {
          !search.states(after: $0, in: node.states).isEmpty && !isAdvice($0, node)
        }.map { [finder.call($0)] }
      })
    return (breaking, keeping)
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String {
    let definition = grammar.lifecycles[steppedLifecycle]
    if Set(definition.alphabet).isDisjoint(with: callbacks) {
      return
        "lifecycle '\(definition.name)' has no step for its callbacks, so they are legal anywhere; "
        + "for a call in its states write a case 'case NAME of … while \(definition.name) in …' and 'on NAME'"
    }
    return states.isEmpty
      ? "its callbacks are legal in every state"
      : "no calls lead to its states and then to its callbacks"
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
