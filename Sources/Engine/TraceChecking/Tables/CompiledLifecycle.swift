internal import TraceGrammar

/// One lifecycle of a grammar as tables over dense symbols. It is a class because it is large and shared.
final class CompiledLifecycle: Sendable {
  /// The lifecycle in the grammar.
  let index: LifecycleID
  let declaration: Lifecycle
  /// The sorted callbacks of the lifecycle, followed by a callback for each symbol that stands for several of its
  /// cases. A symbol below the count is an index in this array; the symbols of facts follow.
  let alphabet: IDArray<SymbolID, CallbackID>
  /// The cases of callbacks with cases.
  let cases: LifecycleCases
  /// For every callback of the grammar, its symbol, or none if the lifecycle ignores it.
  let symbols: IDArray<CallbackID, MaybeSymbol>
  let automaton: Automaton
  let aligner: Aligner
  /// For every symbol of a call and every state, row major: the rule for this illegal step, or none.
  let illegalStepRules: [MaybeRule]
  /// For every symbol of a call, the advice on legal steps: the rules with their states.
  let advices: IDArray<SymbolID, [(rule: RuleID, states: Set<StateID>)]>
  /// States that no step leaves: a subject in one of them has ended.
  let endStates: StateSet
  /// Where silent steps alone lead.
  let silence: Silence
  /// The symbols that repairs should rather not insert.
  private let discouraged: Set<SymbolID>
  /// The symbols that rules ask for, so that repairs should rather insert these.
  private let wanted: Set<SymbolID>

  /// Prepares a lifecycle for recordings that show every callback.
  init(_ grammar: Grammar, index: LifecycleID) {
    let lifecycle = grammar.lifecycles[index]
    self.index = index
    declaration = lifecycle
    let named = IDArray<SymbolID, CallbackID>(lifecycle.alphabet)
    let cases = LifecycleCases(grammar, alphabet: named)
    self.cases = cases
    let alphabet = IDArray<SymbolID, CallbackID>(named.elements + cases.uncertain)
    self.alphabet = alphabet
    var symbols = IDArray<CallbackID, MaybeSymbol>(
      repeating: .absent, count: grammar.callbacks.count)
    for (symbol, callback) in named.numbered { symbols[callback] = MaybeSymbol(symbol) }
    self.symbols = symbols
    automaton = Self.automaton(lifecycle, symbols, cases, callCount: alphabet.count)
    silence = Silence(automaton, lifecycle)
    // A repair should insert a certain case rather than a possible one.
    let uncertain = named.endIndex..<alphabet.endIndex
    discouraged = Self.governedElsewhere(grammar, index, alphabet).union(uncertain)
    wanted = Set(
      grammar.rules.lazy.filter { $0.form.lifecycle == index }.compactMap(\.required)
        .compactMap { symbols[$0].id })
    aligner = Aligner(
      automaton, discouraged: discouraged, wanted: wanted,
      everyCallCounts: declaration.origin == .duty)
    var isLeft = IDArray<StateID, Bool>(repeating: false, count: lifecycle.states.count)
    for step in lifecycle.transitions { isLeft[step.from] = true }
    endStates = StateSet(isLeft.indices.filter { !isLeft[$0] })
    (illegalStepRules, advices) = Self.rules(grammar, index, lifecycle, cases, symbols)
  }

  /// The same lifecycle for recordings that show only some callbacks.
  /// - Parameter whole: the lifecycle for recordings that show all of them.
  init(_ whole: CompiledLifecycle, _ grammar: Grammar, observed: RecordedCallbacks) {
    (index, declaration, alphabet) = (whole.index, whole.declaration, whole.alphabet)
    (cases, symbols, endStates) = (whole.cases, whole.symbols, whole.endStates)
    (illegalStepRules, advices) = (whole.illegalStepRules, whole.advices)
    (discouraged, wanted) = (whole.discouraged, whole.wanted)
    let observed = observed.about(declaration.subject)
    automaton = whole.automaton.hiding(
      SilentSymbols(grammar, declaration, alphabet, observed).silent,
      freeSteps: Self.freeSteps(grammar, declaration, observed))
    silence = Silence(automaton, declaration)
    aligner = Aligner(
      automaton, discouraged: discouraged, wanted: wanted,
      everyCallCounts: declaration.origin == .duty)
  }

