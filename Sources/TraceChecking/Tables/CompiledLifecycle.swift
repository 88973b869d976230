internal import TraceAutomata
internal import TraceGrammar

/// One lifecycle of a grammar as tables over dense symbols. It is a class because it is large and shared.
final class CompiledLifecycle: Sendable {
  /// The index in the grammar.
  let index: Int
  let declaration: Lifecycle
  /// The sorted callbacks of the lifecycle, followed by a callback for each symbol that stands for several of its
  /// cases. A symbol below the count is an index in this array; the symbols of facts follow.
  let alphabet: [Int]
  /// The letters of callbacks with cases.
  let letters: LifecycleLetters
  /// For every callback of the grammar, its symbol, or -1 if the lifecycle ignores it.
  let symbols: [Int16]
  let automaton: Automaton
  let aligner: Aligner
  /// For every symbol of a call and every state, row major: the rule for this illegal step, or -1.
  let illegalStepRules: [Int16]
  /// For every symbol of a call, the advice on legal steps: the rules with their states.
  let advices: [[(rule: Int, states: Set<Int>)]]
  /// States that no step leaves: a subject in one of them has ended.
  let endStates: Set<Int>
  /// Where silent steps alone lead.
  let silence: Silence
  /// For every state, the recorded callbacks that change it or a state that silent steps lead to.
  private let expectedFrom: [Set<Int>]

  /// - Parameter observed: the callbacks that the recording shows; nil for all.
  init(_ grammar: Grammar, index: Int, observed: ObservedAlphabet? = nil) {
    let lifecycle = grammar.lifecycles[index]
    self.index = index
    declaration = lifecycle
    let named = lifecycle.alphabet
    let letters = LifecycleLetters(grammar, alphabet: named)
    self.letters = letters
    let alphabet = named + letters.uncertain
    self.alphabet = alphabet
    var symbols = [Int16](repeating: -1, count: grammar.callbacks.count)
    for (symbol, callback) in named.enumerated() { symbols[callback] = Int16(symbol) }
    self.symbols = symbols
    let reachable = Self.reachability(lifecycle)
    let whole = Self.automaton(lifecycle, symbols, letters, callCount: alphabet.count, reachable)
    if let observed = observed?.about(lifecycle.subject) {
      automaton = whole.hiding(
        Self.silentSymbols(grammar, lifecycle, alphabet, observed).silent,
        freeSteps: Self.freeSteps(grammar, lifecycle, observed))
    } else {
      automaton = whole
    }
    silence = Silence(automaton, lifecycle)
    expectedFrom = Self.expectations(lifecycle, symbols, automaton, silence.reachable)
    // A repair should insert a certain letter rather than a possible one, preferably a call to the subject itself.
    let uncertain = named.count..<alphabet.count
    let ofOthers = named.indices.filter { grammar.callbacks[named[$0]].isOfAnother }
    aligner = Aligner(
      automaton,
      discouraged: Self.governedElsewhere(grammar, index, alphabet).union(uncertain)
        .union(ofOthers))
    let left = Set(lifecycle.transitions.map(\.from))
    endStates = Set(lifecycle.states.indices).subtracting(left)
    (illegalStepRules, advices) = Self.rules(grammar, index, lifecycle, letters, symbols)
  }

  /// The symbol of an entry of the subject's history.
  func symbol(of entry: HistoryEntry) -> Int {
    if entry.fact != HistoryEntry.call { return alphabet.count + Int(entry.fact) }
    if entry.letters > 0, let known = letters.ofCallback[Int(entry.callback)] {
      return known.symbol(entry.letters)
    }
    return Int(symbols[Int(entry.callback)])
  }

  /// Whether there is advice on a callback, or on a case of it.
  func advises(on callback: Int) -> Bool {
    let own = symbols[callback] >= 0 ? [Int(symbols[callback])] : []
    let cases = letters.ofCallback[callback] == nil ? [] : letters.cases(of: callback)
    return (own + cases).contains { !advices[$0].isEmpty }
  }

  /// Whether a callback leads from some state to another.
  func isChanged(by callback: Int) -> Bool {
    declaration.transitions.contains { $0.callback == callback && $0.from != $0.to }
  }

  /// The symbol of a fact.
  func symbol(_ fact: Fact) -> Int { alphabet.count + fact.rawValue }

  /// The first rule of the grammar for an illegal step in one of the states or, if there is none, in one that silent
  /// steps lead to; -1 if there is none either.
  func rule(symbol: Int, states: [Int]) -> Int {
    let named = first(of: symbol, in: states)
    return named >= 0 ? named : first(of: symbol, in: states.flatMap { silence.reachable[$0] })
  }

