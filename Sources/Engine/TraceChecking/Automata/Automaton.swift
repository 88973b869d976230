/// A nondeterministic automaton over numbered states and symbols, without a start.
///
/// Symbols are of two sorts. A *call* may be edited: a repair can insert or delete it. A *fact* cannot be edited: it
/// happened. It has a step from every state, at no cost.
package struct Automaton: Sendable {
  /// One step: from state to state by a symbol.
  package struct Edge: Sendable, Hashable {
    /// The state before, counted from 0.
    package var from: StateID
    /// The symbol, counted from 0.
    package var symbol: SymbolID
    /// The state after, counted from 0.
    package var to: StateID

    /// Creates a step.
    package init(from: StateID, symbol: SymbolID, to: StateID) {
      self.from = from
      self.symbol = symbol
      self.to = to
    }
  }

  /// The number of states, which are numbered from 0.
  package let stateCount: Int
  /// Calls and facts together; calls come first.
  package let symbolCount: Int
  /// Symbols with at least this number are facts.
  package let firstFact: SymbolID
  /// The edges of each symbol, sorted by `from`, then `to`, without repetition.
  package let edges: IDArray<SymbolID, [Edge]>
  /// For every state, whether a word may end in it.
  package let isAccepting: IDArray<StateID, Bool>
  /// For every call, whether it goes unrecorded: it may come at any time, costs nothing, and is in no word.
  package private(set) var isSilent: IDArray<SymbolID, Bool>
  /// Steps that may be taken at any time without a symbol, at no cost.
  package private(set) var freeSteps: [FreeStep] = []

  /// A step without a symbol.
  package struct FreeStep: Sendable, Hashable {
    /// The state before, counted from 0.
    package var from: StateID
    /// The state after, counted from 0.
    package var to: StateID

    /// Creates a step.
    package init(from: StateID, to: StateID) {
      self.from = from
      self.to = to
    }
  }

  /// Creates an automaton.
  /// - Parameters:
  ///   - edges: steps in any order. A fact must have a step from every state.
  ///   - callCount: how many symbols are calls; the others up to `symbolCount` are facts.
  package init(
    stateCount: Int, callCount: Int, symbolCount: Int, edges: [Edge],
    isAccepting: IDArray<StateID, Bool>
  ) {
    self.stateCount = stateCount
    self.symbolCount = symbolCount
    firstFact = SymbolID(callCount)
    self.isAccepting = isAccepting
    isSilent = IDArray(repeating: false, count: callCount)
    var bySymbol = IDArray<SymbolID, [Edge]>(repeating: [], count: symbolCount)
    var counts = IDArray<SymbolID, Int>(repeating: 0, count: symbolCount)
    for edge in edges { counts[edge.symbol] += 1 }
    for symbol in bySymbol.indices { bySymbol[symbol].reserveCapacity(counts[symbol]) }
    let byTarget = Self.sorted(edges, count: stateCount) { $0.to.index }
    for edge in Self.sorted(byTarget, count: stateCount, by: { $0.from.index })
    where bySymbol[edge.symbol].last != edge {
      bySymbol[edge.symbol].append(edge)
    }
    self.edges = bySymbol
    for fact in facts {
      precondition(
        Self.sourceCount(bySymbol[fact]) == stateCount, "a fact must be defined in every state"
      )
    }
  }

  /// The edges in the order of a number below `count`; those with the same number stay in their order.
  /// - Complexity: O(edges + count).
  private static func sorted(
    _ edges: [Edge], count: Int, by number: (Edge) -> Int
  ) -> [Edge] {
    guard let any = edges.first else { return [] }
    var next = [Int](repeating: 0, count: count + 1)
    for edge in edges { next[number(edge) + 1] += 1 }
    for index in 0..<count { next[index + 1] += next[index] }
    var sorted = [Edge](repeating: any, count: edges.count)
    for edge in edges {
      sorted[next[number(edge)]] = edge
      next[number(edge)] += 1
    }
    return sorted
  }

  /// From how many states sorted edges lead.
  private static func sourceCount(_ edges: [Edge]) -> Int {
    zip(edges, edges.dropFirst()).reduce(edges.isEmpty ? 0 : 1) {
      $0 + ($1.0.from == $1.1.from ? 0 : 1)
    }
  }

  /// The same automaton for words in which some calls go unrecorded: the projection of its language onto the other
  /// symbols.
  /// - Parameters:
  ///   - silent: the calls that go unrecorded.
  ///   - freeSteps: steps that may be taken at any time without a symbol.
  package func hiding(_ silent: Set<SymbolID>, freeSteps: [FreeStep] = []) -> Automaton {
    var automaton = self
    for symbol in silent { automaton.isSilent[symbol] = true }
    automaton.freeSteps = freeSteps.filter { $0.from != $0.to }
    return automaton
  }

  /// The states.
  package var states: Range<StateID> { StateID.all(stateCount) }
  /// The symbols of calls.
  package var calls: Range<SymbolID> { 0..<firstFact }
  /// The symbols of facts.
  package var facts: Range<SymbolID> { firstFact..<SymbolID(symbolCount) }
  /// The symbols of calls and facts.
  package var symbols: Range<SymbolID> { SymbolID.all(symbolCount) }

  /// Whether every call is recorded.
  package var isFullyObserved: Bool { freeSteps.isEmpty && !isSilent.contains(true) }

  /// Whether the symbol is a fact, which no repair may insert or delete.
  package func isFact(_ symbol: SymbolID) -> Bool { symbol >= firstFact }

  /// Whether some state of the given ones has a step by the symbol.
  package func allows(_ symbol: SymbolID, in states: [StateID]) -> Bool {
    edges[symbol].contains { states.contains($0.from) }
  }
}
