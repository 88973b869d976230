/// The preferred ways between states without a recorded symbol, by insertions and silent calls alone.
struct InsertionWays: Sendable {
  /// The price of a way, its first symbol, and the state after that; a way from a state to itself is empty.
  struct Way: Sendable {
    var price: Price
    /// The first symbol; -1 for a step without one.
    var symbol: Int
    var next: Int
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
  init(_ automaton: Automaton, discouraged: Set<Int>) {
    let count = automaton.stateCount
    var ways = [Way](
      repeating: Way(price: .unreachable, symbol: -1, next: -1), count: count * count)
    for state in 0..<count { ways[state * count + state].price = .free }
    for symbol in 0..<automaton.firstFact {
      let isSilent = automaton.isSilent[symbol]
      let price: Price =
        isSilent ? .silent : discouraged.contains(symbol) ? .discouragedInsertion : .insertion
      for edge in automaton.edges[symbol] where price < ways[edge.from * count + edge.to].price {
        ways[edge.from * count + edge.to] = Way(
          price: price, symbol: symbol, next: edge.to, isSilent: isSilent)
      }
    }
    for step in automaton.freeSteps where .silent < ways[step.from * count + step.to].price {
      ways[step.from * count + step.to] = Way(
        price: .silent, symbol: -1, next: step.to, isSilent: true)
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

  subscript(from: Int, to: Int) -> Way { ways[from * count + to] }

  func price(_ from: Int, _ to: Int) -> Price { prices[from * count + to] }
}
