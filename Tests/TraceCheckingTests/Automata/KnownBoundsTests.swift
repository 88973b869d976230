import TestSupport
import Testing
import TraceChecking

@Suite("A table of known bounds")
struct KnownBoundsTests {
  private static let automata = (UInt64(1)..<61).map { RandomAutomaton(seed: $0).automaton }

  @Test("gives each automaton the bounds that it would compute, and others none")
  func lookup() throws {
    let (listed, others) = (Self.automata.prefix(30), Self.automata.dropFirst(30))
    let table = try listed.flatMap { try #require(KnownBounds.entry(of: $0)) }
    table.withUnsafeBytes { bytes in
      let known = KnownBounds(bytes)
      for demandingAcceptance in [false, true] {
        for automaton in listed {
          #expect(
            known.bounds(of: automaton, demandingAcceptance: demandingAcceptance)
              == automaton.dominationBounds(demandingAcceptance: demandingAcceptance))
        }
        for automaton in others {
          #expect(known.bounds(of: automaton, demandingAcceptance: demandingAcceptance) == nil)
        }
      }
    }
  }

  @Test("has nothing for automata with unrecorded calls, which have other bounds")
  func unrecordedCalls() throws {
    let automaton = Self.automata[0]
    let table = try #require(KnownBounds.entry(of: automaton))
    let hiding = automaton.hiding([0])
    #expect(KnownBounds.entry(of: hiding) == nil)
    table.withUnsafeBytes {
      #expect(KnownBounds($0).bounds(of: hiding, demandingAcceptance: false) == nil)
    }
  }

  @Test("tells calls from facts, and states that accept from others")
  func wholeComparison() throws {
    func automaton(facts: Int, isAccepting: [Bool]) -> Automaton {
      let edges = SymbolID.all(2).flatMap { symbol in
        StateID.all(2).map { Automaton.Edge(from: $0, symbol: symbol, to: 1) }
      }
      return Automaton(
        stateCount: 2, callCount: 2 - facts, symbolCount: 2, edges: edges,
        isAccepting: IDArray(isAccepting))
    }
    let entries = try [(0, [true, true]), (1, [true, true]), (0, [true, false])].map {
      try #require(KnownBounds.entry(of: automaton(facts: $0.0, isAccepting: $0.1)))
    }
    #expect(Set(entries.map { $0.prefix(2 + 1 + 2 + 11) }).count == 3)
  }

  @Test("gives nothing where it is cut off")
  func truncation() throws {
    let automaton = Self.automata[0]
    let entry = try #require(KnownBounds.entry(of: automaton))
    for count in entry.indices {
      Array(entry.prefix(count)).withUnsafeBytes {
        #expect(KnownBounds($0).bounds(of: automaton, demandingAcceptance: true) == nil)
      }
    }
  }

  @Test("sorts steps and leaves out repetitions, in any order")
  func edges() {
    for automaton in Self.automata {
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
