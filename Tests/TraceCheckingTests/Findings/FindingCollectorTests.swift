import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceGrammar

@testable import TraceChecking

@Suite("Collected findings") struct FindingCollectorTests {
  static func violation(
    _ event: Int, rule: String = "r", subject: String = "s", _ severity: Severity = .error
  ) -> Violation {
    Violation(
      rule: rule, severity: severity, cause: .extra, event: event, line: event, callback: "c",
      spelling: "c", lifecycle: "l", subject: subject, message: "",
      repair: Repair(deletions: [.init(event: event, callback: "c")]),
      fingerprint: "\(rule)-\(event % 3)")
  }

  private static func drawn(_ count: Int, _ random: inout SeededGenerator) -> [Violation] {
    (0..<count).map { number in
      violation(
        Int.random(in: 1...60, using: &random),
        rule: ["r", "t"].randomElement(using: &random) ?? "r", subject: "s\(number)")
    }
  }

  @Test("are all counted, and the first are listed", arguments: 0..<20 as Range<UInt64>)
  func limit(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = Int.random(in: 0...40, using: &random)
    let all = Self.drawn(Int.random(in: 0...200, using: &random), &random)
    var collector = FindingCollector(limit: limit)
    for violation in all {
      let wouldList = collector.wouldList(event: violation.event, .error)
      let first = collector.violations().map(\.event)
      // A violation that would not be listed is later than everything on a full list.
      if !wouldList { #expect(first.count == limit && first.allSatisfy { $0 < violation.event }) }
      collector.add(violation)
    }
    let listed = collector.violations()
    #expect(listed.map(\.event) == all.map(\.event).sorted().prefix(limit).map { $0 })
    #expect(collector.counts.errors == all.count && collector.repairCost == all.count)
    #expect(collector.countsByRule.values.reduce(0, +) == all.count)
    let groups = collector.sortedGroups()
    #expect(groups.reduce(0) { $0 + $1.count } == all.count)
    for group in groups {
      let events = all.filter { $0.fingerprint == group.fingerprint }.map(\.event)
      #expect(group.firstEvent == events.min() && group.count == events.count)
    }
    #expect(groups.map(\.firstEvent) == groups.map(\.firstEvent).sorted())
  }

  @Test("if the list is full, errors come first, in the order of their events")
  func notesGiveWay() {
    var collector = FindingCollector(limit: 4)
    for event in 1...50 { collector.add(Self.violation(event, .note)) }
    #expect(collector.violations().map(\.event) == [1, 2, 3, 4])
    let wouldList = [Severity.note, .error].map { collector.wouldList(event: 60, $0) }
    #expect(wouldList == [false, true])
    for event in [60, 2, 61] { collector.add(Self.violation(event, rule: "t", .warning)) }
    #expect(collector.violations().map(\.event) == [1, 2, 60, 61])
    for event in 62...80 { collector.add(Self.violation(event, rule: "t")) }
    #expect(collector.violations().map(\.event) == [2, 60, 61, 62])
    #expect(collector.violations().allSatisfy { $0.severity > .note })
    #expect(collector.counts.total == 72)
  }

  @Test("are the same in whatever order they are merged", arguments: 0..<20 as Range<UInt64>)
  func merging(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let all = Self.drawn(60, &random)
    func merged(_ order: [Int]) -> FindingCollector {
      let parts = order.map { part in
        var collector = FindingCollector(limit: 10)
        for (number, violation) in all.enumerated() where number % 3 == part {
          collector.add(violation)
        }
        return collector
      }
      return parts.reduce(into: FindingCollector(limit: 10)) { $0.merge($1) }
    }
    var reference = merged([0, 1, 2])
    for order in [[2, 1, 0], [1, 0, 2]] {
      var other = merged(order)
      #expect(other.violations() == reference.violations(), "seed \(seed)")
      #expect(other.sortedGroups() == reference.sortedGroups())
      #expect(other.counts == reference.counts && other.repairCost == reference.repairCost)
    }
    #expect(reference.violations().map(\.event) == Array(all.map(\.event).sorted().prefix(10)))
  }
}

@Suite("The ledger of findings") struct FindingLedgerTests {
  private static let compiled: CompiledGrammar = {
    let subjects = [SubjectKind(name: "s", member: "m")]
    let callbacks = [Callback(name: "a", subject: 0), Callback(name: "b", subject: 0)]
    let rules = ([nil, 1] as [CallbackID?]).enumerated().map { number, required in
      var rule = Rule(
        id: "rule-\(number)", severity: .error, form: UnexpectedForm(), title: "", message: "")
      rule.required = required
      return rule
    }
    return CompiledGrammar(
      Grammar(
        name: "G", version: "1", subjects: subjects, callbacks: callbacks, lifecycles: [],
        rules: rules))
  }()

