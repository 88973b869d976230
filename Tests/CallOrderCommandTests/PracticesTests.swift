import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReading

/// Public bugs of apps as traces, no part of the project; looked for beside it.
private let bugsFolder = Repository.path("../shared/field-bugs")

@Suite("The practices of apps with scenes") struct PracticesTests {
  private static let practices = ShippedGrammar.named("UIScenePractices")?.grammar() ?? .uiScene()
  private static let own = Set(practices.rules.map(\.id)).subtracting(
    Grammar.uiScene().rules.map(\.id))

  private func violations(_ text: String) throws -> [Violation] {
    let input = TraceInput(path: "trace") { MemorySource(Array(text.utf8)) }
    return try #require(checkTraces([input], against: Self.practices).traces.first).violations
  }

  // MARK: - Bugs that people had

  /// An event of a bug's trace, or an action that would show it, put behind the event with a number.
  struct Bug: Sendable, CustomTestStringConvertible {
    var file: String
    var rule: String
    /// The actions that show it, each behind so many events of the trace.
    var broken: [(Int, String)] = []
    /// Those of the corrected app; nil where the trace alone shows the bug.
    var kept: [(Int, String)]?
    /// The number of an event that brings the payload `p`, counted from 1.
    var delivery: Int?
    var testDescription: String { "\(file) \(rule)" }
  }

  private static let handle = #""callback": "handle", "payload": "p", "session": "A""#
  private static func act(_ name: String) -> String { "\"callback\": \"\(name)\"" }

