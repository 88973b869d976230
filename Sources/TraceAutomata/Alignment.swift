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
  }

  /// The moves in order.
  package var moves: [Move]
  /// The number of deletions and insertions; least possible.
  package var cost: Int
  /// The state at the start, one of those allowed.
  package var start: Int
}

/// What a repair costs: edits first, then how far from what a person would say.
///
/// Of repairs with equally many edits the one is preferred that takes a repeated call as the fault, then the
/// one that inserts a missing call over deleting a recorded one; of what remains, the latest edits.
private struct Price: Comparable {
  static let edit: Int64 = 1 << 32
  static let insertion = Price(value: edit + 2)
  static let deletion = Price(value: edit + 3)
  static let deletionOfRepeat = Price(value: edit + 1)
  static let unreachable = Price(value: 1 << 60)

  var value: Int64

  static func < (left: Price, right: Price) -> Bool { left.value < right.value }
  static func + (left: Price, right: Price) -> Price {
    Price(value: min(left.value + right.value, unreachable.value))
  }
}

/// Finds cheapest repairs of words of one automaton.
package struct Aligner: Sendable {
  private let automaton: Automaton
  /// For each pair of states the first symbol of a cheapest way of insertions, and the state after it.
  private let firstSteps: [(symbol: Int, to: Int)?]
  private let distances: CostMatrix

  package init(_ automaton: Automaton) {
    self.automaton = automaton
    distances = automaton.insertionDistances()
    firstSteps = Self.firstSteps(automaton, distances)
  }

  /// The states that cost the least before each position of the word, and after its last.
  ///
  /// Element `i` is what may be the case before symbol `i` by the cheapest explanation of the symbols before it.
  /// - Complexity: O(word × (states² + edges of its symbols)).
  package func cheapestStates(start: [Int], word: [Int]) -> [[Int]] {
    layers(start: start, word: word).map { layer in
      let least = layer.before.min() ?? .unreachable
      let edits = least.value / Price.edit
      return layer.before.indices.filter { layer.before[$0].value / Price.edit == edits }
    }
  }

  /// A cheapest alignment of the word.
  /// - Parameters:
  ///   - start: the states it may begin in, at no cost.
  ///   - word: symbols of the automaton.
  ///   - end: the states it has to end in; nil for any. The preferred one if several cost the same.
  /// - Complexity: O(word × (states² + edges of its symbols)) time, O(word × states) memory.
  /// - Source: Wagner, "Order-n correction for regular languages", 1974.
  package func align(start: [Int], word: [Int], end: [Int]? = nil) -> Alignment {
    let layers = layers(start: start, word: word)
    let last = layers[word.count].after
    let allowed = end ?? Array(0..<automaton.stateCount)
    var state = allowed.min { (last[$0], $0) < (last[$1], $1) } ?? 0
    let cost = Int(last[state].value / Price.edit)
    var moves: [Alignment.Move] = []
    var position = word.count
    while true {
      state = undoInsertions(at: position, into: state, layers[position], &moves)
      if position == 0 { break }
      position -= 1
      state = undoSymbol(word, position, into: state, layers, &moves)
    }
    return Alignment(moves: moves.reversed(), cost: cost, start: state)
  }

  /// The prices of being in each state at one position.
  private struct Layer {
    /// With no insertion since the symbol before.
    var before: [Price]
    /// With insertions.
    var after: [Price]
  }

  private func layers(start: [Int], word: [Int]) -> [Layer] {
    var before = [Price](repeating: .unreachable, count: automaton.stateCount)
    for state in start { before[state] = Price(value: 0) }
    var layers = [Layer(before: before, after: afterInsertions(before))]
    layers.reserveCapacity(word.count + 1)
    for position in word.indices {
      let from = layers[position].after
      let deletion = deletionPrice(word, position)
      var reached = from.map { $0 + deletion }
      for edge in automaton.edges[word[position]] {
        reached[edge.to] = min(reached[edge.to], from[edge.from])
      }
      layers.append(Layer(before: reached, after: afterInsertions(reached)))
    }
    return layers
  }

  private func deletionPrice(_ word: [Int], _ position: Int) -> Price {
    if automaton.isFact(word[position]) { return .unreachable }
    let repeats = position > 0 && word[position] == word[position - 1]
    return repeats ? .deletionOfRepeat : .deletion
  }

  private func insertionPrice(_ from: Int, _ to: Int) -> Price {
    let steps = distances[from, to]
    return steps >= .unreachable
      ? .unreachable : Price(value: Int64(steps) * Price.insertion.value)
  }

  private func afterInsertions(_ before: [Price]) -> [Price] {
    before.indices.map { to in
      before.indices.map { before[$0] + insertionPrice($0, to) }.min() ?? .unreachable
    }
  }

  /// Writes the insertions that lead to the state at a position, last first; the state before them.
  private func undoInsertions(
    at position: Int, into state: Int, _ layer: Layer, _ moves: inout [Alignment.Move]
  ) -> Int {
    let sources = layer.before.indices.filter {
      layer.before[$0] + insertionPrice($0, state) == layer.after[state]
    }
    // Insertions undone here are the latest possible, so that a way around is preferred to staying.
    let source = sources.max { (distances[$0, state], $1) < (distances[$1, state], $0) } ?? state
    var way: [Alignment.Move] = []
    var current = source
    while current != state, let step = firstSteps[current * automaton.stateCount + state] {
      way.append(.insert(symbol: step.symbol, position: position, from: current, to: step.to))
      current = step.to
    }
    moves += way.reversed()
    return source
  }

  private func undoSymbol(
    _ word: [Int], _ position: Int, into state: Int, _ layers: [Layer],
    _ moves: inout [Alignment.Move]
  ) -> Int {
    let price = layers[position + 1].before[state]
    let from = layers[position].after
    if from[state] + deletionPrice(word, position) == price {
      moves.append(.delete(position: position, state: state))
      return state
    }
    let edge = automaton.edges[word[position]].first { $0.to == state && from[$0.from] == price }
    guard let edge else { preconditionFailure("a price without a move that leads to it") }
    moves.append(.match(position: position, from: edge.from, to: edge.to))
    return edge.from
  }

  private static func firstSteps(
    _ automaton: Automaton, _ distances: CostMatrix
  ) -> [(symbol: Int, to: Int)?] {
    let count = automaton.stateCount
    var steps = [(symbol: Int, to: Int)?](repeating: nil, count: count * count)
    for symbol in 0..<automaton.firstFact {
      for edge in automaton.edges[symbol] {
        for target in 0..<count
        where target != edge.from && steps[edge.from * count + target] == nil
          && distances[edge.to, target].adding(1) == distances[edge.from, target]
        {
          steps[edge.from * count + target] = (symbol, edge.to)
        }
      }
    }
    return steps
  }
}
