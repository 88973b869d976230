import TestSupport
import Testing
import TraceChecking

@Suite("A cost automaton")
struct CostAutomatonTests {
  static let seeds: Range<UInt64> = 1..<501

  @Test("computes the least number of edits and the cheapest states for every prefix")
  func followsTheLeastCost() {
    for seed in Self.seeds {
      let drawn = RandomAutomaton(seed: seed)
      let expected = BruteForceRepair(drawn.automaton, start: drawn.start, word: drawn.word)
      for demandingAcceptance in [false, true] {
        var costs = CostAutomaton(drawn.automaton, demandingAcceptance: demandingAcceptance)
        var vector = costs.vector(ofStates: drawn.start)
        var cost = 0
        var followed = [cost]
        var cheapest = [costs.cheapestStates(vector)]
        for symbol in drawn.word {
          let step = costs.step(vector, symbol)
          vector = step.next
          if step.rose { cost += 1 }
          followed.append(cost)
          cheapest.append(costs.cheapestStates(vector))
        }
        let prefixes = 0...drawn.word.count
        #expect(followed == prefixes.map { expected.least($0) }, "\(drawn)")
        #expect(cheapest == prefixes.map { expected.cheapestStates($0) }, "\(drawn)")
      }
    }
  }

  @Test("computes the additional cost of ending legally, for every prefix")
  func knowsTheCostOfEndingWell() {
    var unreachable = 0
    for seed: UInt64 in 10_001..<10_501 {
      let drawn = RandomAutomaton(seed: seed)
      var costs = CostAutomaton(drawn.automaton, demandingAcceptance: true)
      var vector = costs.vector(ofStates: drawn.start)
      var cost = 0
      for count in 0...drawn.word.count {
        let prefix = Array(drawn.word.prefix(count))
        let expected = BruteForceRepair(drawn.automaton, start: drawn.start, word: prefix)
          .leastEnding(in: drawn.accepting)
        let toAccept = costs.costToAccept(vector)
        if let expected {
          #expect(cost + Int(toAccept) == expected, "\(drawn), after \(count)")
        } else {
          unreachable += 1
          #expect(toAccept >= .unreachable, "\(drawn), after \(count)")
        }
        if count == drawn.word.count { break }
        let step = costs.step(vector, drawn.word[count])
        vector = step.next
        if step.rose { cost += 1 }
      }
    }
    #expect(unreachable > 50, "the case that no life can end legally never occurred")
  }