  private func first(of symbol: Int, in states: [Int]) -> Int {
    let first = symbol * declaration.states.count
    return states.lazy.map { [illegalStepRules] in Int(illegalStepRules[first + $0]) }
      .filter { $0 >= 0 }.min() ?? -1
  }

  /// The recorded callbacks that are legal in any of the states, or after silent steps from there, in the order of the
  /// grammar. Callbacks that do not change the state are left out.
  func expected(in states: [Int]) -> [Int] {
    states.reduce(into: Set()) { $0.formUnion(expectedFrom[$1]) }.sorted()
  }

  private static func expectations(
    _ lifecycle: Lifecycle, _ symbols: [Int16], _ automaton: Automaton,
    _ silentlyReachable: [[Int]]
  ) -> [Set<Int>] {
    var outright = [Set<Int>](repeating: [], count: automaton.stateCount)
    for step in lifecycle.transitions
    where step.from != step.to && !automaton.isSilent[Int(symbols[step.callback])] {
      outright[step.from].insert(step.callback)
    }
    return silentlyReachable.map { states in
      states.reduce(into: Set()) { $0.formUnion(outright[$1]) }
    }
  }

  /// The callbacks of a shortest sequence of silent steps from one of the states to one that allows the symbol; nil if
  /// there is none.
  /// - Complexity: O(steps).
  func silentCallbacks(from states: [Int], to symbol: Int) -> [Int]? {
    silentCallbacks(from: states) { automaton.allows(symbol, in: [$0]) }
  }

  /// The callbacks of a shortest sequence of silent steps from one of the states to a wanted one; nil if there is none.
  /// - Complexity: O(steps).
  func silentCallbacks(from states: [Int], until isWanted: (Int) -> Bool) -> [Int]? {
    var cameFrom: [Int: (state: Int, callback: Int?)] = [:]
    var open = states[...]
    var seen = Set(states)
    while let state = open.popFirst() {
      if isWanted(state) {
        var callbacks: [Int] = []
        var state = state
        while let step = cameFrom[state] {
          if let callback = step.callback { callbacks.append(callback) }
          state = step.state
        }
        return callbacks.reversed()
      }
      for step in automaton.freeSteps where step.from == state && seen.insert(step.to).inserted {
        cameFrom[step.to] = (state, nil)
        open.append(step.to)
      }
      for step in declaration.transitions
      where step.from == state && automaton.isSilent[Int(symbols[step.callback])]
        && seen.insert(step.to).inserted
      {
        cameFrom[step.to] = (state, step.callback)
        open.append(step.to)
      }
    }
    return nil
  }

  /// The state that a call leads to, if all states that are possible after the call are this one and those that silent
  /// steps lead to from there. It is nil if the call may have come in several states, and so does not show one.
  /// - Parameters:
  ///   - symbol: the symbol of the call; -1 for an event that the lifecycle ignores.
  ///   - before: the state before the call; nil if that is not known.
  ///   - possible: the cheapest states after it.
  func reached(by symbol: Int, from before: Int?, possible: [Int]) -> Int? {
    let steps = symbol < 0 ? [] : automaton.edges[symbol].filter { possible.contains($0.to) }
    var targets = Set(steps.map(\.to))
    if targets.count != 1, let before {
      targets = symbol < 0 ? [before] : Set(steps.filter { $0.from == before }.map(\.to))
    }
    guard targets.count == 1, let target = targets.first, possible.contains(target),
      Set(possible).isSubset(of: silence.reachable[target])
    else { return nil }
    return target
  }

  /// The recorded callbacks that would reveal unrecorded ones, if those lead to states that only some subjects have.
  func covering(_ grammar: Grammar, _ observed: ObservedAlphabet) -> Set<Int> {
    Self.silentSymbols(grammar, declaration, declaration.alphabet, observed).covering
  }

