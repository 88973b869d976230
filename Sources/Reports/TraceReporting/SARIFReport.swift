internal import TraceJSON
internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

extension ReportFormat {
  /// Results for code scanning.
  public static var sarif: ReportFormat {
    ReportFormat(
      name: "sarif", summary: "SARIF 2.1.0, for code scanning", fileExtension: "sarif"
    ) { report, options in
      SARIFReport(names: options.names, grammar: options.grammar).render(report)
    }
  }
}

/// SARIF 2.1.0, as GitHub code scanning accepts it: the most severe results first, the call order as code flow.
///
/// GitHub requires more than the schema does: at least one physical location per result, help text for every
/// rule, and a fingerprint, as it would otherwise hash the line of the recording. What it does not read is left out, such as
/// notes about recordings.
/// - Source: OASIS SARIF 2.1.0 errata 01; GitHub Docs, "SARIF support for code scanning".
struct SARIFReport {
  /// The results that GitHub accepts in one run.
  static let resultLimit = 25_000

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The grammar of the check, for the usual causes of its rules; nil when it is not known.
  var grammar: Grammar?

  /// The log, with a line feed at the end.
  func render(_ report: Report) -> [UInt8] {
    let log: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [run(report)],
    ]
    return log.laidOut()
  }

  private func run(_ report: Report) -> JSONValue {
    let rules = rules(of: report)
    let indices = Dictionary(
      rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first }
    )
    let results = orderedResults(of: report)
    return [
      "tool": [
        "driver": [
          "name": "callorder",
          "version": .string(terminalSafe(report.toolVersion)),
          "rules": .array(
            rules.map { text in
              text.sarifValue(grammar?.rules.first { $0.id == text.id }?.causes ?? [])
            }),
          "notifications": .array(Notification.all.map(\.sarifValue)),
        ]
      ],
      "automationDetails": ["id": .string("callorder/\(terminalSafe(report.grammarName))/")],
      "columnKind": "unicodeCodePoints",
      "invocations": [
        [
          "executionSuccessful": .boolean(report.failures.isEmpty),
          "toolExecutionNotifications": .array(notifications(of: report, results: results.count)),
        ]
      ],
      "results": .array(
        results.prefix(Self.resultLimit).map { $0.sarifValue(rules: indices) }),
    ]
  }

  /// The texts of the rules that were broken, including rules that the report has no text for.
  private func rules(of report: Report) -> [Report.RuleText] {
    var rules = report.rules
    var known = Set(rules.map(\.id))
    for violation in report.traces.lazy.flatMap(\.violations)
    where known.insert(violation.rule).inserted {
      rules.append(
        Report.RuleText(
          id: violation.rule, severity: violation.severity, title: violation.rule, explanation: ""))
    }
    return rules
  }

  private func orderedResults(of report: Report) -> [SARIFResult] {
    var results: [SARIFResult] = []
    var seen: [String: Int] = [:]
    let usesSuppressions = report.traces.contains { trace in
      trace.violations.contains { $0.suppression != nil }
    }
    let usesBaseline = report.traces.contains { trace in
      trace.violations.contains { $0.suppression?.source == .baseline }
    }
    for fault in report.faults {
      seen[fault.first.fingerprint, default: 0] += 1
      results.append(
        SARIFResult(
          fault: fault, report: report, ordinal: seen[fault.first.fingerprint] ?? 1,
          usesSuppressions: usesSuppressions, usesBaseline: usesBaseline, names: names))
    }
    return results
  }

  private func notifications(of report: Report, results: Int) -> [JSONValue] {
    var notifications = report.failures.map { failure in
      Notification.unreadable.value(
        level: .error, message: failure.message, path: failure.path, line: failure.position?.line,
        column: failure.position?.column)
    }
    let left = max(0, results - Self.resultLimit)
    if left > 0 {
      notifications.append(
        Notification.incomplete.value(
          level: .warning, message: "\(counted(left, "fault")) counted and not listed here"))
    }
    return notifications
  }
}

/// The kinds of notification about the run itself.
private struct Notification {
  let id: String
  let text: String

