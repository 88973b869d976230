import TestSupport
import Testing
import TraceChecking

@Suite("An aligner chooses a repair of the least price")
struct AlignerPriceTests {
  /// How often the tested cases occurred.
  private struct Tally {
    var exchanges = 0
    var discouraged = 0
    var repeats = 0
    var facts = 0
  }

  @Test("with facts, discouraged insertions, a call before, and any ends")
  func leastPrice() {
    var tally = Tally()
    for seed in 30_001..<34_001 as Range<UInt64> {
      let drawn = RandomAutomaton(seed: seed)
      var random = SeededGenerator(seed: seed &+ 3_000_000)
      let automaton = drawn.automaton
      let word =
        Bool.random(using: &random)
        ? Array(drawn.word.prefix(5)) : Self.walkWithExchange(drawn, &random)
      var brute = BruteForcePrice(automaton: automaton, word: word)
      brute.discouraged = Set(
        automaton.calls.filter { _ in Bool.random(using: &random) })
      brute.previous =
        Bool.random(using: &random)
        ? SymbolID(Int.random(in: 0..<automaton.firstFact.index, using: &random)) : nil
      let states = Array(automaton.states)
      let ends = states.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let repair = BruteForceRepair(automaton, start: drawn.start, word: word)
      // If none of the ends can be reached, every state counts as an end.
      let reachable = repair.leastEnding(in: ends) == nil ? states : ends
      guard let edits = repair.leastEnding(in: reachable), edits <= 4 else { continue }
      let alignment = Aligner(automaton, discouraged: brute.discouraged)
        .explain(start: drawn.start, word: word, after: brute.previous, end: ends).alignment
      let expected = brute.least(start: drawn.start, edits: edits, end: reachable)
      let found = brute.price(of: alignment.moves)
      #expect(found == expected, "\(drawn), \(brute.discouraged), \(ends): \(alignment.moves)")
      #expect(alignment.cost == edits, "\(drawn)")
      count(alignment.moves, brute, found, &tally)
    }
    #expect(
      min(tally.exchanges, tally.discouraged, tally.repeats, tally.facts) > 20,
      "something was hardly ever tried: \(tally)")
  }

  /// A legal word of five symbols with two neighbors exchanged.
  private static func walkWithExchange(
    _ drawn: RandomAutomaton, _ random: inout SeededGenerator
  ) -> [SymbolID] {
    var state = drawn.start[0]
    var word: [SymbolID] = []
    while word.count < 5,
      let edge = drawn.automaton.edges.flatMap({ $0 }).filter({ $0.from == state })
        .randomElement(using: &random)
    {
      word.append(edge.symbol)
      state = edge.to
    }
    if word.count > 1 {
      let first = Int.random(in: 0..<(word.count - 1), using: &random)
      word.swapAt(first, first + 1)
    }
    return word
  }

  private func count(
    _ moves: [Alignment.Move], _ brute: BruteForcePrice, _ price: BruteForcePrice.Price,
    _ tally: inout Tally
  ) {
    var deletions = 0
    for (index, move) in moves.enumerated() {
      switch move {
      case .insert(let symbol, _, _, _):
        tally.discouraged += brute.discouraged.contains(symbol) ? 1 : 0
        if index + 2 < moves.count, case .delete(let position, _) = moves[index + 2],
          brute.word[position] == symbol
        {
          tally.exchanges += 1
        }
      case .delete: deletions += 1
      case .silent: break
      case .match(let position, _, _):
        tally.facts += price.edits > 0 && brute.automaton.isFact(brute.word[position]) ? 1 : 0
      }
    }
    if deletions == 1, price.edits == 1, price.dislike == 1 { tally.repeats += 1 }
  }
}
