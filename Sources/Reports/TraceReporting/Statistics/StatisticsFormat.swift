internal import TraceModel
package import TraceFindings

/// A format that the statistics of a fleet can be written in; the option is the style of text.
package typealias StatisticsFormat = OutputFormat<FleetStatistics, TextTheme>

extension StatisticsFormat {
  /// Every format of statistics, in the order of the help.
  package static var all: [StatisticsFormat] { [.text, .markdown, .json, .html] }

  /// Everything, for programs.
  package static var json: StatisticsFormat {
    StatisticsFormat(
      name: "json", fileExtension: "json", mediaType: "application/json"
    ) { statistics, _ in statistics.json }
  }
}

/// Words and numbers that all formats share; as recorded, so each format escapes them.
extension FleetStatistics {
  /// The groups that people are shown of each rule.
  static let shownCells = 10
  /// The changes and the rules that people are shown.
  static let shownEntries = 200

  /// What was counted, in one sentence without a full stop.
  var counted: String {
    let what = "\(launches) \(launchWord(launches)) in \(TraceFindings.counted(traces, "trace"))"
    return "\(what), \(TraceFindings.counted(groups.count, "group")) by \(listed(members, "and"))"
  }

  /// How the changes were found, in one sentence without a full stop.
  var method: String {
    let percent = decimal(Self.falseDiscoveryRate * 100, places: 0)
    return "\(TraceFindings.counted(tests, "test")) of a rule and a change of \(comparedMember): "
      + "Fisher's exact test, corrected by Benjamini and Hochberg; "
      + "on average, at most \(percent) % of the reported changes are due to chance"
  }

  /// The limitations of the statistics, each one sentence without a full stop.
  var caveats: [String] {
    var caveats: [String] = []
    if unchecked > 0 {
      caveats.append(
        "\(TraceFindings.counted(unchecked, "trace")) with nothing to check not counted")
    }
    if beyondLimit > 0 {
      caveats.append(
        "\(TraceFindings.counted(beyondLimit, "trace")) beyond \(FleetCounter.Limit.groups) groups not counted"
      )
    }
    if failures > 0 {
      caveats.append("\(TraceFindings.counted(failures, "input")) could not be read")
    }
    let unnamed = groups.reduce(0) { $0 + ($1.values[comparedIndex] == nil ? $1.traces : 0) }
    if unnamed > 0 {
      caveats.append(
        "\(TraceFindings.counted(unnamed, "trace")) without \"\(comparedMember)\" in the metadata not compared"
      )
    }
    return caveats
  }

  /// The grammar's name for launches.
  private func launchWord(_ count: Int) -> String {
    if launchKind == "process" || launchKind.isEmpty { return count == 1 ? "launch" : "launches" }
    return count == 1 ? launchKind : SubjectCount.plural(of: launchKind)
  }

  /// Values with the names of their members, such as `app com.example.notes, version 2.5`.
  func words(for values: [String?]) -> String {
    zip(members, values).map { name, value in
      value.map { "\(name) \($0)" } ?? "no \(name)"
    }.joined(separator: ", ")
  }

  /// From which value to which, and within which others.
  func words(for change: Change) -> String {
    let step = "\(comparedMember) \(change.from) → \(change.to)"
    return change.within.isEmpty ? step : "\(words(for: change.within)): \(step)"
  }
}

extension FleetStatistics.Share {
  /// The rate with its interval, such as `480 (440–523)`.
  var words: String {
    "\(Self.words(rate)) (\(Self.words(lowest))–\(Self.words(highest)))"
  }

  /// A rate per million. A digit after the point says nothing about a large one.
  private static func words(_ rate: Double) -> String { decimal(rate, places: rate < 100 ? 1 : 0) }

  /// The counts, such as `12 of 25000`.
  var counts: String { "\(affected) of \(launches)" }
}

extension FleetStatistics.Rule {
  /// The repair that is typical, and how typical it is; nil where no violation is listed.
  var editWords: String? { edit.map { "\($0) (\(editCount) of \(listed) listed violations)" } }
}

extension FleetStatistics.Example {
  /// Where it is, such as `device-7/launch-3, event 12, 1a2b3c4d`.
  var words: String { "\(trace), event \(event), \(fingerprint.prefix(8))" }
}

/// A probability with three digits, or a bound if it is very small.
func probabilityWords(_ probability: Double) -> String {
  probability < 0.001 ? "< 0.001" : "= \(decimal(probability, places: 3))"
}
