internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

extension Summary {
  /// Which parts of the grammar the trace used.
  /// - Parameter violations: how often each rule was broken, by the rule's id.
  func coverage(_ violations: [RuleCount]) -> CoverageCounts {
    var walks = plan.kinds.indices.map { Walk(main, kind: $0) }
    for (index, subject) in main.slices.subjects.enumerated() {
      walks[subject.kind].take(Int32(index))
    }
    let callbacks = callbackCounts
    let all = callbacks.reduce(0, +)
    var numbers = stepNumbers(walks.map(\.counts))
    numbers += grammar.rules.indices.map { rule in
      if isOff(rule) || !hasMaterial(for: rule) { return 0 }
      let form = grammar.rules[rule].form
      // A rule that is not checked is not kept either.
      if !options.demandsCompleteLives, form is IncompleteForm { return 0 }
      return main.machines.callbacks(breaking: form, of: grammar)?
        .reduce(0) { $0 + callbacks[grammar.whole($1).index] } ?? all
    }
    var broken = [Int](repeating: 0, count: grammar.rules.count)
    for violation in violations {
      guard let rule = grammar.rules.firstIndex(where: { $0.id == violation.rule }) else {
        continue
      }
      broken[rule.index] = violation.count
    }
    return CoverageCounts(
      plan.coverageNames, numbers + broken + caseNumbers(walks),
      unmentioned: plan.unmentioned.compactMap {
        let count = callbacks[$0.index]
        return count > 0 ? .init(callback: grammar.callbacks[$0].name, count: count) : nil
      })
  }

  /// How often each state and each step of each lifecycle was reached and taken, in the order of the grammar.
  ///
  /// If the subject was certainly in one state, each step counts that may have been taken. Where several states were
  /// possible by the cheapest explanation, a step counts if only one is legal there. If several lead to the same state, only
  /// that state was certainly visited. A subject with a recorded beginning that may be in several states counts as being in
  /// the first one that the grammar names.
  private func stepNumbers(_ counts: [[Step: Int]]) -> [Int] {
    var numbers = grammar.lifecycles.map {
      [Int](repeating: 0, count: $0.states.count + $0.transitions.count)
    }
    for (step, count) in counts.joined() {
      let machine = main.machines.all[step.lifecycle]
      let transitions = grammar.lifecycles[step.lifecycle].transitions
      let own = transitions.indices.filter {
        machine.symbols[transitions[$0].callback].id == step.symbol
      }
      if own.isEmpty { continue }
      func within(_ states: [StateID]) -> [Int] {
        own.filter { states.contains(transitions[$0].from) }
      }
      let number = step.lifecycle.index
      let stateCount = machine.declaration.states.count
      let recorded = within(step.from.kernel.states)
      if !recorded.isEmpty, step.from.kernel.states.count == 1 {
        for index in recorded {
          numbers[number][stateCount + index] += count
          numbers[number][transitions[index].to.index] += count
        }
        continue
      }
      let possible =
        recorded.isEmpty ? within(step.from.states.states) : recorded
      guard let first = possible.first else { continue }
      if possible.count == 1 || step.from == machine.start(isKnown: true) {
        numbers[number][stateCount + first] += count
      }
      if possible.allSatisfy({ transitions[$0].to == transitions[first].to }) {
        numbers[number][transitions[first].to.index] += count
      }
    }
    return Array(numbers.joined())
  }

  /// How often each case that scenarios name certainly came.
  private func caseNumbers(_ walks: [Walk]) -> [Int] {
    let cases = grammar.casesOfScenarios
    var numbers = [Int](repeating: 0, count: cases.count)
    for (number, callback) in cases.enumerated() {
      guard let refinement = grammar.callbacks[callback].refinement else { continue }
      var asked = CallbackCases.Case()
      for condition in refinement.conditions {
        let place = plan.conditions.conditions.firstIndex(of: condition.asserted) ?? 0
        asked.ask(place, condition.isNegated)
      }
      let walk = walks[plan.traits[refinement.callback.index].kind]
      for (letter, count) in walk.letterCounts.enumerated() {
        let letter = walk.letters.all[letter]
        if letter.fact == Letter.call, Int(letter.callback) == refinement.callback.index,
          asked.holds(letter.outcomes)
        {
          numbers[number] += count
        }
      }
    }
    return numbers
  }

