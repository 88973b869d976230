internal import TraceGrammar
internal import TraceModel

/// What happens to a subject without a call about it. No repair inserts or deletes facts.
enum Fact: Int, CaseIterable {
  case parentBegan, parentBeganUnnamed, gap, gapInUnnamed, gapUnnamed, unnamedEnd, mayHaveMoved

  static func loss(isUnnamed: Bool, isInUnnamed: Bool) -> Fact {
    isUnnamed ? .gapUnnamed : isInUnnamed ? .gapInUnnamed : .gap
  }
}

/// Where a subject may be in a lifecycle while nothing is wrong.
struct Possible: Hashable {
  var states: StateSet
  /// Those of the states to which recorded calls led, without the ones that only silent steps lead to.
  var kernel: StateSet
}

/// One lifecycle, projected to what a recording shows, as tables over dense symbols.
final class Machine {
  let index: LifecycleID
  let declaration: Lifecycle
  /// The callbacks of the lifecycle, then a callback for each symbol that stands for several of its cases.
  let alphabet: IDArray<SymbolID, CallbackID>
  let cases: LifecycleCases
  let symbols: IDArray<CallbackID, MaybeSymbol>
  let automaton: Automaton
  /// What a repair neither inserts without need nor leaves out.
  private let (discouraged, wanted): (Set<SymbolID>, Set<SymbolID>)
  lazy var aligner = Aligner(
    automaton, discouraged: discouraged, wanted: wanted,
    everyCallCounts: declaration.origin == .duty)
  /// For every symbol of a call and every state, row major: the rule for this illegal step, or none.
  private let illegal: [MaybeRule]
  /// For every symbol of a call: the rules that advise against a legal step, with their states.
  let advices: IDArray<SymbolID, [(rule: RuleID, states: Set<StateID>)]>
  let endStates: StateSet
  /// For every state, the states that silent steps alone lead to, itself included.
  let reached: IDArray<StateID, StateSet>
  lazy var reachable = IDArray<StateID, [StateID]>(reached.map(\.states))
  private let demandsAcceptance: Bool
  /// Made only where something is wrong, or asked: bounds of domination take longer than a small trace.
  private lazy var madeCosts = MadeCosts(automaton, demandingAcceptance: demandsAcceptance)
  var costs: CostAutomaton {
    _read { yield madeCosts.costs }
    _modify { yield &madeCosts.costs }
  }
  lazy var knownStart: VectorID = costs.vector(ofStates: declaration.start)
  lazy var unknownStart: VectorID = costs.vector(ofStates: declaration.unknownStart)
  lazy var targets = StepTargets(self)

  private final class MadeCosts {
    // SAFETY: the automaton calls nobody, so no access to it can begin within another.
    @exclusivity(unchecked) var costs: CostAutomaton
    init(_ automaton: Automaton, demandingAcceptance: Bool) {
      costs = CostAutomaton(automaton, demandingAcceptance: demandingAcceptance)
    }
  }

  /// - Parameter demandingAcceptance: whether a word must end in an accepting state.
  init(
    _ grammar: Grammar, _ conditions: ConditionTable, _ index: LifecycleID,
    showing shown: RecordedCallbacks?, demandingAcceptance: Bool = false
  ) {
    var lifecycle = grammar.lifecycles[index]
    if lifecycle.countsNotifications, let shown,
      shown.hasOnlyNotifications || shown.hasOnlyReplacedCalls
    {
      // What these say is true of the whole, whatever is in it.
      lifecycle.transitions.removeAll {
        grammar.callbacks[$0.callback].subject != lifecycle.subject
      }
    }
    (self.index, declaration) = (index, lifecycle)
    let named = IDArray<SymbolID, CallbackID>(lifecycle.alphabet)
    let cases = LifecycleCases(grammar, conditions, alphabet: named)
    let alphabet = IDArray<SymbolID, CallbackID>(named.elements + cases.uncertain)
    var symbols = IDArray<CallbackID, MaybeSymbol>(
      repeating: .absent, count: grammar.callbacks.count)
    for (symbol, callback) in named.numbered { symbols[callback] = MaybeSymbol(symbol) }
    (self.cases, self.alphabet, self.symbols) = (cases, alphabet, symbols)
    var automaton = Self.automaton(lifecycle, symbols, cases, callCount: alphabet.count)
    if let shown = shown?.about(lifecycle.subject) {
      automaton = automaton.hiding(
        SilentSymbols(grammar, lifecycle, alphabet, shown).silent,
        freeSteps: Self.freeSteps(grammar, lifecycle, shown))
    }
    self.automaton = automaton
    reached = automaton.silentlyReachable
    discouraged = Self.governedElsewhere(grammar, index, alphabet)
      .union(named.endIndex..<alphabet.endIndex)
    wanted = Set(
      grammar.rules.lazy.filter { $0.form.lifecycle == index }.compactMap(\.required)
        .compactMap { symbols[$0].id })
    let left = Set(lifecycle.transitions.map(\.from))
    endStates = StateSet(lifecycle.states.indices.filter { !left.contains($0) })
    (illegal, advices) = Self.rules(grammar, index, lifecycle, cases, symbols)
    demandsAcceptance = demandingAcceptance
  }

