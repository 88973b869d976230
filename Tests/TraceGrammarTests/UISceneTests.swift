import Testing
import TraceDiagnostics
import TraceGrammar

@Suite("The built-in grammar")
struct UISceneTests {
  @Test("is sound, without so much as a warning")
  func isSound() {
    let (grammar, diagnostics) = Grammar.parse([UInt8](Grammar.uiSceneText.utf8))
    let messages = diagnostics.map { "\($0.range.start.line): \($0.code): \($0.message)" }
    #expect(messages == [])
    #expect(grammar?.name == "UIScene")
  }
}