  @Test(
    "pins a subject only if nothing that matters is forgotten", arguments: [false, true])
  func pinnedForgetsNothingThatMatters(demandingAcceptance: Bool) {
    var pinnedAfterAFault = 0
    for seed: UInt64 in 20_001..<20_401 {
      let drawn = RandomAutomaton(seed: seed)
      var costs = CostAutomaton(drawn.automaton, demandingAcceptance: demandingAcceptance)
      var vector = costs.vector(ofStates: drawn.start)
      let whole = BruteForceRepair(drawn.automaton, start: drawn.start, word: drawn.word)
      for (index, symbol) in drawn.word.enumerated() {
        vector = costs.step(vector, symbol).next
        guard let state = costs.pinnedState(vector) else { continue }
        let before = whole.least(index + 1)
        if before > 0 { pinnedAfterAFault += 1 }
        let rest = Array(drawn.word[(index + 1)...])
        let restarted = BruteForceRepair(drawn.automaton, start: [state], word: rest)
        #expect(
          (0...rest.count).map { before + restarted.least($0) }
            == (0...rest.count).map { whole.least(index + 1 + $0) },
          "\(drawn), pinned in \(state) after \(index + 1)")
        if demandingAcceptance {
          #expect(
            restarted.leastEnding(in: drawn.accepting).map { $0 + before }
              == whole.leastEnding(in: drawn.accepting),
            "\(drawn), pinned in \(state) after \(index + 1)")
        }
        break
      }
    }
    #expect(pinnedAfterAFault > 50, "no fault ever came before the subject was pinned")
  }

  @Test("is pinned from the beginning if there is a single state, and in that state")
  func startsPinnedInASingleState() {
    for seed in Self.seeds.prefix(50) {
      let drawn = RandomAutomaton(seed: seed)
      var costs = CostAutomaton(drawn.automaton)
      for state in drawn.automaton.states {
        let vector = costs.vector(ofStates: [state])
        #expect(costs.pinnedState(vector) == state, "\(drawn)")
      }
    }
  }

  @Test("gives the same numbers for the same words, whatever came before")
  func doesNotDependOnItsPast() {
    for seed in Self.seeds.prefix(100) {
      let drawn = RandomAutomaton(seed: seed)
      var warmed = CostAutomaton(drawn.automaton)
      var random = SeededGenerator(seed: seed &+ 1_000_000)
      var vector = warmed.vector(ofStates: drawn.start)
      for _ in 0..<100 {
        let symbol = SymbolID(Int.random(in: 0..<drawn.automaton.symbolCount, using: &random))
        vector = warmed.step(vector, symbol).next
      }
      var fresh = CostAutomaton(drawn.automaton)
      var (left, right) = (
        warmed.vector(ofStates: drawn.start), fresh.vector(ofStates: drawn.start)
      )
      for symbol in drawn.word {
        let (warm, cold) = (warmed.step(left, symbol), fresh.step(right, symbol))
        (left, right) = (warm.next, cold.next)
        #expect(warm.rose == cold.rose, "\(drawn)")
        #expect(warmed.cheapestStates(left) == fresh.cheapestStates(right), "\(drawn)")
        #expect(warmed.pinnedState(left) == fresh.pinnedState(right), "\(drawn)")
      }
    }
  }

  @Test("stays exact over long words with a fault every few symbols")
  func staysExactOverLongWords() {
    for seed in Self.seeds.prefix(40) {
      let drawn = RandomAutomaton(seed: seed)
      var random = SeededGenerator(seed: seed &+ 2_000_000)
      let word = (0..<200).map { _ in
        SymbolID(Int.random(in: 0..<drawn.automaton.symbolCount, using: &random))
      }
      // Follows the definition, one row at a time: the costs of all states, closed under insertions.
      var row = BruteForceRepair(drawn.automaton, start: drawn.start, word: []).costs[0]
      var costs = CostAutomaton(drawn.automaton)
      var vector = costs.vector(ofStates: drawn.start)
      var cost = 0
      for symbol in word {
        row = Self.next(row, symbol, drawn.automaton)
        let step = costs.step(vector, symbol)
        vector = step.next
        if step.rose { cost += 1 }
        guard cost == row.compactMap({ $0 }).min() else {
          Issue.record("\(drawn) differs in a long word")
          break
        }
      }
    }
  }

  private static func next(
    _ row: IDArray<StateID, Int?>, _ symbol: SymbolID, _ automaton: Automaton
  ) -> IDArray<StateID, Int?> {
    func better(_ left: Int?, _ right: Int?) -> Int? { [left, right].compactMap { $0 }.min() }
    var after = automaton.isFact(symbol) ? row.table { _ in nil } : row.table { $0.map { $0 + 1 } }
    for edge in automaton.edges[symbol] { after[edge.to] = better(after[edge.to], row[edge.from]) }
    let insertions = automaton.edges.indices.filter { !automaton.isFact($0) }
      .flatMap { automaton.edges[$0] }
    for _ in 0..<automaton.stateCount {
      for edge in insertions {
        after[edge.to] = better(after[edge.to], after[edge.from].map { $0 + 1 })
      }
    }
    return after
  }
}

extension CostAutomaton {
  /// The state whose vector this is; nil if it is not the vector of a single state.
  fileprivate func pinnedState(_ vector: VectorID) -> StateID? {
    vector.index < automaton.stateCount ? vector.state : nil
  }
}
