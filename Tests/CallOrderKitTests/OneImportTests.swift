import CallOrderKit
import TestSupport
import Testing

/// Everything that users of the library name is available with one import; this target imports nothing else.
@Suite("One import is enough") struct OneImportTests {
  private let violating = #"""
    {"records": "all"}
    {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 1}
    {"callback": "sceneDidBecomeActive(_:)", "process": 1, "session": "A"}
    """#

  private var report: Report {
    checkTraces([.bytes(Array(violating.utf8), name: "a.jsonl"), .file("/nowhere/b.json")])
  }

  @Test("every format renders a report", arguments: ReportFormat.all)
  func formats(format: ReportFormat) {
    let bytes = report.render(as: format)
    #expect(String(decoding: bytes, as: UTF8.self).contains("a.jsonl"))
  }

  @Test("text and JSON are available")
  func texts() {
    #expect(report.text().contains("[callback-before-connect]"))
    #expect(report.json().hasPrefix("{\n  \"format\": \"callorder.report/1\""))
    let options = ReportOptions(theme: .color, detail: .summary, width: 60)
    #expect(!report.render(as: .text, options: options).isEmpty)
  }

  @Test("a report can be inspected")
  func values() throws {
    let trace = try #require(report.traces.first)
    let violation: Violation = try #require(trace.violations.first)
    let verdict: Verdict = trace.verdict
    let severity: Severity = violation.severity
    let failure: Report.Failure = try #require(report.failures.first)
    #expect((verdict, severity) == (.violating, .error))
    #expect(failure.message == "no such file or directory")
    #expect(report.grammarName == Grammar.uiScene().name)
    #expect(report.toolVersion == callOrderVersion)
  }

  @Test("inputs may come from anywhere")
  func source() {
    let input = TraceInput(path: "-") { MemorySource(Array(#"{"callback": "x"}"#.utf8)) }
    #expect(checkTraces([input]).verdict == .inconclusive)
    let broken = TraceInput(path: "-") { () throws(ByteSourceError) in throw ByteSourceError("gone")
    }
    #expect(checkTraces([broken]).failures.map(\.message) == ["gone"])
  }

  @Test("logs, platforms and severities are set with values")
  func options() throws {
    var reading = ReadingOptions()
    reading.messagePatterns = [try MessagePattern("{callback} in {session}")]
    reading.jobs = 0
    var options = CheckOptions()
    options.platform = PlatformVersion("iOS 18.4")
    options.violationLimit = -1
    options.severities = ["callback-before-connect": .warning]
    let report = checkTraces(
      [.bytes(Array(violating.utf8), name: "a")], options: options, reading: reading)
    #expect(report.counts.warnings == 1)
    #expect(report.traces.first?.violations == [])
  }

  @Test("a grammar is made from its text, and mistakes in it are shown")
  func grammar() {
    let text = Array("grammar G \"1\" {}\nsubject s { member }".utf8)
    let (grammar, diagnostics): (Grammar?, [Diagnostic]) = Grammar.parse(text)
    #expect(grammar == nil)
    let shown = DiagnosticRenderer(path: "g.lifecycle", text: text).render(diagnostics)
    #expect(String(decoding: shown, as: UTF8.self).contains("g.lifecycle:2:"))
  }

  @Test("reports of live checks are reports like others")
  func live() {
    var checker = LiveChecker(grammar: .uiScene())
    _ = checker.feed(RecordedEvent("sceneDidBecomeActive(_:)", session: "A", process: "1"))
    let trace = checker.finish()
    let report = Report(of: [trace], by: .uiScene())
    #expect(report.text() == trace.text())
    #expect(report.rules.map(\.id) == trace.countsByRule.map(\.rule))
  }
}
