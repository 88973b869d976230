import ReportSamples
import TestSupport
import Testing
import TraceFindings

@testable import TraceReporting

@Suite("The coverage report") struct CoverageReportTests {
  @Test("adds the numbers of all traces") func addsNumbersAllTraces() {
    let coverage = CoverageReport(SampleReport.many.report)
    #expect(coverage.coverage.lifecycles[0].states.map(\.visits) == [4, 2, 0])
    #expect(coverage.coverage.rules.map { $0.exercised > 0 }.count { $0 } == 2)
  }

  @Test("is told as text and JSON") func toldAsTextAndJSON() {
    let coverage = CoverageReport(SampleReport.many.report)
    expectSnapshot(coverage.text(), named: "coverage.txt")
    expectSnapshot(coverage.json(), named: "coverage.json")
  }

  @Test("names the scenarios that no trace goes through, and how to bring them about")
  func namesScenariosNoTraceGoes() {
    var coverage = CoverageReport(SampleReport.many.report)
    coverage.scenarios = [
      ScenarioCoverage(
        id: "a", title: "A | link", action: "Open \u{1B}[1mit.", isExercised: false),
      ScenarioCoverage(id: "b", title: "A window", action: "Close it.", isExercised: true),
    ]
    let text = String(decoding: coverage.text(), as: UTF8.self)
    #expect(text.contains("- A | link\n"))
    #expect(text.contains("Open") && !text.contains("\u{1B}"))
    #expect(!text.contains("A window"))
    #expect(String(decoding: coverage.json(), as: UTF8.self).contains("Close it."))
  }

  @Test("does not say never of a call that no trace has") func doesNotSayNeverCall() throws {
    var report = SampleReport.many.report
    let step = try #require(
      report.coverage.lifecycles[0].transitions.first { $0.visits == 0 && $0.from != $0.to })
    func words(_ calls: [String]) throws -> Substring {
      for index in report.traces.indices {
        report.traces[index].observed = ObservedCallbacks(
          source: .trace, calls: calls, notifications: [])
      }
      let text = String(decoding: CoverageReport(report).text(), as: UTF8.self)
      return try #require(
        text.split(separator: "\n").first {
          $0.contains("- \(step.from) -> \(step.callback) \(step.to)  ")
        })
    }
    #expect(try words([step.callback]).hasSuffix("  never"))
    #expect(try words([]).hasSuffix("  not recorded"))
  }

  @Test("of nothing is nothing") func nothingIsNothing() {
    let coverage = CoverageReport(SampleReport.empty.report)
    #expect(coverage.steps.percent == 0)
    expectSnapshot(coverage.text(), named: "coverage-empty.txt")
  }

  @Test(
    "does not depend on the order of addition, but for order", arguments: 0..<50 as Range<UInt64>)
  func doesNotDependOnOrder(_ seed: UInt64) {
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
