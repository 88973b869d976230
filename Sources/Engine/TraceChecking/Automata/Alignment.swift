/// A cheapest way to make a word legal, move by move.
package struct Alignment: Sendable, Equatable {
  /// One move along the recorded and the legal word.
  package enum Move: Sendable, Equatable {
    /// The recorded symbol is legal: both words advance. Facts are always matched.
    case match(position: Int, from: StateID, to: StateID)
    /// The recorded symbol is deleted.
    case delete(position: Int, state: StateID)
    /// A symbol is inserted before the recorded one at `position`, or at the end.
    case insert(symbol: SymbolID, position: Int, from: StateID, to: StateID)
    /// A call that goes unrecorded is assumed to have come before the recorded one at `position`, or at the end. The
    /// symbol is nil for a step without one. It costs nothing.
    case silent(symbol: SymbolID?, position: Int, from: StateID, to: StateID)
  }

  /// The moves in order.
  package var moves: [Move]
  /// The number of deletions and insertions; the least possible.
  package var cost: Int
  /// The state in which it begins, one of those allowed.
  package var start: StateID
}

/// Finds cheapest repairs of words of one automaton.
package struct Aligner: Sendable {
  private let automaton: Automaton
  private let ways: InsertionWays
  /// For every symbol, whether it changes no state, so that the call before it still counts as the last one.
  private let isNeutral: IDArray<SymbolID, Bool>

  /// Prepares for words of the automaton.
  /// - Parameter discouraged: symbols whose insertion is better left to another automaton, if something else costs as
  ///   much.
  /// - Parameter wanted: symbols that are inserted rather than others, if that costs as much.
  /// - Parameter everyCallCounts: whether a call that changes no state still counts as the last one, as in a duty, which
  ///   forbids it as long as something is owed.
  package init(
    _ automaton: Automaton, discouraged: Set<SymbolID> = [], wanted: Set<SymbolID> = [],
    everyCallCounts: Bool = false
  ) {
    self.automaton = automaton
    ways = InsertionWays(automaton, discouraged: discouraged, wanted: wanted)
    isNeutral = automaton.edges.table { !everyCallCounts && $0.allSatisfy { $0.from == $0.to } }
  }

  /// The states that cost the least before each position of the word, and after its last.
  ///
  /// Element `i` has the states that are possible before symbol `i` by the cheapest explanation of the symbols before
  /// it, the one with the fewest silent calls.
  /// - Complexity: O(word × (states² + edges of its symbols)).
  package func cheapestStates(start: [StateID], silently: [StateID] = [], word: [SymbolID])
    -> [[StateID]]
  {
    cheapestStates(prices(start: start, silently: silently, word: word, after: nil))
  }

  private func cheapestStates(_ prices: WordPrices) -> [[StateID]] {
    let states = automaton.states
    let countsSilence = !automaton.isFullyObserved
    return (0...prices.symbolCount).map { position in
      let best = IDArray<StateID, Price>(
        states.map { prices.reached(position, $0).best.anywhere })
      let least = best.min() ?? .free
      // If fewer silent calls explain as much, explanations with more of them prove nothing.
      if countsSilence { return states.filter { best[$0] == least } }
      return states.filter { best[$0].edits == least.edits }
    }
  }

  /// A cheapest alignment of the word, as `align` finds it, and the states that cost the least, as `cheapestStates`
  /// finds them. It takes little more time than one of the two.
  package func explain(
    start: [StateID], silently: [StateID] = [], word: [SymbolID],
    after previous: SymbolID? = nil, end: [StateID]? = nil
  ) -> (alignment: Alignment, cheapestStates: [[StateID]]) {
    let prices = prices(start: start, silently: silently, word: word, after: previous)
    let alignment = alignment(of: word, prices, end: end)
    // The call before the word only affects preferences, which matter here only beside silent calls.
    if previous == nil || automaton.isFullyObserved { return (alignment, cheapestStates(prices)) }
    return (alignment, cheapestStates(start: start, silently: silently, word: word))
  }

  /// A cheapest alignment of the word.
  ///
  /// Of the alignments with the fewest edits, it takes one with the fewest faults, then the preferred one (see
  /// `Price`), then the one with the latest edits: the greatest sum of their positions. The result is the same on every
  /// run.
  /// - Parameters:
  ///   - start: the states in which it may begin, at no cost.
  ///   - silently: further states, which silent calls led to; those in `start` are preferred.
  ///   - word: symbols of the automaton.
  ///   - previous: the call before the word that led to its start; nil if it is not known.
  ///   - end: the states in which it must end, if any of them can be reached; nil for any. If several cost the same,
  ///     the first is taken.
  /// - Complexity: O(word × (states² + edges of its symbols)) time, O(word × states) memory.
  /// - Source: Wagner, "Order-n correction for regular languages", 1974; exchanges of neighbours as in Damerau,
  ///   "A technique for computer detection and correction of spelling errors", 1964.
  package func align(
    start: [StateID], silently: [StateID] = [], word: [SymbolID],
    after previous: SymbolID? = nil, end: [StateID]? = nil
  ) -> Alignment {
    alignment(
      of: word, prices(start: start, silently: silently, word: word, after: previous), end: end)
  }

  private func alignment(of word: [SymbolID], _ prices: WordPrices, end: [StateID]?) -> Alignment {
    let last = IDArray<StateID, Price>(
      automaton.states.map { prices.left(word.count, $0).best })
    let all = Array(last.indices)
    let reachable = (end ?? all).filter { last[$0] < .unreachable }
    let allowed = reachable.isEmpty ? all : reachable
    let least = allowed.map { last[$0] }.min() ?? .free
    // If several ends cost the same, the first is taken.
    let end = allowed.filter { last[$0] == least }.min() ?? 0
    let moves = moves(back: prices, word, to: end)
    return Alignment(moves: moves.list, cost: least.edits, start: moves.start)
  }

  private func prices(
    start: [StateID], silently: [StateID], word: [SymbolID], after previous: SymbolID?
  ) -> WordPrices {
    var prices = WordPrices(
      repeats: repeats(in: word, after: previous), stateCount: automaton.stateCount)
    for state in silently { prices.reach(0, state, clean: .silent) }
    for state in start { prices.reach(0, state, clean: .free) }
    prices.leave(0, by: ways)
    for position in word.indices {
      let deletion = deletionPrice(word[position], isRepeat: prices.repeats[position]).of(position)
      for state in automaton.states {
        let price = prices.left(position, state).beforeEdit + deletion
        prices.reach(position + 1, state, edited: price)
      }
      for edge in automaton.edges[word[position]] {
        prices.reach(position + 1, edge.to, clean: prices.left(position, edge.from).best)
      }
      if position > 0 {
        forEachExchange(word, position, prices.repeats) { source, _, to in
          let price = prices.left(position - 1, source).best + .exchange(at: position)
          prices.reach(position + 1, to, clean: price)
        }
      }
      prices.leave(position + 1, by: ways)
    }
    return prices
  }

  /// For each symbol of a word, whether it repeats the last one before it that changes a state.
  private func repeats(in word: [SymbolID], after previous: SymbolID?) -> [Bool] {
    var last = previous
    return word.map { symbol in
      defer { if !isNeutral[symbol] { last = symbol } }
      return symbol == last
    }
  }

  /// Calls the closure for every way to take the symbol at a position and the one before it in reverse order. If that one
  /// is a repetition, the two did not just come in the wrong order.
  private func forEachExchange(
    _ word: [SymbolID], _ position: Int, _ repeats: [Bool],
    _ body: (_ from: StateID, _ middle: StateID, _ to: StateID) -> Void
  ) {
    let (early, late) = (word[position - 1], word[position])
    if early == late || automaton.isFact(early) || automaton.isFact(late) || repeats[position - 1] {
      return
    }
    for first in automaton.edges[late] {
      for second in automaton.edges[early] where second.from == first.to {
        body(first.from, first.to, second.to)
      }
    }
  }

  private func deletionPrice(_ symbol: SymbolID, isRepeat: Bool) -> Price {
    if automaton.isFact(symbol) { return .unreachable }
    return isRepeat ? .deletionOfRepeat : .deletion
  }

  /// Follows the prices back to the start.
  private func moves(
    back prices: WordPrices, _ word: [SymbolID], to end: StateID
  ) -> (list: [Alignment.Move], start: StateID) {
    var moves: [Alignment.Move] = []
    var state = end
    var position = word.count
    let last = prices.left(position, end)
    var price = last.best
    var isEdited = last.edited <= last.clean
    while true {
      if let source = insertionSource(prices, position, state, price, isEdited: isEdited) {
        moves += steps(from: source, to: state, at: position).reversed()
        let cell = prices.reached(position, source)
        isEdited = cell.edited <= cell.clean + .newFault
        price = isEdited ? cell.edited : cell.clean
        state = source
      }
      if let source = silentSource(prices, position, state, price, isEdited: isEdited) {
        moves += steps(from: source, to: state, at: position).reversed()
        let cell = prices.reached(position, source)
        price = isEdited ? cell.edited : cell.clean
        state = source
      }
      if position == 0 { return (moves.reversed(), state) }
      if isEdited {
        moves.append(.delete(position: position - 1, state: state))
        let cell = prices.left(position - 1, state)
        isEdited = cell.edited <= cell.clean + .newFault
        price = isEdited ? cell.edited : cell.clean
        position -= 1
        continue
      }
      if let exchange = exchangeSource(prices, word, position, state, price) {
        let (early, late) = (position - 2, position - 1)
        moves.append(.delete(position: late, state: state))
        moves.append(.match(position: early, from: exchange.middle, to: state))
        moves.append(
          .insert(
            symbol: word[late], position: early, from: exchange.source, to: exchange.middle))
        state = exchange.source
        let cell = prices.left(position - 2, state)
        isEdited = cell.edited < cell.clean
        price = cell.best
        position -= 2
        continue
      }
      let edge = automaton.edges[word[position - 1]].first {
        $0.to == state && prices.left(position - 1, $0.from).best == price
      }
      guard let edge else { preconditionFailure("a price without a move that leads to it") }
      moves.append(.match(position: position - 1, from: edge.from, to: edge.to))
      state = edge.from
      let cell = prices.left(position - 1, state)
      isEdited = cell.edited < cell.clean
      price = cell.best
      position -= 1
    }
  }

  /// The state from which insertions, possibly with silent calls, led here at the price; nil if the last move was
  /// another.
  private func insertionSource(
    _ prices: WordPrices, _ position: Int, _ state: StateID, _ price: Price, isEdited: Bool
  ) -> StateID? {
    if !isEdited { return nil }
    return automaton.states.first {
      let way = ways.price($0, state)
      return $0 != state && !way.isFreeOfEdits
        && prices.reached(position, $0).beforeEdit + way.ahead(of: position) == price
    }
  }

  /// The state from which silent calls alone led here at the price; nil if none did.
  private func silentSource(
    _ prices: WordPrices, _ position: Int, _ state: StateID, _ price: Price, isEdited: Bool
  ) -> StateID? {
    func before(_ state: StateID) -> Price {
      let cell = prices.reached(position, state)
      return isEdited ? cell.edited : cell.clean
    }
    if price == before(state) { return nil }
    return automaton.states.first {
      let way = ways.price($0, state)
      return $0 != state && way.isFreeOfEdits && before($0) + way == price
    }
  }

  private func steps(from source: StateID, to target: StateID, at position: Int) -> [Alignment.Move]
  {
    var moves: [Alignment.Move] = []
    var state = source
    while state != target {
      let way = ways[state, target]
      if way.isSilent {
        moves.append(
          .silent(symbol: way.symbol, position: position, from: state, to: way.next))
      } else if let symbol = way.symbol {
        moves.append(.insert(symbol: symbol, position: position, from: state, to: way.next))
      }
      state = way.next
    }
    return moves
  }

  /// The states before and in the middle of an exchange that led to the state at the price; nil if none did.
  private func exchangeSource(
    _ prices: WordPrices, _ word: [SymbolID], _ position: Int, _ state: StateID, _ price: Price
  ) -> (source: StateID, middle: StateID)? {
    if position < 2 { return nil }
    var found: (source: StateID, middle: StateID)?
    forEachExchange(word, position - 1, prices.repeats) { source, middle, to in
      let before = prices.left(position - 2, source).best
      if found == nil, to == state, before + .exchange(at: position - 1) == price {
        found = (source, middle)
      }
    }
    return found
  }
}