  /// The symbol of an event, or nil if the lifecycle ignores it; and the cases that it may be, as bits, or 0 if the
  /// lifecycle names no cases of the callback.
  func symbol(of occurrence: Occurrence) -> (symbol: SymbolID?, cases: UInt8) {
    guard let known = cases.ofCallback[occurrence.callback] else {
      return (symbols[occurrence.callback].id, 0)
    }
    let possible = known.possible(occurrence.outcomes)
    return (known.symbol(possible).id, possible)
  }

  /// Whether it sees a callback, or a case of it.
  func sees(_ callback: CallbackID) -> Bool {
    !symbols[callback].isNone || cases.ofCallback[callback] != nil
  }

  /// The symbol of an entry of the subject's history.
  func symbol(of entry: HistoryEntry) -> SymbolID {
    if entry.fact != HistoryEntry.call { return SymbolID(alphabet.count + Int(entry.fact)) }
    if entry.cases > 0, let known = cases.ofCallback[entry.callback.known] {
      return known.symbol(entry.cases).known
    }
    return symbols[entry.callback.known].known
  }

  /// Whether there is advice on a callback, or on a case of it.
  func advises(on callback: CallbackID) -> Bool {
    if let symbol = symbols[callback].id, !advices[symbol].isEmpty { return true }
    return cases.ofCallback[callback] != nil
      && cases.cases(of: callback).contains { !advices[$0].isEmpty }
  }

  /// Whether a callback leads from some state to another.
  func isChanged(by callback: CallbackID) -> Bool {
    declaration.transitions.contains { $0.callback == callback && $0.from != $0.to }
  }

  /// The symbol of a fact.
  func symbol(_ fact: Fact) -> SymbolID { SymbolID(alphabet.count + fact.rawValue) }

  /// The first rule of the grammar for an illegal step in one of the states or, if there is none, in one that silent
  /// steps lead to; nil if there is none either.
  func rule(symbol: SymbolID, states: [StateID]) -> RuleID? {
    first(of: symbol, in: states)
      ?? first(of: symbol, in: states.flatMap { silence.reachable[$0] })
  }

  private func first(of symbol: SymbolID, in states: [StateID]) -> RuleID? {
    let first = symbol.index * declaration.states.count
    return states.lazy.compactMap { [illegalStepRules] in illegalStepRules[first + $0.index].id }
      .min()
  }

  /// The recorded callbacks that are legal in any of the states, or after silent steps from there, in the order of the
  /// grammar. Callbacks that do not change the state are left out.
  /// - Parameter forbidden: states that are no way out.
  /// - Complexity: O(states + steps).
  func expected(in states: [StateID], leaving forbidden: [StateID] = []) -> [CallbackID] {
    var isReached = IDArray<StateID, Bool>(repeating: false, count: automaton.stateCount)
    for state in states { for reached in silence.reachable[state] { isReached[reached] = true } }
    let steps = declaration.transitions.lazy.filter { [symbols, automaton] in
      isReached[$0.from] && $0.from != $0.to && !forbidden.contains($0.to)
        && !automaton.isSilent[symbols[$0.callback].known]
    }
    return Set(steps.map(\.callback)).sorted()
  }

  /// A shortest sequence of silent steps from one of the states to one that allows the symbol, as below.
  /// - Complexity: O(steps).
  func silentSteps(from states: [StateID], to symbol: SymbolID) -> [CallbackID?]? {
    silentSteps(from: states) { automaton.allows(symbol, in: [$0]) }
  }

