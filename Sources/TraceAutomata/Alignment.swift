/// A cheapest way to make a word legal, move by move.
package struct Alignment: Sendable, Equatable {
  /// One move along the recorded and the legal word.
  package enum Move: Sendable, Equatable {
    /// The recorded symbol is legal: both words advance. Facts are always matched.
    case match(position: Int, from: Int, to: Int)
    /// The recorded symbol is deleted.
    case delete(position: Int, state: Int)
    /// A symbol is inserted before the recorded one at `position`, or at the end.
    case insert(symbol: Int, position: Int, from: Int, to: Int)
    /// A call that goes unrecorded is taken to have come before the recorded one at `position`, or at the end; nil
    /// for a step that no symbol tells of. It costs nothing.
    case silent(symbol: Int?, position: Int, from: Int, to: Int)
  }

  /// The moves in order.
  package var moves: [Move]
  /// The number of deletions and insertions; least possible.
  package var cost: Int
  /// The state at the start, one of those allowed.
  package var start: Int
}

extension Alignment {
  /// Where its edits are, the last one first; an insertion is ahead of the symbol that it comes before.
  fileprivate var placesOfEdits: [Int] {
    moves.reversed().compactMap { move in
      switch move {
      case .match, .silent: nil
      case .delete(let position, _): position * 2 + 1
      case .insert(_, let position, _, _): position * 2
      }
    }
  }
}

