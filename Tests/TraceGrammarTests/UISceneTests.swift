import Testing
import TraceDiagnostics
import TraceGrammar

@Suite("The built-in grammar")
struct UISceneTests {
  static let grammar = Grammar.uiScene()

  @Test("is sound, without so much as a warning")
  func isSound() {
    let (grammar, diagnostics) = Grammar.parse([UInt8](Grammar.uiSceneText.utf8))
    let messages = diagnostics.map { "\($0.range.start.line): \($0.code): \($0.message)" }
    #expect(messages == [])
    #expect(grammar?.name == "UIScene")
  }

  @Test("has the rules that are public API, each with its severity")
  func hasItsRules() {
    let rules = Self.grammar.rules.map { "\($0.severity.name) \($0.id)" }
    #expect(
      rules.sorted() == [
        "error activate-without-foreground", "error background-without-resign",
        "error callback-after-discard", "error callback-after-disconnect",
        "error callback-after-terminate", "error callback-before-connect",
        "error callback-before-launch", "error configuration-for-known-session",
        "error connect-while-connected", "error discard-before-disconnect",
        "error foreground-while-foreground", "error incomplete-lifecycle", "error launch-order",
        "error legacy-callback", "error unexpected-callback", "note continuation-unresolved",
        "note notification-before-callback", "note restoration-request-while-active",
        "note warm-delivery-while-connecting", "warning activate-while-active",
        "warning background-while-background", "warning continuation-unannounced",
        "warning discard-repeated", "warning disconnect-after-terminate",
        "warning disconnect-while-active", "warning resign-while-not-active",
        "warning restore-after-activation", "warning slow-background", "warning slow-launch",
        "warning slow-terminate",
      ])
  }

  @Test("says of every rule why, how to mend it, on what facts and how sure they are")
  func explainsItsRules() {
    for rule in Self.grammar.rules {
      #expect(!rule.explanation.isEmpty && !rule.fix.isEmpty, "\(rule.id)")
      #expect(!rule.facts.isEmpty && rule.confidence != nil, "\(rule.id)")
      #expect(!rule.title.hasSuffix(".") && !rule.message.hasSuffix("."), "\(rule.id)")
    }
  }

  @Test("accounts for every fact and every quirk that is known")
  func accountsForFacts() {
    let words = Set(
      Grammar.uiSceneText.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
    let facts = (1...59).map { $0 < 10 ? "R-0\($0)" : "R-\($0)" } + ["R-46b"]
    let quirks = (1...28).map { $0 < 10 ? "Q-0\($0)" : "Q-\($0)" }
    #expect((facts + quirks).filter { !words.contains($0) } == [])
  }

  @Test("says of every callback what it is, where it is documented, and since when there is one")
  func describesItsCallbacks() {
    for callback in Self.grammar.callbacks {
      #expect(callback.text.hasSuffix("."), "\(callback.name)")
      #expect(callback.link?.hasPrefix("https://developer.apple.com/") == true, "\(callback.name)")
      #expect(!callback.since.isEmpty, "\(callback.name)")
      let isSpelled = !callback.swift.isEmpty || !callback.notifications.isEmpty
      #expect(isSpelled, "\(callback.name)")
    }
  }

  @Test("names for every callback that scenes took over the one that took its place")
  func replacesLegacyCallbacks() {
    let session = Self.grammar.subjects.firstIndex { $0.name == "session" }
    let legacy = Self.grammar.callbacks.filter { $0.name.hasPrefix("application") }
    #expect(legacy.count == 17)
    for callback in legacy {
      let successor = callback.replacement.map { Self.grammar.callbacks[$0] }
      #expect(successor?.subject == session, "\(callback.name)")
    }
  }
}
