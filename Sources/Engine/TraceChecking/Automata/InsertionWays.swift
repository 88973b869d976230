/// The preferred ways between states without a recorded symbol, by insertions and silent calls alone.
struct InsertionWays: Sendable {
  /// The price of a way, its first symbol, and the state after that; a way from a state to itself is empty.
  struct Way: Sendable {
    var price: Price
    /// The first symbol; nil for a step without one.
    var symbol: SymbolID?
    var next: StateID
    /// Whether the first step is silent, and so not an edit.
    var isSilent = false
  }

  private let count: Int
  private let ways: [Way]
  /// The prices of the ways, stored close together.
  private let prices: ContiguousArray<Price>

  /// Finds cheapest ways between all states.
  /// - Parameter discouraged: symbols whose insertion is better left to another automaton, if something else costs as
  ///   much.
  /// - Complexity: O(states³ + edges).
  init(_ automaton: Automaton, discouraged: Set<SymbolID>) {
    let count = automaton.stateCount
    var ways = [Way](
      repeating: Way(price: .unreachable, symbol: nil, next: 0), count: count * count)
    for state in 0..<count { ways[state * count + state].price = .free }
    for symbol in automaton.calls {
      let isSilent = automaton.isSilent[symbol]
      let price: Price =
        isSilent ? .silent : discouraged.contains(symbol) ? .discouragedInsertion : .insertion
      for edge in automaton.edges[symbol] {
        let way = edge.from.index * count + edge.to.index
        if price < ways[way].price {
          ways[way] = Way(price: price, symbol: symbol, next: edge.to, isSilent: isSilent)
        }
      }
    }
    for step in automaton.freeSteps {
      let way = step.from.index * count + step.to.index
      if .silent < ways[way].price {
        ways[way] = Way(price: .silent, symbol: nil, next: step.to, isSilent: true)
      }
    }
    for middle in 0..<count {
      for from in 0..<count {
        for to in 0..<count {
          let detour = ways[from * count + middle].price + ways[middle * count + to].price
          if detour < ways[from * count + to].price {
            let first = ways[from * count + middle]
            ways[from * count + to] = Way(
              price: detour, symbol: first.symbol, next: first.next, isSilent: first.isSilent)
          }
        }
      }
    }
    (self.count, self.ways) = (count, ways)
    prices = ContiguousArray(ways.map(\.price))
  }

  subscript(from: StateID, to: StateID) -> Way { ways[from.index * count + to.index] }

  func price(_ from: StateID, _ to: StateID) -> Price { prices[from.index * count + to.index] }
}
