import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceReporting

@Suite("Statistics as text, tables and a page") struct StatisticsFormatTests {
  /// A fleet with a regression, an improvement, and hostile names.
  private static func sample() throws -> FleetStatistics {
    var random = SeededGenerator(seed: 5)
    let fleet = Fleet(
      versions: [
        .init(name: "1.9", rates: [0.02, 0.1]), .init(name: "1.10", rates: [0.2, 0.01]),
      ], traces: 400)
    var reports = fleet.reports(&random)
    var hostile = TraceReport(path: "<script>alert(1)</script>\u{1B}[31m|`x`")
    hostile.metadata = [
      .init(name: "app", value: "</td>|\u{202E}evil"), .init(name: "version", value: "\u{7}1"),
    ]
    hostile.subjectCounts = [.init(kind: "process", count: 1)]
    hostile.add("</code>|\u{1B}]0;x", count: 2, event: 1, severity: .warning)
    var unnamed = TraceReport(path: "unnamed")
    unnamed.verdict = .conforming
    var unchecked = TraceReport(path: "unchecked")
    unchecked.verdict = .inconclusive
    reports.append(
      Report(
        toolVersion: "1.0", grammarName: "UIScene", grammarVersion: "1",
        traces: [hostile, unnamed, unchecked], failures: [.init(path: "x", message: "m")]))
    var counter = FleetCounter(by: ["app", "version", "os"], comparing: 1)
    for report in reports { try counter.add(report) }
    return counter.statistics
  }

  @Test("do not change", arguments: StatisticsFormat.all)
  func snapshots(format: StatisticsFormat) throws {
    var bytes = format.render(try Self.sample(), options: .plain)
    if format.name == "html" {
      // Without the styles, which are those of every page.
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(text[try #require(text.firstRange(of: "<body")).lowerBound...].utf8)
    }
    expectSnapshot(bytes, named: "statistics.\(format.fileExtension)")
  }

  @Test("show hostile names as text", arguments: StatisticsFormat.all)
  func hostile(format: StatisticsFormat) throws {
    let text = String(decoding: format.render(try Self.sample(), options: .plain), as: UTF8.self)
    for mark in ["\u{1B}", "\u{7}"] { #expect(!text.contains(mark)) }
    if format.name != "json" { #expect(!text.contains("\u{202E}")) }
    if ["html", "markdown"].contains(format.name) {
      #expect(!text.contains("<script>alert") && !text.contains("</code>|"))
    }
  }

  @Test("state that there is nothing if they are empty", arguments: StatisticsFormat.all)
  func nothing(format: StatisticsFormat) {
    let counter = FleetCounter(by: ["version"], comparing: 0)
    let text = String(
      decoding: format.render(counter.statistics, options: .plain), as: UTF8.self)
    switch format.name {
    case "text": #expect(text.contains("no change was found\n\nno rule is broken\n"))
    case "markdown":
      #expect(text.hasPrefix("## ✅ 0 regressions of version\n\n0 launches in 0 traces"))
    case "html":
      #expect(text.contains("No change was found.") && text.contains("No rule is broken."))
    default: #expect(text.contains("\"changes\": [],"))
    }
  }

  /// A report's page about a generated fleet.
  private static func page(
    versions: [String], traces: Int, change: (inout Report) -> Void = { _ in }
  ) throws -> String {
    var random = SeededGenerator(seed: 5)
    let fleet = Fleet(
      versions: versions.enumerated().map { .init(name: $1, rates: [0.1 + 0.4 * Double($0)]) },
      traces: traces)
    var report = Report(
      toolVersion: "1.0", grammarName: "UIScene", grammarVersion: "1",
      traces: fleet.reports(&random).flatMap(\.traces))
    change(&report)
    return String(decoding: ReportFormat.html.render(report, options: .init()), as: UTF8.self)
  }

  @Test("are a view of the report's page, with links to the examples")
  func view() throws {
    let page = try Self.page(versions: ["1.9", "1.10"], traces: 40)
    #expect(page.contains("<li><a href=\"#fleet\">Fleet</a></li>"))
    let start = try #require(page.firstRange(of: "<section id=\"fleet\"")).lowerBound
    let view = page[start...].prefix(
      upTo: try #require(page[start...].firstRange(of: "</section>")).lowerBound)
    #expect(view.contains("version 1.9 → 1.10") && view.contains("<h4>"))
    let links = view.matches(of: /href="#([^"]*)"/)
    #expect(links.count > 3)
    for link in links { #expect(page.contains("id=\"\(link.output.1)\"")) }
    // A name is only used once.
    for name in ["h-rules", "rules", "h-fleet"] {
      #expect(page.matches(of: try Regex("id=\"\(name)\"")).count <= 1)
    }
  }

  @Test("are not shown of few traces, of one version, and of traces that name none")
  func noView() throws {
    #expect(try !Self.page(versions: ["1.9", "1.10"], traces: 9).contains("id=\"fleet\""))
    #expect(try !Self.page(versions: ["1.9"], traces: 40).contains("id=\"fleet\""))
    let unnamed = try Self.page(versions: ["1.9", "1.10"], traces: 40) { report in
      for index in report.traces.indices { report.traces[index].metadata = [] }
    }
    #expect(!unnamed.contains("id=\"fleet\""))
  }

  @Test("list up to a limit, and say how much more there is")
  func limits() throws {
    var traces: [TraceReport] = []
    for index in 0..<1_300 {
      var trace = TraceReport(path: "\(index)")
      trace.metadata = [.init(name: "version", value: "\(index % 13)")]
      trace.subjectCounts = [.init(kind: "process", count: 1)]
      for rule in [0, index / 13 + 1, index / 13 + 101, index / 13 + 201] {
        trace.add("rule-\(rule)", count: 1, event: 1)
      }
      traces.append(trace)
    }
    var counter = FleetCounter(by: ["version"], comparing: 0)
    try counter.add(
      Report(toolVersion: "1.0", grammarName: "G", grammarVersion: "1", traces: traces))
    let statistics = counter.statistics
    #expect(statistics.rules.count == 301)
    func text(_ format: StatisticsFormat) -> String {
      String(decoding: format.render(statistics, options: .plain), as: UTF8.self)
    }
    #expect(
      text(.text).contains("... 101 more rules\n") && text(.text).contains("... 3 more groups\n"))
    #expect(text(.html).contains("and 101 more rules") && text(.html).contains("and 3 more groups"))
  }
}