  static let unreadable = Notification(
    id: LocatedFinding.unreadable, text: "An input could not be read, or only in part.")
  static let incomplete = Notification(
    id: "incomplete-list", text: "There are more findings than are listed.")
  static let all = [unreadable, incomplete]

  var sarifValue: JSONValue {
    ["id": .string(id), "shortDescription": ["text": .string(text)]]
  }

  func value(
    level: Severity, message: String, path: String? = nil, line: Int? = nil,
    column: Int? = nil
  ) -> JSONValue {
    .omittingNil([
      "level": .string(level.name),
      "message": ["text": .string(terminalSafe(message))],
      "descriptor": ["id": .string(id)],
      "locations": path.map { path in
        [["physicalLocation": sarifLocation(path: path, line: line, column: column)]]
      },
    ])
  }
}

extension Report.RuleText {
  /// GitHub refuses descriptions of more than 1,024 characters.
  /// - Parameter causes: what usually breaks the rule.
  fileprivate func sarifValue(_ causes: [Rule.Cause]) -> JSONValue {
    let full = explanation.isEmpty ? title : explanation
    let help = "\(title).\n\n\(full)"
    var markdown = "**\(Markdown.text(title)).**\n\n\(Markdown.text(full))"
    if !causes.isEmpty { markdown += "\n\n**Usual causes**\n" }
    for cause in causes {
      let words = "\(cause.text): \(cause.action)".replacing("{callback}", with: "the callback")
      markdown += "\n- \(Markdown.text(words))"
    }
    if let link { markdown += "\n\n\(Markdown.text(link))" }
    return .omittingNil([
      "id": .string(id),
      "name": .string(String(id.prefix(255))),
      "shortDescription": ["text": .string(String(title.prefix(1_024)))],
      "fullDescription": ["text": .string(String(full.prefix(1_024)))],
      "help": ["text": .string(help), "markdown": .string(markdown)],
      "defaultConfiguration": ["level": .string(severity.name)],
      "properties": [
        "tags": ["lifecycle", "call-order"], "precision": "very-high",
        "problem.severity": .string(severity == .note ? "recommendation" : severity.name),
      ],
      "helpUri": link.map(JSONValue.string),
    ])
  }
}

/// A fault as a SARIF result: its first finding, with the others as related places.
struct SARIFResult {
  /// How many other findings are related places.
  private static let otherLimit = 100

  let fault: Fault
  let report: Report
  /// Which of the findings with this fingerprint it is, counted from 1.
  let ordinal: Int
  /// Whether any result of the run is suppressed: then every result needs the member `suppressions`.
  let usesSuppressions: Bool
  /// Whether the run was compared with a baseline: then every result has to have a baseline state.
  let usesBaseline: Bool
  /// The names of callbacks where they are implemented, by short name.
  let names: [String: String]

  private var violation: Violation { fault.first }
  private var trace: TraceReport { fault.trace }

  func sarifValue(rules: [String: Int]) -> JSONValue {
    let isKnown = violation.suppression?.source == .baseline
    return .omittingNil([
      "ruleId": .string(violation.rule),
      "ruleIndex": JSONValue(rules[violation.rule] ?? -1),
      "level": .string(violation.severity.name),
      "message": ["text": .string(message)],
      "locations": [location],
      "relatedLocations": .array(relatedLocations),
      "codeFlows": codeFlows,
      "partialFingerprints": [
        "primaryLocationLineHash": .string("\(violation.fingerprint):\(ordinal)")
      ],
      "baselineState": usesBaseline ? isKnown ? "unchanged" : "new" : nil,
      "suppressions": usesSuppressions ? .array(suppressions) : nil,
      "properties": [
        "cause": .string(violation.cause.rawValue), "event": JSONValue(violation.event),
        "repairCost": JSONValue(violation.repair.cost),
      ],
    ])
  }

  /// What happened, the cause and what to change. The first sentence is the title on GitHub.
  private var message: String {
    var text = fault.message + "."
    if !fault.causes.isEmpty { text += " \(fault.causes.advice)" }
    if fault.count > 1 {
      let traces = counted(fault.occurrences.count, "trace")
      text += " \(counted(fault.count, "finding")) in \(traces)."
    }
    if let assumption = violation.assumption { text += " Assuming: \(assumption)." }
    if let quirk = violation.quirk { text += " Known deviation of the platform: \(quirk)." }
    return literal(text)
  }

