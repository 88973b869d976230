import ReportSamples
import TestSupport
import Testing
import TraceFindings
import TraceJSON

@testable import TraceReporting

@Suite("A difference of sequences") struct DifferenceSequencesTests {
  @Test("holds both sequences with the fewest differences", arguments: 0..<300 as Range<UInt64>)
  func holdsBothSequencesWithFewest(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func word() -> [Int] {
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        Int.random(in: 0...3, using: &generator)
      }
    }
    let (base, head) = (word(), word())
    let rows = SequenceDifference(base: base, head: head).rows
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
    // A call that is missing cannot be extra as well: it would have moved.
    let missing = rows.compactMap { if case .missing(let left) = $0 { base[left] } else { nil } }
    let extra = rows.compactMap { if case .extra(let right) = $0 { head[right] } else { nil } }
    #expect(Set(missing).isDisjoint(with: extra), "seed \(seed)")
  }

  @Test("gives up the fewest where there are too many differences") func givesUpFewestWhereThere() {
    let (base, head) = (Array(0..<3_000), Array((0..<3_000).reversed()))
    let difference = SequenceDifference(base: [-1] + base, head: [-1] + head, limit: 50)
    #expect(!difference.isOptimal)
    #expect(difference.rows.first == .same(base: 0, head: 0))
    #expect(difference.rows.count == 3_001)
    #expect(SequenceDifference(base: base, head: base, limit: 0).isOptimal)
  }

  /// The slow textbook algorithm with a table.
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

@Suite("A comparison") struct ComparisonTests {
  @Test("of a report with itself is empty") func reportWithItselfEmpty() {
    for sample in SampleReport.allCases {
      #expect(ReportComparison(base: sample.report, head: sample.report).isEmpty)
    }
  }

  @Test("tells new, gone and unchanged violations apart") func tellsNewGoneAndUnchanged() {
    let comparison = ComparisonSamples.comparison
    #expect(comparison.newViolations == 1)
    #expect(comparison.goneViolations == 1)
    #expect(comparison.unchangedViolations == 1)
  }

  @Test("calls a violation fixed only where the second run has its trace")
  func callsViolationFixedOnlyWhere() {
    func run(_ paths: [String: Int]) -> Report {
      ComparisonSamples.report(
        paths.sorted { $0.key < $1.key }.map { path, count in
          var trace = ComparisonSamples.trace(path, "willConnect")
          trace.add(Array(repeating: SampleReport.discard, count: count))
          return trace
        })
    }
    func compared(_ base: [String: Int], _ head: [String: Int]) -> String {
      let comparison = ReportComparison(base: run(base), head: run(head))
      return comparison.faults.map(\.fate.rawValue).joined() + " " + comparison.counts
    }
    #expect(
      compared(["a": 1, "b": 0], ["a": 0, "b": 0]) == "fixed 0 new, 1 fixed, 0 unchanged")
    #expect(
      compared(["a": 1, "b": 0, "c": 0], ["b": 0, "c": 0])
        == "gone 0 new, 0 fixed, 1 gone with their traces, 0 unchanged")
    // One of two traces with the same fault is gone: the other is unchanged.
    #expect(
      compared(["a": 1, "b": 1, "c": 0], ["b": 1, "c": 0])
        == "gone 0 new, 0 fixed, 1 gone with their traces, 1 unchanged")
    #expect(
      compared(["a": 1, "b": 1, "c": 0], ["b": 0, "c": 0])
        == "fixed 0 new, 1 fixed, 1 gone with their traces, 0 unchanged")
    #expect(compared(["a": 1, "b": 0], ["a": 2, "b": 0]) == "new 1 new, 0 fixed, 1 unchanged")
  }

  @Test("tells what is missing, extra and moved") func tellsWhatMissingExtraAnd() throws {
    let comparison = ComparisonSamples.comparison
    #expect(comparison.comparedTraces == 2)
    let change = try #require(comparison.behaviors.first { $0.headPath == "new/a.json" })
    func callbacks(_ mark: BehaviorChange.Mark) -> [String] {
      change.rows.filter { $0.mark == mark }.map(\.callback)
    }
    #expect(callbacks(.missing) == ["didEnterBackground"])
    #expect(callbacks(.extra) == ["didUpdate"])
    #expect(callbacks(.moved).count == 1)
    #expect(comparison.behaviors.count == 1, "times differ in every run")
  }

  @Test("pairs traces by their place below the common folder") func pairsTracesByTheirPlace() {
    let comparison = ComparisonSamples.comparison
    #expect(comparison.onlyInBase == ["old/ios18/gone.json"])
    #expect(comparison.onlyInHead == ["new/added.json"])
    let single = ReportComparison(
      base: ComparisonSamples.report([ComparisonSamples.trace("x.json", "a b")]),
      head: ComparisonSamples.report([ComparisonSamples.trace("y/z.json", "a b")]))
    #expect(single.comparedTraces == 1 && single.isEmpty)
  }

  @Test("is told as text, JSON and Markdown") func toldAsTextJSONAnd() throws {
    let comparison = ComparisonSamples.comparison
    expectSnapshot(comparison.text(), named: "comparison.txt")
    expectSnapshot(comparison.json(), named: "comparison.json")
    expectSnapshot(comparison.markdown(), named: "comparison.md")
    let same = ReportComparison(base: ComparisonSamples.base, head: ComparisonSamples.base)
    expectSnapshot(same.text(), named: "comparison-same.txt")
    #expect(try JSONValue(parsing: same.json())["isEmpty"] == true)
    #expect(String(decoding: same.markdown(), as: UTF8.self).hasPrefix("## ✅ No change"))
  }

  @Test("shows the ranges that differ, not what is far from them") func showsRangesDifferNotWhat() {
    let many = (0..<500).map { "c\($0)" }
    var changed = many
    changed[100] = "other"
    changed.remove(at: 400)
    let comparison = ComparisonSamples.compared(
      many.joined(separator: " "), changed.joined(separator: " "))
    let text = String(decoding: comparison.text(), as: UTF8.self)
    #expect(text.contains("c98 ") && !text.contains("c97 ") && text.contains("c402 "))
    #expect(!text.contains("c403 ") && text.contains("     ...\n"))
  }
}

