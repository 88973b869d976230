import Testing
import TraceModel

@testable import TraceGrammar

@Suite("A grammar that extends another")
struct ExtensionTests {
  private func read(_ files: [String: String]) -> GrammarReading {
    let texts = files.mapValues { Array($0.utf8) }
    return Grammar.read(GrammarText(name: "app", bytes: texts["app"] ?? [])) { path, _ in
      texts[path].map { GrammarText(name: path, bytes: $0) }
    }
  }

  private static let words = #"title "t" message "m""#

  @Test("has everything of the other, in the same order, followed by its own")
  func adds() throws {
    let base = Grammar.uiScene()
    let reading = read([
      "app": """
      grammar Notes "2.0" extends UIScene { text "Our app." }
      action uploadDraft about session { text "The draft is sent." }
      rule upload-twice warning about session { at most once uploadDraft after willConnect \(Self.words) }
      """
    ])
    #expect(reading.parts.map(\.diagnostics.count) == [0, 0])
    let grammar = try #require(reading.grammar)
    #expect((grammar.name, grammar.version, grammar.text) == ("Notes", "2.0", "Our app."))
    #expect(grammar.subjects == base.subjects)
    // Cases come after all callbacks.
    let callbacks = base.callbacks.filter { $0.refinement == nil }
    let cases = base.callbacks.dropFirst(callbacks.count)
    #expect(Array(grammar.callbacks.prefix(callbacks.count)) == callbacks)
    #expect(grammar.callbacks[CallbackID(callbacks.count)].name == "uploadDraft")
    #expect(!cases.isEmpty && grammar.callbacks.count == base.callbacks.count + 1)
    #expect(Array(grammar.callbacks.suffix(cases.count)) == Array(cases))
    #expect(Array(grammar.lifecycles.prefix(base.lifecycles.count)) == base.lifecycles.elements)
    #expect(
      grammar.rules.prefix(base.rules.count).map { "\($0)" } == base.rules.map { "\($0)" })
    #expect(grammar.rules.last?.id == "upload-twice")
    #expect(grammar.rules.last?.range.start.line == 3)
  }

  @Test("changes the severity of rules of the other, and the last text wins")
  func severities() throws {
    let reading = read([
      "app": "grammar B \"1.0\" extends \"middle\" {}\nseverity launch-order note",
      "middle": "grammar A \"1.0\" extends UIScene {}\nseverity launch-order warning\n"
        + "severity configuration-for-known-session note",
    ])
    let grammar = try #require(reading.grammar)
    let severities = grammar.rules.reduce(into: [:]) { $0[$1.id] = $1.severity }
    #expect(severities["launch-order"] == .note)
    #expect(severities["configuration-for-known-session"] == .note)
    let rule = grammar.rules.first { $0.id == "configuration-for-known-session" }
    #expect(rule?.severityCases == [], "an explicit severity applies everywhere")
  }

  @Test("adds names to callbacks of the other")
  func spellings() throws {
    let reading = read([
      "app": """
      grammar App "1.0" extends UIScene {}
      spellings of didBecomeActive "onActive", "sceneActive"
      spellings of willConnect "willConnect", "onConnect"
      """
    ])
    #expect(reading.parts.map(\.diagnostics.count) == [0, 0])
    let grammar = try #require(reading.grammar)
    let base = Grammar.uiScene()
    for (name, added) in [
      "didBecomeActive": ["onActive", "sceneActive"], "willConnect": ["onConnect"],
    ] {
      let known = base.callbacks.first { $0.name == name }?.otherSpellings ?? []
      #expect(grammar.callbacks.first { $0.name == name }?.otherSpellings == known + added)
    }
  }

  @Test("adds notification names to callbacks of the other, also by the value of a member")
  func notifications() throws {
    let reading = read([
      "app": """
      grammar App "1.0" extends UIScene {}
      notifications of applicationOpenURL "LinkOpened"
      notifications of applicationDidBecomeActive "phase" where up = "yes"
      spellings of applicationWillResignActive "phase" where up = "no"
      """
    ])
    #expect(reading.parts.map(\.diagnostics.count) == [0, 0])
    let grammar = try #require(reading.grammar)
    func callback(_ name: String) -> Callback? { grammar.callbacks.first { $0.name == name } }
    #expect(callback("applicationOpenURL")?.notifications == ["LinkOpened"])
    #expect(
      callback("applicationDidBecomeActive")?.conditionalSpellings == [
        .init(spelling: "phase", member: "up", value: "yes", isNotification: true)
      ])
    #expect(
      callback("applicationWillResignActive")?.conditionalSpellings == [
        .init(spelling: "phase", member: "up", value: "no")
      ])
  }

  @Test("reports a mistake in the text that contains it, and points to the related one")
  func placesOfMistakes() throws {
    let reading = read([
      "app": "grammar B \"1.0\" extends \"middle\" {}\n\ncallback ping about session {}",
      "middle":
        "grammar A \"1.0\" extends UIScene {}\naction ping about session {}\ngroup g = pong",
    ])
    #expect(reading.grammar == nil)
    #expect(reading.parts.map(\.text.name) == ["app", "middle", "UIScene.lifecycle"])
    let found = reading.parts.map { $0.diagnostics.map { "\($0.code) \($0.range.start.line)" } }
    #expect(found == [["not-yours-to-change 3"], ["unknown-callback 3"], []])
    let note = try #require(reading.parts[0].diagnostics.first?.notes.first)
    #expect(note == .init("it is declared here: middle, line 2"))
  }

  @Test("cannot extend itself, not even through others")
  func cycles() {
    let own = read(["app": "grammar A \"1.0\" extends \"app\" {}"])
    #expect(own.parts[0].diagnostics.map(\.code) == ["extends-cycle"])
    let through = read([
      "app": "grammar A \"1.0\" extends \"b\" {}", "b": "grammar B \"1.0\" extends \"app\" {}",
    ])
    #expect(through.parts.map { $0.diagnostics.map(\.code) } == [[], ["extends-cycle"]])
  }

  @Test("says nothing about the text of another file")
  func otherFile() {
    let reading = read([
      "app": "grammar A \"1.0\" extends \"passwd\" {}",
      "passwd": "// users\nroot:x:0:0:root:/root:/bin/bash\nrule secret error {}\n",
    ])
    #expect(reading.grammar == nil)
    #expect(reading.parts.map { $0.diagnostics.map(\.code) } == [[], ["not-a-grammar"]])
    #expect(reading.parts[1].text == GrammarText(name: "passwd", bytes: []))
    #expect(reading.parts[1].diagnostics.allSatisfy { !$0.message.contains("root") })
  }

  @Test("is rejected if too many extend each other")
  func manyTexts() {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<20).map {
        ($0 == 0 ? "app" : "f\($0)", "grammar A \"1.0\" extends \"f\($0 + 1)\" {}")
      })
    let reading = read(files)
    #expect(reading.parts.count == 16)
    #expect(reading.parts.last?.diagnostics.map(\.code) == ["limit-exceeded"])
  }
}

