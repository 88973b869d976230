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

  /// A code block, counted from 0.
  private func block(_ number: Int) -> String {
    let parts = page.split(separator: "```", omittingEmptySubsequences: false)
    guard parts.count > 2 * number + 1 else { return "" }
    return String(parts[2 * number + 1].drop { $0 != "\n" }.dropFirst())
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
    #expect(String(decoding: rendered, as: UTF8.self) == block(2))
  }
}
