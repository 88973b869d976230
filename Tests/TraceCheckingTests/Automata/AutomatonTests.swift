import TestSupport
import Testing
import TraceChecking

@Suite("An automaton")
struct AutomatonTests {
  @Test("sorts steps and leaves out repetitions, in any order")
  func edges() {
    for seed in UInt64(1)..<61 {
      let automaton = RandomAutomaton(seed: seed).automaton
      let edges = automaton.edges.flatMap { $0 }
      var random = SeededGenerator(seed: UInt64(edges.count))
      let again = Automaton(
        stateCount: automaton.stateCount, callCount: automaton.firstFact.index,
        symbolCount: automaton.symbolCount, edges: (edges + edges).shuffled(using: &random),
        isAccepting: automaton.isAccepting)
      #expect(again.edges == automaton.edges)
      for steps in automaton.edges {
        let pairs = steps.map { $0.from.index * automaton.stateCount + $0.to.index }
        #expect(pairs == Set(pairs).sorted())
      }
    }
  }
}