  private var location: JSONValue {
    [
      "physicalLocation": sarifLocation(
        path: sourcePlace?.path ?? trace.path, line: sourcePlace?.line ?? violation.line)
    ]
  }

  /// Where the app recorded the event, if that is a file that a code host may know.
  private var sourcePlace: LocatedFinding.Place? {
    violation.sourcePlace.flatMap { $0.isInside ? $0 : nil }
  }

  /// The event in the trace, unless that already is the location, the events that explain it, and the fault's other findings.
  private var relatedLocations: [JSONValue] {
    let itself = (trace.path, violation.line, "event \(violation.event) of the trace")
    let others = fault.findings.dropFirst().prefix(Self.otherLimit).map { place in
      let other = report[place]
      return (report.traces[place.trace].path, other.line, other.message)
    }
    let places =
      (sourcePlace == nil ? [] : [itself])
      + violation.related.map { (trace.path, $0.line, $0.message) } + others
    return places.enumerated().map { index, place in
      [
        "id": JSONValue(index + 1),
        "physicalLocation": sarifLocation(path: place.0, line: place.1),
        "message": ["text": .string(literal(place.2))],
      ]
    }
  }

  /// The subject's calls in their order, the missing ones at the line they belong before.
  private var codeFlows: JSONValue {
    guard !violation.steps.isEmpty else { return [] }
    var line = violation.line
    var rows: [JSONValue] = []
    for step in violation.steps.reversed() {
      line = step.line ?? line
      rows.append(threadFlowLocation(step, line: line))
    }
    return [["threadFlows": [["locations": .array(rows.reversed())]]]]
  }

  private func threadFlowLocation(_ step: Violation.Step, line: Int) -> JSONValue {
    let omission = step.omission.map { $0 + ", then " } ?? ""
    let name = names.written(step.callback)
    let words =
      switch step.mark {
      case .match: name
      case .missing: "missing: \(name)"
      case .unexpected: "unexpected: \(name)"
      }
    let isPlain = step.mark == .match && !step.offending
    let states = literal(statesInWords(step.states))
    return .omittingNil([
      "location": [
        "physicalLocation": sarifLocation(path: trace.path, line: line),
        "message": ["text": .string(literal(omission + words))],
      ],
      "kinds": ["call"],
      "importance": isPlain ? "important" : "essential",
      "state": step.states.isEmpty
        ? nil : .object([.init(terminalSafe(violation.lifecycle), ["text": .string(states)])]),
      "executionOrder": step.event.map { JSONValue($0) },
    ])
  }

  private var suppressions: [JSONValue] {
    guard let suppression = violation.suppression else { return [] }
    let reason = suppression.reason ?? "listed in the \(suppression.source.rawValue)"
    return [
      [
        "kind": "external", "status": "accepted",
        "justification": .string(terminalSafe(reason)),
      ]
    ]
  }

  /// Text that cannot be read as a SARIF link.
  private func literal(_ text: String) -> String {
    terminalSafe(text).replacing("](", with: "] (")
  }
}

/// A line of a file as a physical location.
///
/// GitHub demands all four ends of the region; a whole line ends where the next begins, which would not be in
/// the changed lines of a pull request, so the region is one character.
/// - Parameter column: in Unicode scalars, counted from 1; nil for the first.
func sarifLocation(path: String, line: Int?, column: Int? = nil) -> JSONValue {
  [
    "artifactLocation": ["uri": .string(uriReference(path))],
    "region": [
      "startLine": JSONValue(line ?? 1), "startColumn": JSONValue(column ?? 1),
      "endLine": JSONValue(line ?? 1), "endColumn": JSONValue((column ?? 1) + 1),
    ],
  ]
}

/// The path as a URI reference: relative paths stay relative, absolute ones become `file` URIs.
/// - Source: RFC 3986, sections 2.1 and 4.2.
func uriReference(_ path: String) -> String {
  let path = plainPath(path)
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
      bytes.append(byte)
    default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  let reference = String(decoding: bytes, as: UTF8.self)
  return reference.hasPrefix("/") ? "file://" + reference : reference
}
