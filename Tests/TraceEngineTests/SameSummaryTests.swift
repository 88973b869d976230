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

/// What the two engines say about a trace besides findings.
@Suite("What the new engine tells beside the old one") struct SameSummaryTests {
  /// Where the engines differ, by what they say and by trace.
  private static let differences: [String: [String: Set<String>]] = [
    // An event without an identity in a trace that has some is about nobody, wherever it comes; it was about an unnamed
    // subject until the first identity came.
    "counts": [
      "UIScene": ["recorded/W35.json", realisticUnexpected],
      "UIScenePractices": ["recorded/W35.json", realisticUnexpected],
    ],
    "timeline": [
      "UIScene": ["recorded/W35.json", realisticUnexpected],
      // An event that shows that unnamed subjects are several is about none of them for certain; it was listed as about
      // one that was forgotten at once.
      "UIScenePractices": [
        "recorded/W35.json", realisticUnexpected, "conforming/console-log.json",
      ],
    ],
    "coverage": [
      // An event that certainly is a case counts once where a rule is about all callbacks; it counted twice.
      "UIScene": [
        "recorded/W35.json", "conforming/universal-link-cold.json", "conforming/url-cold.json",
      ],
      "UIScenePractices": [
        "recorded/W35.json", "conforming/universal-link-cold.json", "conforming/url-cold.json",
        realisticUnexpected,
      ],
    ],
  ]
  /// An illegal call that would end a process lets its name be used again; the old engine asked for the state.
  private static let realisticUnexpected = "violating/unexpected-callback/realistic.jsonl"

  @Test("says the same about all samples", arguments: ["UIScene", "UIScenePractices"])
  func samples(name: String) throws {
    let grammar = try #require(ShippedGrammar.named(name)).grammar()
    var (options, oldOptions) = (TraceEngine.CheckOptions(), TraceChecking.CheckOptions())
    (options.timeline, oldOptions.timeline) = (.upTo(10_000), .upTo(10_000))
    let old = PreparedCheck(against: grammar, options: oldOptions)
    let judge = TraceJudge(Plan(grammar), options)
    var compared = 0
    for file in FileManager.default.enumerator(atPath: Repository.path("traces"))?.allObjects ?? []
    {
      guard let path = file as? String, let bytes = Repository.bytes("traces/" + path),
        let report = old.report(of: [.bytes(bytes, name: "trace")]).traces.first
      else { continue }
      let read = try StoredTrace(
        MemorySource(bytes), members: judge.plan.members, foreign: old.checker.foreign)
      let passes = judge.passes(read.store, Self.statements(read.header), options)
      let outcome = passes.outcome(among: nil)
      let summary = Summary(passes, outcome)
      compared += 1
      func compare<Told: Equatable>(_ part: String, _ old: Told, _ new: Told) {
        if Self.differences[part]?[name]?.contains(path) ?? false {
          #expect(old != new, "\(part) of \(path) is the same again")
        } else if old != new {
          Issue.record("\(name), \(path), \(part)\n  old: \(old)\n  new: \(new)")
        }
      }
      let verdict = summary.verdict(report.counts)
      compare("verdict", report.verdict, verdict.verdict)
      compare("reason", Self.asRecorded(report.reason), verdict.reason)
      compare("counts", report.subjectCounts, summary.subjectCounts)
      compare("unknown", report.unknownCallbacks, summary.unknown.counts)
      let ofReader = Set(read.notes.map(\.id))
      var notes = report.notes.filter { !ofReader.contains($0.id) }
      for index in notes.indices {
        notes[index].message = Self.asRecorded(notes[index].message) ?? ""
      }
      compare(
        "notes", notes,
        summary.notes(repairCost: report.repairCost) + [summary.unknownRecords].compactMap { $0 })
      compare("timeline", report.timeline, summary.timeline())
      compare(
        "overview", report.overview,
        summary.overview(outcome.judgements.flatMap(\.findings).map { ($0.event, $0.severity) }))
      // Whoever states that everything is recorded does not mean the app's own actions; they were held to be recorded.
      if outcome.main.machines.isWhole, outcome.main.machines.shown != nil { continue }
      compare("coverage", report.coverage, summary.coverage(report.countsByRule).coverage)
    }
    #expect(compared > 150)
  }

  private static func statements(_ header: TraceHeader) -> TraceEngine.Statements {
    var statements = TraceEngine.Statements()
    (statements.isComplete, statements.hasOneWindow) = (header.isComplete, header.hasOneWindow)
    statements.records = header.records
    statements.platform =
      header.metadata.first { $0.name == "os" }.flatMap { PlatformVersion($0.value) }
    return statements
  }

  /// A text without what is said about an app with one window.
  private static func asRecorded(_ text: String?) -> String? {
    text?.components(separatedBy: "; or the app has one window")[0]
      .components(separatedBy: "; if its lines say which")[0]
  }
}
