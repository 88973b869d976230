internal import TraceDiagnostics
internal import TraceFindings
internal import TraceModel

extension Violation {
  /// Reads a violation from a saved report.
  init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      rule: try cursor.member("rule").text(),
      severity: try cursor.member("severity").severity(),
      cause: try cursor.optional("cause")?.word(among: Cause.allCases, named: \.rawValue) ?? .extra,
      event: try cursor.member("event").integer(from: 1),
      line: try cursor.member("line").integer(from: 1),
      callback: try cursor.member("callback").text(),
      spelling: try cursor.member("spelling").text(),
      kind: try cursor.optional("kind")?.eventKind() ?? .delegate,
      lifecycle: try cursor.member("lifecycle").text(),
      subject: try cursor.member("subject").text(),
      process: try cursor.optional("process")?.text(),
      time: try cursor.optional("time")?.number(),
      states: try cursor.texts("states"),
      expected: try cursor.texts("expected"),
      message: try cursor.member("message").text(),
      assumption: try cursor.optional("assumption")?.text(),
      repair: try Repair(cursor.member("repair")),
      related: try cursor.optional("related")?.map(Related.init) ?? [],
      steps: try cursor.optional("steps")?.map(Step.init) ?? [],
      quirk: try cursor.optional("quirk")?.text(),
      fingerprint: try cursor.member("fingerprint").fingerprint(),
      suppression: try cursor.optional("suppression").map(Suppression.init))
  }
}

extension Repair {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      insertions: try cursor.member("insert").map { cursor throws(ReportError) in
        Insertion(
          callback: try cursor.member("callback").text(),
          beforeEvent: try cursor.member("beforeEvent").integer(from: 1))
      },
      deletions: try cursor.member("delete").map { cursor throws(ReportError) in
        Deletion(
          event: try cursor.member("event").integer(from: 1),
          callback: try cursor.member("callback").text())
      })
    let stated = try cursor.member("cost").integer()
    if stated != cost { throw cursor.error("the cost is \(stated), the edits are \(cost)") }
  }
}

extension Violation.Related {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      event: try cursor.member("event").integer(from: 1),
      line: try cursor.member("line").integer(from: 1),
      message: try cursor.member("message").text())
  }
}

extension Violation.Step {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    let mark = try cursor.member("mark").word(
      among: Mark.allCases, named: \.rawValue)
    self.init(
      mark: mark, event: try cursor.ordinal("event"), line: try cursor.ordinal("line"),
      callback: try cursor.member("callback").text(), states: try cursor.texts("states"),
      time: try cursor.optional("time")?.number(),
      offending: try cursor.optional("offending")?.boolean() ?? false)
  }
}

extension Suppression {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      source: try cursor.member("source").word(among: Source.allCases, named: \.rawValue),
      reason: try cursor.optional("reason")?.text())
  }
}
