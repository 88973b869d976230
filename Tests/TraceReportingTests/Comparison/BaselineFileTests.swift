import ReportSamples
import TestSupport
import Testing
import TraceModel
import TraceFindings

@testable import TraceReporting

@Suite("A baseline") struct BaselineTests {
  /// A report with the given number of faults of each kind, over two traces; the letter is the digit of the fingerprint.
  private func report(_ faults: [(Character, Int)], listing limit: Int = .max) -> Report {
    var traces = [TraceReport(path: "a.json"), TraceReport(path: "b.json")]
    for (digit, count) in faults {
      for number in 0..<count {
        var violation = SampleReport.discard
        violation.rule = "rule-\(digit)"
        violation.message = "fault \(digit)"
        violation.fingerprint = String(repeating: digit, count: 32)
        violation.event = number + 1
        traces[number % 2].add([violation])
      }
    }
    for index in traces.indices {
      traces[index].unlistedViolations = max(0, traces[index].violations.count - limit)
      traces[index].violations = Array(traces[index].violations.prefix(limit))
    }
    return Report(
      toolVersion: "1", grammarName: "UIScene", grammarVersion: "1.0", traces: traces)
  }

  private func counts(_ entries: [BaselineFile.Entry]) -> [String] {
    entries.map { "\($0.fingerprint.first ?? "?")\($0.count)" }
  }

  @Test("of a report leaves nothing new and nothing stale") func reportLeavesNothingNewAnd() throws
  {
    let report = report([("a", 3), ("b", 1)])
    let match = try BaselineFile(of: report).match(report)
    #expect(match.new.isEmpty && match.stale.isEmpty)
    #expect(match.report.countsInForce.total == 0)
    #expect(match.report.counts.total == 4)
  }

  @Test("sees one fault fixed and another added") func seesOneFaultFixedAnd() throws {
    let match = try BaselineFile(of: report([("a", 1), ("b", 1)])).match(
      report([("a", 1), ("c", 1)]))
    #expect(counts(match.new) == ["c1"])
    #expect(counts(match.stale) == ["b1"])
    #expect(match.report.suppressedCounts.total == 1)
  }

  @Test("allows a fault as often as it says and not once more") func allowsFaultAsOftenAs() throws {
    let match = try BaselineFile(of: report([("a", 3)])).match(report([("a", 4)]))
    #expect(counts(match.new) == ["a1"])
    #expect(match.report.countsInForce.errors == 1)
    let marks = match.report.traces.flatMap(\.violations).map { $0.suppression != nil }
    #expect(marks == [true, true, true, false])
  }

  @Test("is exact where not every violation is listed") func exactWhereNotEveryViolation() throws {
    let known = try BaselineFile(of: report([("a", 30)]))
    let match = known.match(report([("a", 33), ("b", 2)], listing: 4))
    #expect(counts(match.new) == ["a3", "b2"])
    #expect(match.report.countsInForce.errors == 5)
  }

  @Test("adds up, for any two multisets", arguments: 0..<100 as Range<UInt64>)
  func addsUpForAnyTwo(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func faults() -> [(Character, Int)] {
      ["a", "b", "c", "d"].map { ($0, Int.random(in: 0...4, using: &generator)) }
    }
    let (before, after) = (report(faults()), report(faults()))
    let baseline = try BaselineFile(of: before)
    let match = baseline.match(after)
    func sum(_ entries: [BaselineFile.Entry]) -> Int { entries.reduce(0) { $0 + $1.count } }
    let known = match.report.suppressedCounts.total
    #expect(sum(match.new) + known == after.counts.total, "seed \(seed)")
    #expect(sum(match.stale) + known == before.counts.total, "seed \(seed)")
    #expect(match.report.countsInForce.total == sum(match.new), "seed \(seed)")
    #expect(baseline.match(match.report) == match, "a second match forgets the first, seed \(seed)")
    #expect(try baseline.pruned(by: after).match(after).stale.isEmpty, "seed \(seed)")
    #expect(try baseline.pruned(by: after).match(after).new == match.new, "seed \(seed)")
    #expect(try baseline.updated(by: after) == BaselineFile(of: after), "seed \(seed)")
    let differences = baseline.differences(to: try BaselineFile(of: after))
    #expect(counts(differences.added) == counts(match.new), "seed \(seed)")
    #expect(counts(differences.removed) == counts(match.stale), "seed \(seed)")
    #expect(try BaselineFile(json: baseline.serialized()) == baseline, "seed \(seed)")
  }

