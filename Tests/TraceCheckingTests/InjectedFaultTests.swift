import TestSupport
import Testing
import TraceFindings

@Suite("One fault in a legal life is one finding", .seeds)
struct InjectedFaultTests {
  private let check = TraceCheck.ofMadeUpLives

  /// A life without the calls that are ordered by other lifecycles than the session's, in which a fault of one lifecycle
  /// may look like a fault of another.
  private static func plain(_ life: [LifeEvent]) -> [LifeEvent] {
    let others = [
      "restoreInteractionState", "openURLContexts", "performAction", "willContinue", "continue",
      "didFailToContinue",
    ]
    return life.filter { !others.contains($0.callback) }
  }

  private static func sessions(_ life: [LifeEvent]) -> [String] {
    Set(life.flatMap { $0.sessions + ($0.session.map { [$0] } ?? []) }).sorted()
  }

  /// Whether the calls of a session around the place, counted from 1, are two that come twice each: A A B B.
  private static func isDoubled(_ trace: [LifeEvent], at place: Int) -> Bool {
    let session = trace[place - 1].session
    let own = trace.indices.filter {
      trace[$0].session == session && SessionLaw.callbacks.contains(trace[$0].callback)
    }
    let names = own.map { trace[$0].callback }
    guard let first = own.firstIndex(of: place - 1) else { return false }
    return ((first - 1)...(first + 2)).contains { middle in
      middle >= 2 && middle + 1 < names.count && names[middle - 2] == names[middle - 1]
        && names[middle] == names[middle + 1] && names[middle - 1] != names[middle]
    }
  }

  private static func describe(_ report: TraceReport) -> String {
    report.violations.map { violation in
      let edits =
        violation.repair.insertions.map { "+\($0.callback)@\($0.beforeEvent)" }
        + violation.repair.deletions.map { "-\($0.callback)@\($0.event)" }
      return "\(violation.event) \(violation.rule) [\(edits.joined(separator: " "))]"
    }.joined(separator: "\n")
  }

  private static func numbered(_ life: [LifeEvent], around event: Int) -> String {
    let shown = max(0, event - 16)..<min(life.count, event + 12)
    return shown.map { "\($0 + 1) \(life[$0].line)" }.joined(separator: "\n")
  }

  @Test(
    "about a session, at the event where it becomes certain, with a valid repair",
    arguments: InjectedFault.allCases.filter(\.isAboutASession))
  func oneFaultAboutASessionIsOneFinding(fault: InjectedFault) throws {
    var found = 0
    let seeds = Effort.seeds(150)
    for seed in seeds {
      var generator = LifeGenerator(seed: seed)
      let life = Self.plain(generator.life())
      var random = SeededGenerator(seed: seed &+ 77)
      guard let (trace, place) = fault.injected(into: life, in: life.indices, &random) else {
        continue
      }
      let judgements = Self.sessions(trace).map { SessionLaw.judge($0, trace) }
      guard let judgement = judgements.first(where: { $0.cost > 0 }) else { continue }
      found += 1
      let report = try check.report(of: trace.text)
      let label: Comment = """
        \(fault) at \(place), seed \(seed), expected \(judgement.cost) at \(judgement.events)
        \(Self.describe(report))
        \(Self.numbered(trace, around: place))
        """
      // Two calls that come twice in a row are two faults, also if an exchange made them.
      let areDoubled = fault == .swap && Self.isDoubled(trace, at: place)
      #expect(report.counts.total == (areDoubled ? 2 : 1), label)
      #expect(report.violations.first?.event == judgement.events[0], label)
      #expect(report.repairCost == judgement.cost, label)
      let mended = Self.sessions(trace).map {
        SessionLaw.judge($0, trace, repairedBy: report.violations).cost
      }
      #expect(mended.allSatisfy { $0 == 0 }, label)
    }
    #expect(found > seeds.count / 4, "only \(found) faults could be seen")
  }