@Suite("A case of a callback")
struct CaseTests {
  private func parse(_ text: String) throws -> Grammar {
    let (grammar, diagnostics) = Grammar.parse(Array((DiagnosticCase.sound + text).utf8))
    #expect(diagnostics == [])
    return try #require(grammar)
  }

  @Test("is a separate letter, about the subject of its callback")
  func resolves() throws {
    let grammar = try parse(
      """
      case warm of open where options.urls > 0 and not role in "a", "b"
      lifecycle l about wire { a -> warm b b -> close a }
      """)
    let callback = try #require(grammar.callbacks.last)
    #expect(callback.name == "warm" && grammar.subjects[callback.subject].name == "wire")
    let refinement = try #require(callback.refinement)
    #expect(grammar.callbacks[refinement.callback].name == "open")
    #expect(
      refinement.conditions == [
        ValueCondition(member: "options.urls", test: .isGreater(than: 0)),
        ValueCondition(member: "role", test: .isOneOf(["a", "b"]), isNegated: true),
      ])
    #expect(grammar.lifecycles.last?.alphabet == [2, CallbackID(grammar.callbacks.count - 1)])
  }

  @Test(
    "applies to a value, does not apply, or is unknown",
    arguments: [
      (ValueCondition(member: "m", test: .isSet), ["true", "1", "a"], ["", "0", "false"]),
      (ValueCondition(member: "m", test: .isSet, isNegated: true), ["false"], ["x"]),
      (ValueCondition(member: "m", test: .isOneOf(["a", "b"])), ["a", "b"], ["c", ""]),
      (
        ValueCondition(member: "m", test: .isGreater(than: 1)), ["2", "1.5"],
        ["1", "true", "false"]
      ),
    ])
  func values(_ condition: ValueCondition, _ holding: [String], _ others: [String]) {
    for value in holding { #expect(condition.holds(of: value) == true, "\(value)") }
    for value in others { #expect(condition.holds(of: value) == false, "\(value)") }
    #expect(condition.holds(of: condition.example(holding: true)) == true)
    #expect(condition.holds(of: condition.example(holding: false)) == false)
  }

  @Test("is unknown for a number condition without a number")
  func noNumber() {
    #expect(ValueCondition(member: "m", test: .isGreater(than: 0)).holds(of: "many") == nil)
  }
}

@Suite("A duty")
struct DutyTests {
  @Test("is a small lifecycle that ends when the parent of its subject begins")
  func lifecycle() throws {
    let sound = Grammar.parse(
      Array(
        (DiagnosticCase.sound
          + "rule owed error about wire { expects ping after open, before close title \"t\" message \"m\" }")
          .utf8))
    #expect(sound.diagnostics == [])
    let lifecycle = try #require(sound.grammar?.lifecycles.last)
    #expect(lifecycle.name == "owed" && lifecycle.states.map(\.name) == ["idle", "owed"])
    #expect(lifecycle.start == [0] && lifecycle.unknownStart == [0, 1])
    #expect(lifecycle.onParentBegin == [0, 0])
    let steps = Set(lifecycle.transitions.map { [$0.from.index, $0.callback.index, $0.to.index] })
    // boot 0, open 1, close 2, ping 3
    #expect(steps == [[0, 1, 1], [1, 1, 1], [0, 3, 0], [1, 3, 0], [0, 2, 0]])
  }
}
