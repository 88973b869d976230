internal import TraceFindings
internal import TraceJSON

extension ReportFormat {
  /// One finding per line.
  public static var jsonl: ReportFormat {
    ReportFormat(
      name: "jsonl", summary: "one finding per line as JSON", fileExtension: "jsonl"
    ) { report, _ in JSONLinesReport().render(report) }
  }
}

/// One finding per line: the member `path`, then the members it has in the JSON report.
struct JSONLinesReport {
  /// The lines; nothing when there is no finding.
  func render(_ report: Report) -> [UInt8] {
    var output: [UInt8] = []
    for trace in report.traces {
      for violation in trace.violations {
        let path = JSONValue.Member("path", .string(trace.path))
        let members = violation.jsonValue.members ?? []
        output += JSONValue.object([path] + members).serialized(indentation: nil)
        output.append(UInt8(ascii: "\n"))
      }
    }
    return output
  }
}
