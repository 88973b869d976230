internal import TraceAutomata
internal import TraceGrammar

/// One lifecycle of a grammar as tables over dense symbols.
struct CompiledLifecycle {
  /// The index in the grammar.
  let index: Int
  let declaration: Lifecycle
  /// The callbacks of the alphabet, sorted; a symbol below its count is an index of it.
  let alphabet: [Int]
  /// For every callback of the grammar its symbol, or -1 where the lifecycle does not see it.
  let symbols: [Int16]
  let automaton: Automaton
  let aligner: Aligner
  /// For every symbol of a call and every state, row major, the rule that names the illegal step, or -1.
  let illegalStepRules: [Int16]
  /// For every symbol of a call the advices on legal steps: rule and states.
  let advices: [[(rule: Int, states: Set<Int>)]]
  /// States that no step leaves: whatever is in one has ended.
  let endStates: Set<Int>

  init(_ grammar: Grammar, index: Int) {
    let lifecycle = grammar.lifecycles[index]
    self.index = index
    declaration = lifecycle
    let alphabet = lifecycle.alphabet
    self.alphabet = alphabet
    var symbols = [Int16](repeating: -1, count: grammar.callbacks.count)
    for (symbol, callback) in alphabet.enumerated() { symbols[callback] = Int16(symbol) }
    self.symbols = symbols
    let reachable = Self.reachability(lifecycle)
    automaton = Self.automaton(lifecycle, symbols, callCount: alphabet.count, reachable)
    aligner = Aligner(automaton, discouraged: Self.governedElsewhere(grammar, index, alphabet))
    let left = Set(lifecycle.transitions.map(\.from))
    endStates = Set(lifecycle.states.indices).subtracting(left)
    (illegalStepRules, advices) = Self.rules(grammar, index, lifecycle, alphabet, symbols)
  }

  /// Whether a callback leads from some state to another.
  func isChanged(by callback: Int) -> Bool {
    declaration.transitions.contains { $0.callback == callback && $0.from != $0.to }
  }

  /// The symbol of a fact.
  func symbol(_ fact: Fact) -> Int { alphabet.count + fact.rawValue }

  /// The rule that names an illegal step in the first of the states that has one; -1 where none does.
  func rule(symbol: Int, states: [Int]) -> Int {
    states.lazy.map { Int(illegalStepRules[symbol * declaration.states.count + $0]) }
      .filter { $0 >= 0 }.min() ?? -1
  }

  /// The callbacks legal in any of the states, in the order of the grammar, self loops left out.
  func expected(in states: [Int]) -> [Int] {
    let steps = declaration.transitions.filter { states.contains($0.from) && $0.from != $0.to }
    return Set(steps.map(\.callback)).sorted()
  }

  private static func reachability(_ lifecycle: Lifecycle) -> [[Int]] {
    lifecycle.states.indices.map { start in
      var seen: Set<Int> = [start]
      var open = [start]
      while let state = open.popLast() {
        for step in lifecycle.transitions where step.from == state && seen.insert(step.to).inserted
        {
          open.append(step.to)
        }
      }
      return seen.sorted()
    }
  }

  private static func automaton(
    _ lifecycle: Lifecycle, _ symbols: [Int16], callCount: Int, _ reachable: [[Int]]
  ) -> Automaton {
    var edges = lifecycle.transitions.map {
      Automaton.Edge(from: $0.from, symbol: Int(symbols[$0.callback]), to: $0.to)
    }
    func add(_ fact: Fact, _ from: Int, _ targets: [Int]) {
      for to in Set(targets) {
        edges.append(.init(from: from, symbol: callCount + fact.rawValue, to: to))
      }
    }
    for state in lifecycle.states.indices {
      let after = lifecycle.onParentBegin[state]
      add(.parentBegan, state, [after])
      add(.parentBeganUnnamed, state, [after] + lifecycle.start)
      let another = lifecycle.start + lifecycle.unknownStart
      add(.gap, state, reachable[state])
      add(.gapInUnnamed, state, [state, after].flatMap { reachable[$0] })
      add(.gapUnnamed, state, ([state, after] + another).flatMap { reachable[$0] })
      add(.unnamedEnd, state, [state] + lifecycle.start)
    }
    return Automaton(
      stateCount: lifecycle.states.count, callCount: callCount,
      symbolCount: callCount + Fact.allCases.count, edges: edges,
      isAccepting: lifecycle.states.map(\.isAccepting))
  }

  /// The symbols that the first lifecycle of the same kind governs: what is missing there is for it to say.
  private static func governedElsewhere(
    _ grammar: Grammar, _ index: Int, _ alphabet: [Int]
  ) -> Set<Int> {
    let subject = grammar.lifecycles[index].subject
    guard let first = grammar.lifecycles.firstIndex(where: { $0.subject == subject }),
      first != index
    else { return [] }
    let governed = Set(grammar.lifecycles[first].alphabet)
    return Set(alphabet.indices.filter { governed.contains(alphabet[$0]) })
  }

  private static func rules(
    _ grammar: Grammar, _ index: Int, _ lifecycle: Lifecycle, _ alphabet: [Int],
    _ symbols: [Int16]
  ) -> (illegal: [Int16], advices: [[(rule: Int, states: Set<Int>)]]) {
    let stateCount = lifecycle.states.count
    var illegal = [Int16](repeating: -1, count: alphabet.count * stateCount)
    var advices = [[(rule: Int, states: Set<Int>)]](repeating: [], count: alphabet.count)
    var legal = [Bool](repeating: false, count: alphabet.count * stateCount)
    for step in lifecycle.transitions {
      legal[Int(symbols[step.callback]) * stateCount + step.from] = true
    }
    for (number, rule) in grammar.rules.enumerated() {
      guard case .step(index, let callbacks, let states) = rule.form else { continue }
      let named = callbacks.filter { symbols[$0] >= 0 }.map { Int(symbols[$0]) }
      for symbol in named {
        let advised = states.filter { legal[symbol * stateCount + $0] }
        if !advised.isEmpty && !rule.onlyWhereIllegal {
          advices[symbol].append((number, Set(advised)))
        }
        for state in states where !legal[symbol * stateCount + state] {
          let cell = symbol * stateCount + state
          if illegal[cell] < 0 { illegal[cell] = Int16(number) }
        }
      }
    }
    return (illegal, advices)
  }
}
