public import TraceFindings
internal import TraceJSON
internal import TraceReportJSON

/// One violation a line: the member `path`, then the members it has in the JSON report.
public struct JSONLinesReport: Sendable {
  /// Makes the renderer.
  public init() {}

  /// The lines; nothing when there is no violation.
  public func render(_ report: Report) -> [UInt8] {
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
