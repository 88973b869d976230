internal import TraceFindings

extension ReportFormat {
  /// The format from which a report can be rendered in any other.
  public static var json: ReportFormat {
    ReportFormat(
      name: "json", summary: "everything, for programs and for rendering later",
      fileExtension: "json", eventLimit: 10_000,
      showsCoverage: true
    ) { report, _, take in JSONReport().write(report, to: take) }
  }
}
