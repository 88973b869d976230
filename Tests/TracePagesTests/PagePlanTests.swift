import Foundation
import ReportSamples
import Testing
import TraceModel
import TraceFindings

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
    String(decoding: HTMLReport().render(report, grammar: SampleGrammar.grammar), as: UTF8.self)
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

  @Test("keeps traces without findings as data")
  func keepsQuietTracesAsData() {
    let report = mostlyQuiet(3)
    let plan = PagePlan(report)
    #expect(plan.sections.map(\.report.path) == ["run/loud.json"])
    #expect(plan.quiet.map(\.report.path) == ["run/0.json", "run/1.json", "run/2.json"])
    #expect(plan.rows.count == 1)
    let page = page(report)
    #expect(page.contains("3 traces without findings: run/0.json, run/1.json, run/2.json."))
    #expect(page.contains("\"rows\":[[\"run/0.json\",9,1,\"t"))
    #expect(missingPlaces(in: page).isEmpty)
    #expect(PagePlan(PageSamples.conforming).sections.count == 1)
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
    let plan = PagePlan(report)
    let finding = try #require(plan.groups.first?.findings.first)
    #expect(plan.groups.flatMap(\.findings).count == 1)
    #expect(finding.elsewhere.map(\.trace.report.path) == (1..<5).map { "run/\($0).json" })
    #expect(finding.count == 5)
    let page = page(report)
    #expect(page.contains("The same in 4 other traces"))
    #expect(page.contains("data-n=\"5\""))
    #expect(missingPlaces(in: page).isEmpty)
  }

  @Test("gives every violating trace a section, in whatever order they come")
  func givesEveryViolatingTraceSection() {
    let plan = PagePlan(crowd)
    #expect(plan.sections.map(\.index) == Array(600..<1_200))
    #expect(plan.quiet.map(\.index) == Array(0..<600))
    #expect(plan.rows.count == 600)
    #expect(plan.rows.allSatisfy { $0.section != nil })
    #expect(plan.groups.map(\.counts.total) == [1_200])
    #expect(plan.groups.flatMap(\.findings).map(\.count) == [600, 600])
    let page = page(crowd)
    #expect(page.components(separatedBy: "<section id=\"t").count == 602)  // Includes the table.
    // The script draws the sections of the others when they are opened.
    #expect(missingPlaces(in: page).allSatisfy { $0.hasPrefix("t") })
  }

  @Test("has a row for every section even where the overview is cut") func hasRowForEverySection() {
    let report = PageSamples.report(
      (0..<2_500).map { TraceReport(path: "\($0).json") } + [trace("last.json", .error)])
    let plan = PagePlan(report)
    #expect(plan.quiet.count == 2_500)
    #expect(plan.rows.map(\.trace.path) == ["last.json"])
    #expect(plan.rows.last?.section != nil)
    #expect(page(report).contains("500 traces without findings: 0.json, 1.json"))
  }

  @Test("links a violation without a place to an equal one, or to its trace")
  func linksViolationWithoutPlaceTo() {
    var report = PageSamples.report([trace("a.json", .error), trace("b.json", .error)])
    let violation = report.traces[0].violations[0]
    report.traces[0].violations = Array(repeating: violation, count: 6_000)
    report.traces[1].violations = (0..<500).map { number in
      var other = violation
      other.fingerprint = String(number, radix: 16).leftPadded
      return other
    }
    let sections = PagePlan(report).sections
    #expect(sections[0].groups[0].rows.count == 5_000)
    #expect(sections[0].violations[5_999].link == sections[0].violations[0].link)
    #expect(sections[1].groups.count { $0.card != nil } == 249)
    #expect(sections[1].violations.contains { $0.link == sections[1].id })
    #expect(missingPlaces(in: page(report)) == [])
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
