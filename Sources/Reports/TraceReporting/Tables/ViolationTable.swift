internal import TraceModel
public import TraceFindings
internal import TraceJSON

extension ReportFormat {
  /// One violation per row.
  public static var violations: ReportFormat {
    ReportFormat(
      name: "violations", summary: "CSV with a row for each violation, for data tools",
      fileExtension: "csv", mediaType: "text/csv; charset=utf-8; header=present"
    ) { report, _ in ViolationTable().render(report) }
  }
}

/// The listed violations as a table: every row can be counted without another table.
struct ViolationTable {
  /// The names of the columns; further ones are only ever added at the end.
  static let columns = [
    "path", "metadata", "rule", "severity", "suppressed", "event", "line", "time", "callback",
    "spelling", "lifecycle", "subject_kind", "subject", "process", "states", "expected", "message",
    "repair_cost", "insert", "delete", "quirk", "fingerprint",
  ]

  /// The table; only the line of names when there is no violation.
  func render(_ report: Report) -> [UInt8] {
    var table = CSVTable(Self.columns)
    for trace in report.traces where !trace.violations.isEmpty {
      let metadata = trace.metadata.isEmpty ? nil : Self.text(of: trace.metadata)
      for violation in trace.violations { table.add(row(violation, trace.path, metadata)) }
    }
    return table.bytes
  }

  private func row(_ violation: Violation, _ path: String, _ metadata: String?) -> [String?] {
    let insertions = violation.repair.insertions.map { "\($0.callback)@\($0.beforeEvent)" }
    let deletions = violation.repair.deletions.map { "\($0.callback)@\($0.event)" }
    return [
      path, metadata, violation.rule, violation.severity.name,
      violation.suppression == nil ? "false" : "true", String(violation.event),
      String(violation.line), violation.time.map { "\($0)" }, violation.callback,
      violation.spelling, violation.lifecycle, violation.subjectKind, violation.subject,
      violation.process, violation.states.joined(separator: " "),
      violation.expected.joined(separator: " "), violation.message,
      String(violation.repair.cost), insertions.joined(separator: " "),
      deletions.joined(separator: " "), violation.quirk, violation.fingerprint,
    ]
  }

  /// A JSON object.
  private static func text(of metadata: [RecordedMember]) -> String {
    let members = metadata.map { JSONValue.Member($0.name, .string($0.value)) }
    return String(decoding: JSONValue.object(members).serialized(indentation: nil), as: UTF8.self)
  }
}
