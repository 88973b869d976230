/// A nondeterministic automaton over numbered states and symbols, without a start.
///
/// Symbols are of two sorts. A *call* may be edited: a repair can insert or delete it. A *fact* cannot: it
/// happened, and moves every state it is defined for at no cost.
public struct Automaton: Sendable {
  /// One step: from state to state by a symbol.
  public struct Edge: Sendable, Hashable {
    /// The state before, counted from 0.
    public var from: Int
    /// The symbol, counted from 0.
    public var symbol: Int
    /// The state after, counted from 0.
    public var to: Int

    /// Makes a step.
    public init(from: Int, symbol: Int, to: Int) {
      self.from = from
      self.symbol = symbol
      self.to = to
    }
  }

  /// The number of states, which are numbered from 0.
  public let stateCount: Int
  /// Calls and facts together; calls come first.
  public let symbolCount: Int
  /// Symbols with at least this number are facts.
  public let firstFact: Int
  /// The edges of each symbol, sorted by `from`, then `to`, without repetition.
  public let edges: [[Edge]]
  /// Whether a life may end in the state.
  public let isAccepting: [Bool]

  /// Makes an automaton.
  /// - Parameters:
  ///   - edges: steps in any order. A fact must have a step from every state.
  ///   - callCount: how many symbols are calls; the others up to `symbolCount` are facts.
  public init(
    stateCount: Int, callCount: Int, symbolCount: Int, edges: [Edge], isAccepting: [Bool]
  ) {
    self.stateCount = stateCount
    self.symbolCount = symbolCount
    firstFact = callCount
    self.isAccepting = isAccepting
    var bySymbol = [[Edge]](repeating: [], count: symbolCount)
    for edge in Set(edges) { bySymbol[edge.symbol].append(edge) }
    for symbol in bySymbol.indices {
      bySymbol[symbol].sort { ($0.from, $0.to) < ($1.from, $1.to) }
    }
    self.edges = bySymbol
    for fact in callCount..<symbolCount {
      precondition(
        Set(bySymbol[fact].map(\.from)).count == stateCount, "a fact must be defined in every state"
      )
    }
  }

  /// Whether the symbol is a fact, which no repair may insert or delete.
  public func isFact(_ symbol: Int) -> Bool { symbol >= firstFact }

  /// Whether some state of the given ones has a step by the symbol.
  public func allows(_ symbol: Int, in states: [Int]) -> Bool {
    edges[symbol].contains { states.contains($0.from) }
  }
}
