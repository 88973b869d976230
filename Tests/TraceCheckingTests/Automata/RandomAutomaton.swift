import TestSupport
import TraceChecking

/// A small automaton, its start states and a word, all generated from one seed.
struct RandomAutomaton: CustomStringConvertible {
  let seed: UInt64
  let automaton: Automaton
  let start: [StateID]
  let word: [SymbolID]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let states = Int.random(in: 2...6, using: &random)
    let calls = Int.random(in: 2...5, using: &random)
    let facts = Int.random(in: 0...2, using: &random)
    let density = Double.random(in: 0.1...0.6, using: &random)
    var edges: [Automaton.Edge] = []
    for symbol in SymbolID.all(calls) {
      for from in StateID.all(states) where Double.random(in: 0..<1, using: &random) < density {
        // Mostly deterministic, like grammars; sometimes with a choice.
        for _ in 0..<(Int.random(in: 0..<5, using: &random) == 0 ? 2 : 1) {
          let to = StateID(Int.random(in: 0..<states, using: &random))
          edges.append(.init(from: from, symbol: symbol, to: to))
        }
      }
    }
    for fact in SymbolID(calls)..<SymbolID(calls + facts) {
      for from in StateID.all(states) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let to = StateID(Int.random(in: 0..<states, using: &random))
          edges.append(.init(from: from, symbol: fact, to: to))
        }
      }
    }
    self.seed = seed
    automaton = Automaton(
      stateCount: states, callCount: calls, symbolCount: calls + facts, edges: edges,
      isAccepting: IDArray((0..<states).map { _ in Int.random(in: 0..<3, using: &random) == 0 }))
    start = (0..<Int.random(in: 1...states, using: &random)).map { _ in
      StateID(Int.random(in: 0..<states, using: &random))
    }.uniquedAndSorted()
    word = Self.word(automaton, start, &random)
  }

  /// A walk with mistakes, so that legal sections are as frequent as illegal ones.
  private static func word(
    _ automaton: Automaton, _ start: [StateID], _ random: inout SeededGenerator
  ) -> [SymbolID] {
    var state = start[0]
    let mistakes = Double.random(in: 0...0.8, using: &random)
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in
      let ways = automaton.edges.flatMap { $0 }.filter { $0.from == state }
      if Double.random(in: 0..<1, using: &random) >= mistakes,
        let way = ways.randomElement(using: &random)
      {
        state = way.to
        return way.symbol
      }
      return SymbolID(Int.random(in: 0..<automaton.symbolCount, using: &random))
    }
  }

  /// The same with some calls unrecorded, and sometimes with steps that no symbol stands for.
  init(hidingSomeOf drawn: RandomAutomaton) {
    var random = SeededGenerator(seed: drawn.seed ^ 0x51E7)
    seed = drawn.seed
    start = drawn.start
    let silent = Set(
      drawn.automaton.calls.filter { _ in Int.random(in: 0..<5, using: &random) < 2 })
    var freeSteps: [Automaton.FreeStep] = []
    if Int.random(in: 0..<4, using: &random) == 0 {
      let states = 0..<drawn.automaton.stateCount
      freeSteps = drawn.automaton.states.map {
        .init(from: $0, to: StateID(Int.random(in: states, using: &random)))
      }
    }
    automaton = drawn.automaton.hiding(silent, freeSteps: freeSteps)
    word = drawn.word.filter { !silent.contains($0) }
  }

  var accepting: [StateID] { automaton.isAccepting.indices.filter { automaton.isAccepting[$0] } }

  var description: String { "seed \(seed): start \(start), word \(word)" }
}

extension [StateID] {
  func uniquedAndSorted() -> [StateID] { Set(self).sorted() }
}