  @Test(
    "about the process, at its event",
    arguments: [
      (InjectedFault.legacyCall, "legacy-callback"), (.secondLaunch, "launch-order"),
      (.sceneBeforeLaunch, "callback-before-launch"),
      (.sceneAfterTerminate, "callback-after-terminate"),
    ])
  func oneFaultAboutTheProcessIsOneFinding(fault: InjectedFault, rule: String) throws {
    var found = 0
    let seeds = Effort.seeds(150)
    for seed in seeds {
      var generator = LifeGenerator(seed: seed)
      let life = Self.plain(generator.life())
      var random = SeededGenerator(seed: seed &+ 77)
      guard let (trace, place) = fault.injected(into: life, in: life.indices, &random) else {
        continue
      }
      // If the lifecycle of the session is broken as well, there are two subjects with faults.
      let isLegal = Self.sessions(trace).allSatisfy { SessionLaw.judge($0, trace).cost == 0 }
      if !isLegal && fault == .sceneAfterTerminate { continue }
      found += 1
      let report = try check.report(of: trace.text)
      let label: Comment = """
        \(fault) at \(place), seed \(seed)
        \(Self.describe(report))
        \(Self.numbered(trace, around: place))
        """
      #expect(report.counts.total == 1, label)
      #expect(report.violations.first?.event == place, label)
      #expect(report.violations.first?.rule == rule, label)
    }
    #expect(found > seeds.count / 8, "only \(found) faults could be tried")
  }

  @Test(
    "and many faults in a long session are the same number of findings",
    arguments: 0..<5 as Range<UInt64>)
  func manyFaultsAreAsManyFindings(seed: UInt64) throws {
    var style = LifeGenerator.Style()
    (style.processes, style.sessions, style.steps) = (1...1, 1...1, 1_000...1_000)
    var generator = LifeGenerator(seed: seed, style: style)
    var trace = Self.plain(generator.life())
    var random = SeededGenerator(seed: seed)
    var start = 10
    while start + 40 < trace.count {
      let kind = [InjectedFault.delete, .duplicate, .insert].randomElement(using: &random)
      let range = start..<(start + 10)
      if let next = kind?.injected(into: trace, in: range, &random)?.trace { trace = next }
      start += 40
    }
    let judgements = Self.sessions(trace).map { SessionLaw.judge($0, trace) }
    let report = try check.report(of: trace.text)
    let cost = judgements.reduce(0) { $0 + $1.cost }
    #expect(cost >= 10)
    #expect(
      report.violations.map(\.event) == judgements.flatMap(\.events).sorted(),
      "seed \(seed)\n\(Self.describe(report))")
    #expect(report.counts.total == cost)
    #expect(report.repairCost == cost)
    let mended = Self.sessions(trace).map {
      SessionLaw.judge($0, trace, repairedBy: report.violations).cost
    }
    #expect(mended.allSatisfy { $0 == 0 })
  }

  /// Whether one slip explains all edits: calls that are missing at one place, one that came several times, or two in the
  /// wrong order.
  private static func isOneSlip(_ repair: Repair) -> Bool {
    repair.deletions.isEmpty
      || repair.insertions.isEmpty && Set(repair.deletions.map(\.callback)).count == 1
      || repair.cost == 2 && repair.deletions.map(\.callback) == repair.insertions.map(\.callback)
  }

  @Test("and a second fault next to it takes no error away")
  func twoFaultsSideBySide() throws {
    let kinds = InjectedFault.allCases.filter(\.isAboutASession)
    var found = 0
    let seeds = Effort.seeds(400)
    for seed in seeds {
      var generator = LifeGenerator(seed: seed)
      let life = Self.plain(generator.life())
      var random = SeededGenerator(seed: seed &+ 78)
      guard let first = kinds.randomElement(using: &random),
        let second = kinds.randomElement(using: &random),
        let (one, place) = first.injected(into: life, in: life.indices, &random)
      else { continue }
      let beside = max(0, place - 2)..<min(one.count, place + 1)
      guard let (trace, _) = second.injected(into: one, in: beside, &random) else { continue }
      let judgements = Self.sessions(trace).map { SessionLaw.judge($0, trace) }
      let faulty = judgements.filter { $0.cost > 0 }
      guard faulty.count == 1, let judgement = faulty.first, judgement.cost > 1 else { continue }
      found += 1
      let report = try check.report(of: trace.text)
      let label: Comment = """
        \(first) and \(second) at \(place), seed \(seed), expected \(judgement.cost) at \(judgement.events)
        \(Self.describe(report))
        \(Self.numbered(trace, around: place))
        """
      #expect(report.repairCost == judgement.cost, label)
      #expect(report.violations.allSatisfy { Self.isOneSlip($0.repair) }, label)
      let costs = report.violations.map { $0.repair.cost }
      #expect(costs.reduce(0, +) == judgement.cost, label)
      #expect(Set(report.violations.map(\.event)).isSubset(of: judgement.events), label)
      // Either fault alone is an error: so are both.
      let before = try check.report(of: one.text).counts
      if before.errors > 0 { #expect(report.counts.errors > 0, label) }
    }
    #expect(found > seeds.count / 8, "only \(found) pairs could be seen")
  }
}
