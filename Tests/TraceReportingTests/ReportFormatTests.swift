import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceJSON
@testable import TraceReporting

/// Every format with every sample report.
let renderings = ReportFormat.all.flatMap { format in
  SampleReport.allCases.map { (format, $0) }
}

@Suite("Every format") struct EveryFormatTests {
  // Two samples show every part of a format; more would only be more to read whenever a word changes. The published schema
  // is checked with the JSON of all.
  @Test(
    "is the same, byte for byte",
    arguments: renderings.filter { [.hostile, .many].contains($1) || $0.name == "json" })
  func sameByteForByte(_ format: ReportFormat, _ sample: SampleReport) {
    let suffix =
      format.name == format.fileExtension
      ? format.name : "\(format.name).\(format.fileExtension)"
    let bytes = format.render(sample.report, options: .init(width: 100))
    expectSnapshot(withStandIns(bytes), named: "\(sample).\(suffix)")
  }

  @Test("renders any report as text that ends its last line", arguments: 0..<60 as Range<UInt64>)
  func rendersAnyReportAsText(_ seed: UInt64) throws {
    var reports = RandomReports(seed: seed)
    let report = reports.report()
    for format in ReportFormat.all {
      let bytes = format.render(report)
      #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), "\(format) seed \(seed)")
      #expect(String(validating: bytes, as: UTF8.self) != nil, "\(format) seed \(seed)")
    }
  }

  @Test("has a name, an extension and a sentence of its own")
  func hasNameExtension() {
    #expect(Set(ReportFormat.all.map(\.summary)).count == ReportFormat.all.count)
    #expect(Set(ReportFormat.all.map(\.name)).count == ReportFormat.all.count)
    for format in ReportFormat.all {
      #expect(ReportFormat.named(format.name)?.summary == format.summary)
      #expect(!format.summary.hasSuffix(".") && format.summary.count < 70)
      #expect(!format.fileExtension.isEmpty)
    }
  }
}

@Suite("Formats of lines") struct FormatsLinesTests {
  @Test("have one line for each finding") func haveOneLineForEach() {
    for sample in SampleReport.allCases {
      let report = sample.report
      let listed = report.traces.flatMap(\.violations)
      let notes = report.traces.flatMap(\.notes).count
      let inForce = listed.count { $0.suppression == nil }
      #expect(lines(.jsonl, sample).count == listed.count)
      #expect(lines(.concise, sample).count == inForce + report.failures.count + notes)
    }
  }

  @Test("in JSON are objects that begin with the path") func inJSONObjectsBeginWith() throws {
    for line in lines(.jsonl, .hostile) + lines(.jsonl, .many) {
      let members = try #require(JSONValue(parsing: Array(line.utf8)).members)
      #expect(members.prefix(2).map(\.name) == ["path", "rule"])
    }
  }

  @Test("for GitHub are commands that trace text cannot forge") func forGitHubCommandsTraceText() {
    for sample in SampleReport.allCases {
      for line in lines(.github, sample) {
        let parts = line.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        #expect(parts.count == 3 && parts[0].isEmpty, "\(line)")
        let level = parts[1].prefix { $0 != " " }
        #expect(["error", "warning", "notice"].contains(level), "\(line)")
      }
    }
  }

  @Test("for GitHub escape what ends a command, a property or a line")
  func forGitHubEscapeWhatEnds() {
    var trace = SampleReport.conformingTrace("./a:b,c%d.json")
    var violation = SampleReport.discard
    (violation.rule, violation.message) = ("x:y,z", "50%, a:b, ::c %0A")
    violation.expected = []
    violation.repair = Repair()
    trace.add([violation])
    let report = Report(
      toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: [trace],
      failures: [
        .init(path: "-", position: SourcePosition(line: 3, column: 5, offset: 9), message: "a\r\nb")
      ])
    #expect(
      lines(GitHubReport().render(report)) == [
        #"::error title=a\u{d}\u{a}b::unreadable-input (-:3:5)"#,
        "::error title=50%25%2C a%3Ab%2C %3A%3Ac %250A,file=a%3Ab%2Cc%25d.json,line=31::x:y,z",
      ])
    violation.expected = ["didDisconnect"]
    (trace.violations, trace.groups) = ([], [])
    trace.add([violation])
    let lines = lines(
      GitHubReport().render(
        Report(toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: [trace])))
    #expect(lines.last?.hasSuffix("::x:y,z%0AExpected: didDisconnect.") == true)
  }

  @Test("for GitHub are capped with the number left out", arguments: [0, 9, 10, 11, 40])
  func forGitHubCappedWithNumber(_ notes: Int) {
    var report = SampleReport.many.report
    for number in 0..<notes {
      var note = report.traces[3].violations[13]
      (note.severity, note.rule) = (.note, "note-\(number)")
      note.fingerprint = String(
        String(repeating: "9", count: 32 - number.description.count) + "\(number)")
      report.traces[3].add([note])
    }
    let lines = lines(GitHubReport().render(report))
    func count(_ level: String) -> Int { lines.count { $0.hasPrefix("::\(level) ") } }
    // The unreadable inputs, then a line for each fault, those with most errors first.
    #expect(count("error") == 4 && count("warning") == 1)
    #expect(count("notice") == min(10, notes + 1))
    #expect(lines[2].contains("background-without-resign"))
    #expect(lines[2].hasSuffix("and 41 more like it"))
    #expect(lines[3].contains("discard-before-disconnect"))
    let left = notes + 1 - 9
    if notes + 1 > 10 {
      let rest = "\(left) more faults (note) not shown here; see the full report"
      #expect(lines.last == "::notice title=callorder::\(rest)")
    }
  }

  private func lines(_ format: ReportFormat, _ sample: SampleReport) -> [String] {
    lines(format.render(sample.report))
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

@Suite("The Markdown report") struct MarkdownReportTests {
  @Test(
    "stays below its limit and says what is left out", arguments: [3_000, 5_000, 20_000, 1_000_000])
  func staysBelowItsLimitAnd(_ limit: Int) {
    var report = SampleReport.many.report
    for number in 0..<400 {
      var violation = SampleReport.discard
      violation.rule = "rule-\(number)"
      violation.fingerprint = String(String(number, radix: 16).reversed())
      violation.fingerprint += String(repeating: "0", count: 32 - violation.fingerprint.count)
      report.traces[0].add([violation])
    }
    let bytes = MarkdownReport(byteLimit: limit).render(report)
    #expect(bytes.count <= limit)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(limit == 1_000_000 || text.contains("more faults_\n"))
    #expect(
      text.components(separatedBy: "<details>").count
        == text.components(separatedBy: "</details>").count)
    #expect(text.components(separatedBy: "```").count % 2 == 1)
  }

  @Test("keeps a row of a table in its cells") func keepsRowTableInIts() {
    var report = SampleReport.hostile.report
    for index in report.traces.indices {
      let copies = report.traces[index].violations.map { violation in
        var other = violation
        other.rule = "a|b"
        return other
      }
      report.traces[index].add(copies)
    }
    let text = String(decoding: MarkdownReport().render(report), as: UTF8.self)
    let rows = text.split(separator: "\n").filter { $0.starts(with: /\| [0-9]/) }
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 6)
    }
  }
}

