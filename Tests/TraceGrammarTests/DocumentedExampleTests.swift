import TestSupport
import Testing
import TraceModel
import TraceGrammar

@Suite("The page about the notation")
struct DocumentedExampleTests {
  private let page = String(
    decoding: Repository.bytes("Sources/Tool/CallOrderKit/Documentation.docc/GrammarNotation.md")
      ?? [],
    as: UTF8.self)

  /// The first code block after a heading.
  private func block(_ number: Int) -> String {
    let parts = page.split(separator: "```\n", omittingEmptySubsequences: false)
    return parts.count > 2 * number + 1 ? String(parts[2 * number + 1]) : ""
  }

  @Test("has a valid example")
  func exampleIsSound() {
    let (grammar, diagnostics) = Grammar.parse(Array(block(0).utf8))
    #expect(diagnostics == [])
    #expect(grammar?.rules.map(\.id) == ["lock-while-open", "unexpected-call", "incomplete-life"])
  }

  @Test("shows the actual diagnostic for the misspelling in its example")
  func diagnosticIsTrue() {
    let text = Array(block(0).replacing("closed -> didOpen", with: "closed -> didOpn").utf8)
    let rendered = DiagnosticRenderer(path: "door.lifecycle", text: text)
      .render(Grammar.parse(text).diagnostics)
    #expect(String(decoding: rendered, as: UTF8.self) == block(1))
  }
}
