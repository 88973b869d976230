import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceGrammar
import TraceReading

/// A trace below `Sources/Engine/CGrammars/Grammars/NAME`, with the expected result.
struct GrammarSample: Sendable, CustomTestStringConvertible {
  var grammar: ShippedGrammar
  /// The path, relative to the root of the repository.
  var path: String

  var testDescription: String { path }

  /// The rule that the sample is named after and breaks; nil for a sample that conforms.
  var rule: String? {
    let parts = path.split(separator: "/")
    return parts.contains("violating")
      ? parts.last.map { String($0.dropLast(".jsonl".count)) } : nil
  }

  /// The rule that a conforming sample is named after: it has the rule's callbacks, in the right order.
  var keptRule: String? {
    let name = path.split(separator: "/").last.map { String($0.dropLast(".jsonl".count)) }
    return rule == nil && Self.practices.contains(name ?? "") ? name : nil
  }

  private static let practices = Set(
    ShippedGrammar.named("UIScenePractices")?.grammar().rules.map(\.id) ?? [])

  static let all: [GrammarSample] = ShippedGrammar.all.flatMap { shipped in
    let folder = "Sources/Engine/CGrammars/Grammars/\(shipped.name)/"
    return Repository.paths(below: folder).filter { $0.hasSuffix(".jsonl") }.map {
      GrammarSample(grammar: shipped, path: folder + $0)
    }
  }
}

@Suite("Grammars besides UIKit's")
struct ShippedGrammarCommandTests {
  @Test("judge their samples as the names of the samples say", arguments: GrammarSample.all)
  func samples(_ sample: GrammarSample) throws {
    let bytes = try #require(Repository.bytes(sample.path))
    let grammar = sample.grammar.grammar()
    var options = CheckOptions()
    let rule = grammar.rules.first { $0.id == sample.rule }
    options.demandsCompleteLives = rule?.form is IncompleteForm
    let input = TraceInput(path: sample.path) { MemorySource(bytes) }
    let report = checkTraces([input], against: grammar, options: options)
    let trace = try #require(report.traces.first)
    #expect(trace.violations.map(\.rule) == (sample.rule.map { [$0] } ?? []))
    #expect(trace.unknownCallbacks.isEmpty && trace.notes.isEmpty)
    if let kept = sample.keptRule {
      let rule = report.coverage.rules.first { $0.id == kept }
      #expect(rule?.exercised ?? 0 > 0, "nothing of it comes")
    }
    let isHarmless = trace.violations.allSatisfy { $0.severity == .note }
    #expect(trace.verdict == (isHarmless ? .conforming : .violating))
  }

  @Test(
    "have a conforming sample, and one that breaks each rule; practices also have one that follows it",
    arguments: ShippedGrammar.all.dropFirst().map(\.name))
  func everyRuleHasASample(_ name: String) throws {
    let shipped = try #require(ShippedGrammar.named(name))
    let samples = GrammarSample.all.filter { $0.grammar == shipped }
    #expect(samples.filter { $0.rule == nil }.count >= 3)
    let broken = Set(samples.compactMap(\.rule))
    let extended = shipped.text.contains("extends UIScene") ? Grammar.uiScene().rules.map(\.id) : []
    #expect(broken == Set(shipped.grammar().rules.map(\.id)).subtracting(extended))
    if shipped.name == "UIScenePractices" { #expect(Set(samples.compactMap(\.keptRule)) == broken) }
  }

  @Test("have a legal and an illegal example of every rule, which are tried with the grammar")
  func examples() {
    for rule in ShippedGrammar.all.flatMap({ $0.grammar().rules }) {
      #expect(Set(rule.examples.map(\.isLegal)) == [true, false], "\(rule.id)")
    }
  }

  @Test("have recordings next to their files that are what they say")
  func recordings() {
    for shipped in ShippedGrammar.all.dropFirst() {
      let path = Repository.path("Sources/Engine/CGrammars/Grammars/\(shipped.name).lifecycle")
      let run = callorder("grammar", "validate", path)
      #expect(run.status == 0, "\(run.output)\(run.errorOutput)")
    }
  }

  @Test("are shown by name")
  func shown() {
    for shipped in ShippedGrammar.all {
      #expect(callorder("grammar", "list").output.contains("\(shipped.name) "))
      #expect(callorder("grammar", "show", "--grammar", shipped.name).output == shipped.text)
      #expect(callorder("grammar", "validate", shipped.name).status == 0)
    }
  }
}
