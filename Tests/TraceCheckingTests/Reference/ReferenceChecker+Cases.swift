import TraceGrammar

/// What events mean to lifecycles that name cases of callbacks.
extension ReferenceChecker {
  /// Evaluates the conditions of a callback's cases on the states of wider subjects, before the event takes effect.
  mutating func answer(
    _ callback: CallbackID, _ wider: IDArray<SubjectKindID, String?>, _ index: Int
  ) {
    answers = [:]
    let own = grammar.callbacks[callback].subject
    for situation in cases(of: callback).flatMap(\.situations) where !isAdrift(index) {
      let kind = grammar.lifecycles[situation.lifecycle].subject
      guard kind <= own, kind < narrowKind, let name = wider[kind],
        let life = lives[LifeKey(lifecycle: situation.lifecycle, subject: name)]
      else { continue }
      if life.judge(grammar, complete: false).cost > 0 { askedInDoubt = true }
      let states = life.possibleStates(grammar)
      if states.allSatisfy(situation.states.contains) { answers[situation.asserted] = true }
      if !states.contains(where: situation.states.contains) { answers[situation.asserted] = false }
    }
  }

  private func cases(of callback: CallbackID) -> [Refinement] {
    grammar.callbacks.compactMap(\.refinement).filter { $0.callback == callback }
  }

  /// The letters that an event may be to a lifecycle, nil among them for none; nil if it names no case of the callback.
  ///
  /// For each unknown condition, both answers are tried.
  func letters(_ callback: CallbackID, _ lifecycle: LifecycleID, _ index: Int) -> [CallbackID?]? {
    let alphabet = grammar.lifecycles[lifecycle].alphabet
    let cases = alphabet.filter { grammar.callbacks[$0].refinement?.callback == callback }
    if cases.isEmpty { return nil }
    let refinements = cases.compactMap { grammar.callbacks[$0].refinement }
    let values = Array(Set(refinements.flatMap { $0.conditions.map(\.asserted) }))
    let situations = Array(Set(refinements.flatMap { $0.situations.map(\.asserted) }))
    var letters: Set<CallbackID?> = []
    for guess in 0..<(1 << (values.count + situations.count)) {
      func isGuessed(_ question: Int) -> Bool { guess & 1 << question != 0 }
      func holds(_ condition: ValueCondition) -> Bool {
        let known = trace[index].value.flatMap { condition.asserted.holds(of: $0) }
        return (known ?? isGuessed(values.firstIndex(of: condition.asserted) ?? 0))
          != condition.isNegated
      }
      func holds(_ situation: Situation) -> Bool {
        let question = values.count + (situations.firstIndex(of: situation.asserted) ?? 0)
        return (answers[situation.asserted] ?? isGuessed(question)) != situation.isNegated
      }
      let first = zip(cases, refinements).first { _, refinement in
        refinement.conditions.allSatisfy(holds) && refinement.situations.allSatisfy(holds)
      }
      letters.insert(first?.0 ?? (alphabet.contains(callback) ? callback : nil))
    }
    return Array(letters)
  }
}