  private func settled(
    _ options: CheckOptions = CheckOptions(), _ body: (inout FindingLedger) -> Void
  ) -> [String] {
    var ledger = FindingLedger(Self.compiled, options)
    body(&ledger)
    var findings = ledger.takeConfirmed()
    #expect(findings.counts.total == findings.violations().count)
    return findings.violations().map { "\($0.rule) \($0.event) \($0.severity)" }
  }

  private func violation(_ event: Int, rule: RuleID = 0) -> Violation {
    FindingCollectorTests.violation(event, rule: "rule-\(rule)")
  }

  /// Adds a violation.
  /// - Returns: whether others like it may be counted by its rule, without being explained again.
  private func add(
    _ violation: Violation, to ledger: inout FindingLedger, isUnnamed: Bool = false
  ) -> Bool {
    let rule: RuleID = violation.rule == "rule-1" ? 1 : 0
    return ledger.add(PendingFinding(violation: violation, rule: rule, isUnnamed: isUnnamed)) != nil
  }

  @Test("holds back findings that require another call, until that comes")
  func conditional() {
    let never = settled { ledger in
      let counts = add(violation(1, rule: 1), to: &ledger)
      #expect(counts)
      ledger.count(callback: 0)
    }
    #expect(never == [])
    let later = settled { ledger in
      var counts = [add(violation(2, rule: 1), to: &ledger), add(violation(1), to: &ledger)]
      ledger.count(callback: 1)
      counts.append(add(violation(3, rule: 1), to: &ledger))
      #expect(counts == [true, true, true])
      let (other, required) = (ledger.count(of: 0), ledger.count(of: 1))
      #expect(other == 0 && required == 1)
    }
    #expect(later == ["rule-0 1 error", "rule-1 2 error", "rule-1 3 error"])
  }

  @Test("drops findings about unnamed subjects once there are names")
  func unnamed() {
    let kept = settled { ledger in
      let counts = add(violation(1), to: &ledger, isUnnamed: true)
      #expect(!counts)
    }
    #expect(kept == ["rule-0 1 error"])
    let dropped = settled { ledger in
      _ = add(violation(1), to: &ledger, isUnnamed: true)
      _ = add(violation(2), to: &ledger)
      ledger.dropUnnamed()
    }
    #expect(dropped == ["rule-0 2 error"])
  }

  @Test("counts with the user's severity, except for quirks")
  func severities() {
    var options = CheckOptions()
    options.severities = ["rule-0": .warning, "rule-1": Severity?.none]
    let found = settled(options) { ledger in
      ledger.count(callback: 1)
      var excused = violation(3)
      (excused.quirk, excused.severity) = ("Q", .note)
      let counts = [
        add(violation(1), to: &ledger), add(violation(2, rule: 1), to: &ledger),
        add(excused, to: &ledger),
      ]
      #expect(counts == [true, false, true])
    }
    #expect(found == ["rule-0 1 warning", "rule-0 3 note"])
  }

  @Test("counts what it does not list")
  func brief() {
    var ledger = FindingLedger(Self.compiled, CheckOptions())
    var brief = BriefFinding(violation(4), rule: nil, entry: 0)
    for event in [11, 9, 10] { brief.countAnother(at: event) }
    ledger.count(brief)
    var findings = ledger.takeConfirmed()
    #expect(
      findings.violations().isEmpty && findings.counts.errors == 3 && findings.repairCost == 3)
    #expect(findings.sortedGroups().map(\.firstEvent) == [9])
  }
}