  // MARK: - While nothing is wrong

  /// Where a subject may be before its first entry.
  func start(isKnown: Bool) -> Possible {
    let states = isKnown ? declaration.start : declaration.unknownStart
    return Possible(states: closed(states), kernel: StateSet(states))
  }

  /// Where it may be after a symbol, and whether that needs calls that nobody recorded; nil for a call that no state allows.
  func legalStep(_ from: Possible, _ symbol: SymbolID) -> (to: Possible, usesSilence: Bool)? {
    func targets(_ states: StateSet) -> StateSet {
      StateSet(automaton.edges[symbol].filter { states.contains($0.from) }.map(\.to))
    }
    let all = targets(from.states)
    if all.isEmpty { return nil }
    let kernel = targets(from.kernel)
    return (
      Possible(states: closed(all.states), kernel: kernel.isEmpty ? all : kernel),
      kernel.isEmpty && !automaton.isFact(symbol)
    )
  }

  /// The states, and those that silent steps lead to from there.
  func closed(_ states: some Sequence<StateID>) -> StateSet {
    states.reduce(into: StateSet()) { $0.formUnion(reached[$1]) }
  }

  /// Whether a life may end in one of some states.
  func mayEnd(in states: StateSet) -> Bool { !acceptingStates.allSatisfy { !states.contains($0) } }

  /// The symbol of a call with these outcomes of the conditions of its cases; nil if the lifecycle ignores it.
  func symbol(_ callback: CallbackID, _ outcomes: ConditionOutcomes) -> SymbolID? {
    guard let known = cases.ofCallback[callback] else { return symbols[callback].id }
    return known.symbol(known.possible(outcomes)).id
  }

  func symbol(_ fact: Fact) -> SymbolID { SymbolID(alphabet.count + fact.rawValue) }

  /// The states in which a complete life may end.
  lazy var acceptingStates: [StateID] = declaration.states.indices.filter {
    declaration.states[$0].isAccepting
  }
  private var endCosts: [VectorID: Cost] = [:]
  /// How many more edits a life needs to end well that ends with a vector.
  func costToEnd(_ vector: VectorID) -> Cost {
    if let known = endCosts[vector] { return known }
    let cost = costs.costToAccept(vector)
    endCosts[vector] = cost
    return cost
  }
  func mayEnd(_ vector: VectorID) -> Bool { costToEnd(vector) == 0 }

  /// The first rule of the grammar for an illegal step in one of the states or, if there is none, where silent steps
  /// lead from there.
  func rule(_ symbol: SymbolID, in states: [StateID]) -> RuleID? {
    func first(_ states: [StateID]) -> RuleID? {
      states.compactMap { illegal[symbol.index * declaration.states.count + $0.index].id }.min()
    }
    return first(states) ?? first(states.flatMap { reachable[$0] })
  }

  /// The callbacks that lead from some state to another.
  lazy var movers: Set<CallbackID> = Set(
    declaration.transitions.filter { $0.from != $0.to }.map(\.callback))
  /// The states that a callback leads to.
  lazy var reachedBy: [CallbackID: Set<StateID>] = declaration.transitions.reduce(into: [:]) {
    $0[$1.callback, default: []].insert($1.to)
  }
}

// MARK: - Building

extension Machine {
  /// Steps that may happen without any event: a new wider subject may have begun anywhere.
  private static func freeSteps(
    _ grammar: Grammar, _ lifecycle: Lifecycle, _ shown: RecordedCallbacks
  ) -> [Automaton.FreeStep] {
    func beginsUnseen(_ kind: SubjectKindID) -> Bool {
      shown.mergedKinds.contains(kind)
        && grammar.subjects[kind].beginnings.allSatisfy(shown.isSilent)
    }
    let states = lifecycle.states.indices
    if beginsUnseen(lifecycle.subject) {
      let next = Set(lifecycle.start + lifecycle.unknownStart).sorted()
      return states.flatMap { from in next.map { .init(from: from, to: $0) } }
    }
    guard let parent = grammar.subjects[lifecycle.subject].parent, beginsUnseen(parent) else {
      return []
    }
    return states.map { .init(from: $0, to: lifecycle.onParentBegin[$0]) }
  }

