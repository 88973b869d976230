internal import TraceDiagnostics
package import TraceFindings
public import TraceWriting

extension ReportFormat {
  /// One finding a line.
  public static var concise: ReportFormat {
    ReportFormat(
      name: "concise", summary: "one finding a line, path:line:column, for editors",
      fileExtension: "txt",
      mediaType: "text/plain; charset=utf-8"
    ) { report, _ in ConciseReport().render(report) }
  }
}

/// One finding a line, as compilers write it and editors read it: `path:line:column: severity: message [rule]`.
///
/// A finding about a whole line has column 1, one about a whole file line 1.
package struct ConciseReport: Sendable {
  /// Makes the renderer.
  package init() {}

  /// The lines; nothing when there is no finding.
  package func render(_ report: Report) -> [UInt8] {
    var text = ""
    for finding in report.locatedFindings {
      text += line(
        finding.path, finding.line, finding.column, finding.severity, finding.message, finding.code)
    }
    for trace in report.traces {
      for note in trace.notes {
        text += line(trace.path, note.line, nil, .note, note.message, note.id)
      }
    }
    return Array(text.utf8)
  }

  private func line(
    _ path: String, _ line: Int?, _ column: Int?, _ severity: Severity, _ message: String,
    _ code: String
  ) -> String {
    "\(lineSafe(path)):\(line ?? 1):\(column ?? 1): \(severity.name): \(terminalSafe(message)) "
      + "[\(terminalSafe(code))]\n"
  }
}
