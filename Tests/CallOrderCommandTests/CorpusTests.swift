import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceGrammar
import TraceReading

/// The expected result of one sample in `traces/`, from `Corpus/expectations.json`.
struct Expectation: Decodable, Sendable, CustomTestStringConvertible {
  struct Finding: Decodable, Hashable, Sendable {
    var rule: String
    /// The number of the event in its trace, counted from 1.
    var event: Int
    var quirk: String?
  }

  var path: String
  var verdict: String
  var violations: [Finding]
  /// Whether the sample is checked for complete lifecycles; nil means false.
  var complete: Bool?
  /// Why the source of a recorded sample supports the verdict.
  var reason: String?

  var testDescription: String { path }

  static let all: [Expectation] = {
    let bytes = Repository.bytes("Tests/CallOrderCommandTests/Corpus/expectations.json") ?? []
    return (try? JSONDecoder().decode([Expectation].self, from: Data(bytes))) ?? []
  }()
}

@Suite("The samples")
struct CorpusTests {
  static let grammar = Grammar.uiScene()

  /// The reports of all samples, by path.
  static let reports: [String: TraceReport] = {
    var reports: [String: TraceReport] = [:]
    for complete in [false, true] {
      var options = CheckOptions()
      options.demandsCompleteLives = complete
      let inputs = Expectation.all.filter { ($0.complete ?? false) == complete }.map { expected in
        TraceInput(path: expected.path) {
          MemorySource(Repository.bytes(expected.path) ?? [])
        }
      }
      for trace in checkTraces(inputs, against: grammar, options: options).traces {
        reports[trace.path] = trace
      }
    }
    return reports
  }()

  @Test("give the expected findings and no others", arguments: Expectation.all)
  func yieldsWhatIsExpected(_ expected: Expectation) throws {
    let trace = try #require(Self.reports[expected.path])
    let found = trace.violations.map {
      Expectation.Finding(rule: $0.rule, event: $0.event, quirk: $0.quirk)
    }
    #expect(found == expected.violations)
    #expect(trace.verdict.rawValue == expected.verdict)
  }

  @Test("are all listed with an expectation")
  func areListed() {
    let files = Repository.paths(below: "traces").filter { path in
      [".json", ".jsonl", ".ndjson"].contains { path.hasSuffix($0) }
    }
    #expect(files.map { "traces/\($0)" }.sorted() == Expectation.all.map(\.path).sorted())
  }

  @Test("break every rule, once in a minimal trace and once in a realistic one")
  func breakEveryRule() {
    for rule in Self.grammar.rules {
      let folder = "traces/violating/\(rule.id)/"
      let names = Expectation.all.filter { $0.path.hasPrefix(folder) }
        .map { $0.path.dropFirst(folder.count).prefix { $0 != "." } }
      #expect(names.sorted() == ["realistic", "smallest"], "\(rule.id)")
    }
  }

  @Test("show every quirk")
  func showEveryQuirk() {
    let shown = Set(Expectation.all.flatMap(\.violations).compactMap(\.quirk))
    #expect(shown == Set(Self.grammar.quirks.map(\.id)))
  }

  @Test("that were recorded state why their source supports the verdict")
  func recordedOnesHaveReasons() {
    for expected in Expectation.all where expected.path.hasPrefix("traces/recorded/") {
      #expect(expected.reason?.isEmpty == false, "\(expected.path)")
    }
  }
}
