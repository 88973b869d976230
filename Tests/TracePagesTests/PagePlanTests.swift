import Foundation
import ReportSamples
import Testing
import TraceModel
import TraceFindings
import TraceReporting

@testable import TracePages

@Suite("The plan of a page") struct PagePlanTests {
  /// A trace with one violation of the severity, and its events.
  private func trace(_ path: String, _ severity: Severity, kind: Character = "a") -> TraceReport {
    var trace = PageSamples.single.traces[0]
    trace.path = path
    trace.verdict = severity == .note ? .conforming : .violating
    var violation = trace.violations[0]
    violation.severity = severity
    violation.fingerprint = String(repeating: kind, count: 32)
    (trace.violations, trace.groups, trace.countsByRule) = ([], [], [])
    trace.counts = SeverityCounts()
    trace.add([violation])
    return trace
  }

  private func page(_ report: Report) -> String {
    let page = HTMLReport(json: { JSONReport().write(report, to: $0) })
    return String(decoding: page.render(report, grammar: PageSamples.grammar), as: UTF8.self)
  }

  /// The link targets that the page does not contain.
  private func missingPlaces(in page: String) -> Set<Substring> {
    func values(_ start: String) -> Set<Substring> {
      Set(page.components(separatedBy: start).dropFirst().map { $0.prefix { $0 != "\"" } })
    }
    return values(" href=\"#").subtracting(values(" id=\""))
  }

  /// More traces than can have sections; those that have one come last.
  private var crowd: Report {
    let quiet = trace("", .note, kind: "b")
    let loud = trace("", .error)
    return PageSamples.report(
      (0..<600).map { number in
        var trace = quiet
        trace.path = "a/\(number).json"
        return trace
      }
        + (0..<600).map { number in
          var trace = loud
          trace.path = "b/\(number).json"
          return trace
        })
  }

  /// Passing traces with events, and one with a finding.
  private func mostlyQuiet(_ count: Int) -> Report {
    let quiet = PageSamples.conforming.traces[0]
    return PageSamples.report(
      (0..<count).map { number in
        var trace = quiet
        trace.path = "run/\(number).json"
        return trace
      } + [trace("run/loud.json", .error)])
  }

  @Test("stays small with two thousand small traces")
  func staysSmallWithManyTraces() {
    let page = page(mostlyQuiet(2_000))
    #expect(page.utf8.count < 1_500_000, "\(page.utf8.count)")
    #expect(page.components(separatedBy: "<").count / 2 < 20_000)
  }

  @Test("has one page for equal faults of many traces, and leads from each trace to it")
  func hasOnePageForEqualFaults() throws {
    let report = PageSamples.report((0..<5).map { trace("run/\($0).json", .error) })
    let article = try #require(PagePlan(report).groups.first?.articles.first)
    #expect(PagePlan(report).groups.flatMap(\.articles).count == 1)
    #expect(article.others.map(\.trace) == [1, 2, 3, 4])
    #expect(article.count == 5 && article.traces.count == 5)
    let page = page(report)
    #expect(page.contains("4 more places with the same fault, in 4 other traces"))
    #expect(page.contains("data-count=\"5\""))
    #expect(missingPlaces(in: page).isEmpty)
  }

  @Test("counts findings of different severity apart, in one group")
  func countsSeveritiesApart() {
    let plan = PagePlan(crowd)
    #expect(plan.groups.map(\.fault.count) == [1_200])
    #expect(plan.groups.flatMap(\.articles).map(\.count) == [600, 600])
    #expect(missingPlaces(in: page(crowd)).isEmpty)
  }

  @Test("has rows for the traces that fail, even where the table is cut") func cutsTheTable() {
    let report = PageSamples.report(
      (0..<2_500).map { TraceReport(path: "\($0).json") } + [trace("last.json", .error)])
    let page = page(report)
    #expect(page.contains(">last.json</a>"))
    #expect(page.contains("Counted, but not in this table: 1,501 further traces"))
  }

  @Test("counts findings beyond the articles and the rows") func countsBeyondLimits() {
    var report = PageSamples.report([trace("a.json", .error), trace("b.json", .error)])
    let violation = report.traces[0].violations[0]
    report.traces[0].violations = Array(repeating: violation, count: 6_000)
    report.traces[0].groups[0].count = 6_000
    report.traces[1].groups = []
    report.traces[1].violations = (0..<500).map { number in
      var other = violation
      other.fingerprint = String(number, radix: 16).leftPadded
      return other
    }
    #expect(PagePlan(report).groups.reduce(0) { $0 + $1.articles.count } == 250)
    #expect(PagePlan(report).groups.reduce(0) { $0 + $1.fault.count } == 6_500)
    #expect(page(report).contains("and 5,799 more, counted, not listed"))
    #expect(missingPlaces(in: page(report)).isEmpty)
  }

  @Test("takes any number for the event of a violation", arguments: [0, 1, 49, .max - 1, .max])
  func takesAnyNumberForEvent(_ event: Int) {
    var report = PageSamples.single
    report.traces[0].violations[0].event = event
    report.traces[0].timeline?.isComplete = false
    #expect(page(report).contains("event \(event)"))
  }
}

extension String {
  fileprivate var leftPadded: String { String(repeating: "0", count: 32 - count) + self }
}