  /// Whether the trace has what a rule looks at: durations, or values of a member.
  func hasMaterial(for rule: RuleID) -> Bool {
    if let form = grammar.rules[rule].form as? TimeForm, form.after.isEmpty {
      let hasDurations = store.hasDurations
      return store.events.indices.contains { index in
        let event = store.events[index]
        return (event.phase == .begin || hasDurations && !store.duration(index).isNaN)
          && isCall(event) && event.kind != .notification
          && form.callbacks.contains(CallbackID(Int(event.callback)))
      }
    }
    return recording.values.hasMaterial(for: rule, store)
  }
}

extension Plan {
  /// The callbacks that neither a step nor a rule mentions.
  fileprivate var unmentioned: [CallbackID] {
    var mentioned = Set(
      grammar.rules.flatMap { $0.form.callbacks(in: grammar)?.map(grammar.whole) ?? [] })
    for lifecycle in grammar.lifecycles { mentioned.formUnion(lifecycle.alphabet) }
    return grammar.callbacks.indices.filter {
      !mentioned.contains($0) && grammar.callbacks[$0].refinement == nil
    }
  }
}

// MARK: - What a recording can show to be broken

extension Machines {
  /// The callbacks, cases included, with which a rule of a form can be found to be broken; nil for any of the grammar.
  ///
  /// Where unrecorded calls may always have made a step legal, no recording of this kind shows that the rule is broken.
  fileprivate func callbacks(breaking form: any RuleForm, of grammar: Grammar) -> [CallbackID]? {
    let callbacks = form.callbacks(in: grammar)
    switch form {
    case let form as StepForm:
      let machine = all[form.steppedLifecycle]
      if form.deadline != nil { return machine.canBeCertain(form.states) ? callbacks : [] }
      return callbacks?.filter { machine.canBreak(form, by: $0) }
    case let form as EndForm:
      return all[form.endedLifecycle].canBeCertain(form.states) ? callbacks : []
    default:
      return callbacks
    }
  }
}

extension Machine {
  /// Whether a subject can certainly be in one of the states: silent steps lead from one of them to no other state.
  fileprivate func canBeCertain(_ states: [StateID]) -> Bool {
    states.contains { reachable[$0].allSatisfy(states.contains) }
  }

  /// Whether a call can be found to break a rule: from one of its states, silent steps alone lead nowhere where the
  /// call is legal, or it is advice, and they do not lead away.
  fileprivate func canBreak(_ form: StepForm, by callback: CallbackID) -> Bool {
    guard let symbol = symbols[callback].id else { return true }
    return form.states.contains { !automaton.allows(symbol, in: reachable[$0]) }
      || !form.onlyWhereIllegal && canBeCertain(form.states)
  }
}

extension Coverage {
  /// The names of everything that is counted of a grammar, with zeros.
  init(namesOf grammar: Grammar) {
    self.init(
      lifecycles: grammar.lifecycles.map { lifecycle in
        let states = lifecycle.states
        return Lifecycle(
          name: lifecycle.name, states: states.map { .init(name: $0.name, visits: 0) },
          transitions: lifecycle.transitions.map {
            .init(
              from: states[$0.from].name, callback: grammar.callbacks[$0.callback].name,
              to: states[$0.to].name, visits: 0)
          })
      }, rules: grammar.rules.map { .init(id: $0.id, exercised: 0, violated: 0) },
      cases: grammar.casesOfScenarios.map { .init(callback: grammar.callbacks[$0].name, count: 0) })
  }
}
