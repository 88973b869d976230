package import TraceFindings
package import TraceJSON

extension Report {
  /// Reads a saved JSON report back, so that any format can be rendered from it.
  ///
  /// Members that this version does not know are skipped; of those it knows, only the ones that every
  /// report has had since version 1 are demanded.
  /// - Throws: `ReportError` with the first member that is missing or not as it should be.
  package init(json bytes: [UInt8]) throws(ReportError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch {
      throw ReportError(error)
    }
    try self.init(json: value)
  }

  /// Reads the value of a saved JSON report back.
  /// - Throws: `ReportError` with the first member that is missing or not as it should be.
  package init(json value: JSONValue) throws(ReportError) {
    let root = JSONCursor(value)
    guard value.members != nil, let format = try root.optional("format")?.text() else {
      throw ReportError(message: "not a saved report: it has no member \"format\"")
    }
    guard format == JSONReport.format else {
      throw ReportError(
        member: "format", message: "expected \"\(JSONReport.format)\", found \"\(format)\"")
    }
    let coverage = try root.optional("coverage").map(Coverage.format.read).map(CoverageTally.init)
    var report = Self.blank
    try Self.fields(legend: coverage?.legend).read(&report, root)
    if let coverage, !coverage.isEmpty { report.foldedCoverage = coverage }
    // Merging sorts, as the file may not be.
    self = report.merged(with: Self.blank)
    history = report.history
  }
}
