import TestSupport
import Testing
import TraceChecking

@Suite("An aligner")
struct AlignerTests {
  @Test("finds a repair of the least cost that makes the word legal")
  func findsACheapestRepair() {
    for seed in 1..<1_501 as Range<UInt64> {
      let drawn = RandomAutomaton(seed: seed)
      let expected = BruteForceRepair(drawn.automaton, start: drawn.start, word: drawn.word)
      let aligner = Aligner(drawn.automaton)
      let alignment = aligner.explain(start: drawn.start, word: drawn.word).alignment
      #expect(alignment.cost == expected.least(drawn.word.count), "\(drawn)")
      Self.expectCertificate(alignment, of: drawn, end: nil)
      #expect(
        aligner.cheapestStates(start: drawn.start, word: drawn.word)
          == (0...drawn.word.count).map { expected.cheapestStates($0) }, "\(drawn)")
    }
  }

  @Test("finds a repair of the least cost that ends in one of the given states")
  func findsACheapestRepairWithAnEnd() {
    for seed in 1..<1_501 as Range<UInt64> {
      let drawn = RandomAutomaton(seed: seed)
      let expected = BruteForceRepair(drawn.automaton, start: drawn.start, word: drawn.word)
        .leastEnding(in: drawn.accepting)
      guard let expected else { continue }
      let aligner = Aligner(drawn.automaton)
      let alignment = aligner.explain(
        start: drawn.start, word: drawn.word, end: drawn.accepting
      ).alignment
      #expect(alignment.cost == expected, "\(drawn)")
      Self.expectCertificate(alignment, of: drawn, end: drawn.accepting)
    }
  }

  @Test("gives the same repair every time")
  func isDeterministic() {
    for seed in 1..<501 as Range<UInt64> {
      let drawn = RandomAutomaton(seed: seed)
      let first = Aligner(drawn.automaton).explain(start: drawn.start, word: drawn.word).alignment
      let edges = drawn.automaton.edges.flatMap { $0 }.reversed()
      let same = Automaton(
        stateCount: drawn.automaton.stateCount, callCount: drawn.automaton.firstFact.index,
        symbolCount: drawn.automaton.symbolCount, edges: Array(edges),
        isAccepting: drawn.automaton.isAccepting)
      let second = Aligner(same).explain(
        start: drawn.start.reversed(), word: drawn.word,
        end: same.states.reversed()
      ).alignment
      #expect(first == second, "\(drawn)")
    }
  }

  /// Edits the recorded word as the moves say, and runs the automaton over the result.
  private static func expectCertificate(
    _ alignment: Alignment, of drawn: RandomAutomaton, end: [StateID]?
  ) {
    var legal: [SymbolID] = []
    var unread = drawn.word[...]
    var edits = 0
    var walk = [alignment.start]
    var isWellFormed = true
    for move in alignment.moves {
      switch move {
      case .match(let position, let from, let to):
        isWellFormed = isWellFormed && position == unread.startIndex && from == walk.last
        unread.popFirst().map { legal.append($0) }
        walk.append(to)
      case .delete(let position, let state):
        isWellFormed = isWellFormed && position == unread.startIndex && state == walk.last
        let symbol = unread.popFirst()
        isWellFormed = isWellFormed && symbol.map { drawn.automaton.isFact($0) } == false
        edits += 1
      case .insert(let symbol, let position, let from, let to):
        isWellFormed = isWellFormed && position == unread.startIndex && from == walk.last
        isWellFormed = isWellFormed && !drawn.automaton.isFact(symbol)
        legal.append(symbol)
        walk.append(to)
        edits += 1
      case .silent: isWellFormed = false
      }
    }
    for (index, symbol) in legal.enumerated() {
      let edge = Automaton.Edge(from: walk[index], symbol: symbol, to: walk[index + 1])
      isWellFormed = isWellFormed && drawn.automaton.edges[symbol].contains(edge)
    }
    #expect(isWellFormed, "\(drawn): \(alignment.moves)")
    #expect(unread.isEmpty && edits == alignment.cost, "\(drawn)")
    #expect(drawn.start.contains(alignment.start), "\(drawn)")
    if let end, let last = walk.last { #expect(end.contains(last), "\(drawn)") }
    let replayed = BruteForceRepair(drawn.automaton, start: drawn.start, word: legal)
    #expect(replayed.least(legal.count) == 0, "\(drawn): the repaired word is not legal")
  }
}

@Suite("Among equally cheap repairs, an aligner prefers the one that a person would choose")
struct AlignerPreferenceTests {
  /// Familiar states and calls of a scene.
  private enum State: Int { case connecting, inactive, active, background, disconnected }
  private enum Call: Int { case connect, foreground, activate, resign, hide, disconnect }

  private static let scene: Aligner = {
    let steps: [(State, Call, State)] = [
      (.disconnected, .connect, .connecting), (.connecting, .foreground, .inactive),
      (.connecting, .disconnect, .disconnected), (.inactive, .activate, .active),
      (.inactive, .hide, .background), (.inactive, .disconnect, .disconnected),
      (.active, .resign, .inactive), (.background, .foreground, .inactive),
      (.background, .disconnect, .disconnected),
    ]
    return Aligner(
      Automaton(
        stateCount: 5, callCount: 6, symbolCount: 6,
        edges: steps.map {
          .init(
            from: StateID($0.0.rawValue), symbol: SymbolID($0.1.rawValue),
            to: StateID($0.2.rawValue))
        },
        isAccepting: [true, true, true, true, true]))
  }()

  /// The repair as text: `+call` inserted, `-call` deleted, the others matched.
  private func repair(_ calls: [Call], from start: State) -> String {
    let alignment = Self.scene.explain(
      start: [StateID(start.rawValue)], word: calls.map { SymbolID($0.rawValue) }
    ).alignment
    return alignment.moves.map { move in
      switch move {
      case .match(let position, _, _): "\(calls[position])"
      case .delete(let position, _): "-\(calls[position])"
      case .insert(let symbol, _, _, _): "+\(Call(rawValue: symbol.index).map { "\($0)" } ?? "?")"
      case .silent(let symbol, _, _, _): "~\(symbol?.index ?? -1)"
      }
    }.joined(separator: " ")
  }

  @Test("a missing call is inserted, instead of deleting the calls around it")
  func insertsAMissingCall() {
    #expect(
      repair([.foreground, .activate, .hide, .foreground], from: .connecting)
        == "foreground activate +resign hide foreground")
    #expect(repair([.activate, .resign], from: .connecting) == "+foreground activate resign")
  }

  @Test("of a duplicate call, the second one is deleted")
  func deletesARepeatedCall() {
    #expect(
      repair([.foreground, .activate, .activate, .resign], from: .connecting)
        == "foreground activate -activate resign")
    #expect(
      repair([.connect, .foreground, .hide, .hide, .foreground], from: .disconnected)
        == "connect foreground hide -hide foreground")
  }

  @Test("a wrong call is deleted if no single insertion explains it")
  func deletesAStrayCall() {
    #expect(
      repair([.foreground, .activate, .disconnect, .resign, .activate], from: .connecting)
        == "foreground activate -disconnect resign activate")
  }

  @Test("of two calls that exclude each other, the later one is deleted")
  func deletesTheLaterOfTwo() {
    #expect(repair([.disconnect, .activate], from: .inactive) == "disconnect -activate")
    #expect(repair([.hide, .activate], from: .inactive) == "hide +foreground activate")
  }
}
