/// A callback in a state of a lifecycle, which a rule may be about.
struct StepClaim: Hashable {
  var callback: CallbackID
  var state: StateID
}

extension StepClaim {
  /// What a legal step takes.
  init(_ step: Lifecycle.Transition) { self.init(callback: step.callback, state: step.from) }
}

/// Finds the witnesses of a grammar's rules.
struct WitnessFinder {
  typealias Step = RuleWitness.Step
  typealias Node = LifecycleSearch.Node

  /// A word that was looked for.
  struct Finding {
    var word: RuleWitness.Word?
    var isExhaustive = true
  }

  let grammar: Grammar
  private let searches: IDArray<LifecycleID, LifecycleSearch>
  /// For each lifecycle, the first rule that claims a callback in a state.
  private let claims: IDArray<LifecycleID, [StepClaim: RuleID]>
  private let budget: LifecycleSearch.Budget

  /// Prepares the grammar's lifecycles for searching.
  init(_ grammar: Grammar, within budget: LifecycleSearch.Budget = LifecycleSearch.Budget()) {
    (self.grammar, self.budget) = (grammar, budget)
    let searches = grammar.lifecycles.table { LifecycleSearch($0) }
    self.searches = searches
    var claims = IDArray<LifecycleID, [StepClaim: RuleID]>(
      repeating: [:], count: searches.count)
    for (index, rule) in grammar.rules.numbered {
      guard case .step(let lifecycle, let callbacks, let states) = rule.form else { continue }
      for callback in callbacks {
        for state in states
        where !rule.onlyWhereIllegal || !searches[lifecycle].isLegal(callback, in: state) {
          let claim = StepClaim(callback: callback, state: state)
          if claims[lifecycle][claim] == nil { claims[lifecycle][claim] = index }
        }
      }
    }
    self.claims = claims
  }

  /// The witness of one rule.
  func witness(of index: RuleID) -> RuleWitness {
    let rule = grammar.rules[index]
    var (breaking, keeping) = findings(of: rule, index)
    if let required = rule.required {
      let call = Step.call(grammar.callbacks[required].name)
      if breaking.word?.steps.contains(call) == false { breaking.word?.steps.append(call) }
      if keeping.word?.steps.contains(call) == false { keeping.word?.steps.append(call) }
    }
    return RuleWitness(
      rule: rule.id, breaking: breaking.word, keeping: keeping.word,
      isExhaustive: breaking.isExhaustive && keeping.isExhaustive)
  }

  /// The shortest word with an illegal step that no rule names by form `step`; nil when there is none.
  var unnamedStep: RuleWitness.Word? { unexpectedFindings().0.word }

  /// The shortest word that ends where a subject must not end; nil when there is none.
  var incompleteLife: RuleWitness.Word? { incompleteFindings().0.word }

  private func findings(of rule: Rule, _ index: RuleID) -> (Finding, Finding) {
    switch rule.form {
    case .step(let lifecycle, _, let states) where rule.deadline != nil:
      deadlineFindings(lifecycle, Set(states), rule.deadline ?? 0)
    case .step(let lifecycle, let callbacks, let states):
      stepFindings(index, lifecycle, callbacks, Set(states), rule.onlyWhereIllegal)
    case .end(let lifecycle, let states, let afterLaterEvents):
      endFindings(lifecycle, Set(states), afterLaterEvents, of: rule.laterEventsOf)
    case .duration(let callbacks, let seconds): durationFindings(callbacks, seconds)
    case .within(let callback, let seconds, let after): withinFindings(callback, seconds, after)
    case .notificationAhead: notificationFindings()
    case .contradiction(let member): contradictionFindings(member)
    case .differingValue(let callbacks, let member, let values):
      differingFindings(callbacks, member, values)
    case .peers(let demand): peerFindings(demand)
    case .atMost(let count, let lifecycle, let states):
      countFindings(count, lifecycle, Set(states))
    case .unexpected: unexpectedFindings()
    case .incomplete: incompleteFindings()
    }
  }

  // MARK: Searching

  func call(_ callback: CallbackID) -> Step { .call(grammar.callbacks[callback].name) }

  /// The shortest word of a lifecycle, from its known start or else from its unknown one.
  func find(
    _ lifecycle: LifecycleID, remember: (Node, [StateID]) -> Int = { node, _ in node.memory },
    isAllowed: (Node, LifecycleSearch.Edge) -> Bool = { _, _ in true },
    goal: (Node) -> [Step]?
  ) -> Finding {
    let search = searches[lifecycle]
    let definition = search.lifecycle
    var finding = Finding()
    for (start, isKnown) in [(definition.start, true), (definition.unknownStart, false)] {
      switch search.shortestWord(
        from: start, remember: remember, isAllowed: isAllowed, within: budget, goal: goal)
      {
      case .found(let edges, let tail):
        let steps = edges.map { edge in
          switch edge {
          case .call(let callback): call(callback)
          case .beginning: Step.beginning(widerSubject(of: definition))
          }
        }
        finding.word = RuleWitness.Word(
          lifecycle: definition.name, start: start.map { definition.states[$0].name },
          isStartKnown: isKnown,
          steps: steps + tail)
        return finding
      case .impossible: continue
      case .gaveUp: finding.isExhaustive = false
      }
    }
    return finding
  }

