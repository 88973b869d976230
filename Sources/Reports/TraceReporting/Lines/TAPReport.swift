internal import TraceModel
public import TraceFindings
internal import TraceJSON

extension ReportFormat {
  /// Test points.
  public static var tap: ReportFormat {
    ReportFormat(
      name: "tap", summary: "Test Anything Protocol 13", fileExtension: "tap",
      mediaType: "text/plain; charset=utf-8", showsCoverage: true
    ) { report, options in
      TAPReport(failingSeverity: options.failingSeverity, names: options.names).render(report)
    }
  }
}

/// The Test Anything Protocol, version 13: a test point for each rule that a trace exercised.
///
/// Version 14 is refused by widely installed harnesses.
/// - Source: testanything.org, "TAP 13 specification".
struct TAPReport {
  /// The least severity that makes a test point fail.
  var failingSeverity = Severity.error

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The version, the plan and the test points; at least one.
  func render(_ report: Report) -> [UInt8] {
    let suites = report.ruleSuites(failingFrom: failingSeverity)
    var text = "TAP version 13\n1..\(suites.reduce(0) { $0 + $1.cases.count })\n"
    var number = 0
    for suite in suites {
      for ruleCase in suite.cases {
        number += 1
        text += point(number, ruleCase, in: suite)
      }
    }
    return Array(text.utf8)
  }

  private func point(_ number: Int, _ ruleCase: RuleSuite.Case, in suite: RuleSuite) -> String {
    let name = "\(number) - \(description(suite.path)) \(description(ruleCase.name))"
    switch ruleCase.outcome {
    case .passed: return "ok \(name)\n"
    case .skipped(let reason): return "ok \(name) # SKIP \(terminalSafe(reason))\n"
    case .unreadable(let message):
      return "not ok \(name)\n" + block([("message", message), ("severity", "error")])
    case .failed(let violations, let count):
      var members: [(String, String)] = []
      if let first = violations.first {
        members = [
          ("message", first.message), ("severity", first.severity.name),
          ("line", String(first.line)), ("event", String(first.event)),
          ("expected", first.expectedInWords(names.written)),
          ("advice", first.advice),
          ("change", first.repair.inWords(eventCount: suite.eventCount, names.written)),
        ]
      }
      return "not ok \(name)\n" + block(members + [("count", String(count))])
    }
  }

  /// A YAML block with one member per line and values as double-quoted strings.
  private func block(_ members: [(name: String, value: String)]) -> String {
    var text = "  ---\n"
    for (name, value) in members where !value.isEmpty {
      let quoted = JSONValue.string(terminalSafe(value)).serialized(indentation: 0)
      text += "  \(name): " + String(decoding: quoted, as: UTF8.self) + "\n"
    }
    return text + "  ...\n"
  }

  /// A directive begins with `#`, so that character is escaped.
  private func description(_ text: String) -> String {
    var result = ""
    for character in terminalSafe(text) {
      if character == "#" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result
  }
}
