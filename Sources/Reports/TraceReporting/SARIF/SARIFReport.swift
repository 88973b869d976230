internal import TraceModel
internal import TraceFindings
internal import TraceJSON

extension ReportFormat {
  /// Results for code scanning.
  public static var sarif: ReportFormat {
    ReportFormat(
      name: "sarif", summary: "SARIF 2.1.0, for code scanning", fileExtension: "sarif",
      mediaType: "application/sarif+json"
    ) { report, options in SARIFReport(names: options.names).render(report) }
  }
}

/// SARIF 2.1.0, as GitHub code scanning accepts it: the most severe results first, the call order as code flow.
///
/// GitHub requires more than the schema does: at least one physical location per result, help text for every
/// rule, and a fingerprint, as it would otherwise hash the line of the recording.
/// - Source: OASIS SARIF 2.1.0 errata 01; GitHub Docs, "SARIF support for code scanning".
struct SARIFReport {
  /// The results that GitHub accepts in one run.
  static let resultLimit = 25_000

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The log, with a line feed at the end.
  func render(_ report: Report) -> [UInt8] {
    let log: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [run(report)],
    ]
    return log.laidOut() + [UInt8(ascii: "\n")]
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
          "rules": .array(rules.map(\.sarifValue)),
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
    for trace in report.traces {
      for violation in trace.violations {
        seen[violation.fingerprint, default: 0] += 1
        results.append(
          SARIFResult(
            violation: violation, trace: trace, ordinal: seen[violation.fingerprint] ?? 1,
            usesSuppressions: usesSuppressions, usesBaseline: usesBaseline, names: names))
      }
    }
    return Severity.allCases.reversed().flatMap { severity in
      results.filter { $0.violation.severity == severity }
    }
  }

  private func notifications(of report: Report, results: Int) -> [JSONValue] {
    var notifications = report.failures.map { failure in
      Notification.unreadable.value(
        level: .error, message: failure.message, path: failure.path, line: failure.position?.line,
        column: failure.position?.column)
    }
    for trace in report.traces {
      for note in trace.notes {
        notifications.append(
          Notification.recording.value(
            level: .note, message: "\(note.message) [\(note.id)]", path: trace.path,
            line: note.line))
      }
    }
    let unlisted = report.traces.reduce(0) { $0 + $1.unlistedViolations }
    let left = unlisted + max(0, results - Self.resultLimit)
    if left > 0 {
      notifications.append(
        Notification.incomplete.value(
          level: .warning, message: "\(counted(left, "violation")) counted and not listed here"))
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
  static let recording = Notification(
    id: "recording", text: "Something about the recording, not about the app.")
  static let incomplete = Notification(
    id: "incomplete-list", text: "There are more violations than are listed.")
  static let all = [unreadable, recording, incomplete]

  var sarifValue: JSONValue {
    ["id": .string(id), "shortDescription": ["text": .string(text)]]
  }

  func value(
    level: Severity, message: String, path: String? = nil, line: Int? = nil,
    column: Int? = nil
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("level", .string(level.name)),
      .init("message", ["text": .string(terminalSafe(message))]),
      .init("descriptor", ["id": .string(id)]),
    ]
    if let path {
      members.append(
        .init(
          "locations", [["physicalLocation": sarifLocation(path: path, line: line, column: column)]]
        ))
    }
    return .object(members)
  }
}

extension Report.RuleText {
  /// GitHub refuses descriptions of more than 1,024 characters.
  fileprivate var sarifValue: JSONValue {
    let full = explanation.isEmpty ? title : explanation
    let help = "\(title).\n\n\(full)"
    var markdown = "**\(Markdown.text(title)).**\n\n\(Markdown.text(full))"
    if let link { markdown += "\n\n\(Markdown.text(link))" }
    var members: [JSONValue.Member] = [
      .init("id", .string(id)),
      .init("name", .string(String(id.prefix(255)))),
      .init("shortDescription", ["text": .string(String(title.prefix(1_024)))]),
      .init("fullDescription", ["text": .string(String(full.prefix(1_024)))]),
      .init("help", ["text": .string(help), "markdown": .string(markdown)]),
      .init("defaultConfiguration", ["level": .string(severity.name)]),
      .init(
        "properties",
        [
          "tags": ["lifecycle", "call-order"], "precision": "very-high",
          "problem.severity": .string(severity == .note ? "recommendation" : severity.name),
        ]),
    ]
    if let link { members.append(.init("helpUri", .string(link))) }
    return .object(members)
  }
}