  /// The shortest word of any lifecycle; the first lifecycle wins among words of one length.
  private func findAnywhere(_ find: (LifecycleID) -> Finding) -> Finding {
    var best = Finding()
    for lifecycle in grammar.lifecycles.indices {
      let finding = find(lifecycle)
      best.isExhaustive = best.isExhaustive && finding.isExhaustive
      guard let word = finding.word else { continue }
      if best.word.map({ word.steps.count < $0.steps.count }) ?? true { best.word = word }
    }
    return best
  }

  private func widerSubject(of definition: Lifecycle) -> String {
    grammar.subjects[definition.subject].parent.map { grammar.subjects[$0].name } ?? ""
  }

  // MARK: Forms about a lifecycle

  private func stepFindings(
    _ rule: RuleID, _ lifecycle: LifecycleID, _ callbacks: [CallbackID], _ states: Set<StateID>,
    _ onlyWhereIllegal: Bool
  ) -> (Finding, Finding) {
    let search = searches[lifecycle]
    let alphabet = Set(search.alphabet)
    let known = callbacks.filter(alphabet.contains)
    let knownSet = Set(known)
    func isAdvice(_ callback: CallbackID, _ node: Node) -> Bool {
      !onlyWhereIllegal && knownSet.contains(callback) && node.states.allSatisfy(states.contains)
        && !search.states(after: callback, in: node.states).isEmpty
    }
    func isNamed(_ callback: CallbackID, _ node: Node, everywhere: Bool) -> Bool {
      guard search.states(after: callback, in: node.states).isEmpty else { return false }
      let rules = node.states.map { claims[lifecycle][StepClaim(callback: callback, state: $0)] }
      return everywhere ? rules.allSatisfy { $0 == rule } : rules.compactMap { $0 }.min() == rule
    }
    var breaking = Finding()
    // If all possible states are the rule's own, it is certain that this rule is broken.
    for everywhere in [true, false] where breaking.word == nil {
      let wasExhaustive = breaking.isExhaustive
      breaking = find(lifecycle) { node in
        known.first { isAdvice($0, node) || isNamed($0, node, everywhere: everywhere) }
          .map { [call($0)] }
      }
      breaking.isExhaustive = breaking.isExhaustive && wasExhaustive
    }
    let keeping = find(
      lifecycle,
      isAllowed: { node, edge in
        guard case .call(let callback) = edge else { return true }
        return !isAdvice(callback, node)
      },
      goal: { node in
        known.first {
          !search.states(after: $0, in: node.states).isEmpty && !isAdvice($0, node)
        }.map { [call($0)] }
      })
    return (breaking, keeping)
  }

  private func endFindings(
    _ lifecycle: LifecycleID, _ states: Set<StateID>, _ afterLaterEvents: Bool,
    of wider: SubjectKindID?
  ) -> (Finding, Finding) {
    // The memory counts: 0 no event yet, 1 some event, 2 was certainly in one of the states.
    func remember(_ node: Node, _ after: [StateID]) -> Int {
      after.allSatisfy(states.contains) ? 2 : max(node.memory, 1)
    }
    let breaking = find(lifecycle, remember: remember) { node in
      guard node.memory > 0, node.states.allSatisfy(states.contains) else { return nil }
      guard afterLaterEvents else { return [.end] }
      return laterCall(lifecycle, node.states, about: wider).map { [call($0), .end] }
    }
    var keeping = find(lifecycle, remember: remember) { node in
      node.memory == 2 && states.isDisjoint(with: node.states) ? [.end] : nil
    }
    if keeping.word == nil {
      let wasExhaustive = keeping.isExhaustive
      keeping = find(lifecycle, remember: remember) { node in
        node.memory > 0 && states.isDisjoint(with: node.states) ? [.end] : nil
      }
      keeping.isExhaustive = keeping.isExhaustive && wasExhaustive
    }
    return (breaking, keeping)
  }

