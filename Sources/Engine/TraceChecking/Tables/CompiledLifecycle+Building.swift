internal import TraceGrammar

extension CompiledLifecycle {
  /// Steps that may happen without any event. If the trace does not tell the wider subjects apart and shows none of the
  /// callbacks that begin one, a new one may have begun anywhere.
  static func freeSteps(
    _ grammar: Grammar, _ lifecycle: Lifecycle, _ observed: RecordedCallbacks
  ) -> [Automaton.FreeStep] {
    let kind = grammar.subjects[lifecycle.subject]
    func beginsUnseen(_ kind: SubjectKindID) -> Bool {
      observed.mergedKinds.contains(kind)
        && grammar.subjects[kind].beginnings.allSatisfy(observed.isSilent)
    }
    if beginsUnseen(lifecycle.subject) {
      let next = Set(lifecycle.start + lifecycle.unknownStart)
      return lifecycle.states.indices.flatMap { from in
        next.sorted().map { Automaton.FreeStep(from: from, to: $0) }
      }
    }
    guard let parent = kind.parent, beginsUnseen(parent) else { return [] }
    return lifecycle.states.indices.map {
      Automaton.FreeStep(from: $0, to: lifecycle.onParentBegin[$0])
    }
  }

  /// For every state, the states that calls lead to, including itself.
  private static func reachability(_ lifecycle: Lifecycle) -> IDArray<StateID, StateSet> {
    var next = IDArray<StateID, StateSet>(lifecycle.states.indices.map { StateSet([$0]) })
    for step in lifecycle.transitions { next[step.from].insert(step.to) }
    return IDArray(
      lifecycle.states.indices.map { start in
        var (seen, open) = (StateSet([start]), [start])
        while let state = open.popLast() {
          let new = next[state].subtracting(seen)
          seen.formUnion(new)
          open += new.states
        }
        return seen
      })
  }

  static func automaton(
    _ lifecycle: Lifecycle, _ symbols: IDArray<CallbackID, MaybeSymbol>,
    _ cases: LifecycleCases, callCount: Int
  ) -> Automaton {
    var edges = lifecycle.transitions.map {
      Automaton.Edge(from: $0.from, symbol: symbols[$0.callback].known, to: $0.to)
    }
    edges += cases.edges(
      first: SymbolID(callCount - cases.uncertain.count), edges,
      stateCount: lifecycle.states.count)
    func add(_ fact: Fact, _ from: StateID, _ targets: StateSet) {
      for to in targets.states {
        edges.append(.init(from: from, symbol: SymbolID(callCount + fact.rawValue), to: to))
      }
    }
    let reachable = reachability(lifecycle)
    let start = StateSet(lifecycle.start)
    let another = start.union(StateSet(lifecycle.unknownStart))
    let afterGapOfAnother = another.states.reduce(into: StateSet()) { $0.formUnion(reachable[$1]) }
    for state in lifecycle.states.indices {
      let after = lifecycle.onParentBegin[state]
      let moved = reachable[state].union(reachable[after])
      add(.parentBegan, state, StateSet([after]))
      add(.parentBeganUnnamed, state, start.union(StateSet([after])))
      add(.gap, state, reachable[state])
      add(.gapInUnnamed, state, moved)
      add(.mayHaveMoved, state, moved)
      add(.gapUnnamed, state, moved.union(afterGapOfAnother))
      add(.unnamedEnd, state, start.union(StateSet([state])))
    }
    return Automaton(
      stateCount: lifecycle.states.count, callCount: callCount,
      symbolCount: callCount + Fact.allCases.count, edges: edges,
      isAccepting: lifecycle.states.table(\.isAccepting))
  }

  /// The symbols that the first lifecycle of the same kind governs: reporting what is missing there is left to it.
  static func governedElsewhere(
    _ grammar: Grammar, _ index: LifecycleID, _ alphabet: IDArray<SymbolID, CallbackID>
  ) -> Set<SymbolID> {
    let subject = grammar.lifecycles[index].subject
    guard let first = grammar.lifecycles.firstIndex(where: { $0.subject == subject }),
      first != index
    else { return [] }
    let governed = Set(grammar.lifecycles[first].alphabet)
    let symbols = Set(alphabet.indices.filter { governed.contains(alphabet[$0]) })
    guard grammar.lifecycles[index].origin == .duty else { return symbols }
    // If the first lifecycle governs every callback that meets the duty, the duty reports a missing one itself.
    // Otherwise it inserts a callback that only the duty has.
    let (idle, owed): (StateID, StateID) = (0, 1)
    let meeting = grammar.lifecycles[index].transitions.filter { $0.from == owed && $0.to == idle }
      .compactMap { alphabet.firstIndex(of: $0.callback) }
    return symbols.isSuperset(of: meeting) ? symbols.subtracting(meeting) : symbols
  }

  static func rules(
    _ grammar: Grammar, _ index: LifecycleID, _ lifecycle: Lifecycle, _ cases: LifecycleCases,
    _ symbols: IDArray<CallbackID, MaybeSymbol>
  ) -> (illegal: [MaybeRule], advices: IDArray<SymbolID, [(rule: RuleID, states: Set<StateID>)]>) {
    let stateCount = lifecycle.states.count
    let named = symbols.count { !$0.isNone }
    let symbolCount = named + cases.uncertain.count
    var illegal = [MaybeRule](repeating: .absent, count: symbolCount * stateCount)
    var advices = IDArray<SymbolID, [(rule: RuleID, states: Set<StateID>)]>(
      repeating: [], count: symbolCount)
    var legal = [Bool](repeating: false, count: symbolCount * stateCount)
    for step in lifecycle.transitions {
      legal[symbols[step.callback].known.index * stateCount + step.from.index] = true
    }
    for number in grammar.rules.indices {
      guard let form = grammar.rules[number].form as? StepForm, form.steppedLifecycle == index
      else {
        continue
      }
      let named = form.callbacks.compactMap { symbols[$0].id }
      for symbol in named {
        let first = symbol.index * stateCount
        let advised = form.states.filter { legal[first + $0.index] }
        if !advised.isEmpty && !form.onlyWhereIllegal {
          advices[symbol].append((number, Set(advised)))
        }
        for state in form.states where !legal[first + state.index] {
          let cell = first + state.index
          if illegal[cell].isNone { illegal[cell] = MaybeRule(number) }
        }
      }
    }
    // A set of possible cases breaks a rule only if all of them are illegal, and there is no advice against it. A
    // rule for the callback itself also holds for its cases.
    let alphabet = IDArray<SymbolID, CallbackID>(lifecycle.alphabet)
    for (number, known) in cases.members.enumerated() where !known.contains(nil) {
      let members = known.compactMap { $0 }
      let plain = members.first { grammar.callbacks[alphabet[$0]].refinement == nil }
      for state in 0..<stateCount {
        let rules = members.compactMap { illegal[$0.index * stateCount + state].id }
        let general = plain.flatMap { illegal[$0.index * stateCount + state].id }
        illegal[(named + number) * stateCount + state] = MaybeRule(general ?? rules.min())
      }
    }
    return (illegal, advices)
  }
}
