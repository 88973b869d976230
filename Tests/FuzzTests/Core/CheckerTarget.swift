import TestSupport
import TraceChecking
import TraceFindings

extension FuzzTarget {
  /// The checker against the slow and simple one, on a grammar that the first two bytes choose and a trace that is
  /// generated from the other bytes.
  static let checker = FuzzTarget(name: "checker", mutation: .choices) { bytes in
    let number = bytes.prefix(2).reduce(0) { $0 << 8 | UInt64($1) }
    let bench = benches.bench(number)
    var drawn = bench.drawn
    drawn.random = SeededGenerator(choices: bytes.dropFirst(2))
    let trace = drawn.trace()
    do {
      let differences = try bench.comparison.differences(trace)
      if !differences.isEmpty {
        return .complaint(
          """
          \(differences.joined(separator: "\n"))
          grammar \(number)
          \(trace.map(\.description).joined(separator: "\n"))
          \(drawn.grammar.inShort)
          """)
      }
      return .accepted
    } catch {
      return .complaint("a generated trace is rejected: \(error)")
    }
  }

  nonisolated(unsafe) private static let benches = Benches()

  /// What is prepared for a grammar.
  private struct Bench {
    let drawn: RandomGrammar
    let comparison: ReferenceComparison

    init(_ number: UInt64) {
      drawn = RandomGrammar(
        seed: number, features: RandomGrammar.Features(rawValue: Int(number >> 8) & 127))
      let isComplete = number & 1 == 1
      comparison = ReferenceComparison(
        drawn, isComplete: isComplete, beginsAtBeginning: number & 2 == 2)
    }
  }

  /// The most recently used grammars; a fuzzer has one thread.
  private final class Benches {
    private var known: [UInt64: Bench] = [:]

    func bench(_ number: UInt64) -> Bench {
      if let bench = known[number] { return bench }
      if known.count >= 1_000 { known.removeAll() }
      let bench = Bench(number)
      known[number] = bench
      return bench
    }
  }
}
