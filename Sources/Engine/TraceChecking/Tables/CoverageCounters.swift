internal import TraceFindings
internal import TraceGrammar

/// The counters of a check, and the coverage numbers that each of them adds to.
final class CoverageCounters {
  /// A step of a lifecycle.
  private struct Step {
    var lifecycle: LifecycleID
    var from: StateID
    var symbol: SymbolID
    /// The index of its counter.
    var counter: Int
    /// The indices of the coverage numbers of the step and of the state that it enters.
    var place: Int
    var target: Int
  }

  private let demandsCompleteLives: Bool
  /// How many counters all lifecycles have.
  let counterCount: Int
  private let names: Coverage
  /// For each lifecycle, the index of its first number; then that of the first rule.
  private let places: [Int]
  private let compiled: CompiledGrammar
  private let offsets: IDArray<LifecycleID, Int>
  /// The steps of all lifecycles.
  private lazy var steps = compiled.lifecycles.flatMap { lifecycle in
    let first = places[lifecycle.index.index]
    let stateCount = lifecycle.declaration.states.count
    return lifecycle.declaration.transitions.enumerated().map { [offsets] index, step in
      let symbol = lifecycle.symbols[step.callback].known
      let counter = step.from.index * lifecycle.automaton.symbolCount + symbol.index
      return Step(
        lifecycle: lifecycle.index, from: step.from, symbol: symbol,
        counter: offsets[lifecycle.index] + counter, place: first + stateCount + index,
        target: first + step.to.index)
    }
  }
  /// The steps by lifecycle and symbol.
  private lazy var stepsBySymbol: IDArray<LifecycleID, IDArray<SymbolID, [Step]>> = {
    var stepsBySymbol = compiled.lifecycles.table {
      IDArray<SymbolID, [Step]>(repeating: [], count: $0.automaton.symbolCount)
    }
    for step in steps { stepsBySymbol[step.lifecycle][step.symbol].append(step) }
    return stepsBySymbol
  }()
  /// For every rule, the callbacks that it is about; nil for all of them.
  private lazy var callbacksOfRule = compiled.grammar.rules.map {
    [demandsCompleteLives, compiled] rule -> [CallbackID]? in
    // A rule that is not checked is not kept either.
    if !demandsCompleteLives, rule.form is IncompleteForm { return [] }
    return compiled.breakingCallbacks(of: rule.form)?.map(compiled.grammar.whole)
  }
  /// The callbacks that neither a step nor a rule mentions.
  private lazy var unmentioned: [CallbackID] = {
    let grammar = compiled.grammar
    var mentioned = Set(
      grammar.rules.flatMap { $0.form.callbacks(in: grammar)?.map(grammar.whole) ?? [] })
    for lifecycle in compiled.lifecycles { mentioned.formUnion(lifecycle.alphabet) }
    return compiled.grammar.callbacks.indices.filter {
      !mentioned.contains($0) && compiled.grammar.callbacks[$0].refinement == nil
    }
  }()
  /// The cases that scenarios name, in the order of the grammar.
  private let cases: [CallbackID]
  /// The counted cases by callback, with the conditions of each.
  private let casesOfCallback: IDArray<CallbackID, [(index: CallbackID, asked: CallbackCases.Case)]>

  /// Only what every check needs is computed at once; the rest is once a report shows coverage.
  /// - Parameter offsets: for every lifecycle, the index of its first counter.
  init(
    _ compiled: CompiledGrammar, offsets: IDArray<LifecycleID, Int>, counterCount: Int,
    demandsCompleteLives: Bool
  ) {
    self.demandsCompleteLives = demandsCompleteLives
    self.counterCount = counterCount
    (self.compiled, self.offsets) = (compiled, offsets)
    names = compiled.coverageNames
    places = names.lifecycles.reduce(into: [0]) {
      $0.append($0[$0.count - 1] + $1.states.count + $1.transitions.count)
    }
    cases = compiled.grammar.casesOfScenarios
    var casesOfCallback = IDArray<CallbackID, [(index: CallbackID, asked: CallbackCases.Case)]>(
      repeating: [], count: compiled.grammar.callbacks.count)
    for index in cases {
      guard let refinement = compiled.grammar.callbacks[index].refinement else { continue }
      var asked = CallbackCases.Case()
      for condition in refinement.conditions {
        let number = compiled.conditions.conditions.firstIndex(of: condition.asserted) ?? 0
        asked.ask(number, condition.isNegated)
      }
      casesOfCallback[refinement.callback].append((index, asked))
    }
    self.casesOfCallback = casesOfCallback
  }

