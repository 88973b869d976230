import TestSupport
import Testing
import TraceChecking

@Suite("Calls that go unrecorded")
struct SilentCallTests {
  private static func drawn(_ seed: UInt64) -> RandomAutomaton {
    RandomAutomaton(hidingSomeOf: RandomAutomaton(seed: seed))
  }

  @Test("cost nothing, in every prefix and at every end", arguments: [false, true])
  func leastCost(demandingAcceptance: Bool) {
    for seed: UInt64 in 1..<1_501 {
      let drawn = Self.drawn(seed)
      let expected = BruteForceRepair(drawn.automaton, start: drawn.start, word: drawn.word)
      var costs = CostAutomaton(drawn.automaton, demandingAcceptance: demandingAcceptance)
      var vector = costs.vector(ofStates: drawn.start)
      var cost = 0
      for count in 0...drawn.word.count {
        #expect(cost == expected.least(count), "\(drawn), after \(count)")
        #expect(
          costs.cheapestStates(vector) == expected.cheapestStates(count),
          "\(drawn), after \(count)")
        let kernel = costs.kernel(vector)
        #expect(!kernel.isEmpty && Set(kernel).isSubset(of: expected.cheapestStates(count)))
        if demandingAcceptance {
          let ending = BruteForceRepair(
            drawn.automaton, start: drawn.start, word: Array(drawn.word.prefix(count))
          ).leastEnding(in: drawn.accepting)
          let needed = costs.costToAccept(vector)
          #expect((needed >= .unreachable ? nil : cost + Int(needed)) == ending, "\(drawn)")
        }
        if count == drawn.word.count { break }
        let step = costs.step(vector, drawn.word[count])
        vector = step.next
        if step.rose { cost += 1 }
      }
    }
  }

  @Test("a settled vector keeps everything that matters")
  func settled() {
    var settledAfterAFault = 0
    for seed: UInt64 in 1..<1_001 {
      let drawn = Self.drawn(seed)
      let whole = BruteForceRepair(drawn.automaton, start: drawn.start, word: drawn.word)
      var costs = CostAutomaton(drawn.automaton)
      var vector = costs.vector(ofStates: drawn.start)
      for (index, symbol) in drawn.word.enumerated() {
        let step = costs.step(vector, symbol)
        vector = step.next
        #expect(step.isSettled == costs.isSettled(vector))
        if !step.isSettled { continue }
        let before = whole.least(index + 1)
        if before > 0 { settledAfterAFault += 1 }
        let rest = Array(drawn.word[(index + 1)...])
        let restarted = BruteForceRepair(
          drawn.automaton, start: costs.cheapestStates(vector), word: rest)
        #expect(
          (0...rest.count).map { before + restarted.least($0) }
            == (0...rest.count).map { whole.least(index + 1 + $0) }, "\(drawn), after \(index + 1)")
      }
    }
    #expect(settledAfterAFault > 50)
  }

  @Test("are not edits of a repair, which is a path from its start to its end")
  func alignment() {
    // They are rare, because among equal repairs the one with the fewest of them is preferred.
    var silentMoves = 0
    for seed: UInt64 in 1..<3_001 {
      let drawn = Self.drawn(seed)
      let automaton = drawn.automaton
      let expected = BruteForceRepair(automaton, start: drawn.start, word: drawn.word)
      let alignment = Aligner(automaton).explain(start: drawn.start, word: drawn.word).alignment
      #expect(alignment.cost == expected.least(drawn.word.count), "\(drawn)")
      var state = alignment.start
      var position = 0
      var edits = 0
      #expect(drawn.start.contains(state))
      func take(_ symbol: SymbolID, _ from: StateID, _ to: StateID) {
        #expect(
          from == state && automaton.edges[symbol].contains { $0.from == from && $0.to == to },
          "\(drawn): \(alignment)")
        state = to
      }
      for move in alignment.moves {
        switch move {
        case .match(let at, let from, let to):
          #expect(at == position)
          take(drawn.word[at], from, to)
          position += 1
        case .delete(let at, let stays):
          #expect(at == position && stays == state)
          position += 1
          edits += 1
        case .insert(let symbol, let at, let from, let to):
          #expect(at == position && !automaton.isSilent[symbol])
          take(symbol, from, to)
          edits += 1
        case .silent(let symbol, let at, let from, let to):
          #expect(at == position)
          silentMoves += 1
          if let symbol {
            #expect(automaton.isSilent[symbol])
            take(symbol, from, to)
          } else {
            #expect(automaton.freeSteps.contains(.init(from: from, to: to)) && from == state)
            state = to
          }
        }
      }
      #expect(position == drawn.word.count && edits == alignment.cost, "\(drawn)")
    }
    #expect(silentMoves > 500)
  }

  @Test("never make a legal word illegal, however many there are")
  func monotone() {
    for seed: UInt64 in 1..<501 {
      let drawn = RandomAutomaton(seed: seed)
      let hidden = RandomAutomaton(hidingSomeOf: drawn)
      var all = CostAutomaton(drawn.automaton)
      var some = CostAutomaton(hidden.automaton)
      var (strict, mild) = (
        all.vector(ofStates: drawn.start), some.vector(ofStates: drawn.start)
      )
      var (strictCost, mildCost) = (0, 0)
      for symbol in hidden.word {
        let (left, right) = (all.step(strict, symbol), some.step(mild, symbol))
        (strict, mild) = (left.next, right.next)
        strictCost += left.rose ? 1 : 0
        mildCost += right.rose ? 1 : 0
        #expect(mildCost <= strictCost, "\(hidden)")
      }
    }
  }
}