  @Test("keeps reasons and days when it is updated or pruned") func keepsReasonsAndDaysWhen() throws
  {
    let baseline = BaselineFile(
      grammarName: "UIScene", grammarVersion: "1.0",
      entries: [
        .init(
          fingerprint: String(repeating: "a", count: 32), rule: "rule-a", summary: "fault a",
          count: 5, reason: "vendor SDK", expires: "2027-01-31")
      ])
    let report = report([("a", 2), ("b", 1)])
    for file in [try baseline.updated(by: report), try baseline.pruned(by: report)] {
      let entry = try #require(file[String(repeating: "a", count: 32)])
      #expect(entry.reason == "vendor SDK" && entry.expires == "2027-01-31" && entry.count == 2)
    }
    #expect(try baseline.updated(by: report).entries.count == 2)
    #expect(try baseline.pruned(by: report).entries.count == 1)
  }

  @Test("lets an entry expire after its last day") func letsEntryExpireAfterIts() throws {
    let report = report([("a", 1)])
    var entry = try #require(BaselineFile(of: report).entries.first)
    entry.expires = "2026-10-31"
    let baseline = BaselineFile(grammarName: "UIScene", grammarVersion: "1.0", entries: [entry])
    #expect(baseline.match(report).new.isEmpty)
    #expect(baseline.match(report, today: "2026-10-31").new.isEmpty)
    let late = baseline.match(report, today: "2026-11-01")
    #expect(counts(late.new) == ["a1"])
    #expect(late.expired == [entry] && late.stale.isEmpty)
    #expect(late.report.suppressedCounts.total == 0)
  }

  @Test("is not made from a report with an unreadable input") func notMadeFromReportWith() throws {
    var report = report([("a", 1)])
    let baseline = try BaselineFile(of: report)
    report.failures = [.init(path: "broken.json", message: "no such file")]
    #expect(throws: ReportError.self) { try BaselineFile(of: report) }
    #expect(throws: ReportError.self) { try baseline.updated(by: report) }
    #expect(throws: ReportError.self) { try baseline.pruned(by: report) }
  }

  @Test("leaves aside what the configuration suppresses")
  func leavesAsideWhatConfigurationSuppresses() throws {
    var report = report([("a", 2)])
    for index in report.traces.indices {
      report.traces[index].violations[0].suppression = Suppression(
        source: .configuration, reason: "third party")
      report.traces[index].groups[0].suppressed = 1
      report.traces[index].suppressedCounts.errors = 1
    }
    #expect(try BaselineFile(of: report).entries.isEmpty)
    let match = BaselineFile(grammarName: "UIScene", grammarVersion: "1").match(report)
    #expect(match.report == report && match.new.isEmpty)
  }

  /// A file as written by version 2, which had other fingerprints for the same faults.
  private func older(_ entries: String...) throws -> BaselineFile {
    let text = """
      {"version": 2, "grammar": {"name": "UIScene", "version": "1.0"}, "entries": [
      \(entries.joined(separator: ",\n"))]}
      """
    return try BaselineFile(json: Array(text.utf8))
  }

  private func olderEntry(_ digit: Character, rule: String, _ count: Int, _ rest: String = "")
    -> String
  {
    let name = String(repeating: digit, count: 32)
    return
      "{\"fingerprint\": \"\(name)\", \"rule\": \"\(rule)\", \"summary\": \"s\", \"count\": \(count)\(rest)}"
  }

  @Test("of an older version knows its faults by their rule, so often and not once more")
  func olderVersionKnowsItsFaults()
    throws
  {
    let reason = #", "reason": "vendor SDK", "expires": "2027-01-31""#
    let baseline = try older(
      olderEntry("1", rule: "rule-a", 2, reason), olderEntry("2", rule: "rule-a", 1, reason),
      olderEntry("3", rule: "rule-b", 1))
    #expect(baseline.isOlder)
    let match = baseline.match(report([("a", 4), ("c", 1)]))
    #expect(match.report.suppressedCounts.total == 3 && counts(match.new) == ["a1", "c1"])
    #expect(counts(match.stale) == ["31"])
    let suppressed = match.report.traces.flatMap(\.violations).compactMap(\.suppression)
    #expect(suppressed.count == 3 && suppressed.allSatisfy { $0.reason == "vendor SDK" })
    let updated = try baseline.updated(by: report([("a", 4), ("c", 1)]))
    #expect(!updated.isOlder && counts(updated.entries) == ["a4", "c1"])
    #expect(updated.entries.map(\.reason) == ["vendor SDK", nil])
    #expect(try BaselineFile(json: updated.serialized()) == updated)
  }

