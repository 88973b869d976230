import Foundation
import TestSupport
import Testing
import TraceModel
import TraceReading
@testable import CallOrderKit
@testable import TraceChecking
@testable import TraceEngine
@testable import TraceFindings
@testable import TraceGrammar

/// What the two engines say about a trace, as far as both say it.
private struct Said: Equatable, CustomStringConvertible {
  var verdict: String
  /// The rule and the line of each finding, and whether it is more than a note.
  var findings: Set<String>

  var description: String { "\(verdict): \(findings.sorted().joined(separator: ", "))" }
}

/// The engine that reads a trace once and then judges words, beside the one that it is to replace.
@Suite("The new engine beside the old one") struct SameFindingsTests {
  /// Everything that is made once for a grammar.
  private final class Engines {
    let name: String
    private let grammar: Grammar
    private let old: PreparedCheck
    private let judge: TraceJudge

    init(_ name: String) throws {
      self.name = name
      grammar = try #require(ShippedGrammar.named(name)).grammar()
      old = PreparedCheck(against: grammar)
      judge = TraceJudge(Plan(grammar), TraceEngine.CheckOptions())
    }

    /// What the old engine says about a trace; nil if it cannot be read.
    func oldSays(_ bytes: [UInt8]) -> Said? {
      guard let trace = old.report(of: [.bytes(bytes, name: "trace")]).traces.first else {
        return nil
      }
      return Said(
        verdict: "\(trace.verdict)",
        findings: Set(
          trace.violations.map { "\($0.rule) \($0.line)\($0.severity == .note ? " note" : "")" }))
    }

    /// What the new engine says about a trace.
    func newSays(_ bytes: [UInt8]) throws -> Said {
      let read = try StoredTrace(
        MemorySource(bytes), members: judge.plan.members, foreign: old.checker.foreign)
      var statements = TraceEngine.Statements()
      (statements.isComplete, statements.hasOneWindow) = (
        read.header.isComplete, read.header.hasOneWindow
      )
      statements.records = read.header.records
      statements.platform =
        read.header.metadata.first { $0.name == "os" }.flatMap { PlatformVersion($0.value) }
      let outcome = judge.passes(read.store, statements, TraceEngine.CheckOptions())
        .outcome(among: nil)
      let findings = outcome.judgements.flatMap(\.findings)
      return Said(
        verdict: findings.contains { $0.severity != .note }
          ? "violating" : outcome.main.inconclusive == nil ? "conforming" : "inconclusive",
        findings: Set(
          findings.map {
            "\($0.ruleName(grammar)) \($0.line)\($0.severity == .note ? " note" : "")"
          }))
    }
  }

  /// The recordings among the samples, by their paths.
  private static let samples: [String] = {
    let files = FileManager.default.enumerator(atPath: Repository.path("traces"))?.allObjects ?? []
    return files.compactMap { $0 as? String }.filter { path in
      [".json", ".jsonl", ".ndjson", ".log"].contains { path.hasSuffix($0) }
    }.sorted().map { "traces/" + $0 }
  }()

  @Test("finds the same in all samples", arguments: ["UIScene", "UIScenePractices"])
  func samples(grammar: String) throws {
    let engines = try Engines(grammar)
    #expect(Self.samples.count > 150)
    var (compared, different) = (0, 0)
    for path in Self.samples {
      let bytes = try #require(Repository.bytes(path))
      guard let old = engines.oldSays(bytes) else { continue }
      let new = try engines.newSays(bytes)
      compared += 1
      if new == old { continue }
      different += 1
      Issue.record("\(grammar), \(path)\n  old: \(old)\n  new: \(new)")
    }
    print("\(grammar): \(compared) samples, \(different) different")
    #expect(compared > 150)
  }
}
