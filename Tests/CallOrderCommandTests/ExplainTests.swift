@testable import CallOrderCommand
import EmbeddedFiles
import Foundation
import TestSupport
import Testing
import TraceGrammar
import TraceReporting
import TraceWriting

@Suite("Explain") struct ExplainTests {
  static let grammar = Grammar.uiScene()
  static let ruleIDs: [String] = grammar.rules.map(\.id)

  @Test("every rule is explained with an illegal and a legal example", arguments: ruleIDs)
  func everyRule(id: String) throws {
    let rule = try #require(Self.grammar.rules.first { $0.id == id })
    let page = ExplanationPage(
      rule: rule, grammar: Self.grammar, examples: RuleExamples(for: rule, in: Self.grammar),
      width: 80)
    let text = page.text(theme: .plain)
    for heading in ["Fires when\n", "Why it matters\n", "Illegal\n", "Legal\n"] {
      #expect(text.contains("\n" + heading), "\(heading)")
    }
    for line in text.split(separator: "\n") {
      #expect(line.count <= 80 || line.contains("https://"), "\(line)")
    }
    let json = try JSONSerialization.jsonObject(with: Data(page.json)) as? [String: Any]
    #expect(json?["id"] as? String == id)
    #expect(json?["illegal"] is [String: Any] && json?["legal"] is [String: Any])
    #expect(page.markdown.hasPrefix("# `\(id)`\n"))
  }

  @Test("every rule has its samples, and no sample is without a rule")
  func samples() {
    let violating = Self.ruleIDs.map { "traces/violating/\($0)/smallest.json" }
    let conforming = Set(LegalExample.names.values).map { "traces/conforming/\($0)" }
    #expect(EmbeddedFiles.samples.names.sorted() == (violating + conforming).sorted())
    #expect(Set(LegalExample.names.keys) == Set(Self.ruleIDs))
  }

  @Test("a page of a rule stays as it is")
  func snapshot() {
    expectSnapshot(
      Array(callorder("explain", "discard-before-disconnect").output.utf8), named: "explain.txt")
  }

  @Test("a rule of another grammar is explained from that grammar alone")
  func otherGrammar() throws {
    let folder = try TemporaryFolder()
    try folder.write(callorder("grammar", "show").output, to: "own.lifecycle")
    let page = callorder("explain", "launch-order", "--grammar", "own.lifecycle", in: folder)
    #expect(page.status == 0)
    #expect(!page.output.contains("Illegal"))
  }

  @Test("the list of rules is the grammar's, in all formats")
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

  @Test("the built-in grammar is sound, and every rule has its witnesses")
  func validate() {
    let run = callorder("grammar", "validate", "--witnesses")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("UIScene.lifecycle: UIScene "))
    for id in Self.ruleIDs { #expect(run.output.contains("\n\n\(id)\n  broken by  ")) }
    #expect(!run.output.contains("none exists") && !run.output.contains("none was found"))
  }

  @Test("a grammar is drawn in every format, also one lifecycle of it")
  func graph() {
    #expect(callorder("grammar", "graph", "-l", "session").output.contains("<svg"))
    #expect(callorder("grammar", "graph", "-f", "dot").output.hasPrefix("digraph"))
    #expect(callorder("grammar", "graph", "-f", "mermaid").output.contains("stateDiagram"))
    let wrong = callorder("grammar", "graph", "-l", "sesion")
    #expect(wrong.status == 2)
    #expect(wrong.errorOutput.contains("did you mean 'session'?"))
  }
}
