import TraceChecking

/// The full price of repairs, found by trying all of them: the fewest edits, then the fewest faults, then what a person
/// would prefer.
struct BruteForcePrice {
  /// Edits, faults and dislike, compared in this order.
  struct Price: Comparable {
    var edits = 0
    var faults = 0
    var dislike = 0

    static func < (left: Self, right: Self) -> Bool {
      (left.edits, left.faults, left.dislike) < (right.edits, right.faults, right.dislike)
    }
  }

  let automaton: Automaton
  let word: [SymbolID]
  var discouraged: Set<SymbolID> = []
  /// The call before the word.
  var previous: SymbolID?

  /// The last move, as far as another edit may belong to the same fault.
  private enum Last: Equatable { case match, insertion, deletion(SymbolID) }

  /// The least price of a repair with at most the given number of edits that ends in one of the states; nil if there is none.
  func least(start: [StateID], edits: Int, end: [StateID]) -> Price? {
    start.compactMap { best(0, $0, .match, edits, end, insertions: []) }.min()
  }

  /// - Parameter insertions: the states since the last symbol was read; insertions that return to one are never useful.
  private func best(
    _ position: Int, _ state: StateID, _ last: Last, _ budget: Int, _ end: [StateID],
    insertions: Set<StateID>
  ) -> Price? {
    var prices: [Price] = []
    func add(_ rest: Price?, edits: Int, newFaults: Int, dislike: Int) {
      guard let rest else { return }
      prices.append(
        Price(
          edits: rest.edits + edits, faults: rest.faults + newFaults,
          dislike: rest.dislike + dislike))
    }
    if position == word.count && end.contains(state) { prices.append(Price()) }
    if position < word.count {
      let symbol = word[position]
      for edge in automaton.edges[symbol] where edge.from == state {
        add(
          best(position + 1, edge.to, .match, budget, end, insertions: []), edits: 0,
          newFaults: 0, dislike: 0)
      }
      if budget > 0, !automaton.isFact(symbol) {
        add(
          best(position + 1, state, .deletion(symbol), budget - 1, end, insertions: []), edits: 1,
          newFaults: last == .deletion(symbol) ? 0 : 1,
          dislike: repeatsTheOneBefore(position) ? 1 : 3)
      }
    }
    if budget > 0 {
      for symbol in automaton.calls {
        for edge in automaton.edges[symbol]
        where edge.from == state && edge.to != state && !insertions.contains(edge.to) {
          add(
            best(
              position, edge.to, .insertion, budget - 1, end,
              insertions: insertions.union([state])),
            edits: 1, newFaults: last == .insertion ? 0 : 1,
            dislike: discouraged.contains(symbol) ? 4 : 2)
        }
      }
    }
    if budget > 1, position + 1 < word.count {
      let (early, late) = (word[position], word[position + 1])
      if early != late && !automaton.isFact(early) && !automaton.isFact(late),
        !repeatsTheOneBefore(position)
      {
        for first in automaton.edges[late] where first.from == state {
          for second in automaton.edges[early] where second.from == first.to {
            add(
              best(position + 2, second.to, .match, budget - 2, end, insertions: []), edits: 2,
              newFaults: 1, dislike: 1)
          }
        }
      }
    }
    return prices.min()
  }

  /// The price of an alignment; two exchanged neighbors count as one fault if that is cheaper.
  func price(of moves: [Alignment.Move]) -> Price { price(of: moves[...], after: .match) }

  private func price(of moves: ArraySlice<Alignment.Move>, after last: Last) -> Price {
    guard let move = moves.first else { return Price() }
    var price: Price
    switch move {
    case .match, .silent: return self.price(of: moves.dropFirst(), after: .match)
    case .delete(let position, _):
      let this = Last.deletion(word[position])
      price = self.price(of: moves.dropFirst(), after: this)
      price.dislike += repeatsTheOneBefore(position) ? 1 : 3
      price.faults += last == this ? 0 : 1
    case .insert(let symbol, _, _, _):
      price = self.price(of: moves.dropFirst(), after: .insertion)
      price.dislike += discouraged.contains(symbol) ? 4 : 2
      price.faults += last == .insertion ? 0 : 1
    }
    price.edits += 1
    if case .insert(let symbol, let position, _, _) = move, moves.count > 2,
      case .match(position, _, _) = moves[moves.startIndex + 1],
      case .delete(position + 1, _) = moves[moves.startIndex + 2], word[position + 1] == symbol,
      word[position] != symbol, !automaton.isFact(word[position]), !repeatsTheOneBefore(position)
    {
      var exchange = self.price(of: moves.dropFirst(3), after: .match)
      exchange.edits += 2
      exchange.faults += 1
      exchange.dislike += 1
      price = min(price, exchange)
    }
    return price
  }

  /// Whether a call repeats the one before it, ignoring calls that change no state.
  private func repeatsTheOneBefore(_ position: Int) -> Bool {
    let before = word[..<position].last { symbol in
      automaton.edges[symbol].contains { $0.from != $0.to }
    }
    return word[position] == before ?? previous
  }
}
