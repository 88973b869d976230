internal import TraceReporting
internal import TraceFindings

/// The registry of report formats as the options, their help and the configuration use it.
enum ReportOutput {
  /// The names, in the order of the help.
  static let formatNames = ReportFormat.all.map(\.name)

  /// The format with the name; options and the configuration let no other name through.
  static func format(_ name: String) -> ReportFormat { ReportFormat.named(name) ?? .text }

  /// How many events of a trace are listed one by one by default, in the format that lists the most.
  static let longestTimeline = ReportFormat.all.compactMap(\.eventLimit).max() ?? 0

  /// The numbers of events that are listed by default, in words.
  static let timelineLimits: String = {
    let most = ReportFormat.all.filter { $0.eventLimit == longestTimeline }.map(\.name)
    let all =
      "\(longestTimeline) of each trace for "
      + listed(most + ["--migration", "comparisons"], "and")
    let fewer = ReportFormat.all.compactMap { format -> String? in
      guard let limit = format.eventLimit, limit < longestTimeline else { return nil }
      return ", and \(limit) for \(format.name) alone"
    }
    return all + fewer.joined()
  }()
}
