import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceJSON
import TraceReporting

@Suite("Statistics of a fleet") struct FleetStatisticsTests {
  private static let members = ["app", "version", "os", "device"]

  private func statistics(
    _ reports: [Report], by members: [String] = members, comparing index: Int = 1
  ) throws -> FleetStatistics {
    var counter = FleetCounter(by: members, comparing: index)
    for report in reports { try counter.add(report) }
    return counter.statistics
  }

  private func report(_ traces: [TraceReport]) -> Report {
    Report(toolVersion: "1.0", grammarName: "UIScene", grammarVersion: "1", traces: traces)
  }

  private func trace(
    _ path: String, _ metadata: [(String, String)] = [], launches: Int = 1
  ) -> TraceReport {
    var trace = TraceReport(path: path)
    trace.metadata = metadata.map { .init(name: $0.0, value: $0.1) }
    trace.verdict = .conforming
    trace.subjectCounts = [.init(kind: "process", count: launches)]
    return trace
  }

  @Test("names only the version that broke a rule, and the one that fixed it")
  func planted() throws {
    var random = SeededGenerator(seed: 1)
    let fleet = Fleet(
      versions: [
        .init(name: "1.9", rates: [0.01, 0.002, 0.05]),
        .init(name: "1.10", rates: [0.01, 0.03, 0.05]),
        .init(name: "1.11", rates: [0.001, 0.03, 0.05]),
      ], traces: 4_000)
    let found = try statistics(fleet.reports(&random).reversed())
    #expect(found.changes.map(\.rule) == ["rule-1", "rule-0"])
    #expect(found.changes.map(\.isRegression) == [true, false])
    #expect(found.changes.map(\.from) == ["1.9", "1.10"])
    #expect(found.changes.map(\.to) == ["1.10", "1.11"])
    #expect(found.changes.allSatisfy { $0.within == ["com.example.notes"] })
    #expect(found.changes[0].examples.count == 3)
    #expect(found.changes[0].examples.allSatisfy { $0.trace.hasPrefix("1.10/") && $0.event == 2 })
    #expect(found.changes[1].examples.allSatisfy { $0.trace.hasPrefix("1.10/") })
    #expect(found.tests == 6)
    #expect(found.launches == 12_000 && found.groups.count == 6)
    #expect(found.rules.map(\.id) == ["rule-2", "rule-1", "rule-0"])
    #expect(found.rules.allSatisfy { $0.edit == "insert didDisconnect" && $0.editCount > 0 })
    for rule in found.rules {
      #expect(rule.share.lowest < rule.share.rate && rule.share.rate < rule.share.highest)
      #expect(rule.cells.reduce(0) { $0 + $1.share.affected } == rule.share.affected)
    }
  }

  @Test("lists the newest regression first")
  func newest() throws {
    var random = SeededGenerator(seed: 2)
    let fleet = Fleet(
      versions: [
        .init(name: "9", rates: [0.01, 0.01]), .init(name: "10", rates: [0.2, 0.01]),
        .init(name: "11", rates: [0.2, 0.04]),
      ], traces: 3_000)
    let found = try statistics(fleet.reports(&random))
    #expect(found.changes.map(\.to) == ["11", "10"])
    #expect(found.changes[0].adjusted > found.changes[1].adjusted)
  }

  /// The share of false changes among the reported ones, over many fleets with real changes in some of their rules.
  @Test(
    "reports false changes at most at the stated rate, also if launches of a recording are alike",
    arguments: [1, 6])
  func falseDiscoveries(launches: Int) throws {
    let fleets = 120
    var (share, found, planted, blunt) = (0.0, 0, 0, 0.0)
    for seed in 0..<UInt64(fleets) {
      var random = SeededGenerator(seed: 1_000 * UInt64(launches) + seed)
      var rates = (0..<16).map { _ in Double.random(in: 0.005..<0.05, using: &random) }
      var versions = [Fleet.Version(name: "1.0", rates: rates)]
      for rule in 0..<4 { rates[rule] *= 4 }
      versions.append(.init(name: "1.1", rates: rates))
      versions.append(.init(name: "1.2", rates: rates))
      let fleet = Fleet(
        versions: versions, traces: 250, launches: launches, isAlike: launches > 1)
      let statistics = try statistics(fleet.reports(&random))
      func isPlanted(_ rule: String, _ to: String) -> Bool {
        to == "1.1" && (0..<4).contains { Fleet.rule($0) == rule }
      }
      let right = statistics.changes.count { isPlanted($0.rule, $0.to) && $0.isRegression }
      share += Double(statistics.changes.count - right) / Double(max(1, statistics.changes.count))
      (found, planted) = (found + right, planted + 4)
      blunt += Self.bluntShare(of: statistics, isPlanted)
    }
    let mean = share / Double(fleets)
    // The share in a fleet is at most 1 and has a mean of at most 0.05, so three standard errors are 0.06.
    let bound = FleetStatistics.falseDiscoveryRate + 0.06
    #expect(mean <= bound, "seeds from \(1_000 * launches), \(launches) launches: \(mean)")
    #expect(found * 2 > planted, "\(found) of \(planted)")
    // A simple test at 0.05 that treats launches as independent exceeds the same bound.
    #expect(blunt / Double(fleets) > bound, "\(blunt / Double(fleets))")
  }

