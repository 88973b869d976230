internal import TraceGrammar

/// The cases that an event of one callback can be, in a lifecycle that distinguishes cases of the callback.
///
/// The event is the first case whose conditions hold. If there is none, it is the callback itself if the lifecycle
/// names it, and otherwise nothing. If it is unknown whether some conditions hold, several cases are possible, and
/// the event counts as the best of them. Such a set of cases is a symbol of its own, with the steps of all its
/// members.
final class CallbackCases: Sendable {
  /// The conditions of a case, as bits by condition number.
  struct Case: Sendable {
    /// The conditions that must hold, and those that must not.
    var holding: UInt32 = 0
    var failing: UInt32 = 0

    /// Adds a condition, by number.
    mutating func ask(_ number: Int, _ isNegated: Bool) {
      if isNegated {
        failing |= 1 << UInt32(number)
      } else {
        holding |= 1 << UInt32(number)
      }
    }

    /// Whether the case applies for certain.
    func holds(_ outcomes: ConditionOutcomes) -> Bool {
      let asked = holding | failing
      return asked & outcomes.known == asked && asked & outcomes.holding == holding
    }
  }

  private let cases: [Case]
  /// For each set of cases, its symbol, or none. A set has a bit for each case, and the highest bit for "no
  /// case".
  private let symbols: [MaybeSymbol]

  init(_ cases: [Case], symbols: [MaybeSymbol]) { (self.cases, self.symbols) = (cases, symbols) }

  /// The cases that an event may be, as bits; at least one.
  /// - Complexity: O(cases) if all conditions are known, otherwise up to the product of each case's unknown ones.
  func possible(_ outcomes: ConditionOutcomes) -> UInt8 { possible(outcomes, from: 0) }

  private func possible(_ outcomes: ConditionOutcomes, from first: Int) -> UInt8 {
    for index in first..<cases.count {
      let known = cases[index]
      let excluded =
        known.holding & outcomes.known & ~outcomes.holding
        | known.failing & outcomes.known & outcomes.holding
      if excluded != 0 { continue }
      let unknown = (known.holding | known.failing) & ~outcomes.known
      var set: UInt8 = 1 << UInt8(index)
      // If one of the unknown conditions does not hold, it is a later case.
      for number in 0..<32 where unknown & 1 << UInt32(number) != 0 {
        var unmet = outcomes
        unmet.set(number, holds: known.failing & 1 << UInt32(number) != 0)
        set |= possible(unmet, from: index + 1)
      }
      return set
    }
    return 1 << UInt8(cases.count)
  }

  /// The symbol of a set of cases; none if the lifecycle ignores such an event.
  func symbol(_ set: UInt8) -> MaybeSymbol { symbols[Int(set)] }
}

/// The cases that a lifecycle names.
struct LifecycleCases {
  /// By the callback that they are cases of.
  private(set) var ofCallback: [CallbackID: CallbackCases] = [:]
  /// For each symbol that stands for several cases, the callback whose cases they are.
  private(set) var uncertain: [CallbackID] = []
  /// The cases that those symbols stand for, as symbols; nil for an event that the lifecycle ignores.
  private(set) var members: [[SymbolID?]] = []

  /// - Parameter alphabet: the callbacks and cases of the lifecycle, by symbol.
  init(_ grammar: Grammar, alphabet: IDArray<SymbolID, CallbackID>) {
    let conditions = ConditionTable.conditions(of: grammar)
    let situations = ConditionTable.situations(of: grammar)
    let spans = ConditionTable.spans(of: grammar)
    var cases: [CallbackID: [SymbolID]] = [:]
    for (symbol, callback) in alphabet.numbered {
      guard let refinement = grammar.callbacks[callback].refinement else { continue }
      cases[refinement.callback, default: []].append(symbol)
    }
    for (callback, symbols) in cases.sorted(by: { $0.key < $1.key }) {
      let choices: [SymbolID?] = symbols + [alphabet.firstIndex(of: callback)]
      var table = [MaybeSymbol](repeating: .absent, count: 1 << choices.count)
      for set in 1..<table.count {
        let chosen = choices.indices.filter { set & 1 << $0 != 0 }.map { choices[$0] }
        if chosen.count == 1 {
          table[set] = MaybeSymbol(chosen[0])
        } else {
          table[set] = MaybeSymbol(SymbolID(alphabet.count + uncertain.count))
          uncertain.append(callback)
          members.append(chosen)
        }
      }
      ofCallback[callback] = CallbackCases(
        symbols.map { symbol in
          var known = CallbackCases.Case()
          let refinement = grammar.callbacks[alphabet[symbol]].refinement
          for condition in refinement?.conditions ?? [] {
            known.ask(conditions.firstIndex(of: condition.asserted) ?? 0, condition.isNegated)
          }
          for situation in refinement?.situations ?? [] {
            let index = situations.firstIndex(of: situation.asserted) ?? 0
            known.ask(conditions.count + index, situation.isNegated)
          }
          for span in refinement?.spans ?? [] {
            let index = spans.firstIndex(of: span.asserted) ?? 0
            known.ask(conditions.count + situations.count + index, span.isNegated)
          }
          return known
        }, symbols: table)
    }
  }

  /// The symbols of a callback's cases.
  func cases(of callback: CallbackID) -> [SymbolID] {
    Set(zip(uncertain, members).filter { $0.0 == callback }.flatMap(\.1).compactMap { $0 })
      .sorted()
  }

  /// The steps by symbols that stand for several cases: the steps of all those cases.
  /// - Parameters:
  ///   - first: the first such symbol.
  ///   - edges: the steps by all other symbols.
  func edges(first: SymbolID, _ edges: [Automaton.Edge], stateCount: Int) -> [Automaton.Edge] {
    members.enumerated().flatMap { index, members in
      let symbol = first.advanced(by: index)
      let own = edges.filter { members.contains($0.symbol) }
        .map { Automaton.Edge(from: $0.from, symbol: symbol, to: $0.to) }
      if !members.contains(nil) { return own }
      return own
        + StateID.all(stateCount).map { Automaton.Edge(from: $0, symbol: symbol, to: $0) }
    }
  }
}