  static let bugs: [Bug] = [
    Bug(file: "01", rule: "scenes-not-adopted"),
    Bug(
      file: "02", rule: "payload-lost", broken: [(5, act("checkpoint"))],
      kept: [(5, handle), (5, act("checkpoint"))], delivery: 3),
    Bug(
      file: "03", rule: "payload-lost", broken: [(7, act("checkpoint"))],
      kept: [(7, handle), (7, act("checkpoint"))], delivery: 6),
    Bug(file: "05", rule: "continuation-unresolved"),
    Bug(file: "06", rule: "legacy-callback"),
    Bug(
      file: "07", rule: "payload-lost", broken: [(4, act("checkpoint"))],
      kept: [(4, handle), (4, act("checkpoint"))], delivery: 2),
    Bug(file: "09", rule: "legacy-callback"),
    Bug(
      file: "10", rule: "payload-handled-twice", broken: [(3, handle), (5, handle)],
      kept: [(3, handle)], delivery: 2),
    Bug(file: "13", rule: "activate-while-active"),
    Bug(file: "15", rule: "legacy-callback"),
    Bug(file: "17", rule: "discard-before-disconnect"),
    Bug(
      file: "18", rule: "delete-before-discard",
      broken: [(8, #""callback": "deleteSessionData", "session": "A""#)], kept: []),
    Bug(
      file: "20", rule: "launch-measured-across-background", broken: [(5, act("measureLaunch"))],
      kept: []),
    Bug(
      file: "21", rule: "launch-kind-guessed", broken: [(1, act("decideLaunchKind"))],
      kept: [(2, act("decideLaunchKind"))]),
    Bug(
      file: "22", rule: "boot-missing", broken: [(1, act("setUp")), (5, act("checkpoint"))],
      kept: [(1, act("setUp")), (1, act("boot")), (5, act("checkpoint"))]),
    Bug(
      file: "24", rule: "app-activation-missed",
      broken: [
        (4, act("appBecameActive")), (9, act("appEnteredBackground")),
        (12, #""callback": "sceneWillResignActive(_:)", "kind": "delegate", "session": "A""#),
      ],
      kept: [
        (4, act("appBecameActive")), (9, act("appEnteredBackground")),
        (12, act("appBecameActive")),
        (12, #""callback": "sceneWillResignActive(_:)", "kind": "delegate", "session": "A""#),
      ]),
    Bug(file: "25", rule: "callback-before-connect"),
    Bug(file: "27", rule: "active-without-scene", broken: [(2, act("appBecameActive"))], kept: []),
    Bug(
      file: "28", rule: "payload-lost", broken: [(4, act("checkpoint"))],
      kept: [(4, handle), (4, act("checkpoint"))], delivery: 2),
    Bug(
      file: "29", rule: "state-read-too-early", broken: [(4, act("readApplicationState"))],
      kept: [(5, act("readApplicationState"))]),
    Bug(
      file: "31", rule: "saved-too-late", broken: [],
      kept: [(5, #""callback": "saveState", "session": "A""#)]),
    Bug(
      file: "32", rule: "app-phase-repeated",
      broken: [(10, act("appEnteredBackground")), (12, act("appEnteredBackground"))],
      kept: [(10, act("appEnteredBackground"))]),
    Bug(
      file: "34", rule: "payload-read-from-legacy", broken: [(2, act("readLaunchOptions"))],
      kept: []),
    Bug(file: "36", rule: "legacy-callback"),
    Bug(
      file: "37", rule: "boot-missing", broken: [(2, act("setUp")), (5, act("checkpoint"))],
      kept: [(2, act("setUp")), (2, act("boot")), (5, act("checkpoint"))]),
  ]

  /// The trace of a bug with actions among its events, everything recorded.
  private func trace(_ bug: Bug, with actions: [(Int, String)]) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(bugsFolder)/\(bug.file).json"))
    var document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    var events = try #require(document["events"] as? [[String: Any]])
    if let delivery = bug.delivery { events[delivery - 1]["payloads"] = ["p"] }
    if bug.file == "24" { events[1]["role"] = "UIWindowSceneSessionRoleApplication" }
    for (place, members) in actions.reversed() {
      let text = "{\"kind\": \"action\", \"process\": \"1\"}"
      var event = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let own = try JSONSerialization.jsonObject(with: Data("{\(members)}".utf8)) as? [String: Any]
      event.merge(own ?? [:]) { $1 }
      events.insert(event, at: place)
    }
    // What the bugs' authors called their own actions says nothing to the grammar.
    events.removeAll { ($0["callback"] as? String)?.contains(/^[a-z]+\.[a-zA-Z]+$/) ?? false }
    document["events"] = events
    document["records"] = "all"
    return String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
  }

  @Test(
    "name the bugs that people had, and nothing of them in the corrected app",
    .enabled(if: FileManager.default.fileExists(atPath: bugsFolder), "the traces are not here"),
    arguments: bugs)
  func fieldBugs(_ bug: Bug) throws {
    let broken = try violations(try trace(bug, with: bug.broken)).map(\.rule)
    #expect(broken.contains(bug.rule), "\(broken)")
    #expect(Self.own.intersection(broken).isSubset(of: [bug.rule]), "\(broken)")
    guard let kept = bug.kept else { return }
    let corrected = try violations(try trace(bug, with: kept)).map(\.rule)
    #expect(Self.own.isDisjoint(with: corrected), "\(corrected)")
  }

  /// What a fault may be called: where it is not certain which session is concerned, by the rule that holds in any case.
  private static func names(of rule: String) -> Set<String> {
    let general = [
      "setup-per-scene": "setup-twice", "delete-of-another": "delete-before-discard",
    ]
    return Set([rule, general[rule]].compactMap { $0 })
  }

  // MARK: - Whole lives

  private func rules(_ events: [String], _ header: String) throws -> [String] {
    try violations(([header] + events).joined(separator: "\n")).map(\.rule)
  }

  private static let all = #"{"format": "callorder.trace/1", "records": "all"}"#
  private static let some = #"{"format": "callorder.trace/1"}"#

  @Test(
    "accuse no life in which all is done as it should be, and of one fault the life that has it")
  func wholeLives() throws {
    var (silent, named, missed) = (0, Set<String>(), 0)
    for seed in 0..<60 as Range<UInt64> {
      let life = PracticeLife(seed: seed, length: 24)
      let lines = life.events.map(\.line)
      #expect(try rules(lines, Self.all) == [], "seed \(seed):\n\(lines.joined(separator: "\n"))")
      var random = SeededGenerator(seed: seed &+ 1_000)
      let hidden = blinded(lines, &random)
      if hidden.contains(where: { $0.contains("callback") }) {
        let found = try rules(hidden, Self.some)
        #expect(
          Self.own.isDisjoint(with: found),
          "seed \(seed): \(found)\n\(hidden.joined(separator: "\n"))")
        silent += 1
      }
      let fault = PracticeLife.Fault.all[Int(seed) % PracticeLife.Fault.all.count]
      guard let broken = fault.apply(life.events, &random)?.map(\.line) else { continue }
      let found = try rules(broken, Self.all)
      #expect(
        found == [fault.rule], "seed \(seed), \(fault.rule):\n\(broken.joined(separator: "\n"))")
      named.formUnion(found)
      let brokenAndHidden = blinded(broken, &random)
      if !brokenAndHidden.contains(where: { $0.contains("callback") }) { continue }
      let seen = Self.own.intersection(try rules(brokenAndHidden, Self.some))
      #expect(
        seen.isSubset(of: Self.names(of: fault.rule)),
        "seed \(seed), \(fault.rule):\n\(brokenAndHidden.joined(separator: "\n"))")
      if seen.isEmpty { missed += 1 }
    }
    print(
      "whole lives: \(silent) blinded without a finding, \(named.count) rules broken and named, \(missed) not seen"
    )
    #expect(silent > 40 && named.count == PracticeLife.Fault.all.count)
  }

  // MARK: - Blinded recordings

  /// A recording of which parts are missing: callbacks, members, the beginning, the end, some events.
  private func blinded(_ lines: [String], _ random: inout SeededGenerator) -> [String] {
    var lines = lines
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...lines.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: lines = Array(lines.dropFirst(place / 2))
      case 1: lines = Array(lines.prefix(place))
      case 2 where place + 2 < lines.count:
        lines.replaceSubrange(place..<(place + 2), with: [#"{"lost": 0}"#])
      case 3:
        let name = lines.randomElement(using: &random)?.firstMatch(of: /"callback": "[^"]*"/)?
          .output
        lines.removeAll { line in name.map { line.contains($0) } ?? false }
      default:
        let member =
          ["process", "session", "payload", "role", "update", "key", "activity"].randomElement(
            using: &random) ?? ""
        lines = lines.map { line in
          member == "payload"
            ? line.replacing(/, "payload": "[^"]*"/, with: "")
              .replacing(/, "payloads": \[[^\]]*\]/, with: "")
            : (try? Regex(", \"\(member)\": \"[^\"]*\"")).map { line.replacing($0, with: "") }
              ?? line
        }
      }
    }
    return lines
  }

  @Test("accuse no legal recording of which parts are missing, and a broken one of nothing else")
  func blindedSamples() throws {
    var (found, silent) = (0, 0)
    for sample in GrammarSample.all where sample.grammar.name == "UIScenePractices" {
      let text = String(decoding: try #require(Repository.bytes(sample.path)), as: UTF8.self)
      let lines = text.split(separator: "\n").map(String.init)
      let isLife = sample.rule == nil && sample.keptRule == nil
      for seed in 0..<(isLife ? 60 : 8) as Range<UInt64> {
        var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(sample.path.utf8.count))
        let events = blinded(Array(lines.dropFirst()), &random)
        if !events.contains(where: { $0.contains("callback") }) { continue }
        let header = #"{"format": "callorder.trace/1"}"#
        let recorded = ([header] + events).joined(separator: "\n")
        let rules = Set(try violations(recorded).map(\.rule)).intersection(Self.own)
        #expect(
          rules.isSubset(of: sample.rule.map { Self.names(of: $0) } ?? []),
          "\(sample.path), seed \(seed):\n\(recorded)")
        if rules.isEmpty { silent += 1 } else { found += 1 }
      }
    }
    print("blinded samples: \(found) found, \(silent) silent")
    #expect(found > 20 && silent > 100)
  }
}
