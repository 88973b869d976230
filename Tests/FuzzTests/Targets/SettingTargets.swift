import TraceReporting
import TraceFindings

@testable import CallOrderCommand

extension FuzzTarget {
  /// The configuration file.
  static let configuration = FuzzTarget(name: "configuration", mutation: .json, isStrict: true) {
    bytes in
    do throws(CommandError) {
      let configuration = try ConfigurationReader(path: "a/.callorder.json").read(bytes)
      _ = Settings(configuration: configuration, options: [])
      return .accepted
    } catch {
      return error.message.isEmpty ? .complaint("an error without a message") : .rejected
    }
  }

  /// Baselines: written again they are the same, and comparing a report with them keeps all of its traces.
  static let baseline = FuzzTarget(name: "baseline", mutation: .json, isStrict: true) { bytes in
    guard let baseline = try? BaselineFile(json: bytes) else { return .rejected }
    guard (try? BaselineFile(json: baseline.serialized())) == baseline else {
      return .complaint("it differs after writing and reading")
    }
    var matches = [baseline.match(knownReport), baseline.match(knownReport, today: "2026-01-01")]
    matches.append(baseline.match(matches[0].report))
    for match in matches where match.report.traces.count != knownReport.traces.count {
      return .complaint("a match has other traces")
    }
    _ = try? baseline.updated(by: knownReport)
    _ = try? baseline.pruned(by: knownReport)
    _ = baseline.differences(to: BaselineFile(grammarName: "UIScene", grammarVersion: "1.0"))
    return .accepted
  }

  /// Saved reports: written again they are the same, and every format can show them.
  static let report = FuzzTarget(name: "report", mutation: .json, isStrict: true) { bytes in
    guard let report = try? Report(json: bytes) else { return .rejected }
    let saved = ReportFormat.json.render(report)
    guard let again = try? Report(json: saved), ReportFormat.json.render(again) == saved else {
      return .complaint("it differs after writing and reading")
    }
    if let complaint = RenderedReport.complaint(about: report) { return .complaint(complaint) }
    let comparison = ReportComparison(base: report, head: again)
    for format in ComparisonFormat.allCases {
      let bytes = comparison.rendered(as: format)
      if let fault = RenderedReport.fault(in: bytes, of: format.rawValue) {
        return .complaint("a comparison as \(format): \(fault)")
      }
    }
    return .accepted
  }
}