  /// A call that leaves these states as they are and does not begin the wider subject: about that if one is asked for,
  /// and else, or where there is none, about the lifecycle's own; one that the lifecycle knows, or one it cannot see.
  private func laterCall(_ lifecycle: LifecycleID, _ states: [StateID], about wider: SubjectKindID?)
    -> CallbackID?
  {
    let search = searches[lifecycle]
    let beginnings = wider.map { grammar.subjects[$0].beginnings } ?? []
    func calls(about subject: SubjectKindID) -> [CallbackID] {
      grammar.callbacks.indices.filter {
        grammar.callbacks[$0].subject == subject && !beginnings.contains($0)
      }
    }
    let calls = (wider.map(calls) ?? []) + calls(about: search.lifecycle.subject)
    return calls.first { search.states(after: $0, in: states) == states }
      ?? calls.first { !search.alphabet.contains($0) }
  }

  private func unexpectedFindings() -> (Finding, Finding) {
    let breaking = findAnywhere { lifecycle in
      let search = searches[lifecycle]
      return find(lifecycle) { node in
        search.alphabet.first { callback in
          search.states(after: callback, in: node.states).isEmpty
            && node.states.allSatisfy {
              claims[lifecycle][StepClaim(callback: callback, state: $0)] == nil
            }
        }.map { [call($0)] }
      }
    }
    let keeping = findAnywhere { lifecycle in
      find(lifecycle, remember: { _, _ in 1 }) { $0.memory > 0 ? [] : nil }
    }
    return (breaking, keeping)
  }

  private func incompleteFindings() -> (Finding, Finding) {
    func find(accepting: Bool) -> Finding {
      findAnywhere { lifecycle in
        let definition = grammar.lifecycles[lifecycle]
        return self.find(lifecycle, remember: { _, _ in 1 }) { node in
          node.memory > 0
            && node.states.allSatisfy { definition.states[$0].isAccepting == accepting }
            ? [.end] : nil
        }
      }
    }
    return (find(accepting: false), find(accepting: true))
  }

  private func notificationFindings() -> (Finding, Finding) {
    func find(_ tail: (String) -> [Step]) -> Finding {
      findAnywhere { lifecycle in
        let search = searches[lifecycle]
        return self.find(lifecycle) { node in
          search.alphabet.first { callback in
            let after = search.states(after: callback, in: node.states)
            return !grammar.callbacks[callback].notifications.isEmpty && !after.isEmpty
              && after != node.states
          }.map { tail(grammar.callbacks[$0].name) }
        }
      }
    }
    return (
      find { [.notification($0), .call($0)] }, find { [.call($0), .notification($0)] }
    )
  }

  // MARK: Forms about values

  private func word(_ callback: CallbackID, _ member: String, _ values: String...) -> Finding {
    let name = grammar.callbacks[callback].name
    return Finding(
      word: RuleWitness.Word(
        steps: values.map { .valuedCall(name, member: member, value: $0) }))
  }

  private func contradictionFindings(_ member: String) -> (Finding, Finding) {
    let known = grammar.callbacks.flatMap(\.readings).filter { $0.member == member }
      .flatMap(\.values)
    for (index, callback) in grammar.callbacks.numbered {
      guard let own = callback.readings.first(where: { $0.member == member }),
        let other = known.first(where: { !own.values.contains($0) })
      else { continue }
      return (word(index, member, other), word(index, member, own.values[0]))
    }
    return (Finding(), Finding())
  }

  private func differingFindings(
    _ callbacks: [CallbackID], _ member: String, _ values: [String]
  ) -> (Finding, Finding) {
    guard let callback = callbacks.first else { return (Finding(), Finding()) }
    var other = "other"
    while values.contains(other) { other += "'" }
    return (word(callback, member, values[0], other), word(callback, member, values[0]))
  }

  // MARK: Forms about time

  private func durationFindings(_ callbacks: [CallbackID], _ seconds: Double) -> (Finding, Finding)
  {
    func word(_ seconds: Double) -> Finding {
      Finding(
        word: callbacks.first.map {
          RuleWitness.Word(
            steps: [.lastingCall(grammar.callbacks[$0].name, seconds: seconds)])
        })
    }
    return (word(seconds * 2), word(seconds))
  }

  private func withinFindings(
    _ callback: CallbackID, _ seconds: Double, _ after: CallbackID
  ) -> (Finding, Finding) {
    guard grammar.callbacks[callback].subject == grammar.callbacks[after].subject else {
      return (Finding(), Finding())
    }
    func word(_ seconds: Double) -> Finding {
      Finding(
        word: RuleWitness.Word(steps: [call(after), .pause(seconds: seconds), call(callback)]))
    }
    return (word(seconds * 2), word(seconds))
  }
}

extension Grammar {
  /// The proof, for each rule in order, that it can be broken and that it can be kept.
  /// - Complexity: O(rules × sets of states the start reaches × callbacks); a search that has to
  ///   look at too many is given up, and its witness says so.
  package func witnesses() -> [RuleWitness] {
    let finder = WitnessFinder(self)
    return rules.indices.map { finder.witness(of: $0) }
  }
}