/// Finds cheapest repairs of words of one automaton.
package struct Aligner: Sendable {
  private let automaton: Automaton
  private let ways: InsertionWays
  /// For every symbol whether it changes no state, so that a call before it is still the last of its kind.
  private let isNeutral: [Bool]

  /// Prepares for words of the automaton.
  /// - Parameter discouraged: symbols whose insertion is better left to another automaton, where something else
  ///   costs as much.
  package init(_ automaton: Automaton, discouraged: Set<Int> = []) {
    self.automaton = automaton
    ways = InsertionWays(automaton, discouraged: discouraged)
    isNeutral = automaton.edges.map { $0.allSatisfy { $0.from == $0.to } }
  }

  /// The states that cost the least before each position of the word, and after its last.
  ///
  /// Element `i` is what may be the case before symbol `i` by the cheapest explanation of the symbols before it, and
  /// the one with the fewest silent calls.
  /// - Complexity: O(word × (states² + edges of its symbols)).
  package func cheapestStates(start: [Int], silently: [Int] = [], word: [Int]) -> [[Int]] {
    layers(start: start, silently: silently, word: word, after: nil).map { layer in
      let best = layer.map(\.best)
      if !automaton.isFullyObserved {
        // Where fewer silent calls explain as much, more of them say nothing.
        let least = best.min() ?? .free
        return best.indices.filter { best[$0] == least }
      }
      let edits = best.map(\.edits)
      let least = edits.min() ?? 0
      return edits.indices.filter { edits[$0] == least }
    }
  }

  /// A cheapest alignment of the word.
  ///
  /// Of those with as few edits the one with the fewest faults, then the preferred one (see `Price`), then the
  /// one with the latest edits is taken; the same on every run.
  /// - Parameters:
  ///   - start: the states it may begin in, at no cost.
  ///   - silently: more of them, which silent calls led to; others are preferred.
  ///   - word: symbols of the automaton.
  ///   - previous: the call before the word that led to its start; nil when it is not known.
  ///   - end: the states it has to end in, if any of them can be reached; nil for any. The preferred one if
  ///     several cost the same.
  /// - Complexity: O(word × (states² + edges of its symbols)) time, O(word × states) memory.
  /// - Source: Wagner, "Order-n correction for regular languages", 1974; exchanges of neighbours as in Damerau,
  ///   "A technique for computer detection and correction of spelling errors", 1964.
  package func align(
    start: [Int], silently: [Int] = [], word: [Int], after previous: Int? = nil, end: [Int]? = nil
  ) -> Alignment {
    let layers = layers(start: start, silently: silently, word: word, after: previous)
    let last = withInsertions(layers[word.count])
    let all = Array(0..<automaton.stateCount)
    let reachable = (end ?? all).filter { last[$0].best < .unreachable }
    let allowed = reachable.isEmpty ? all : reachable
    let least = allowed.map { last[$0].best }.min() ?? .free
    let alignments = allowed.filter { last[$0].best == least }.sorted().map { end in
      let moves = moves(back: layers, word, to: end, last)
      return Alignment(moves: moves.list, cost: least.edits, start: moves.start)
    }
    // Where several ends cost the same, too, the latest edits are taken; the first end of those.
    let latest = alignments.dropFirst().reduce(alignments[0]) { best, other in
      best.placesOfEdits.lexicographicallyPrecedes(other.placesOfEdits) ? other : best
    }
    return latest
  }

  /// The prices of being in a state at one position.
  private struct Cell {
    /// The last move was no edit.
    var clean = Price.unreachable
    /// The last move was an edit, so that another one belongs to the same fault.
    var edited = Price.unreachable

    var best: Price { min(clean, edited) }

    /// The price when an edit follows.
    var beforeEdit: Price { min(clean + .newFault, edited) }
  }

  /// The prices before each symbol and after the last, with no insertion since the symbol before.
  private func layers(
    start: [Int], silently: [Int], word: [Int], after previous: Int?
  ) -> [[Cell]] {
    var last = previous
    var first = [Cell](repeating: Cell(), count: automaton.stateCount)
    for state in silently { first[state].clean = .silent }
    for state in start { first[state].clean = .free }
    var layers = [first]
    layers.reserveCapacity(word.count + 1)
    for position in word.indices {
      let from = withInsertions(layers[position])
      var reached = [Cell](repeating: Cell(), count: automaton.stateCount)
      let deletion = deletionPrice(word[position], after: last)
      if !isNeutral[word[position]] { last = word[position] }
      for state in reached.indices { reached[state].edited = from[state].beforeEdit + deletion }
      for edge in automaton.edges[word[position]] {
        reached[edge.to].clean = min(reached[edge.to].clean, from[edge.from].best)
      }
      if position > 0 {
        forEachExchange(word, position) { source, _, to in
          let price = withInsertions(layers[position - 1])[source].best + .exchange
          reached[to].clean = min(reached[to].clean, price)
        }
      }
      layers.append(reached)
    }
    return layers
  }

  /// Calls the closure for every way to take the symbols at a position and the one before in the other order.
  private func forEachExchange(
    _ word: [Int], _ position: Int, _ body: (_ from: Int, _ middle: Int, _ to: Int) -> Void
  ) {
    let (early, late) = (word[position - 1], word[position])
    if early == late || automaton.isFact(early) || automaton.isFact(late) { return }
    for first in automaton.edges[late] {
      for second in automaton.edges[early] where second.from == first.to {
        body(first.from, first.to, second.to)
      }
    }
  }

  private func deletionPrice(_ symbol: Int, after last: Int?) -> Price {
    if automaton.isFact(symbol) { return .unreachable }
    return symbol == last ? .deletionOfRepeat : .deletion
  }

  /// The prices with insertions after the last symbol.
  private func withInsertions(_ layer: [Cell]) -> [Cell] {
    layer.indices.map { to in
      var cell = layer[to]
      for from in layer.indices where from != to {
        let price = ways[from, to].price
        if price.isFreeOfEdits {
          cell.clean = min(cell.clean, layer[from].clean + price)
          cell.edited = min(cell.edited, layer[from].edited + price)
        } else {
          cell.edited = min(cell.edited, layer[from].beforeEdit + price)
        }
      }
      return cell
    }
  }

  /// Follows the prices back to the start.
  private func moves(
    back layers: [[Cell]], _ word: [Int], to end: Int, _ last: [Cell]
  ) -> (list: [Alignment.Move], start: Int) {
    var moves: [Alignment.Move] = []
    var state = end
    var position = word.count
    var price = last[end].best
    var isEdited = last[end].edited <= last[end].clean
    while true {
      let layer = layers[position]
      if let source = insertionSource(layer, state, price, isEdited: isEdited) {
        moves += steps(from: source, to: state, at: position).reversed()
        isEdited = layer[source].edited <= layer[source].clean + .newFault
        price = isEdited ? layer[source].edited : layer[source].clean
        state = source
      }
      if let source = silentSource(layer, state, price, isEdited: isEdited) {
        moves += steps(from: source, to: state, at: position).reversed()
        price = isEdited ? layer[source].edited : layer[source].clean
        state = source
      }
      if position == 0 { return (moves.reversed(), state) }
      let from = withInsertions(layers[position - 1])
      if isEdited {
        moves.append(.delete(position: position - 1, state: state))
        isEdited = from[state].edited <= from[state].clean + .newFault
        price = isEdited ? from[state].edited : from[state].clean
        position -= 1
        continue
      }
      if let exchange = exchangeSource(layers, word, position, state, price) {
        let (early, late) = (position - 2, position - 1)
        moves.append(.delete(position: late, state: state))
        moves.append(.match(position: early, from: exchange.middle, to: state))
        moves.append(
          .insert(
            symbol: word[late], position: early, from: exchange.source, to: exchange.middle))
        let before = withInsertions(layers[position - 2])
        state = exchange.source
        isEdited = before[state].edited < before[state].clean
        price = before[state].best
        position -= 2
        continue
      }
      let edge = automaton.edges[word[position - 1]].first {
        $0.to == state && from[$0.from].best == price
      }
      guard let edge else { preconditionFailure("a price without a move that leads to it") }
      moves.append(.match(position: position - 1, from: edge.from, to: edge.to))
      state = edge.from
      isEdited = from[state].edited < from[state].clean
      price = from[state].best
      position -= 1
    }
  }

  /// The state from which insertions led here at the price, silent calls among them; nil when the last move was
  /// another.
  private func insertionSource(
    _ layer: [Cell], _ state: Int, _ price: Price, isEdited: Bool
  ) -> Int? {
    if !isEdited { return nil }
    return layer.indices.first {
      let way = ways[$0, state].price
      return $0 != state && !way.isFreeOfEdits && layer[$0].beforeEdit + way == price
    }
  }

  /// The state from which silent calls alone led here at the price; nil when none did.
  private func silentSource(
    _ layer: [Cell], _ state: Int, _ price: Price, isEdited: Bool
  ) -> Int? {
    if price == (isEdited ? layer[state].edited : layer[state].clean) { return nil }
    return layer.indices.first {
      let way = ways[$0, state].price
      return $0 != state && way.isFreeOfEdits
        && (isEdited ? layer[$0].edited : layer[$0].clean) + way == price
    }
  }

  private func steps(from source: Int, to target: Int, at position: Int) -> [Alignment.Move] {
    var moves: [Alignment.Move] = []
    var state = source
    while state != target {
      let way = ways[state, target]
      moves.append(
        way.isSilent
          ? .silent(
            symbol: way.symbol < 0 ? nil : way.symbol, position: position, from: state,
            to: way.next)
          : .insert(symbol: way.symbol, position: position, from: state, to: way.next))
      state = way.next
    }
    return moves
  }

  /// Where an exchange that led to the state at the price began; nil when none did.
  private func exchangeSource(
    _ layers: [[Cell]], _ word: [Int], _ position: Int, _ state: Int, _ price: Price
  ) -> (source: Int, middle: Int)? {
    if position < 2 { return nil }
    let before = withInsertions(layers[position - 2])
    var found: (source: Int, middle: Int)?
    forEachExchange(word, position - 1) { source, middle, to in
      if found == nil, to == state, before[source].best + .exchange == price {
        found = (source, middle)
      }
    }
    return found
  }
}
