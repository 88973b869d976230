import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceJSON
import TraceReporting
import TraceReading
import TraceSystem

@testable import CallOrderCommand
@testable import CallOrderKit

@Suite("Merging saved reports") struct MergeTests {
  /// The most detailed report of samples of every kind, one of them truncated.
  private static let all: Report = {
    var inputs: [TraceInput] = []
    for folder in ["violating", "recorded", "inconclusive"] {
      for name in Repository.paths(below: "traces/\(folder)") where name.contains(".json") {
        guard let bytes = Repository.bytes("traces/\(folder)/\(name)") else { continue }
        inputs.append(.bytes(bytes, name: "\(folder)/\(name)"))
      }
    }
    inputs.append(.bytes(Array("{\"callback\": 7}".utf8), name: "broken"))
    var options = CheckOptions()
    options.coverage = true
    options.timeline = .upTo(50)
    return checkTraces(inputs, options: options)
  }()

  /// The report of a run over these traces alone.
  private func report(_ traces: [TraceReport], _ limits: ReportLimits) -> Report {
    var assembly = ReportAssembly(limits, count: traces.count)
    for trace in traces { assembly.add(trace) }
    for failure in Self.all.failures { assembly.add(failure) }
    return assembly.report(by: .uiScene())
  }

  private func merged(_ reports: [Report], _ limits: ReportLimits) throws -> Report {
    var merge = ReportMerge(limits)
    for report in reports { try merge.add(report) }
    return try #require(merge.report())
  }

  /// The report after it was written and read again, as between machines.
  private func saved(_ report: Report) throws -> Report {
    try Report(json: JSONReport().render(report))
  }

  @Test(
    "of any parts, in any order and any grouping, gives the report of one run",
    arguments: 0..<12 as Range<UInt64>)
  func parts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var limits = ReportLimits(CheckOptions())
    if seed % 3 != 0 {
      limits.events = Int.random(in: 0...150, using: &random)
      limits.violations = Int.random(in: 0...20, using: &random)
      limits.kinds = Int.random(in: 0...30, using: &random)
    }
    let some = Self.all.traces.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    var parts = [[TraceReport]](repeating: [], count: Int.random(in: 1...6, using: &random))
    for trace in some { parts[Int.random(in: parts.indices, using: &random)].append(trace) }
    var reports = try parts.map { try saved(report($0, limits)) }
    // Each part has the failure, but a single run reports it once.
    for index in reports.indices.dropFirst() { reports[index].failures = [] }
    while reports.count > 1 {
      reports.shuffle(using: &random)
      let count = Int.random(in: 2...reports.count, using: &random)
      let one = try saved(merged(Array(reports.prefix(count)), limits))
      reports = [one] + reports.dropFirst(count)
    }
    let expected = JSONReport().render(report(some, limits))
    let isSame = try JSONReport().render(merged(reports, limits)) == expected
    #expect(isSame, "seed \(seed), \(parts.map(\.count)), \(limits)")
  }

  @Test("with an empty report changes nothing")
  func identity() throws {
    let limits = ReportLimits(CheckOptions())
    let whole = try saved(Self.all)
    var nothing = whole
    (nothing.traces, nothing.failures, nothing.rules) = ([], [], [])
    nothing.foldedCoverage = nil
    for reports in [[nothing, whole], [whole, nothing], [whole]] {
      #expect(try merged(reports, limits) == whole)
    }
    #expect(ReportMerge(limits).report() == nil)
  }

  @Test("of runs that recorded different callbacks says so, once")
  func observed() throws {
    func report(_ callbacks: [String], _ name: String) -> Report {
      let text = callbacks.map { "{\"callback\": \"\($0)\", \"session\": \"a\"}\n" }.joined()
      var options = CheckOptions()
      options.records = .run
      return checkTraces([.bytes(Array(text.utf8), name: name)], options: options)
    }
    let first = report(["willConnect"], "a")
    let second = report(["willConnect", "willEnterForeground"], "b")
    let limits = ReportLimits(CheckOptions())
    let both = try merged([first, second], limits)
    #expect(both.traces.map { $0.notes.map(\.id) } == [["observed-differs"], ["observed-differs"]])
    #expect(try merged([both, first], limits).traces.allSatisfy { $0.notes.count == 1 })
    #expect(try merged([first, first], limits).traces.allSatisfy { $0.notes.isEmpty })
  }

  @Test("lists the failures of an input in the same order, whichever was merged first")
  func failures() throws {
    let reports = ["x", "a", "m"].map { message in
      var report = Report(toolVersion: "1", grammarName: "G", grammarVersion: "1")
      report.failures = [.init(path: "stream", message: message)]
      return report
    }
    let limits = ReportLimits(CheckOptions())
    let one = try merged(reports, limits)
    #expect(one.failures.map(\.message) == ["a", "m", "x"])
    #expect(try merged(reports.reversed(), limits) == one)
  }

  @Test("keeps no more than the merged report shows")
  func bounded() throws {
    var limits = ReportLimits(CheckOptions())
    (limits.events, limits.violations, limits.kinds) = (20, 4, 6)
    let traces = (0..<40).flatMap { round in
      Self.all.traces.map { trace in
        var trace = trace
        trace.path = "\(round)/\(trace.path)"
        return trace
      }
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var whole = report(traces, limits)
    whole.failures = []
    // In reverse order, so that each one takes the room of those added before it.
    let parts = traces.reversed().map { trace in
      var part = report([trace], limits)
      part.failures = []
      return part
    }
    let expected = JSONReport().render(whole)
    let isSame = try JSONReport().render(merged(parts, limits)) == expected
    #expect(isSame)
  }

  @Test("of reports whose coverage has different names lists them in the order of the traces")
  func legends() throws {
    let limits = ReportLimits(CheckOptions())
    let reports = ["x", "a", "m"].map { name in
      var trace = TraceReport(path: name)
      trace.coverage = Coverage(rules: [.init(id: name, exercised: 1, violated: 0)])
      return Report(toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: [trace])
    }
    let sorted = reports.sorted { $0.traces[0].path < $1.traces[0].path }
    let (any, expected) = try (merged(reports, limits), merged(sorted, limits))
    #expect(JSONReport().render(any) == JSONReport().render(expected))
  }

  @Test("lists events, coverage and violations up to the limits of a report, and counts all")
  func limits() throws {
    var limits = ReportLimits(CheckOptions())
    #expect(limits.events == 200_000)
    #expect(limits.violations == 10_000 && limits.kinds == 1_000)
    (limits.events, limits.violations, limits.kinds) = (100, 4, 6)
    let limited = report(Self.all.traces, limits)
    for isViolating in [true, false] {
      let told = limited.traces.filter { ($0.verdict == .violating) == isViolating }
        .map { $0.timeline?.entries.count }
      // Only the first traces for which there is room have events.
      let count = told.prefix { $0 != nil }.count
      #expect(count > 0 && told[count...].allSatisfy { $0 == nil })
      #expect(told.reduce(0) { $0 + ($1 ?? 0) } <= 100)
    }
    let listed = limited.traces.reduce(0) { $0 + $1.violations.count }
    #expect((6...10).contains(listed))
    #expect(limited.counts == Self.all.counts)
    #expect(
      limited.traces.map { $0.violations.count + $0.unlistedViolations }
        == Self.all.traces.map { $0.violations.count + $0.unlistedViolations })
    #expect(limited.traces.allSatisfy { $0.coverageCounts == nil })
  }
}
