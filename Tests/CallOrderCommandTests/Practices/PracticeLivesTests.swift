import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReading

/// `CALLORDER_FUZZ` multiplies the number of lives, and `CALLORDER_FUZZ_SEED` moves their seeds.
@Suite("Whole lives of apps with scenes") struct PracticeLivesTests {
  private static let practices = ShippedGrammar.named("UIScenePractices")?.grammar() ?? .uiScene()
  private static let own = Set(practices.rules.map(\.id)).subtracting(
    Grammar.uiScene().rules.map(\.id))
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let factor = environment["CALLORDER_FUZZ"].flatMap { UInt64($0) } ?? 1
    let first = environment["CALLORDER_FUZZ_SEED"].flatMap { UInt64($0) } ?? 0
    return first..<(first + 76 * factor)
  }()

  private enum Header {
    static let all = #"{"format": "callorder.trace/1", "records": "all"}"#
    static let some = #"{"format": "callorder.trace/1"}"#
  }

  /// What a fault may be called: where it is not certain whose event it is, by the rule that is broken whosever it is.
  /// To delete data before the discard is wrong whether or not another session was discarded, and to set up twice
  /// whether or not a scene connects.
  private static func names(of rule: String) -> Set<String> {
    let general = [
      "setup-per-scene": "setup-twice", "delete-of-another": "delete-before-discard",
    ]
    return Set([rule, general[rule]].compactMap { $0 })
  }

  private static func rules(_ events: [PracticeEvent], _ header: String) throws -> [String] {
    let text = ([header] + events.map(\.line)).joined(separator: "\n")
    let input = TraceInput(path: "trace") { MemorySource(Array(text.utf8)) }
    return try #require(checkTraces([input], against: practices).traces.first).violations
      .map(\.rule)
  }

  private static func text(_ events: [PracticeEvent]) -> String {
    events.map(\.line).joined(separator: "\n")
  }

  @Test("in which all is done as it should be are accused of nothing, blinded or not")
  func legal() throws {
    var blindedCount = 0
    for seed in Self.seeds {
      let life = PracticeLife(seed: seed, length: 24)
      #expect(
        try Self.rules(life.events, Header.all) == [], "seed \(seed):\n\(Self.text(life.events))")
      var blinding = Blinding(seed: seed)
      let events = blinding.blinded(life.events)
      if events.isEmpty { continue }
      blindedCount += 1
      let found = Self.own.intersection(try Self.rules(events, Header.some))
      #expect(found.isEmpty, "seed \(seed): \(found)\n\(Self.text(events))")
    }
    #expect(blindedCount > Self.seeds.count / 2)
  }

  @Test(
    "with one fault are accused of that and of nothing else, or of nothing where it cannot be seen")
  func broken() throws {
    var (named, seen, unseen) = (Set<String>(), 0, 0)
    for seed in Self.seeds {
      let fault = PracticeFault.all[Int(seed) % PracticeFault.all.count]
      var random = SeededGenerator(seed: seed &+ 1_000)
      // The first life with a place for it.
      let events = (0..<100 as Range<UInt64>).lazy.compactMap { other in
        fault.apply(PracticeLife(seed: seed &+ other &* 1_000_003, length: 24).events, &random)
      }.first
      guard let events else { continue }
      let found = try Self.rules(events, Header.all)
      #expect(found == [fault.rule], "seed \(seed), \(fault.rule):\n\(Self.text(events))")
      named.formUnion(found)
      var blinding = Blinding(seed: seed)
      let rest = blinding.blinded(events)
      if rest.isEmpty { continue }
      let left = Self.own.intersection(try Self.rules(rest, Header.some))
      #expect(
        left.isSubset(of: Self.names(of: fault.rule)),
        "seed \(seed), \(fault.rule): \(left)\n\(Self.text(rest))")
      if left.isEmpty { unseen += 1 } else { seen += 1 }
    }
    print("lives with a fault: \(named.count) rules named; blinded, \(seen) seen and \(unseen) not")
    #expect(named.count == PracticeFault.all.count && seen > unseen / 4)
  }

  @Test(
    "or parts of them are accused of nothing where something is missing, or of what they are samples of"
  )
  func samples() throws {
    var (found, silent) = (0, 0)
    for sample in GrammarSample.all where sample.grammar.name == "UIScenePractices" {
      let text = String(decoding: try #require(Repository.bytes(sample.path)), as: UTF8.self)
      let lines = try text.split(separator: "\n").map { try PracticeEvent(line: String($0)) }
      let isLife = sample.rule == nil && sample.keptRule == nil
      for seed in 0..<(isLife ? 60 : 8) as Range<UInt64> {
        var blinding = Blinding(seed: seed &* 1_000 &+ UInt64(sample.path.utf8.count))
        let events = blinding.blinded(lines.filter { $0["format"] == nil })
        if events.isEmpty { continue }
        let rules = Self.own.intersection(try Self.rules(events, Header.some))
        #expect(
          rules.isSubset(of: sample.rule.map { Self.names(of: $0) } ?? []),
          "\(sample.path), seed \(seed): \(rules)\n\(Self.text(events))")
        if rules.isEmpty { silent += 1 } else { found += 1 }
      }
    }
    print("blinded samples: \(found) found, \(silent) silent")
    #expect(found > 20 && silent > 100)
  }
}
