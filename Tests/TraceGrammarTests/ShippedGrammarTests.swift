import Testing
import TraceModel
import TraceGrammar

@Suite("A shipped grammar")
struct ShippedGrammarTests {
  @Test(
    "is valid without a warning, and has the right name", arguments: ShippedGrammar.all.map(\.name))
  func isValid(_ name: String) throws {
    let shipped = try #require(ShippedGrammar.named(name))
    let (grammar, diagnostics) = Grammar.parse([UInt8](shipped.text.utf8))
    let messages = diagnostics.map { "\($0.range.start.line): \($0.code): \($0.message)" }
    #expect(messages == [])
    #expect(grammar?.name == shipped.name)
    #expect(grammar?.rules.map { "\($0)" } == shipped.grammar().rules.map { "\($0)" })
  }

  @Test(
    "describes every callback and rule, and links its documentation",
    arguments: ShippedGrammar.all.map(\.name))
  func explains(_ name: String) throws {
    let shipped = try #require(ShippedGrammar.named(name))
    let grammar = shipped.grammar()
    for callback in grammar.callbacks where callback.refinement == nil {
      #expect(callback.text.hasSuffix("."), "\(callback.name)")
      #expect(callback.link?.hasPrefix("https://develop") == true, "\(callback.name)")
    }
    for rule in grammar.rules {
      #expect(!rule.explanation.isEmpty && !rule.fix.isEmpty, "\(rule.id)")
      #expect(rule.confidence != nil, "\(rule.id)")
      #expect(!rule.title.hasSuffix(".") && !rule.message.hasSuffix("."), "\(rule.id)")
    }
  }

  @Test(
    "states for every practice its documentation, its category and its causes")
  func practices() throws {
    let shipped = try #require(ShippedGrammar.named("UIScenePractices"))
    let rules = shipped.grammar().rules.dropFirst(Grammar.uiScene().rules.count)
    #expect(rules.count > 30)
    for rule in rules {
      #expect(rule.link?.hasPrefix("https://developer.apple.com/") == true, "\(rule.id)")
      #expect(!rule.category.isEmpty && !rule.causes.isEmpty, "\(rule.id)")
      #expect(rule.explanation.hasSuffix(".") && rule.fix.hasSuffix("."), "\(rule.id)")
    }
  }

  @Test("is found by its name as it is written")
  func names() {
    #expect(
      ShippedGrammar.all.map(\.name)
        == [
          "UIScene", "AndroidActivity", "ScenePhase", "UIScenePractices", "UIViewController",
          "URLSessionTask",
        ])
    #expect(ShippedGrammar.named("ScenePhase")?.name == "ScenePhase")
    #expect(ShippedGrammar.named("scenephase") == nil)
  }
}
