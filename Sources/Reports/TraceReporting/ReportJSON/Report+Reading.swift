package import TraceFindings
internal import TraceJSON

extension Report {
  /// Reads a saved JSON report back, so that any format can be rendered from it.
  ///
  /// Members that this version does not know are skipped; only the members that every report has had since version 1
  /// are required.
  /// - Throws: `ReportError` with the first member that is missing or invalid.
  package init(json bytes: [UInt8]) throws(ReportError) {
    let value = try JSONValue(ofReport: bytes)
    let root = JSONCursor(value)
    guard value.members != nil, let format = try root.optional("format")?.text() else {
      throw ReportError(message: "not a saved report: it has no member \"format\"")
    }
    guard format == JSONReport.format else {
      throw ReportError(
        member: "format", message: "expected \"\(JSONReport.format)\", found \"\(format)\"")
    }
    var report = Self.blank
    try Self.fields.read(&report, root)
    // Until 0.2.0, each trace had numbers of its own, which the sum lacks.
    if value["traces"]?.array?.contains(where: { $0["coverage"] != nil }) == true {
      report.foldedCoverage = nil
    }
    // Merging sorts, as the file may not be sorted.
    self = report.merged(with: Self.blank)
  }
}