  /// Whether cases of a callback are counted.
  func countsCases(of callback: CallbackID) -> Bool { !casesOfCallback[callback].isEmpty }

  /// The counted cases of a callback that an event certainly is.
  func cases(of callback: CallbackID, _ outcomes: ConditionOutcomes) -> [CallbackID] {
    if casesOfCallback[callback].isEmpty { return [] }
    return casesOfCallback[callback].filter { $0.asked.holds(outcomes) }.map(\.index)
  }

  /// Adds the steps of the cheapest explanation where several states are possible, if only one step is legal in them.
  /// If several steps lead to the same state, only that state was certainly visited. A subject with a recorded
  /// beginning that may be in several states counts as being in the first one that the grammar names.
  private func add(
    _ unpinned: UnpinnedSteps, _ tables: CheckingTables, to numbers: inout [Int]
  ) {
    if unpinned.counts.isEmpty { return }
    let starts = tables.kinds.flatMap(\.runs).reduce(into: [LifecycleID: VectorID]()) {
      $0[$1.lifecycle] = $1.knownStart
    }
    for (key, count) in unpinned.counts {
      let lifecycle = key.lifecycle.id
      let steps = stepsBySymbol[lifecycle][key.symbol.id]
      let kernel = tables.automata[lifecycle].kernel(key.vector)
      let cheapest = tables.automata[lifecycle].cheapestStates(key.vector)
      let recorded = steps.filter { kernel.contains($0.from) }
      let possible = recorded.isEmpty ? steps.filter { cheapest.contains($0.from) } : recorded
      guard let first = possible.first else { continue }
      if possible.count == 1 || starts[lifecycle] == key.vector { numbers[first.place] += count }
      if possible.allSatisfy({ $0.target == first.target }) { numbers[first.target] += count }
    }
  }

  /// The parts of the grammar that a trace used.
  /// - Parameters:
  ///   - hits: how often each step was taken by a subject that was certainly in one state.
  ///   - unpinned: how often symbols came while several states were possible.
  ///   - callbacks: how often each callback came.
  ///   - violations: how often each rule was broken, by the rule's id.
  ///   - isChecked: whether a rule is on, and the trace has what it looks at.
  /// - Complexity: O(size of the grammar).
  func counts(
    hits: [Int], unpinned: UnpinnedSteps, _ tables: CheckingTables,
    callbacks: IDArray<CallbackID, Int>, violations: [RuleCount], isChecked: (RuleID) -> Bool
  ) -> CoverageCounts {
    let grammar = compiled.grammar
    let ruleCount = callbacksOfRule.count
    let firstRule = places[places.count - 1]
    let firstCase = firstRule + 2 * ruleCount
    var numbers = [Int](repeating: 0, count: firstCase + cases.count)
    for step in steps {
      let count = hits[step.counter]
      numbers[step.place] = count
      numbers[step.target] += count
    }
    add(unpinned, tables, to: &numbers)
    let all = callbacks.reduce(0, +)
    for (rule, named) in callbacksOfRule.enumerated() where isChecked(RuleID(rule)) {
      numbers[firstRule + rule] = named?.reduce(0) { $0 + callbacks[$1] } ?? all
    }
    for violation in violations {
      guard let rule = grammar.rules.firstIndex(where: { $0.id == violation.rule }) else {
        continue
      }
      numbers[firstRule + ruleCount + rule.index] = violation.count
    }
    for (number, index) in cases.enumerated() {
      numbers[firstCase + number] = callbacks[index]
    }
    return CoverageCounts(
      names, numbers,
      unmentioned: unmentioned.compactMap {
        let count = callbacks[$0]
        return count > 0 ? .init(callback: grammar.callbacks[$0].name, count: count) : nil
      })
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