  private static func automaton(
    _ lifecycle: Lifecycle, _ symbols: IDArray<CallbackID, MaybeSymbol>, _ cases: LifecycleCases,
    callCount: Int
  ) -> Automaton {
    var edges = lifecycle.transitions.map {
      Automaton.Edge(from: $0.from, symbol: symbols[$0.callback].known, to: $0.to)
    }
    edges += cases.edges(
      first: SymbolID(callCount - cases.uncertain.count), edges, stateCount: lifecycle.states.count)
    var next = IDArray<StateID, StateSet>(lifecycle.states.indices.map { StateSet([$0]) })
    for step in lifecycle.transitions { next[step.from].insert(step.to) }
    let reached = StateSet.reached(by: next)
    let start = StateSet(lifecycle.start)
    let another = start.union(StateSet(lifecycle.unknownStart))
    let anotherLater = another.states.reduce(into: StateSet()) { $0.formUnion(reached[$1]) }
    for state in lifecycle.states.indices {
      let after = lifecycle.onParentBegin[state]
      let moved = reached[state].union(reached[after])
      for fact in Fact.allCases {
        let targets: StateSet =
          switch fact {
          case .parentBegan: StateSet([after])
          case .parentBeganUnnamed: start.union(StateSet([after]))
          case .gap: reached[state]
          case .gapInUnnamed, .mayHaveMoved: moved
          case .gapUnnamed: moved.union(anotherLater)
          case .unnamedEnd: start.union(StateSet([state]))
          }
        edges += targets.states.map {
          .init(from: state, symbol: SymbolID(callCount + fact.rawValue), to: $0)
        }
      }
    }
    return Automaton(
      stateCount: lifecycle.states.count, callCount: callCount,
      symbolCount: callCount + Fact.allCases.count, edges: edges,
      isAccepting: lifecycle.states.table(\.isAccepting))
  }

  /// The symbols that the first lifecycle of the same kind governs: reporting what is missing there is left to it.
  private static func governedElsewhere(
    _ grammar: Grammar, _ index: LifecycleID, _ alphabet: IDArray<SymbolID, CallbackID>
  ) -> Set<SymbolID> {
    let lifecycle = grammar.lifecycles[index]
    guard let first = grammar.lifecycles.firstIndex(where: { $0.subject == lifecycle.subject }),
      first != index
    else { return [] }
    let governed = Set(grammar.lifecycles[first].alphabet)
    let symbols = Set(alphabet.indices.filter { governed.contains(alphabet[$0]) })
    guard lifecycle.origin == .duty else { return symbols }
    let meeting = lifecycle.transitions.filter { $0.from == 1 && $0.to == 0 }
      .compactMap { alphabet.firstIndex(of: $0.callback) }
    return symbols.isSuperset(of: meeting) ? symbols.subtracting(meeting) : symbols
  }

  private static func rules(
    _ grammar: Grammar, _ index: LifecycleID, _ lifecycle: Lifecycle, _ cases: LifecycleCases,
    _ symbols: IDArray<CallbackID, MaybeSymbol>
  ) -> (illegal: [MaybeRule], advices: IDArray<SymbolID, [(rule: RuleID, states: Set<StateID>)]>) {
    let stateCount = lifecycle.states.count
    let named = symbols.count { !$0.isNone }
    let count = named + cases.uncertain.count
    var illegal = [MaybeRule](repeating: .absent, count: count * stateCount)
    var advices = IDArray<SymbolID, [(rule: RuleID, states: Set<StateID>)]>(
      repeating: [], count: count)
    var legal = [Bool](repeating: false, count: count * stateCount)
    for step in lifecycle.transitions {
      legal[symbols[step.callback].known.index * stateCount + step.from.index] = true
    }
    for number in grammar.rules.indices {
      guard let form = grammar.rules[number].form as? StepForm, form.steppedLifecycle == index
      else { continue }
      for symbol in form.callbacks.compactMap({ symbols[$0].id }) {
        let first = symbol.index * stateCount
        let advised = form.states.filter { legal[first + $0.index] }
        if !advised.isEmpty && !form.onlyWhereIllegal {
          advices[symbol].append((number, Set(advised)))
        }
        for state in form.states
        where !legal[first + state.index] && illegal[first + state.index].isNone {
          illegal[first + state.index] = MaybeRule(number)
        }
      }
    }
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

extension Machine {
  /// A shortest sequence of silent steps that leads to a wanted state; nil if there is none. Each step is the callback that
  /// nobody recorded, or nil if another subject began without one.
  /// - Complexity: O(steps).
  func silentSteps(
    from start: [StateID], until isWanted: (StateID) -> Bool
  ) -> [CallbackID?]? {
    var ways: [StateID: [CallbackID?]] = [:]
    for state in start { ways[state] = [] }
    var open = start[...]
    while let state = open.popFirst() {
      let way = ways[state] ?? []
      if isWanted(state) { return way }
      var next: [(state: StateID, callback: CallbackID?)] = []
      for step in automaton.freeSteps where step.from == state { next.append((step.to, nil)) }
      for step in declaration.transitions
      where step.from == state && automaton.isSilent[symbols[step.callback].known] {
        next.append((step.to, step.callback))
      }
      for (state, callback) in next where ways[state] == nil {
        ways[state] = way + [callback]
        open.append(state)
      }
    }
    return nil
  }
}
