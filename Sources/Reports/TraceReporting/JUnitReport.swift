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
      let message = violations.first?.message ?? counted(count, "finding")
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

/// A trace as a suite of tests: a case for each rule it exercised, at least one.
struct RuleSuite {
  /// The outcome of a case.
  enum Outcome {
    /// Nothing at or above the failing severity.
    case passed
    /// The listed violations at or above the failing severity, and how many there are in all.
    case failed([Violation], count: Int)
    /// Nothing to check, or every violation is suppressed; with the reason.
    case skipped(String)
    /// The input could not be read.
    case unreadable(String)
  }

  /// One rule in one trace.
  struct Case {
    /// The rule's id, unique in the suite.
    var name: String
    var outcome: Outcome
  }

  /// The trace's path.
  var path: String
  /// The number of events of the trace; 0 when it could not be read.
  var eventCount: Int
  var cases: [Case]
  /// Violations below the failing severity, which fail no case.
  var remarks: [Violation]
}

extension Report {
  /// The traces and unreadable inputs as suites, by path; at least one suite.
  func ruleSuites(failingFrom severity: Severity) -> [RuleSuite] {
    var suites = traces.map { $0.ruleSuite(failingFrom: severity) }
    for failure in failures {
      let place = failure.position.map { "line \($0.line), column \($0.column): " } ?? ""
      let message = place + failure.message
      if let index = suites.firstIndex(where: { $0.path == failure.path }) {
        suites[index].addUnreadable(message)
      } else {
        suites.append(
          RuleSuite(
            path: failure.path, eventCount: 0,
            cases: [.init(name: LocatedFinding.unreadable, outcome: .unreadable(message))],
            remarks: []))
      }
    }
    suites.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    if suites.isEmpty {
      suites = [
        RuleSuite(
          path: "callorder", eventCount: 0,
          cases: [.init(name: "traces", outcome: .skipped("no trace was given"))], remarks: [])
      ]
    }
    return suites
  }
}

extension RuleSuite {
  fileprivate mutating func addUnreadable(_ message: String) {
    let name = LocatedFinding.unreadable
    if let index = cases.firstIndex(where: { $0.name == name }) {
      if case .unreadable(let before) = cases[index].outcome {
        cases[index].outcome = .unreadable(before + "; " + message)
      }
    } else {
      cases.append(.init(name: name, outcome: .unreadable(message)))
    }
  }
}

extension TraceReport {
  fileprivate func ruleSuite(failingFrom severity: Severity) -> RuleSuite {
    var names = coverage.rules.filter { $0.exercised + $0.violated > 0 }.map(\.id)
    names += countsByRule.map(\.rule).filter { !names.contains($0) }
    var cases = names.map { name in
      RuleSuite.Case(name: name, outcome: outcome(of: name, failingFrom: severity))
    }
    if cases.isEmpty {
      let outcome =
        verdict == .inconclusive
        ? RuleSuite.Outcome.skipped(reason ?? "nothing was checkable") : .passed
      cases = [.init(name: "lifecycles", outcome: outcome)]
    }
    return RuleSuite(
      path: path, eventCount: events, cases: cases,
      remarks: violations.filter { $0.severity < severity && $0.suppression == nil })
  }

  private func outcome(of rule: String, failingFrom severity: Severity) -> RuleSuite.Outcome {
    let failing = groups.filter { $0.rule == rule && $0.severity >= severity }
    let count = failing.reduce(0) { $0 + $1.count - $1.suppressed }
    if count > 0 {
      let listed = violations.filter {
        $0.rule == rule && $0.severity >= severity && $0.suppression == nil
      }
      return .failed(listed, count: count)
    }
    guard let known = violations.first(where: { $0.rule == rule && $0.suppression != nil }),
      let suppression = known.suppression
    else { return .passed }
    let reason = suppression.reason.map { ": " + $0 } ?? ""
    return .skipped("suppressed by the \(suppression.source.rawValue)\(reason)")
  }
}

/// An XML document that is written from its start to its end.
struct XMLWriter {
  /// The document so far.
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  /// Begins an element that holds others.
  mutating func begin(_ name: String, _ attributes: [(name: String, value: String)] = []) {
    startTag(name, attributes, end: ">\n")
    open.append(name)
  }

  /// Ends the element begun last.
  mutating func end() {
    guard let name = open.popLast() else { return }
    text += String(repeating: "  ", count: open.count) + "</\(name)>\n"
  }

  /// An element that contains only text, or nothing.
  mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], lines: [String] = []
  ) {
    if lines.isEmpty {
      startTag(name, attributes, end: "/>\n")
    } else {
      startTag(name, attributes, end: ">")
      text += lines.map(Self.escaped).joined(separator: "\n") + "</\(name)>\n"
    }
  }

  private mutating func startTag(
    _ name: String, _ attributes: [(name: String, value: String)], end: String
  ) {
    text += String(repeating: "  ", count: open.count) + "<" + name
    for attribute in attributes {
      text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\""
    }
    text += end
  }

  /// Text for an element or an attribute. Characters that XML cannot hold, or would change, are made visible.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in terminalSafe(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
