internal import TraceFindings
internal import TraceGrammar
internal import TraceHTML
internal import TraceReportJSON
internal import TraceReporting

/// The formats of reports, by the names that options and the configuration use.
enum ReportOutput {
  /// A format and what it is for.
  struct Format: Sendable {
    var name: String
    var summary: String
  }

  /// All formats, in the order of the help.
  static let formats =
    ReportFormat.allCases.map { Format(name: $0.name, summary: $0.summary) } + [html]

  /// The page of the HTML report needs the grammar for its pictures, so it is not among the plain formats.
  private static let html = Format(
    name: "html", summary: "one page for a browser, with timelines and diagrams")

  /// The names, in the order of the help.
  static let formatNames = formats.map(\.name)

  /// How many events of a trace are told one by one where nobody says how many.
  static let longestTimeline = 100_000

  /// The same for the formats that tell events one by one; no other does.
  static let timelineLimits = ["html": longestTimeline, "json": 10_000]

  /// The size in bytes up to which a page carries the findings also as JSON, for its copy buttons.
  private static let embeddedJSONLimit = 1 << 17

  /// The report in the format of the given name.
  /// - Parameter grammar: the grammar of the check; nil when it is not known.
  static func render(
    _ report: Report, as name: String, options: ReportFormat.Options, grammar: Grammar?
  ) -> [UInt8] {
    guard name == html.name else {
      let format = ReportFormat(rawValue: name) ?? .text
      return format.render(format == .json ? report.withShortLanes : report, options: options)
    }
    let findings = JSONReport().render(report.withoutTimelines)
    let embedded = findings.count <= embeddedJSONLimit ? findings : nil
    return HTMLReport(machineReport: embedded).render(report, grammar: grammar)
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

  /// The report without the events that traces tell one by one.
  fileprivate var withoutTimelines: Report {
    var report = self
    for index in report.traces.indices { report.traces[index].timeline = nil }
    return report
  }
}
