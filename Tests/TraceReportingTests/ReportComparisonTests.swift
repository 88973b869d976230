import TestSupport
import Testing
import TraceFindings
import TraceJSON

@testable import TraceReporting

@Suite struct `An alignment` {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `holds both sequences with the fewest differences`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func word() -> [Int] {
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        Int.random(in: 0...3, using: &generator)
      }
    }
    let (base, head) = (word(), word())
    let rows = Alignment(base: base, head: head).rows
    var (bases, heads, same, moved): ([Int], [Int], Int, Int) = ([], [], 0, 0)
    for row in rows {
      switch row {
      case .same(let left, let right):
        #expect(base[left] == head[right], "seed \(seed)")
        bases.append(left)
        heads.append(right)
        same += 1
      case .missing(let left): bases.append(left)
      case .extra(let right): heads.append(right)
      case .moved(let left, let right):
        #expect(base[left] == head[right], "seed \(seed)")
        bases.append(left)
        heads.append(right)
        moved += 1
      }
    }
    #expect(bases.sorted() == Array(base.indices), "seed \(seed)")
    #expect(heads == Array(head.indices), "seed \(seed)")
    #expect(same == longestCommonSubsequence(base, head), "seed \(seed)")
    // What is left missing cannot be left extra too: it would have moved.
    let missing = rows.compactMap { if case .missing(let left) = $0 { base[left] } else { nil } }
    let extra = rows.compactMap { if case .extra(let right) = $0 { head[right] } else { nil } }
    #expect(Set(missing).isDisjoint(with: extra), "seed \(seed)")
  }

  @Test func `gives up the fewest where there are too many differences`() {
    let (base, head) = (Array(0..<3_000), Array((0..<3_000).reversed()))
    let alignment = Alignment(base: [-1] + base, head: [-1] + head, limit: 50)
    #expect(!alignment.isOptimal)
    #expect(alignment.rows.first == .same(base: 0, head: 0))
    #expect(alignment.rows.count == 3_001)
    #expect(Alignment(base: base, head: base, limit: 0).isOptimal)
  }

  /// The textbook table, slow and plain.
  private func longestCommonSubsequence(_ left: [Int], _ right: [Int]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in left.indices {
      for j in right.indices {
        table[i + 1][j + 1] =
          left[i] == right[j] ? table[i][j] + 1 : max(table[i][j + 1], table[i + 1][j])
      }
    }
    return table[left.count][right.count]
  }
}

@Suite struct `A comparison` {
  /// A trace of calls written as `callback@time`, of one session.
  private func trace(_ path: String, _ calls: String, visits: [Int] = [1, 1]) -> TraceReport {
    var trace = SampleReport.conformingTrace(path)
    let entries = calls.split(separator: " ").enumerated().map { index, call in
      let parts = call.split(separator: "@")
      return Timeline.Entry(
        event: index + 1, line: index + 1, callback: String(parts[0]), kind: "delegate",
        time: parts.count > 1 ? Double(parts[1]) : nil, lanes: [0])
    }
    trace.timeline = Timeline(
      lanes: [.init(kind: "session", subject: "id of \(path)")], entries: entries)
    trace.coverage.lifecycles[0].states[1].visits = visits[0]
    trace.coverage.lifecycles[0].transitions[1].visits = visits[1]
    return trace
  }

  private func report(_ traces: [TraceReport]) -> Report {
    Report(toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: traces)
  }

  private var base: Report {
    var first = trace(
      "old/ios18/a.json",
      "willConnect@0 willEnterForeground@0.1 didBecomeActive@0.2 willResignActive@9 "
        + "didEnterBackground@9.5 didDisconnect@20", visits: [1, 0])
    first.add([SampleReport.discard, SampleReport.discard])
    return report([
      first, trace("old/ios18/b.json", "willConnect@0 didDisconnect@1"),
      trace("old/ios18/gone.json", "willConnect"),
    ])
  }

  private var head: Report {
    var first = trace(
      "new/a.json",
      "willConnect@0 didUpdate@0.1 didBecomeActive@0.9 willEnterForeground@1 willResignActive@9 "
        + "didDisconnect@20", visits: [0, 1])
    var other = SampleReport.discard
    other.fingerprint = String(repeating: "e", count: 32)
    other.message = "another | fault"
    first.add([SampleReport.discard, other])
    return report([
      first, trace("new/b.json", "willConnect@0 didDisconnect@3"),
      trace("new/added.json", "willConnect"),
    ])
  }

  @Test func `of a report with itself is empty`() {
    for sample in SampleReport.allCases {
      #expect(ReportComparison(base: sample.report, head: sample.report).isEmpty)
    }
  }

  @Test func `tells new, gone and unchanged violations apart`() {
    let comparison = ReportComparison(base: base, head: head)
    #expect(comparison.newViolations == 1)
    #expect(comparison.goneViolations == 1)
    #expect(comparison.unchangedViolations == 1)
  }

