import TraceGrammar

/// One lifecycle of one subject: everything that concerned it, in order.
struct ReferenceLife {
  /// What concerned it.
  enum Symbol {
    /// A call, the number of its event, counted from 1, and the recorded role. If the lifecycle names cases of it, the letters
    /// that it may be, nil for none.
    case call(CallbackID, event: Int, role: String? = nil, letters: [CallbackID?]? = nil)
    /// Something that happened without a call: for every state, the states after it.
    case fact(IDArray<StateID, [StateID]>)
  }

  var lifecycle: LifecycleID
  var start: [StateID]
  var word: [Symbol] = []
  /// The calls that may have come unrecorded, which cost nothing.
  var silent: Set<CallbackID> = []
}

/// The judgement of a life.
struct ReferenceJudgement: Equatable {
  /// The least number of insertions and deletions that makes the life legal.
  var cost: Int
  /// The numbers of the events that increase the cost, counted from 1.
  var events: [Int] = []
  /// For each of them, what determines its rule.
  var names: [ReferenceNaming] = []
}

/// What determines the rule for an event that increases the cost.
struct ReferenceNaming: Equatable {
  /// The rule; nil for none.
  var rule: RuleID?
  var callback: CallbackID
  /// The states that are possible before it.
  var states: [StateID]
  var role: String?
}

extension ReferenceLife {
  /// Judges the life by trying every edit at every position.
  /// - Parameter complete: whether it has to end in an accepting state.
  func judge(_ grammar: Grammar, complete: Bool) -> ReferenceJudgement {
    let law = grammar.lifecycles[lifecycle]
    var costs = IDArray<StateID, Int>(repeating: .max, count: law.states.count)
    for state in start { costs[state] = 0 }
    costs = insertingCalls(law, costs)
    var judgement = ReferenceJudgement(cost: 0)
    for symbol in word {
      let before = costs
      costs = insertingCalls(law, reading(symbol, law, before))
      let least = costs.min() ?? 0
      if least > judgement.cost, case .call(let callback, let event, let role, let letters) = symbol
      {
        let cheapest = before.indices.filter { before[$0] == judgement.cost }
        judgement.names.append(
          ReferenceNaming(
            rule: ruleNaming(letters ?? [callback], cheapest, grammar), callback: callback,
            states: cheapest,
            role: role))
        judgement.events.append(event)
      }
      judgement.cost = least
    }
    if complete {
      let ends = law.states.indices.filter { law.states[$0].isAccepting }.map { costs[$0] }
      if let least = ends.min(), least < .max { judgement.cost = least }
    }
    return judgement
  }

  /// The possible states by the cheapest explanations of everything so far, sorted.
  func possibleStates(_ grammar: Grammar) -> [StateID] {
    costsAfterAll(grammar).last?.cheapest ?? []
  }

  /// The number of the event that led to the possible states; nil if a fact or nothing did.
  func eventThatLedHere(_ grammar: Grammar) -> Int? {
    let states = costsAfterAll(grammar).map(\.cheapest)
    guard let last = states.indices.dropFirst().last(where: { states[$0] != states[$0 - 1] }),
      case .call(_, let event, _, _) = word[last - 1]
    else { return nil }
    return event
  }

  /// The cost of every state beyond the cheapest, at the start and after each symbol.
  func costsAfterAll(_ grammar: Grammar) -> [IDArray<StateID, Int>] {
    let law = grammar.lifecycles[lifecycle]
    var costs = IDArray<StateID, Int>(repeating: .max, count: law.states.count)
    for state in start { costs[state] = 0 }
    var all = [insertingCalls(law, costs)]
    for symbol in word {
      all.append(insertingCalls(law, reading(symbol, law, all[all.count - 1])))
    }
    return all.map { costs in
      let least = costs.min() ?? 0
      return costs.table { $0 == .max ? .max : $0 - least }
    }
  }

  private func reading(
    _ symbol: Symbol, _ law: Lifecycle, _ costs: IDArray<StateID, Int>
  ) -> IDArray<StateID, Int> {
    var after = IDArray<StateID, Int>(repeating: .max, count: costs.count)
    switch symbol {
    case .fact(let targets):
      for (state, cost) in costs.numbered where cost < .max {
        for target in targets[state] { after[target] = min(after[target], cost) }
      }
    case .call(let callback, _, _, let letters):
      let letters = letters ?? [callback]
      let isNothing = letters.contains(nil)
      for (state, cost) in costs.numbered where cost < .max {
        after[state] = cost + (isNothing ? 0 : 1)
      }
      for step in law.transitions where letters.contains(step.callback) {
        after[step.to] = min(after[step.to], costs[step.from])
      }
    }
    return after
  }

  private func insertingCalls(
    _ law: Lifecycle, _ costs: IDArray<StateID, Int>
  ) -> IDArray<StateID, Int> {
    var costs = costs
    for _ in law.states {
      for step in law.transitions where costs[step.from] < .max {
        let price = silent.contains(step.callback) ? 0 : 1
        costs[step.to] = min(costs[step.to], costs[step.from] + price)
      }
    }
    return costs
  }

  /// The first rule in the text that names the illegal step in one of the states, otherwise the one for all others. In each
  /// state, the rule for the callback itself comes before those for its cases.
  private func ruleNaming(
    _ letters: [CallbackID?], _ states: [StateID], _ grammar: Grammar
  ) -> RuleID? {
    func rule(_ letter: CallbackID, _ state: StateID) -> RuleID? {
      grammar.rules.firstIndex { rule in
        guard let form = rule.form as? StepForm, form.lifecycle == lifecycle else { return false }
        return form.callbacks.contains(letter) && form.states.contains(state)
      }
    }
    let letters = letters.compactMap { $0 }
    // A grammar that is only a lifecycle lists no callbacks.
    let plain = letters.first {
      !grammar.callbacks.indices.contains($0) || grammar.callbacks[$0].refinement == nil
    }
    let named = states.compactMap { state in
      plain.flatMap { rule($0, state) } ?? letters.compactMap { rule($0, state) }.min()
    }
    return named.min() ?? grammar.rules.firstIndex { $0.form is UnexpectedForm }
  }
}

extension Lifecycle {
  /// For every state, the states that some sequence of calls leads to, including itself.
  var everythingReachable: IDArray<StateID, [StateID]> {
    IDArray(
      states.indices.map { start in
        var reached: Set<StateID> = [start]
        for _ in states {
          for step in transitions where reached.contains(step.from) { reached.insert(step.to) }
        }
        return reached.sorted()
      })
  }
}

extension IDArray<StateID, Int> {
  /// The states that cost nothing.
  fileprivate var cheapest: [StateID] { indices.filter { self[$0] == 0 } }
}
