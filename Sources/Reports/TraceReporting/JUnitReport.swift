internal import TraceModel
internal import TraceFindings

extension ReportFormat {
  /// Test cases as JUnit writes them.
  public static var junit: ReportFormat {
    ReportFormat(
      name: "junit", summary: "JUnit XML, a test for each trace", fileExtension: "xml"
    ) { report, options in
      JUnitReport(failingSeverity: options.failingSeverity ?? .error, names: options.names)
        .render(report)
    }
  }
}

/// JUnit's XML: one suite with a test for each trace, whose findings are its failure; never without a test.
///
/// There is no single schema. This form is valid by both the Jenkins xunit plugin's schema (`junit-10.xsd`) and
/// Ant's (`JUnit.xsd`, Windy Road), which is why it has no attributes on `testsuites`, no `file`, and one failure a test.
struct JUnitReport {
  /// The least severity that makes a test fail; findings below it are in the suite's output.
  var failingSeverity = Severity.error

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// What became of a test, as the name of its element.
  private enum Outcome: String {
    case passed = ""
    case skipped
    case failed = "failure"
    case unreadable = "error"
  }

  /// A trace, or an input that could not be read.
  private struct Test {
    var path: String
    var outcome = Outcome.passed
    var message = ""
    var lines: [String] = []
  }

  /// The document.
  func render(_ report: Report) -> [UInt8] {
    let tests = tests(of: report)
    func count(_ outcome: Outcome) -> String { String(tests.count { $0.outcome == outcome }) }
    var writer = XMLWriter()
    writer.begin("testsuites")
    writer.begin(
      "testsuite",
      [
        ("name", "callorder"), ("package", "callorder"), ("id", "0"),
        ("tests", String(tests.count)), ("failures", count(.failed)),
        ("errors", count(.unreadable)), ("skipped", count(.skipped)), ("time", "0"),
        // The same report gives the same bytes, so there is no clock in it.
        ("timestamp", "1970-01-01T00:00:00"), ("hostname", "localhost"),
      ])
    writer.begin("properties")
    writer.element(
      "property",
      [("name", "grammar"), ("value", "\(report.grammarName) \(report.grammarVersion)")])
    writer.element("property", [("name", "callorder"), ("value", report.toolVersion)])
    writer.end()
    for test in tests { append(test, to: &writer) }
    let remarks = report.faultsInForce.filter { $0.severity < failingSeverity }
    writer.element("system-out", lines: remarks.map { sentence($0.first, in: $0.trace) })
    writer.element("system-err")
    writer.end()
    writer.end()
    return Array(writer.text.utf8)
  }

  private func append(_ test: Test, to writer: inout XMLWriter) {
    var parts = plainPath(test.path).split(separator: "/").map(String.init)
    let name = parts.popLast() ?? test.path
    let attributes = [
      (name: "name", value: name),
      (name: "classname", value: parts.isEmpty ? "traces" : parts.joined(separator: "/")),
      (name: "time", value: "0"),
    ]
    if test.outcome == .passed { return writer.element("testcase", attributes) }
    writer.begin("testcase", attributes)
    var details = [(name: "message", value: test.message)]
    if test.outcome != .skipped { details.append((name: "type", value: test.outcome.rawValue)) }
    writer.element(test.outcome.rawValue, details, lines: test.lines)
    writer.end()
  }

  /// The tests by path, at least one.
  private func tests(of report: Report) -> [Test] {
    var tests = report.traces.map(test)
    for failure in report.failures {
      let place = failure.position.map { "line \($0.line), column \($0.column): " } ?? ""
      let line = place + failure.message
      let index = tests.firstIndex { $0.path == failure.path } ?? tests.count
      if index == tests.count { tests.append(Test(path: failure.path)) }
      if tests[index].outcome != .unreadable { tests[index].message = line }
      tests[index].outcome = .unreadable
      tests[index].lines.append(line)
    }
    tests.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let none = Test(path: "traces", outcome: .skipped, message: "no trace was given")
    return tests.isEmpty ? [none] : tests
  }

  private func test(_ trace: TraceReport) -> Test {
    var test = Test(path: trace.path)
    let counts = trace.countsInForce
    let count = Severity.allCases.reduce(0) { $1 >= failingSeverity ? $0 + counts[$1] : $0 }
    let failing = trace.violations.filter {
      $0.suppression == nil && $0.severity >= failingSeverity
    }
    if count > 0 {
      test.outcome = .failed
      test.message = failing.first?.message ?? counted(count, "finding")
      if count > 1, let first = failing.first {
        test.message = "\(counted(count, "finding")), first: \(first.message)"
      }
      test.lines = failing.prefix(20).map { sentence($0, in: trace) }
      if count > test.lines.count { test.lines.append("and \(count - test.lines.count) more") }
    } else if trace.verdict == .inconclusive {
      (test.outcome, test.message) = (.skipped, trace.reason ?? "nothing was checkable")
    }
    return test
  }

  private func sentence(_ violation: Violation, in trace: TraceReport) -> String {
    let help = violation.repair.inWords(eventCount: trace.events, names.written)
    let advice = violation.causes.advice
    let more =
      advice.isEmpty ? help.isEmpty ? "" : "Smallest change to the trace: \(help)." : advice
    let inTrace = LocatedFinding.Place(path: trace.path, line: violation.line)
    let place = violation.sourcePlace ?? inTrace
    let remark = place == inTrace ? "" : " (\(inTrace.inWords))"
    return "\(place.inWords): \(violation.severity.name): \(violation.message) [\(violation.rule)]"
      + remark + (more.isEmpty ? "" : ". " + more)
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