  @Test func `tells what is missing, extra and moved, and what became slower`() throws {
    let comparison = ReportComparison(base: base, head: head)
    #expect(comparison.comparedTraces == 2)
    let change = try #require(comparison.behaviors.first { $0.headPath == "new/a.json" })
    func callbacks(_ mark: BehaviorChange.Mark) -> [String] {
      change.rows.filter { $0.mark == mark }.map(\.callback)
    }
    #expect(callbacks(.missing) == ["didEnterBackground"])
    #expect(callbacks(.extra) == ["didUpdate"])
    #expect(callbacks(.moved).count == 1)
    let other = try #require(comparison.behaviors.first { $0.headPath == "new/b.json" })
    #expect(other.rows.allSatisfy { $0.mark == .same })
    #expect(other.timingShifts.map(\.change) == [2])
  }

  @Test func `pairs traces by their place below the common folder`() {
    let comparison = ReportComparison(base: base, head: head)
    #expect(comparison.onlyInBase == ["old/ios18/gone.json"])
    #expect(comparison.onlyInHead == ["new/added.json"])
    let single = ReportComparison(
      base: report([trace("x.json", "a b")]), head: report([trace("y/z.json", "a b")]))
    #expect(single.comparedTraces == 1 && single.isEmpty)
  }

  @Test func `is told as text, JSON and Markdown`() throws {
    let comparison = ReportComparison(base: base, head: head)
    expectSnapshot(comparison.text(), named: "comparison.txt")
    expectSnapshot(comparison.json(), named: "comparison.json")
    expectSnapshot(comparison.markdown(), named: "comparison.md")
    let same = ReportComparison(base: base, head: base)
    expectSnapshot(same.text(), named: "comparison-same.txt")
    #expect(try JSONValue(parsing: same.json())["isEmpty"] == true)
    #expect(String(decoding: same.markdown(), as: UTF8.self).hasPrefix("## ✅ No change"))
  }

  @Test func `shows the stretches that differ, not what is far from them`() {
    let many = (0..<500).map { "c\($0)" }
    var changed = many
    changed[100] = "other"
    changed.remove(at: 400)
    let comparison = ReportComparison(
      base: report([trace("a", many.joined(separator: " "))]),
      head: report([trace("a", changed.joined(separator: " "))]))
    let text = String(decoding: comparison.text(), as: UTF8.self)
    #expect(text.contains("c98 ") && !text.contains("c97 ") && text.contains("c402 "))
    #expect(!text.contains("c403 ") && text.contains("     ...\n"))
  }
}

@Suite struct `The coverage report` {
  @Test func `adds the numbers of all traces`() {
    let coverage = CoverageReport(SampleReport.many.report)
    #expect(coverage.coverage.lifecycles[0].states.map(\.visits) == [4, 2, 0])
    #expect(coverage.states == .init(used: 2, all: 3))
    #expect(coverage.transitions == .init(used: 1, all: 2))
    #expect(coverage.rules == .init(used: 2, all: 3))
    #expect(coverage.total == .init(used: 5, all: 8))
    #expect(coverage.total.wholePercent == 62)
  }

  @Test func `is told as text, JSON and Markdown`() {
    let coverage = CoverageReport(SampleReport.many.report)
    expectSnapshot(coverage.text(), named: "coverage.txt")
    expectSnapshot(coverage.json(), named: "coverage.json")
    expectSnapshot(coverage.markdown(), named: "coverage.md")
  }

  @Test func `of nothing lacks nothing`() {
    let coverage = CoverageReport(SampleReport.empty.report)
    #expect(coverage.total.percent == 100)
    expectSnapshot(coverage.text(), named: "coverage-empty.txt")
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `does not depend on the order of addition, but for order`(_ seed: UInt64) {
    var reports = RandomReports(seed: seed)
    let (left, right) = (reports.coverage(), reports.coverage())
    func sums(_ coverage: Coverage) -> [String: Int] {
      var sums: [String: Int] = [:]
      for lifecycle in coverage.lifecycles {
        for state in lifecycle.states {
          sums["s \(lifecycle.name) \(state.name)", default: 0] += state.visits
        }
        for step in lifecycle.transitions {
          sums["t \(lifecycle.name) \(step.from) \(step.callback) \(step.to)", default: 0] +=
            step.visits
        }
      }
      for rule in coverage.rules { sums["r \(rule.id)", default: 0] += rule.exercised }
      for other in coverage.unmentioned { sums["u \(other.callback)", default: 0] += other.count }
      return sums
    }
    var (first, second) = (left, right)
    first.add(right)
    second.add(left)
    #expect(sums(first) == sums(second), "seed \(seed)")
    #expect(sums(first) == sums(left).merging(sums(right), uniquingKeysWith: +), "seed \(seed)")
  }
}