  private static func bluntShare(
    of statistics: FleetStatistics, _ isPlanted: (String, String) -> Bool
  ) -> Double {
    func launches(_ version: String) -> Int {
      statistics.groups.filter { $0.values[1] == version }.reduce(0) { $0 + $1.launches }
    }
    var (told, wrong) = (0, 0)
    for rule in statistics.rules {
      func side(_ version: String) -> (Int, Int) {
        let cells = rule.cells.filter { $0.values[1] == version }
        return (cells.reduce(0) { $0 + $1.share.affected }, launches(version))
      }
      for (from, to) in [("1.0", "1.1"), ("1.1", "1.2")]
      where probabilityOfDifference(side(from), side(to)) <= 0.05 {
        told += 1
        if !isPlanted(rule.id, to) { wrong += 1 }
      }
    }
    return Double(wrong) / Double(max(1, told))
  }

  @Test(
    "is the same for any order of the reports, and however they are split",
    arguments: 0..<6 as Range<UInt64>)
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fleet = Fleet(
      versions: [
        .init(name: "1", rates: [0.05, 0.1, 0]), .init(name: "2", rates: [0.3, 0.1, 0.02]),
      ], traces: 200, launches: 5)
    let reports = fleet.reports(&random)
    let expected = try statistics(reports)
    #expect(expected.rules.count == 3)
    var parts = [[TraceReport]](repeating: [], count: Int.random(in: 1...9, using: &random))
    for trace in reports.flatMap(\.traces).shuffled(using: &random) {
      parts[Int.random(in: parts.indices, using: &random)].append(trace)
    }
    let shuffled = try statistics(parts.map(report))
    #expect(shuffled == expected, "seed \(seed)")
    #expect(shuffled.json == expected.json)
    // Written numbers have 16 digits, and line ends depend on all digits.
    let written = try JSONValue(parsing: expected.json)
    let again = try FleetStatistics(json: written)
    #expect(try JSONValue(parsing: again.json) == written)
  }

  @Test("counts unsuppressed errors and warnings, each launch once, and only checked traces")
  func counts() throws {
    var long = trace("long", launches: 10)
    long.add("a", count: 4, event: 3)
    long.add("b", count: 25, event: 1, severity: .warning, suppressed: 5)
    long.add("c", count: 9, event: 1, severity: .note)
    long.add("d", count: 7, event: 1, suppressed: 7)
    var unchecked = trace("unchecked")
    unchecked.verdict = .inconclusive
    var empty = trace("none")
    empty.subjectCounts = []
    let found = try statistics([report([long, unchecked, empty])])
    #expect(found.traces == 2 && found.launches == 11 && found.unchecked == 1)
    #expect(Set(found.rules.map(\.id)) == ["a", "b"])
    let (a, b) = (found.rules.first { $0.id == "a" }, found.rules.first { $0.id == "b" })
    #expect(a?.share.affected == 4 && a?.share.violations == 4 && a?.severity == .error)
    #expect(b?.share.affected == 10 && b?.share.violations == 20 && b?.severity == .warning)
    #expect(b?.share.rate == 10.0 / 11 * 1_000_000)
    #expect(found.groups.map(\.values) == [[nil, nil, nil, nil]])
    #expect(found.changes.isEmpty && found.tests == 0)
  }

  @Test("names the typical edit without its positions")
  func edits() throws {
    var traces: [TraceReport] = []
    for index in 0..<5 {
      var trace = trace("\(index)")
      trace.add(
        "a", count: 1, event: 9,
        repair: index < 3
          ? Repair(
            insertions: [
              .init(callback: "x", beforeEvent: index + 1),
              .init(callback: "y", beforeEvent: index + 2),
            ],
            deletions: [
              .init(event: index + 7, callback: "y"), .init(event: index + 8, callback: "z"),
            ])
          : Repair(deletions: [.init(event: 1, callback: "z")]))
      traces.append(trace)
    }
    var timed = trace("timed")
    timed.add("b", count: 1, event: 1, repair: Repair())
    let found = try statistics([report(traces + [timed])])
    let rule = try #require(found.rules.first { $0.id == "a" })
    #expect(rule.edit == "insert x, move y, remove z")
    #expect(rule.editCount == 3 && rule.listed == 5)
    #expect(found.rules.first { $0.id == "b" }?.edit == "no edit of the calls")
  }

  @Test(
    "compares groups that are equal in the earlier members, and combines those that differ in later ones"
  )
  func strata() throws {
    var traces: [TraceReport] = []
    // Both versions are equally good on each system; the second one runs mostly on the worse system.
    for (version, system, count, broken) in [
      ("1", "26", 900, 9), ("1", "27", 100, 20), ("2", "26", 100, 1), ("2", "27", 900, 180),
    ] {
      for index in 0..<count {
        var trace = trace("\(version)-\(system)-\(index)", [("version", version), ("os", system)])
        if index < broken { trace.add("a", count: 1, event: 1) }
        traces.append(trace)
      }
    }
    let all = [report(traces)]
    #expect(try statistics(all, by: ["version", "os"], comparing: 0).changes.count == 1)
    let each = try statistics(all, by: ["os", "version"], comparing: 1)
    #expect(each.changes.isEmpty && each.tests == 2)
    let systems = try statistics(all, by: ["version", "os"], comparing: 1)
    #expect(Set(systems.changes.map(\.within)) == [["1"], ["2"]])
    #expect(systems.changes.allSatisfy { $0.from == "26" && $0.to == "27" && $0.isRegression })
  }

  @Test("does not take one long recording for many launches")
  func oneRecording() throws {
    func fleet(_ broken: Int) -> [Report] {
      let good = (0..<20).map { trace("good-\($0)", [("version", "1")], launches: 50) }
      var bad = (0..<20).map { trace("bad-\($0)", [("version", "2")], launches: 50) }
      bad[0].add("a", count: broken, event: 1)
      return [report(good + bad)]
    }
    // 50 of 1,000 launches against none of 1,000, and all 50 are in one recording.
    #expect(probabilityOfDifference((0, 1_000), (50, 1_000)) < 1e-12)
    let found = try statistics(fleet(50), by: ["version"], comparing: 0)
    #expect(found.tests == 1 && found.changes.isEmpty)
    let interval = try #require(found.rules.first?.share)
    #expect(interval.highest > 100_000, "\(interval)")
  }

  @Test("is rejected for reports of another grammar")
  func grammars() throws {
    var counter = FleetCounter(by: ["version"], comparing: 0)
    try counter.add(report([trace("a")]))
    var other = report([trace("b")])
    other.grammarVersion = "2"
    let error = #expect(throws: FleetCounter.OtherGrammar.self) { try counter.add(other) }
    #expect(error?.expected == "UIScene 1" && error?.found == "UIScene 2")
    #expect(counter.statistics.traces == 1)
  }

  @Test("has limits on what files can make large")
  func limits() throws {
    var traces = (0..<FleetCounter.Limit.groups + 3).map { trace("\($0)", [("version", "\($0)")]) }
    for index in 0..<FleetCounter.Limit.rules + 3 {
      traces[0].add("rule-\(index)", count: 1, event: 1)
    }
    traces[1] = trace("1", [("version", "1")], launches: 60_000_000_000)
    let found = try statistics([report(traces)], by: ["version"], comparing: 0)
    #expect(found.groups.count == FleetCounter.Limit.groups && found.beyondLimit == 3)
    #expect(found.rules.count == FleetCounter.Limit.rules)
    #expect(found.launches == FleetCounter.Limit.groups - 1 + FleetCounter.Limit.launchesOfTrace)
  }
}
