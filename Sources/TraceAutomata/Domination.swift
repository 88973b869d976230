extension Automaton {
  /// The most states for which bounds of domination are looked for.
  private static let dominationStateLimit = 32

  /// How much better it can ever turn out to be in one state than in another.
  ///
  /// The cell `[m, p]` bounds, over all words, the cost of repairing the word from `m` less that from `p`. Once
  /// being in `p` costs that much more than being in `m`, `p` can be forgotten without losing a cheaper
  /// repair; so costs can be kept within bounds, and vectors of costs are finitely many, without approximation
  /// wherever the bound is finite. Off the diagonal the bound is at least 1, so that forgetting never adds a
  /// state to the cheapest ones.
  ///
  /// It is the least solution of: whatever `p` does with a call (insert its way to a state that allows it, then
  /// take the step), `m` answers by deleting the call or by inserting its own way to a step, and what remains
  /// is bounded again. A fact cannot be deleted. Lives that must end well add what `m` needs at the end
  /// beyond what `p` needs.
  ///
  /// The work grows with the sixth power of the states, so a large automaton goes without bounds: its costs are
  /// cut off at `CostAutomaton.differenceLimit` alone.
  ///
  /// - Parameter demandingAcceptance: whether words have to end in an accepting state.
  /// - Complexity: O(rounds × states² × edges × edges per symbol); the rounds are at most `limit` per pair.
  /// - Source: quantitative simulation, as in energy games (Chakrabarti, de Alfaro, Henzinger, Stoelinga,
  ///   "Resource interfaces", 2003), here for edit costs.
  package func dominationBounds(demandingAcceptance: Bool, limit: Cost = 64) -> CostMatrix {
    guard stateCount <= Self.dominationStateLimit else {
      return CostMatrix(size: stateCount, repeating: .unreachable)
    }
    let distances = insertionDistances()
    let steps = distinctSymbols().map {
      (isFact: isFact($0), from: cheapestSteps(edges[$0], distances))
    }
    var bounds = CostMatrix(size: stateCount, repeating: 1)
    if demandingAcceptance { raiseToAcceptance(&bounds, distances) }
    var changed = true
    while changed {
      changed = false
      for m in 0..<stateCount {
        for p in 0..<stateCount where m != p && bounds[m, p] < .unreachable {
          var needed = demand(m, p, steps, bounds, atLeast: bounds[m, p])
          if needed > limit { needed = .unreachable }
          needed = min(needed, distances[m, p])
          if needed > bounds[m, p] {
            bounds[m, p] = needed
            changed = true
          }
        }
      }
    }
    bounds.closeUnderDetours()
    return bounds
  }

  /// One symbol of each kind of step: many calls change nothing in the same states, and say the same here.
  private func distinctSymbols() -> [Int] {
    var seen: Set<[Int]> = []
    return (0..<symbolCount).filter { symbol in
      seen.insert(edges[symbol].flatMap { [$0.from, $0.to] } + [isFact(symbol) ? 1 : 0]).inserted
    }
  }

  /// For one symbol: from each state, what it costs to get through the symbol to each state.
  private func cheapestSteps(_ edges: [Edge], _ distances: CostMatrix) -> [[(to: Int, cost: Cost)]]
  {
    (0..<stateCount).map { from in
      var best: [Int: Cost] = [:]
      for edge in edges where distances[from, edge.from] < .unreachable {
        best[edge.to] = min(best[edge.to] ?? .unreachable, distances[from, edge.from])
      }
      return best.sorted { $0.key < $1.key }.map { (to: $0.key, cost: $0.value) }
    }
  }

  private func raiseToAcceptance(_ bounds: inout CostMatrix, _ distances: CostMatrix) {
    let toAccepting = distancesToAccepting(distances)
    for m in 0..<stateCount {
      for p in 0..<stateCount where m != p {
        bounds[m, p] = min(
          .unreachable, max(bounds[m, p], toAccepting[m] - min(toAccepting[p], toAccepting[m])))
      }
    }
  }

  /// What one round of the equation demands of the pair.
  private func demand(
    _ m: Int, _ p: Int, _ steps: [(isFact: Bool, from: [[(to: Int, cost: Cost)]])],
    _ bounds: CostMatrix, atLeast: Cost
  ) -> Cost {
    var worst = atLeast
    for symbol in steps {
      for attack in symbol.from[p] {
        var answer: Cost = symbol.isFact ? .unreachable : bounds[m, attack.to].adding(1)
        for step in symbol.from[m] {
          if answer - attack.cost <= worst { break }
          answer = min(answer, step.cost.adding(bounds[step.to, attack.to]))
        }
        worst = max(worst, answer >= .unreachable ? .unreachable : answer - attack.cost)
      }
    }
    return worst
  }
}

extension CostMatrix {
  /// The least of these costs and of ways that other costs allow on the way.
  ///
  /// Used to join bounds of domination, which are at least 1 from one state to another, with ways of silent calls,
  /// which cost nothing.
  /// - Complexity: O(size³).
  func closed(under other: CostMatrix) -> CostMatrix {
    var closed = self
    for row in 0..<size {
      for column in 0..<size { closed[row, column] = min(closed[row, column], other[row, column]) }
    }
    closed.closeUnderDetours()
    return closed
  }
}
