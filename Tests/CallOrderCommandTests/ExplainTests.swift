@testable import CallOrderCommand
import Foundation
import TestSupport
import Testing
import TraceGrammar
import TraceModel
import TraceReporting
import TraceFindings

@Suite("Explain") struct ExplainTests {
  static let grammar = Grammar.uiScene()
  static let ruleIDs: [String] = grammar.rules.map(\.id)

  @Test("every rule is explained with an illegal and a legal example", arguments: ruleIDs)
  func everyRule(id: String) throws {
    let rule = try #require(Self.grammar.rules.first { $0.id == id })
    let page = ExplanationPage(rule: rule, grammar: Self.grammar)
    let text = page.text(theme: .plain, width: 80)
    for heading in ["Why it matters\n", "Usual causes\n", "Legal\n", "Illegal\n"] {
      #expect(text.contains("\n" + heading), "\(heading)")
    }
    for line in text.split(separator: "\n") {
      #expect(line.count <= 80 || line.contains("https://"), "\(line)")
    }
    let json = try JSONSerialization.jsonObject(with: Data(page.json)) as? [String: Any]
    #expect(json?["id"] as? String == id)
    let examples = ["legal", "illegal"].map { json?[$0] as? [String] ?? [] }
    #expect(!examples.contains([]))
  }

  @Test("every id of a note or a cause is explained", arguments: ["text", "json"])
  func otherIDs(format: String) {
    let sources = [
      "App/CallOrderCore", "Engine/TraceChecking", "Reading/TraceReading", "Reports/TraceReporting",
      "Tool/CallOrderKit",
    ]
    var (printed, named): (Set<String>, Set<String>) = ([], [])
    for folder in sources {
      // SARIF says itself what its ids mean.
      for file in Repository.paths(below: "Sources/" + folder)
      where file.hasSuffix(".swift") && !file.hasSuffix("SARIFReport.swift") {
        let text = Repository.text("Sources/\(folder)/\(file)")
        let notes = text.matches(
          of: /(?:[ (]id(?:: | = )|case \w+ = |\bnote\(\s*)"([a-z]+(?:-[a-z]+)+)"/)
        printed.formUnion(notes.map { String($0.1) })
        named.formUnion(text.matches(of: /"([a-z]+(?:-[a-z]+)+)"/).map { String($0.1) })
      }
    }
    let explained = Set(NoteExplanation.all.map(\.id))
    let causes = CauseID.allCases.map(\.rawValue)
    #expect(printed.subtracting(explained) == [])
    // What is explained is printed somewhere. Some sources list their notes without the word.
    #expect(explained.subtracting(named).subtracting(causes) == [])
    #expect(printed.count * 2 > explained.count - causes.count && explained.isSuperset(of: causes))
    for id in explained.sorted() {
      let run = callorder(["explain", id, "--format", format])
      #expect(run.status == 0, "\(id): \(run.errorOutput)")
      #expect(run.output.contains(id))
    }
  }

  @Test("every quirk is explained with the rules that it excuses")
  func quirks() throws {
    let grammar = Self.grammar
    #expect(!grammar.quirks.isEmpty)
    for quirk in grammar.quirks {
      let rule = grammar.rules[quirk.rule].id
      let text = callorder("explain", quirk.id).output
      #expect(text.hasPrefix("\(quirk.id)\n") && text.contains("\nExcuses \(rule)\n"), "\(text)")
      let json = callorder("explain", quirk.id, "--format", "json").output
      let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let excuses = value?["excuses"] as? [[String: Any]] ?? []
      let excuse = try #require(excuses.first { $0["rule"] as? String == rule })
      #expect(excuse["text"] as? String == quirk.text)
      #expect(excuse["source"] as? String == quirk.source)
      #expect(
        excuse["callbacks"] as? [String] == quirk.callbacks.map { grammar.callbacks[$0].name })
    }
    let discard = callorder("explain", "Q-01").output
    #expect(discard.contains("\n  It excuses application(_:didDiscardSceneSessions:) in the state"))
  }

  @Test("an identifier keeps its case at the start of a sentence, a word does not")
  func sentences() {
    for name in [
      "willConnect is", "scene(_:continue:) is", "configurationForConnecting", "iOS 27 is",
    ] {
      #expect(asSentence(name) == name + ".")
    }
    #expect(asSentence("an active scene.") == "An active scene.")
    #expect(asSentence("a") == "A.")
  }

  @Test("the page of a rule does not change")
  func snapshot() {
    expectSnapshot(
      Array(callorder("explain", "discard-before-disconnect").output.utf8), named: "explain.txt")
  }

  @Test("the list of rules is that of the grammar, in all formats")
  func rules() throws {
    let text = callorder("rules").output
    #expect(
      text.split(separator: "\n").map { $0.prefix { $0 != " " } } == Self.ruleIDs.map { $0[...] })
    let json = callorder("rules", "--format", "json").output
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let listed = value?["rules"] as? [[String: Any]]
    #expect(listed?.compactMap { $0["id"] as? String } == Self.ruleIDs)
    let table = callorder("rules", "-f", "markdown").output
    for id in Self.ruleIDs { #expect(table.contains("| `\(id)` |")) }
  }
}
