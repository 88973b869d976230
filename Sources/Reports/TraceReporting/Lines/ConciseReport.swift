internal import TraceModel
package import TraceFindings

extension ReportFormat {
  /// One finding per line.
  public static var concise: ReportFormat {
    ReportFormat(
      name: "concise", summary: "one finding per line, path:line:column, for editors",
      fileExtension: "txt"
    ) { report, options in ConciseReport(names: options.names).render(report) }
  }

  /// Errors and warnings that Xcode shows in the build log.
  public static var xcode: ReportFormat {
    ReportFormat(
      name: "xcode", summary: "errors and warnings in the build log of Xcode", fileExtension: "txt"
    ) { report, options in
      ConciseReport(tellsRecordings: false, tellsCauses: true, names: options.names).render(report)
    }
  }
}

/// One finding per line, as compilers write it and editors read it: `path:line:column: severity: message [rule]`.
///
/// A finding about a whole line has column 1, one about a whole file line 1. Where the app recorded the place in its
/// source, that is the place, and the one in the trace follows in parentheses.
package struct ConciseReport: Sendable {
  /// Whether to include notes about the recordings, which nothing in the app can change.
  package var tellsRecordings: Bool

  /// Whether a note with the cause and what to change follows each finding, as Xcode shows such notes below it.
  package var tellsCauses: Bool

  /// The names of callbacks where they are implemented, by short name.
  private let names: [String: String]

  package init(
    tellsRecordings: Bool = true, tellsCauses: Bool = false, names: [String: String] = [:]
  ) {
    (self.tellsRecordings, self.tellsCauses, self.names) = (tellsRecordings, tellsCauses, names)
  }

  /// The lines; nothing when there is no finding.
  package func render(_ report: Report) -> [UInt8] {
    var text = ""
    for finding in report.locatedFindings(names) {
      text += line(
        finding.place, finding.severity, finding.messageWithCallback, finding.code,
        finding.traceRemark(beside: finding.place))
      let help = [finding.cause, finding.change].filter { !$0.isEmpty }.joined(separator: " ")
      if tellsCauses, !help.isEmpty { text += line(finding.place, .note, help, finding.code, "") }
    }
    return Array(text.utf8) + (tellsRecordings ? notes(report) : [])
  }

  /// The notes about the recordings, a line each.
  package func notes(_ report: Report) -> [UInt8] {
    var text = ""
    for trace in report.traces {
      for note in trace.notes {
        text += line(.init(path: trace.path, line: note.line), .note, note.message, note.id, "")
      }
    }
    return Array(text.utf8)
  }

  private func line(
    _ place: LocatedFinding.Place, _ severity: Severity, _ message: String, _ code: String,
    _ remark: String
  ) -> String {
    "\(lineSafe(place.path)):\(place.line ?? 1):\(place.column ?? 1): \(severity.name): "
      + "\(terminalSafe(message)) [\(terminalSafe(code))]\(terminalSafe(remark))\n"
  }
}
