import TestSupport
import Testing
import TraceDiagnostics
import TraceGrammar

@Suite("The witnesses of a grammar")
struct WitnessTests {
  @Test("are the shortest words that break and keep each rule of the example")
  func example() throws {
    let grammar = try #require(Grammar.parse(exampleText).grammar)
    let lines = grammar.witnesses().map { witness in
      """
      \(witness.rule)
        breaks: \(witness.breaking?.description ?? "-")
        keeps:  \(witness.keeping?.description ?? "-")

      """
    }
    expectSnapshot(Array(lines.joined().utf8), named: "tcp-witnesses.txt")
  }
}
