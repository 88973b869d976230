internal import TraceAutomata
internal import TraceGrammar

extension CompiledLifecycle {
  /// Steps that may happen without any event. If the trace does not tell the wider subjects apart and shows none of the
  /// callbacks that begin one, a new one may have begun anywhere.
  static func freeSteps(
    _ grammar: Grammar, _ lifecycle: Lifecycle, _ observed: ObservedAlphabet
  ) -> [Automaton.FreeStep] {
    let kind = grammar.subjects[lifecycle.subject]
    func beginsUnseen(_ kind: Int) -> Bool {
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
  private static func reachability(_ lifecycle: Lifecycle) -> [StateSet] {
    var next = lifecycle.states.indices.map { StateSet([$0]) }
    for step in lifecycle.transitions { next[step.from].insert(step.to) }
    return lifecycle.states.indices.map { start in
      var (seen, open) = (StateSet([start]), [start])
      while let state = open.popLast() {
        let new = next[state].subtracting(seen)
        seen.formUnion(new)
        open += new.states
      }
      return seen
    }
  }

  static func automaton(
    _ lifecycle: Lifecycle, _ symbols: [Int16], _ letters: LifecycleLetters, callCount: Int
  ) -> Automaton {
    var edges = lifecycle.transitions.map {
      Automaton.Edge(from: $0.from, symbol: Int(symbols[$0.callback]), to: $0.to)
    }
    edges += letters.edges(
      first: callCount - letters.uncertain.count, edges, stateCount: lifecycle.states.count)
    func add(_ fact: Fact, _ from: Int, _ targets: StateSet) {
      for to in targets.states {
        edges.append(.init(from: from, symbol: callCount + fact.rawValue, to: to))
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
      isAccepting: lifecycle.states.map(\.isAccepting))
  }

  /// The symbols that the first lifecycle of the same kind governs: reporting what is missing there is left to it.
  static func governedElsewhere(
    _ grammar: Grammar, _ index: Int, _ alphabet: [Int]
  ) -> Set<Int> {
    let subject = grammar.lifecycles[index].subject
    guard let first = grammar.lifecycles.firstIndex(where: { $0.subject == subject }),
      first != index
    else { return [] }
    let governed = Set(grammar.lifecycles[first].alphabet)
    let symbols = Set(alphabet.indices.filter { governed.contains(alphabet[$0]) })
    guard grammar.lifecycles[index].origin == .duty else { return symbols }
    // If the first lifecycle governs every callback that meets the duty, the duty reports a missing one itself.
    // Otherwise it inserts a callback that only the duty has.
    let (idle, owed) = (0, 1)
    let meeting = grammar.lifecycles[index].transitions.filter { $0.from == owed && $0.to == idle }
      .compactMap { alphabet.firstIndex(of: $0.callback) }
    return symbols.isSuperset(of: meeting) ? symbols.subtracting(meeting) : symbols
  }

  static func rules(
    _ grammar: Grammar, _ index: Int, _ lifecycle: Lifecycle, _ letters: LifecycleLetters,
    _ symbols: [Int16]
  ) -> (illegal: [Int16], advices: [[(rule: Int, states: Set<Int>)]]) {
    let stateCount = lifecycle.states.count
    let named = symbols.count { $0 >= 0 }
    let symbolCount = named + letters.uncertain.count
    var illegal = [Int16](repeating: -1, count: symbolCount * stateCount)
    var advices = [[(rule: Int, states: Set<Int>)]](repeating: [], count: symbolCount)
    var legal = [Bool](repeating: false, count: symbolCount * stateCount)
    for step in lifecycle.transitions {
      legal[Int(symbols[step.callback]) * stateCount + step.from] = true
    }
    for number in grammar.rules.indices {
      guard case .step(index, let callbacks, let states) = grammar.rules[number].form else {
        continue
      }
      let named = callbacks.filter { symbols[$0] >= 0 }.map { Int(symbols[$0]) }
      for symbol in named {
        let advised = states.filter { legal[symbol * stateCount + $0] }
        if !advised.isEmpty && !grammar.rules[number].onlyWhereIllegal {
          advices[symbol].append((number, Set(advised)))
        }
        for state in states where !legal[symbol * stateCount + state] {
          let cell = symbol * stateCount + state
          if illegal[cell] < 0 { illegal[cell] = Int16(number) }
        }
      }
    }
    // A set of possible letters breaks a rule only if all of them are illegal, and there is no advice against it. A
    // rule for the callback itself also holds for its cases.
    let alphabet = lifecycle.alphabet
    for (number, members) in letters.members.enumerated() where !members.contains(-1) {
      let plain = members.first { grammar.callbacks[alphabet[$0]].refinement == nil }
      for state in 0..<stateCount {
        let rules = members.map { illegal[$0 * stateCount + state] }.filter { $0 >= 0 }
        let general = plain.map { illegal[$0 * stateCount + state] } ?? -1
        illegal[(named + number) * stateCount + state] = general >= 0 ? general : rules.min() ?? -1
      }
    }
    return (illegal, advices)
  }
}
