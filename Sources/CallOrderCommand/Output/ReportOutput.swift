internal import TraceFindings
internal import TraceReporting

/// The formats of reports, by the names that options use.
enum ReportOutput {
  /// The names, in the order of the help.
  static let formatNames = ["text", "json"]
}
