import Testing
import TraceModel
import TraceGrammar

@Suite("The built-in grammar")
struct UISceneTests {
  static let grammar = Grammar.uiScene()

  @Test(
    "explains every rule with a fix, facts, their certainty and at least two causes")
  func explainsItsRules() {
    for rule in Self.grammar.rules {
      #expect(!rule.explanation.isEmpty && !rule.fix.isEmpty, "\(rule.id)")
      #expect(!rule.category.isEmpty && rule.causes.count >= 2, "\(rule.id)")
      #expect(!rule.facts.isEmpty && rule.confidence != nil, "\(rule.id)")
      #expect(!rule.title.hasSuffix(".") && !rule.message.hasSuffix("."), "\(rule.id)")
    }
  }

  @Test("uses every known fact and quirk")
  func accountsForFacts() {
    let words = Set(
      ShippedGrammar.uiScene.text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(
        String.init))
    let facts = (1...59).map { $0 < 10 ? "R-0\($0)" : "R-\($0)" } + ["R-46b"]
    let quirks = (1...28).map { $0 < 10 ? "Q-0\($0)" : "Q-\($0)" }
    #expect((facts + quirks).filter { !words.contains($0) } == [])
  }

  @Test("states for every callback its meaning, its documentation and its first version")
  func describesItsCallbacks() {
    for callback in Self.grammar.callbacks where callback.refinement == nil {
      #expect(callback.text.hasSuffix("."), "\(callback.name)")
      #expect(callback.link?.hasPrefix("https://developer.apple.com/") == true, "\(callback.name)")
      #expect(!callback.since.isEmpty, "\(callback.name)")
      // What UIKit writes itself has no other spelling than its words.
      let isSpelled =
        !callback.swift.isEmpty || !callback.notifications.isEmpty
        || callback.otherSpellings.contains { $0.contains(" ") }
      #expect(isSpelled, "\(callback.name)")
    }
  }

  @Test("counts the connection of a scene as part of the launch time")
  func timesConnections() throws {
    let rule = try #require(Self.grammar.rules.first { $0.id == "slow-launch" })
    let form = try #require(rule.form as? TimeForm)
    let names = form.callbacks.map { Self.grammar.callbacks[$0].name }
    #expect(names == ["willFinishLaunching", "didFinishLaunching", "willConnect"])
    #expect(form.seconds == 20)
  }

  @Test("names a replacement for every callback that scenes replaced")
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