@Suite("The SARIF report") struct SARIFReportTests {
  @Test("has the most severe results first") func hasMostSevereResultsFirst() throws {
    let all = try results(SampleReport.many.report)
    // Those that do not count come last.
    let levels = all.filter { $0["suppressions"]?.array?.isEmpty ?? true }
      .compactMap { $0["level"]?.string }
    let ranks = levels.compactMap { ["error", "warning", "note"].firstIndex(of: $0) }
    #expect(ranks == ranks.sorted() && ranks.count == 4 && all.count == 5)
  }

  @Test("names equal faults apart, the same way on every run") func namesEqualFaultsApartSame()
    throws
  {
    let hashes = try results(SampleReport.many.report).compactMap {
      $0["partialFingerprints"]?["primaryLocationLineHash"]?.string
    }
    #expect(Set(hashes).count == hashes.count)
    #expect(hashes.contains("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:2"))
  }

  @Test("tells the standing to the baseline for all results or for none")
  func tellsStandingToBaselineFor() throws {
    let many = try results(SampleReport.many.report)
    #expect(many.allSatisfy { $0["baselineState"] != nil && $0["suppressions"] != nil })
    #expect(many.count { $0["baselineState"]?.string == "unchanged" } == 1)
    let one = try results(SampleReport.one.report)
    #expect(one.allSatisfy { $0["baselineState"] == nil && $0["suppressions"] == nil })
  }

  @Test(
    "writes paths as URI references",
    arguments: [
      ("a b/100%#é.json", "a%20b/100%25%23%C3%A9.json"), ("a:b.json", "a%3Ab.json"), ("-", "-"),
      ("./a//b.json", "a//b.json"), ("/tmp/x y.json", "file:///tmp/x%20y.json"),
      ("..//a?[x]", "..//a%3F%5Bx%5D"),
    ])
  func writesPathsAsURIReferences(_ path: String, _ uri: String) throws {
    var trace = SampleReport.discardTrace
    trace.path = path
    let report = Report(
      toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: [trace])
    let location = try #require(results(report).first?["locations"]?.array?.first)
    #expect(location["physicalLocation"]?["artifactLocation"]?["uri"]?.string == uri)
  }

  private func results(_ report: Report) throws -> [JSONValue] {
    let log = try JSONValue(parsing: SARIFReport().render(report))
    return try #require(log["runs"]?.array?.first?["results"]?.array)
  }
}

@Suite("Test case formats") struct TestCaseFormatsTests {
  @Test("have a test for each trace and unreadable input") func haveTestForEachTrace() {
    let text = String(decoding: JUnitReport().render(SampleReport.many.report), as: UTF8.self)
    let cases = text.components(separatedBy: "<testcase ").count - 1
    #expect(cases == 6)
  }

  @Test("fail from the given severity on") func failFromGivenSeverityOn() {
    func failures(_ severity: Severity) -> Int {
      String(
        decoding: JUnitReport(failingSeverity: severity).render(SampleReport.many.report),
        as: UTF8.self
      ).components(separatedBy: "<failure ").count - 1
    }
    #expect(failures(.error) == 2)
    #expect(failures(.warning) == 2)
  }

  @Test("fail the traces that the page counts as failing", arguments: Severity.allCases)
  func failTracesOfThePage(severity: Severity) {
    let report = SampleReport.many.report
    let failing = report.traces.count { $0.outcome(failingFrom: severity) == .failing }
    let options = ReportOptions(failingSeverity: severity)
    let suites = String(
      decoding: ReportFormat.junit.render(report, options: options), as: UTF8.self
    ).components(separatedBy: "<testcase ")
    #expect(suites.count { $0.contains("<failure ") } == failing)
    let page = String(
      decoding: ReportFormat.html.render(report, options: options), as: UTF8.self)
    #expect(page.contains("<b>\(failing)</b> fail<"))
    #expect(page.contains("class=\"verdict\">\(failing) of 4 traces"))
  }
}