  @Test("knows a fault by another call of its rule where its own is not recorded")
  func knowsFaultByAnotherCall() throws {
    func report(_ digit: Character, callback: String, recorded: [String]?) -> Report {
      var report = self.report([(digit, 1)])
      for index in report.traces.indices {
        for violation in report.traces[index].violations.indices {
          report.traces[index].violations[violation].rule = "r"
          report.traces[index].violations[violation].callback = callback
          report.traces[index].groups[violation].rule = "r"
          report.traces[index].groups[violation].callback = callback
        }
        report.traces[index].observed = recorded.map { .init(source: .trace, calls: $0) }
      }
      return report
    }
    let baseline = try BaselineFile(of: report("a", callback: "x", recorded: nil))
    for (recorded, isKnown) in [(["y"], true), (["x", "y"], false), (nil, false)] {
      let match = baseline.match(report("b", callback: "y", recorded: recorded))
      #expect(match.new.isEmpty == isKnown && match.stale.isEmpty == isKnown)
      #expect(match.report.suppressedCounts.total == (isKnown ? 1 : 0))
      let comparison = ReportComparison(
        base: report("a", callback: "x", recorded: ["x", "y"]),
        head: report("b", callback: "y", recorded: recorded))
      #expect(comparison.newViolations == (isKnown ? 0 : 1))
      #expect(comparison.goneViolations == (isKnown ? 0 : 1))
      #expect(comparison.unchangedViolations == (isKnown ? 1 : 0))
    }
  }

  @Test("fits reports of its grammar and major version") func fitsReportsItsGrammarAnd() throws {
    let baseline = try BaselineFile(of: report([]))
    for (name, version, fits) in [
      ("UIScene", "1.0", true), ("UIScene", "1.7", true), ("UIScenePractices", "1.0", true),
      ("UIScene", "2.0", false),
      ("Other", "1.0", false),
    ] {
      let report = Report(toolVersion: "1", grammarName: name, grammarVersion: version)
      #expect(baseline.fits(report) == fits)
    }
  }

  @Test("has one entry a line, sorted") func hasOneEntryLineSorted() throws {
    var baseline = try BaselineFile(of: report([("c", 1), ("a", 2), ("b", 1)]))
    let text = String(decoding: baseline.serialized(), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("fingerprint") }
    #expect(lines.count == 3 && lines == lines.sorted())
    expectSnapshot(baseline.serialized(), named: "baseline.json")
    baseline = try BaselineFile(of: report([]))
    #expect(
      String(decoding: baseline.serialized(), as: UTF8.self) == """
        {
          "version": 3,
          "grammar": {"name": "UIScene", "version": "1.0"},
          "entries": []
        }

        """)
  }

  @Test(
    "with a mistake in it says where",
    arguments: [
      ("{}", "the member \"version\" is missing"),
      ("{\"version\": 1}", "version: expected 2 or 3, found 1"),
      ("{\"version\": 4}", "version: expected 2 or 3, found 4"),
      ("\"count\": 0", "entries[0].count: expected an integer from 1, found 0"),
      ("\"expires\": \"31.12.26\"", "entries[0].expires: expected a day as YYYY-MM-DD"),
      ("\"expires\": \"2027-02-31\"", "entries[0].expires: expected a day as YYYY-MM-DD"),
      ("\"expires\": \"2026-13-01\"", "entries[0].expires: expected a day as YYYY-MM-DD"),
      ("\"expire\": \"2026-12-01\"", "entries[0].expire: unknown member"),
      ("\"fingerprint\": \"a\"", "not JSON: duplicate object key"),
    ])
  func withMistakeInSaysWhere(_ text: String, _ expected: String) {
    let entry =
      "\"fingerprint\": \"\(String(repeating: "a", count: 32))\", \"rule\": \"r\", \"summary\": \"s\""
    let document =
      text.hasPrefix("{")
      ? text
      : "{\"version\": 3, \"grammar\": {\"name\": \"G\", \"version\": \"1\"}, "
        + "\"entries\": [{\(entry), \(text)}]}"
    let error = #expect(throws: ReportError.self) { try BaselineFile(json: Array(document.utf8)) }
    #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "none")")
  }
}
