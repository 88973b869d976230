import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReading

@Suite("Complete lives of apps with scenes") struct PracticeLivesTests {
  private static let practices = ShippedGrammar.named("UIScenePractices")?.grammar() ?? .uiScene()
  private static let check = PreparedCheck(against: practices)
  private static let own = Set(practices.rules.map(\.id)).subtracting(
    Grammar.uiScene().rules.map(\.id))
  /// In the gate one for each fault.
  private static let seeds = Effort.seeds(4 * UInt64(PracticeFault.all.count))

  private enum Header {
    /// All calls, and all actions of the practices.
    static let all =
      #"{"format": "callorder.trace/1", "records": ["#
      + (["all"] + practices.callbacks.filter(\.isAction).map(\.name)).map { "\"\($0)\"" }
      .joined(separator: ", ") + "]}"
    static let some = #"{"format": "callorder.trace/1"}"#
  }

  /// The rules that may be reported for a fault: if the subject of an event is uncertain, a rule that is broken either way.
  /// Deleting data before the discard is wrong whether or not another session was discarded, and setting up twice is wrong
  /// whether or not a scene connects. What is not restored by the end of the recording may still be restored too late.
  private static func names(of rule: String) -> Set<String> {
    let general = [
      "setup-per-scene": "setup-twice", "delete-of-another": "delete-before-discard",
      "restore-late": "restore-missing",
    ]
    return Set([rule, general[rule]].compactMap { $0 })
  }

  private static func rules(_ events: [PracticeEvent], _ header: String) throws -> [String] {
    let text = ([header] + events.map(\.line)).joined(separator: "\n")
    let input = TraceInput(path: "trace") { MemorySource(Array(text.utf8)) }
    return try #require(check.report(of: [input]).traces.first).violations
      .map(\.rule)
  }

  private static func text(_ events: [PracticeEvent]) -> String {
    events.map(\.line).joined(separator: "\n")
  }

  @Test("in which everything is right have no violations, also with parts left out")
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
    print("\(Self.seeds.count) lives without a fault, and \(blindedCount) of them blinded")
    #expect(blindedCount > Self.seeds.count / 2)
  }

  @Test(
    "and samples break exactly the rule that they are made to break",
    arguments: own.sorted())
  func everyRule(_ rule: String) throws {
    let samples = GrammarSample.all.filter { $0.grammar.name == "UIScenePractices" }
    func found(_ sample: GrammarSample) throws -> [String] {
      let bytes = try #require(Repository.bytes(sample.path))
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      let events = try lines.map { try PracticeEvent(line: String($0)) }
      return try Self.rules(events, Header.all)
    }
    let breaking = try #require(samples.first { $0.rule == rule })
    let keeping = try #require(samples.first { $0.keptRule == rule })
    #expect(try found(breaking) == [rule])
    #expect(try found(keeping) == [])
    let fault = try #require(PracticeFault.all.first { $0.rule == rule })
    var random = SeededGenerator(seed: 1)
    let lives = (0..<1_000 as Range<UInt64>).lazy.map { PracticeLife(seed: $0, length: 24) }
    let broken = try #require(lives.compactMap { fault.apply($0.events, &random) }.first)
    #expect(try Self.rules(broken, Header.all) == [rule], "\(Self.text(broken))")
  }

  @Test(
    "with one fault have exactly that violation; with parts left out, that one or none")
  func broken() throws {
    #expect(Set(PracticeFault.all.map(\.rule)) == Self.own, "a fault for every rule")
    #expect(PracticeFault.all.count == Self.own.count)
    var (named, seen, unseen) = (Set<String>(), 0, 0)
    for seed in Self.seeds {
      let fault = PracticeFault.all[Int(seed) % PracticeFault.all.count]
      var random = SeededGenerator(seed: seed &+ 1_000)
      // The first life that the fault fits into.
      let broken = (0..<1_000 as Range<UInt64>).lazy.compactMap { other in
        fault.apply(PracticeLife(seed: seed &+ other &* 1_000_003, length: 24).events, &random)
      }.first
      let events = try #require(broken, "\(fault.rule) has no place from seed \(seed) on")
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
    print(
      "\(Self.seeds.count) lives with a fault: \(named.count) rules named; blinded, \(seen) seen, \(unseen) not"
    )
    #expect(named == Self.own && seen > unseen / 4)
  }

  @Test(
    "and samples have no other violations with parts left out")
  func samples() throws {
    var (found, silent) = (0, 0)
    for sample in GrammarSample.all where sample.grammar.name == "UIScenePractices" {
      let text = Repository.text(sample.path)
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
