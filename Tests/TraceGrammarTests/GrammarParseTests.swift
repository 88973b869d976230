import Foundation
import TestSupport
import Testing
import TraceDiagnostics
import TraceGrammar

/// The example grammar of another domain, which uses every clause of the notation.
let exampleText = Repository.bytes("Tests/TraceGrammarTests/Grammars/tcp.lifecycle") ?? []

@Suite("A grammar's text")
struct GrammarParseTests {
  @Test("of the example of another domain is sound")
  func exampleIsSound() throws {
    let (grammar, diagnostics) = Grammar.parse(exampleText)
    #expect(diagnostics == [])
    #expect(try #require(grammar).name == "TCPConnection")
  }
}
