import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceGrammar

@Suite("The checker agrees with the slow and simple one", .seeds)
struct ReferenceComparisonTests {
  @Test("on random grammars and random traces", arguments: 0..<8 as Range<UInt64>)
  func agreesOnRandomTraces(part: UInt64) throws { try compare(part, []) }

  @Test("if subjects have aliases", arguments: 0..<2 as Range<UInt64>)
  func agreesOnAliases(part: UInt64) throws { try compare(part, .aliases) }

  @Test("if a kind of subject is between two others", arguments: 0..<2 as Range<UInt64>)
  func agreesOnThreeLevels(part: UInt64) throws { try compare(part, .threeLevels) }

  @Test("if events do not name their widest subject", arguments: 0..<2 as Range<UInt64>)
  func agreesOnEventsAdrift(part: UInt64) throws { try compare(part, .adrift) }

  @Test("for rules about times and ends", arguments: 0..<2 as Range<UInt64>)
  func agreesOnTimesAndEnds(part: UInt64) throws { try compare(part, [.times, .ends]) }

  @Test("for quirks, and for rules that require another call", arguments: 0..<2 as Range<UInt64>)
  func agreesOnQuirks(part: UInt64) throws { try compare(part, [.quirks, .required]) }

  @Test("for cases of callbacks", arguments: 0..<4 as Range<UInt64>)
  func agreesOnCases(part: UInt64) throws { try compare(part, .cases) }

  @Test("for everything that a grammar can contain", arguments: 0..<4 as Range<UInt64>)
  func agreesOnEverything(part: UInt64) throws { try compare(part, .all) }

  private func compare(_ part: UInt64, _ features: RandomGrammar.Features) throws {
    for seed in Effort.seeds(40, from: part * 40) {
      var drawn = RandomGrammar(seed: seed, features: features)
      for complete in [false, true] {
        let comparison = ReferenceComparison(
          drawn, isComplete: complete, beginsAtBeginning: seed % 3 == 0)
        for number in 0..<3 {
          let trace = drawn.trace()
          if try comparison.differences(trace).isEmpty { continue }
          let least = try trace.shrunk { try !comparison.differences($0).isEmpty }
          Issue.record(
            """
            seed \(seed), trace \(number)\(complete ? ", complete" : "")
            \(try comparison.differences(least).joined(separator: "\n"))
            \(least.map(\.description).joined(separator: "\n"))
            \(drawn.grammar.inShort)
            """)
          return
        }
      }
    }
  }
}
