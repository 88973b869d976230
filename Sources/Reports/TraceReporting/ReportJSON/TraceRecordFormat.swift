package import TraceFindings
internal import TraceJSON

/// Traces one by one in the form that they have in a saved report.
package struct TraceRecordFormat: Sendable {
  private let format: JSONFormat<TraceReport>

  /// - Parameter legend: the names of what the traces could visit; nil for traces without coverage.
  package init(legend: CoverageLegend?) { format = TraceReport.format(legend: legend) }

  /// The trace as a JSON value.
  package func write(_ trace: TraceReport) -> [UInt8] { format.write(trace).laidOut() }

  /// The trace that was written.
  /// - Throws: `ReportError` with the first member that is missing or invalid.
  package func read(_ bytes: [UInt8]) throws(ReportError) -> TraceReport {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch {
      throw ReportError(error)
    }
    return try format.read(JSONCursor(value))
  }
}
