internal import TraceModel
internal import TraceFindings

extension ReportFormat {
  /// Test cases as JUnit writes them.
  public static var junit: ReportFormat {
    ReportFormat(
      name: "junit", summary: "JUnit XML, a test case for each rule and trace",
      fileExtension: "xml",
      mediaType: "application/xml", showsCoverage: true
    ) { report, options in
      JUnitReport(failingSeverity: options.failingSeverity, names: options.names).render(report)
    }
  }
}

/// JUnit's XML: a suite for each trace, a case for each rule it exercised; never without a case.
///
/// There is no single schema. This form is valid by both the Jenkins xunit plugin's schema (`junit-10.xsd`) and
/// Ant's (`JUnit.xsd`, Windy Road), which is why it has no attributes on `testsuites` and no `file`.
struct JUnitReport {
  /// The least severity that makes a case fail; violations below it are in the suite's output.
  var failingSeverity = Severity.error

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The document.
  func render(_ report: Report) -> [UInt8] {
    var writer = XMLWriter()
    writer.begin("testsuites")
    for (index, suite) in report.ruleSuites(failingFrom: failingSeverity).enumerated() {
      append(suite, number: index, of: report, to: &writer)
    }
    writer.end()
    return Array(writer.text.utf8)
  }

  private func append(
    _ suite: RuleSuite, number: Int, of report: Report, to writer: inout XMLWriter
  ) {
    let path = plainPath(suite.path)
    writer.begin(
      "testsuite",
      [
        ("name", path), ("package", "callorder"), ("id", String(number)),
        ("tests", String(suite.cases.count)), ("failures", String(suite.failures)),
        ("errors", String(suite.errors)), ("skipped", String(suite.skipped)), ("time", "0"),
        // The same report gives the same bytes, so there is no clock in it.
        ("timestamp", "1970-01-01T00:00:00"), ("hostname", "localhost"),
      ])
    writer.begin("properties")
    writer.element(
      "property",
      [("name", "grammar"), ("value", "\(report.grammarName) \(report.grammarVersion)")])
    writer.element("property", [("name", "callorder"), ("value", report.toolVersion)])
    writer.end()
    for ruleCase in suite.cases { append(ruleCase, of: suite, to: &writer) }
    writer.element("system-out", lines: suite.remarks.map { sentence($0, in: suite) })
    writer.element("system-err")
    writer.end()
  }

  private func append(
    _ ruleCase: RuleSuite.Case, of suite: RuleSuite, to writer: inout XMLWriter
  ) {
    let attributes = [
      (name: "name", value: ruleCase.name), (name: "classname", value: plainPath(suite.path)),
      (name: "time", value: "0"),
    ]
    if case .passed = ruleCase.outcome { return writer.element("testcase", attributes) }
    writer.begin("testcase", attributes)
    switch ruleCase.outcome {
    case .passed: break
    case .skipped(let reason): writer.element("skipped", [("message", reason)])
    case .unreadable(let message):
      writer.element("error", [("message", message), ("type", ruleCase.name)], lines: [message])
    case .failed(let violations, let count):
      var lines = violations.prefix(20).map { sentence($0, in: suite) }
      if count > lines.count { lines.append("and \(count - lines.count) more") }
      let message = violations.first?.message ?? counted(count, "violation")
      writer.element(
        "failure", [("message", message), ("type", ruleCase.name)], lines: Array(lines))
    }
    writer.end()
  }

  private func sentence(_ violation: Violation, in suite: RuleSuite) -> String {
    let help = violation.repair.inWords(eventCount: suite.eventCount, names.written)
    // The advice ends with a full stop, the rest does not.
    let advice = violation.advice.isEmpty ? "" : ". " + violation.advice.dropLast()
    let trace = LocatedFinding.Place(path: suite.path, line: violation.line)
    let place = violation.sourcePlace ?? trace
    let remark = place == trace ? "" : " (\(trace.inWords))"
    return "\(place.inWords): \(violation.severity.name): \(violation.message) [\(violation.rule)]"
      + remark + advice + (help.isEmpty ? "" : ". Smallest change to the trace: \(help)")
  }
}

extension RuleSuite {
  fileprivate var failures: Int {
    cases.count { if case .failed = $0.outcome { true } else { false } }
  }

  fileprivate var errors: Int {
    cases.count { if case .unreadable = $0.outcome { true } else { false } }
  }

  fileprivate var skipped: Int {
    cases.count { if case .skipped = $0.outcome { true } else { false } }
  }
}
