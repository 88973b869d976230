import TraceChecking

/// The least costs of repairs, directly from the definition: shortest paths through positions and states.
///
/// A path goes from position to position of the word and from state to state of the automaton. Reading a symbol
/// by an edge is free, skipping a call costs 1, taking the edge of a call without reading costs 1, or nothing where
/// the call is silent, and a fact can only be read.
struct BruteForceRepair {
  /// The least number of edits to reach a state after the symbols before a position; nil if it cannot be reached.
  ///
  /// Element `[i][s]` is about the first `i` symbols, insertions after the last of them included.
  private(set) var costs: [IDArray<StateID, Int?>]

  init(_ automaton: Automaton, start: [StateID], word: [SymbolID]) {
    let leaving = IDArray<StateID, [Automaton.Edge]>(
      automaton.states.map { state in
        automaton.edges.flatMap { edges in edges.filter { $0.from == state } }
      })
    costs = Array(
      repeating: IDArray(repeating: nil, count: automaton.stateCount), count: word.count + 1)
    // All nodes of one cost, then all that cost one more: Dijkstra's order for steps of 0 and 1.
    var dearer = start.map { (position: 0, state: $0) }
    var cost = 0
    while !dearer.isEmpty {
      var open = dearer
      dearer = []
      while let (position, state) = open.popLast() {
        if costs[position][state] != nil { continue }
        costs[position][state] = cost
        for edge in leaving[state] {
          if position < word.count && edge.symbol == word[position] {
            open.append((position + 1, edge.to))
          }
          if automaton.isFact(edge.symbol) { continue }
          if automaton.isSilent[edge.symbol] {
            open.append((position, edge.to))
          } else {
            dearer.append((position, edge.to))
          }
        }
        for step in automaton.freeSteps where step.from == state {
          open.append((position, step.to))
        }
        if position < word.count && !automaton.isFact(word[position]) {
          dearer.append((position + 1, state))
        }
      }
      cost += 1
    }
  }

  /// The least cost of making the first `count` symbols legal, wherever they end.
  func least(_ count: Int) -> Int { costs[count].compactMap { $0 }.min() ?? 0 }

  /// The states in which the cheapest repairs of the first `count` symbols may end, sorted.
  func cheapestStates(_ count: Int) -> [StateID] {
    let least = least(count)
    return costs[count].indices.filter { costs[count][$0] == least }
  }

  /// The least cost of making the whole word legal and ending in one of the states; nil if none can be reached.
  func leastEnding(in states: [StateID]) -> Int? {
    states.compactMap { costs[costs.count - 1][$0] }.min()
  }
}