  /// The symbols of callbacks that may have come unrecorded; and the recorded callbacks that would reveal other
  /// unrecorded ones, if those lead to states that only some subjects have.
  ///
  /// An unrecorded callback is not silent if a recorded one leads wherever it does: the recorded one would have
  /// revealed it. For example, a CarPlay scene connects by a call of its own, which willConnect may follow. If
  /// willConnect is recorded, the scene cannot have connected unrecorded.
  private static func silentSymbols(
    _ grammar: Grammar, _ lifecycle: Lifecycle, _ alphabet: [Int], _ observed: ObservedAlphabet
  ) -> (silent: Set<Int>, covering: Set<Int>) {
    // Lifecycles about other subjects do not see notifications, and lifecycles of actions would be wrong about them.
    let hasActions = alphabet.contains { grammar.callbacks[$0].isAction }
    func isSilent(_ callback: Int) -> Bool {
      // A notification proves nothing to others.
      if grammar.callbacks[callback].isOfAnother {
        return !observed.calls.contains(grammar.whole(callback))
      }
      let callback = grammar.whole(callback)
      let isOther = grammar.callbacks[callback].subject != lifecycle.subject
      return observed.isSilent(callback)
        || hasActions && isOther && !observed.calls.contains(callback)
    }
    // An action of the app is not revealed by anything else that would have led to the same state.
    if hasActions || lifecycle.origin == .duty {
      return (Set(alphabet.indices.filter { isSilent(alphabet[$0]) }), [])
    }
    let moves = lifecycle.transitions.filter { $0.from != $0.to }
    /// Whether a callback leads on from the target of another one, to where it leads by itself.
    func follows(_ step: Lifecycle.Transition, _ other: Lifecycle.Transition) -> Bool {
      step.to == other.to
        || moves.contains {
          $0.from == step.to && $0.callback == other.callback && $0.to == other.to
        }
          && moves.allSatisfy { next in
            next.from != step.to || next.callback == other.callback
              || moves.contains {
                $0.from == other.to && $0.callback == next.callback && $0.to == next.to
              }
          }
    }
    func covering(_ step: Lifecycle.Transition) -> [Int] {
      moves.lazy.filter {
        $0.from == step.from && $0.callback != step.callback && !isSilent($0.callback)
          && follows(step, $0)
      }.map { grammar.whole($0.callback) }
    }
    /// A case is silent if its callback is. A call to another subject has a source of its own.
    func source(_ letter: Int) -> Int {
      grammar.callbacks[letter].isOfAnother ? letter : grammar.whole(letter)
    }
    var (silent, all): (Set<Int>, Set<Int>) = ([], [])
    for symbol in alphabet.indices where isSilent(alphabet[symbol]) {
      let own = source(alphabet[symbol])
      let steps = moves.filter { source($0.callback) == own }
      let told = steps.map(covering)
      if told.contains(where: \.isEmpty) {
        silent.insert(symbol)
      } else if steps.contains(where: { lifecycle.states[$0.to].part != nil }) {
        all.formUnion(told.joined())
      }
    }
    return (silent, all)
  }

  /// Steps that may happen without any event. If the trace does not tell the wider subjects apart and shows none of the
  /// callbacks that begin one, a new one may have begun anywhere.
  private static func freeSteps(
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
    _ lifecycle: Lifecycle, _ symbols: [Int16], _ letters: LifecycleLetters, callCount: Int,
    _ reachable: [[Int]]
  ) -> Automaton {
    var edges = lifecycle.transitions.map {
      Automaton.Edge(from: $0.from, symbol: Int(symbols[$0.callback]), to: $0.to)
    }
    edges += letters.edges(
      first: callCount - letters.uncertain.count, edges, stateCount: lifecycle.states.count)
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
      add(.mayHaveMoved, state, [state, after].flatMap { reachable[$0] })
      add(.gapUnnamed, state, ([state, after] + another).flatMap { reachable[$0] })
      add(.unnamedEnd, state, [state] + lifecycle.start)
    }
    return Automaton(
      stateCount: lifecycle.states.count, callCount: callCount,
      symbolCount: callCount + Fact.allCases.count, edges: edges,
      isAccepting: lifecycle.states.map(\.isAccepting))
  }

  /// The symbols that the first lifecycle of the same kind governs: reporting what is missing there is left to it.
  private static func governedElsewhere(
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

  private static func rules(
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

/// Where steps lead that the recording does not show.
struct Silence: Sendable {
  /// For every state, the states that silent steps alone lead to, including itself; sorted.
  let reachable: [[Int]]
  /// The states that a subject may be in if it was not met before and its beginning was recorded.
  let startsOfKnown: [Int]
  /// The same if its beginning was not recorded.
  let startsOfUnknown: [Int]

  init(_ automaton: Automaton, _ lifecycle: Lifecycle) {
    let distances = automaton.insertionDistances()
    let reachable = (0..<automaton.stateCount).map { from in
      (0..<automaton.stateCount).filter { distances[from, $0] == 0 }
    }
    self.reachable = reachable
    startsOfKnown = lifecycle.start.flatMap { reachable[$0] }
    startsOfUnknown = lifecycle.unknownStart.flatMap { reachable[$0] }
  }
}
