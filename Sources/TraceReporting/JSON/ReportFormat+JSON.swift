internal import TraceFindings
internal import TraceReportJSON
public import TraceWriting

extension ReportFormat {
  /// The format from which a report can be rendered in any other.
  public static var json: ReportFormat {
    ReportFormat(
      name: "json", summary: "everything, for programs and for rendering later",
      fileExtension: "json", mediaType: "application/json", eventLimit: 10_000
    ) { report, _ in JSONReport().render(report.withShortLanes) }
  }
}

extension Report {
  /// The report without the states that lanes were in after the last event that is told.
  fileprivate var withShortLanes: Report {
    var report = self
    for index in report.traces.indices {
      guard var timeline = report.traces[index].timeline, !timeline.isComplete else { continue }
      let last = timeline.entries.last?.event ?? 0
      for lane in timeline.lanes.indices {
        timeline.lanes[lane].intervals.removeAll { $0.firstEvent > last }
      }
      report.traces[index].timeline = timeline
    }
    return report
  }
}