  /// A shortest sequence of silent steps from one of the states to a wanted one; nil if there is none. Each step is the
  /// callback that nobody recorded, or nil if another subject began without one.
  /// - Complexity: O(steps).
  func silentSteps(
    from states: [StateID], until isWanted: (StateID) -> Bool
  ) -> [CallbackID?]? {
    var cameFrom: [StateID: (state: StateID, callback: CallbackID?)] = [:]
    var open = states[...]
    var seen = Set(states)
    while let state = open.popFirst() {
      if isWanted(state) {
        var steps: [CallbackID?] = []
        var state = state
        while let step = cameFrom[state] {
          steps.append(step.callback)
          state = step.state
        }
        return steps.reversed()
      }
      for step in automaton.freeSteps where step.from == state && seen.insert(step.to).inserted {
        cameFrom[step.to] = (state, nil)
        open.append(step.to)
      }
      for step in declaration.transitions
      where step.from == state && automaton.isSilent[symbols[step.callback].known]
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
  ///   - symbol: the symbol of the call; nil for an event that the lifecycle ignores.
  ///   - before: the state before the call; nil if that is not known.
  ///   - possible: the cheapest states after it.
  func reached(
    by symbol: SymbolID?, from before: StateID?, possible: [StateID]
  ) -> StateID? {
    let steps = symbol.map { automaton.edges[$0].filter { possible.contains($0.to) } } ?? []
    var targets = Set(steps.map(\.to))
    if targets.count != 1, let before {
      targets = symbol == nil ? [before] : Set(steps.filter { $0.from == before }.map(\.to))
    }
    guard targets.count == 1, let target = targets.first, possible.contains(target),
      Set(possible).isSubset(of: silence.reachable[target])
    else { return nil }
    return target
  }

  /// The recorded callbacks that would reveal unrecorded ones, if those lead to states that only some subjects have.
  func covering(_ grammar: Grammar, _ observed: RecordedCallbacks) -> Set<CallbackID> {
    SilentSymbols(grammar, declaration, IDArray(declaration.alphabet), observed).covering
  }
}

extension CompiledGrammar {
  /// The callbacks, cases included, with which a rule of a form can be found to be broken; nil for any of the grammar.
  ///
  /// Where unrecorded calls may always have made a step legal, no recording of this kind shows that the rule is broken.
  func breakingCallbacks(of form: any RuleForm) -> [CallbackID]? {
    let all = form.callbacks(in: grammar)
    switch form {
    case let form as StepForm:
      let lifecycle = lifecycles[form.steppedLifecycle]
      if form.deadline != nil { return lifecycle.canBeCertain(form.states) ? all : [] }
      return all?.filter { lifecycle.canBreak(form, by: $0) }
    case let form as EndForm:
      return lifecycles[form.endedLifecycle].canBeCertain(form.states) ? all : []
    default:
      return all
    }
  }
}

extension CompiledLifecycle {
  /// Whether a subject can certainly be in one of the states: silent steps lead from one of them to no other state.
  fileprivate func canBeCertain(_ states: [StateID]) -> Bool {
    states.contains { silence.reachable[$0].allSatisfy(states.contains) }
  }

  /// Whether a call can be found to break a rule: from one of its states, silent steps alone lead nowhere where the
  /// call is legal, or it is advice, and they do not lead away.
  fileprivate func canBreak(_ form: StepForm, by callback: CallbackID) -> Bool {
    guard let symbol = symbols[callback].id else { return true }
    return form.states.contains { !automaton.allows(symbol, in: silence.reachable[$0]) }
      || !form.onlyWhereIllegal && canBeCertain(form.states)
  }
}

/// Where steps lead that the recording does not show.
struct Silence: Sendable {
  /// For every state, the states that silent steps alone lead to, including itself; sorted.
  let reachable: IDArray<StateID, [StateID]>
  /// The states that a subject may be in if it was not met before and its beginning was recorded.
  let startsOfKnown: [StateID]
  /// The same if its beginning was not recorded.
  let startsOfUnknown: [StateID]

  init(_ automaton: Automaton, _ lifecycle: Lifecycle) {
    let distances = automaton.insertionDistances()
    let reachable = IDArray<StateID, [StateID]>(
      automaton.states.map { from in automaton.states.filter { distances[from, $0] == 0 } })
    self.reachable = reachable
    startsOfKnown = lifecycle.start.flatMap { reachable[$0] }
    startsOfUnknown = lifecycle.unknownStart.flatMap { reachable[$0] }
  }
}
