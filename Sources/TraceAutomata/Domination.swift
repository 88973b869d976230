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
  /// is bounded again. A fact cannot be deleted. Subjects that must end well add what `m` needs at the end
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
    let steps = CheapestSteps(self, distinctSymbols(), distances)
    var bounds = CostMatrix(size: stateCount, repeating: 1)
    if demandingAcceptance { raiseToAcceptance(&bounds, distances) }
    var changed = true
    while changed {
      changed = false
      for m in 0..<stateCount {
        // A bound that is as large as the way itself stays so.
        for p in 0..<stateCount where m != p && bounds[m, p] < distances[m, p] {
          var needed = steps.demand(
            m, p, bounds.cells, atLeast: bounds[m, p], atMost: distances[m, p])
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

  private func raiseToAcceptance(_ bounds: inout CostMatrix, _ distances: CostMatrix) {
    let toAccepting = distancesToAccepting(distances)
    for m in 0..<stateCount {
      for p in 0..<stateCount where m != p {
        bounds[m, p] = min(
          .unreachable, max(bounds[m, p], toAccepting[m] - min(toAccepting[p], toAccepting[m])))
      }
    }
  }
}

/// What it costs to get from each state through each symbol to each state, close together: the fixed point asks for
/// nothing else.
private struct CheapestSteps {
  private struct Step {
    var to: Int
    var cost: Cost
  }

  private let stateCount: Int
  /// For every symbol whether it is a fact.
  private var isFact: [Bool] = []
  /// The steps by symbol and state, and for every symbol and state where its steps begin; one more for the end.
  private var steps: [Step] = []
  private var first = [0]

  init(_ automaton: Automaton, _ symbols: [Int], _ distances: CostMatrix) {
    stateCount = automaton.stateCount
    var best = [Cost](repeating: .unreachable, count: stateCount)
    for symbol in symbols {
      isFact.append(automaton.isFact(symbol))
      for from in 0..<stateCount {
        for edge in automaton.edges[symbol] {
          best[edge.to] = min(best[edge.to], distances[from, edge.from])
        }
        for to in 0..<stateCount where best[to] < .unreachable {
          steps.append(Step(to: to, cost: best[to]))
          best[to] = .unreachable
        }
        first.append(steps.count)
      }
    }
  }

  /// What one round of the equation demands of the pair.
  /// - Parameters:
  ///   - bounds: those of the round before, row major.
  ///   - limit: what nothing above is asked for.
  func demand(_ m: Int, _ p: Int, _ bounds: [Cost], atLeast: Cost, atMost limit: Cost) -> Cost {
    var worst = atLeast
    for symbol in isFact.indices {
      let (attacker, defender) = (symbol * stateCount + p, symbol * stateCount + m)
      for attack in first[attacker]..<first[attacker + 1] {
        let (target, price) = (steps[attack].to, steps[attack].cost)
        var answer =
          isFact[symbol] ? .unreachable : bounds[m * stateCount + target].adding(1)
        for step in first[defender]..<first[defender + 1] {
          if answer - price <= worst { break }
          answer = min(
            answer, steps[step].cost.adding(bounds[steps[step].to * stateCount + target]))
        }
        worst = max(worst, answer >= .unreachable ? .unreachable : answer - price)
        if worst >= limit { return worst }
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
