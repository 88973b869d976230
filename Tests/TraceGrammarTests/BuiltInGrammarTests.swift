import TestSupport
import Testing
import TraceDiagnostics
import TraceGrammar

@Suite("The built-in grammar")
struct BuiltInGrammarTests {
  @Test("is sound")
  func isSound() {
    let text = Array(Grammar.uiSceneText.utf8)
    let diagnostics = Grammar.parse(text).diagnostics
    let rendered = DiagnosticRenderer(path: "UIScene.lifecycle", text: text).render(diagnostics)
    #expect(rendered == [], "\(String(decoding: rendered, as: UTF8.self))")
  }
}
