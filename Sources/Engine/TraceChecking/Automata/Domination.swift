extension Automaton {
  /// The largest number of states for which bounds of domination are computed.
  private static let dominationStateLimit = 32

  /// Bounds how much better it can ever turn out to be in one state than in another.
  ///
  /// The cell `[m, p]` is an upper bound, over all words, for the cost of repairing the word from `m` minus the cost
  /// from `p`. Once being in `p` costs that much more than being in `m`, `p` can be forgotten without losing a cheaper
  /// repair. So costs stay bounded and there are finitely many vectors of costs, without approximation wherever the
  /// bound is finite. Off the diagonal the bound is at least 1, so that forgetting never adds a state to the cheapest
  /// ones.
  ///
  /// The bounds are the least solution of an equation: whatever `p` does with a call (insert its way to a state that
  /// allows it, then take the step), `m` answers by deleting the call or by inserting its own way to a step, and what
  /// remains is bounded in the same way. A fact cannot be deleted. For subjects that must end well, add what `m` needs
  /// at the end beyond what `p` needs.
  ///
  /// The work grows with the sixth power of the number of states. A large automaton therefore has no bounds; only
  /// `CostAutomaton.differenceLimit` cuts its costs off.
  ///
  /// - Parameter demandingAcceptance: whether words must end in an accepting state.
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
      for m in states {
        // A bound that is as large as the distance itself cannot grow.
        for p in states where m != p && bounds[m, p] < distances[m, p] {
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

  /// One symbol for each set of steps: many calls change nothing in the same states, and give the same result here.
  private func distinctSymbols() -> [SymbolID] {
    var seen: Set<[Int]> = []
    return symbols.filter { symbol in
      let steps = edges[symbol].flatMap { [$0.from.index, $0.to.index] }
      return seen.insert(steps + [isFact(symbol) ? 1 : 0]).inserted
    }
  }

  private func raiseToAcceptance(_ bounds: inout CostMatrix, _ distances: CostMatrix) {
    let toAccepting = distancesToAccepting(distances)
    for m in states {
      for p in states where m != p {
        bounds[m, p] = min(
          .unreachable, max(bounds[m, p], toAccepting[m] - min(toAccepting[p], toAccepting[m])))
      }
    }
  }
}

/// The costs of getting from each state through each symbol to each state, stored close together, because the fixed
/// point reads nothing else.
private struct CheapestSteps {
  private struct Step {
    var to: StateID
    var cost: Cost
  }

  private let stateCount: Int
  /// For every symbol, whether it is a fact.
  private var isFact: [Bool] = []
  /// The steps by symbol and state; and for every symbol and state the index of its first step, with one more for the
  /// end.
  private var steps: [Step] = []
  private var first = [0]

  init(_ automaton: Automaton, _ symbols: [SymbolID], _ distances: CostMatrix) {
    stateCount = automaton.stateCount
    var best = IDArray<StateID, Cost>(repeating: .unreachable, count: stateCount)
    for symbol in symbols {
      isFact.append(automaton.isFact(symbol))
      for from in automaton.states {
        for edge in automaton.edges[symbol] {
          best[edge.to] = min(best[edge.to], distances[from, edge.from])
        }
        for to in automaton.states where best[to] < .unreachable {
          steps.append(Step(to: to, cost: best[to]))
          best[to] = .unreachable
        }
        first.append(steps.count)
      }
    }
  }

  /// The bound that one round of the equation demands for the pair.
  /// - Parameters:
  ///   - bounds: the bounds of the previous round, row major.
  ///   - limit: the search stops once this is reached.
  func demand(_ m: StateID, _ p: StateID, _ bounds: [Cost], atLeast: Cost, atMost limit: Cost)
    -> Cost
  {
    var worst = atLeast
    for symbol in isFact.indices {
      let (attacker, defender) = (symbol * stateCount + p.index, symbol * stateCount + m.index)
      for attack in first[attacker]..<first[attacker + 1] {
        let (target, price) = (steps[attack].to.index, steps[attack].cost)
        var answer =
          isFact[symbol] ? .unreachable : bounds[m.index * stateCount + target].adding(1)
        for step in first[defender]..<first[defender + 1] {
          if answer - price <= worst { break }
          answer = min(
            answer, steps[step].cost.adding(bounds[steps[step].to.index * stateCount + target]))
        }
        worst = max(worst, answer >= .unreachable ? .unreachable : answer - price)
        if worst >= limit { return worst }
      }
    }
    return worst
  }
}

extension CostMatrix {
  /// The least costs if each step may use either these costs or the other ones.
  ///
  /// It joins bounds of domination, which are at least 1 from one state to another, with sequences of silent calls,
  /// which cost nothing.
  /// - Complexity: O(size³).
  func closed(under other: CostMatrix) -> CostMatrix {
    var closed = self
    for row in StateID.all(size) {
      for column in StateID.all(size) {
        closed[row, column] = min(closed[row, column], other[row, column])
      }
    }
    closed.closeUnderDetours()
    return closed
  }
}