@Suite("What the first report has in place of a new finding") struct EarlierTests {
  /// A comparison of two recordings of one trace, with a finding at an event of the second one.
  private func compared(
    _ base: String, _ head: String, event: Int, repair: Repair, callback: String = "enter"
  ) -> ReportComparison {
    var violation = SampleReport.discard
    (violation.event, violation.callback, violation.repair) = (event, callback, repair)
    var after = ComparisonSamples.trace("a.json", head)
    after.add([violation])
    return ReportComparison(
      base: ComparisonSamples.report([ComparisonSamples.trace("a.json", base)]),
      head: ComparisonSamples.report([after]))
  }

  private let lacksResign = Repair(insertions: [.init(callback: "resign", beforeEvent: 2)])

  @Test(
    "is the call that came right before, and how much earlier",
    arguments: [
      ("active@0 resign@9.6 enter@10", "active@0 enter@10", "before, resign came 400 ms earlier"),
      ("active resign enter", "active enter", "before, resign came first"),
      (
        "active@0 resign@9.6 enter@10", "active@0 enter@1 resign@3",
        "before, resign came 400 ms earlier"
      ),
    ])
  func theMissingCall(base: String, head: String, words: String) throws {
    let comparison = compared(base, head, event: 2, repair: lacksResign)
    let found = try #require(comparison.faults.first?.before?.words())
    #expect(found == words)
    for format in ComparisonFormat.allCases {
      let text = String(decoding: comparison.rendered(as: format), as: UTF8.self)
      #expect(text.contains(found) || text.contains(found.capitalizedFirst), "\(format)")
    }
  }

  @Test("is nothing where the recordings do not prove it")
  func nothingWithoutProof() {
    // Another call came in between, the call itself is new, or the first recording does not list its events.
    for base in ["active resign active enter", "active resign", "active enter"] {
      let head = base.contains("resign active") ? "active active enter" : "active enter"
      let event = head.split(separator: " ").count
      #expect(compared(base, head, event: event, repair: lacksResign).faults[0].before == nil)
    }
  }

  @Test("is that a superfluous call did not come, or came elsewhere")
  func theSuperfluousCall() {
    let surplus = Repair(deletions: [.init(event: 3, callback: "active")])
    #expect(
      compared("a b c", "a b active c", event: 3, repair: surplus, callback: "active")
        .faults[0].before == .absent(callback: "active"))
    #expect(
      compared(
        "a b c d e active", "a b active c d e", event: 3, repair: surplus, callback: "active"
      )
      .faults[0].before == .elsewhere(callback: "active", event: 6))
    // It is in both, but what came before it no longer does.
    #expect(
      compared(
        "a active resign active", "a active active", event: 3, repair: surplus, callback: "active"
      )
      .faults[0].before == .came(callback: "resign", seconds: nil))
  }
}
