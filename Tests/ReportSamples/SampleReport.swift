import TestSupport
package import TraceFindings
import TraceReporting

/// The sample reports that are rendered in every format, each as its saved report says.
package enum SampleReport: String, CaseIterable, Sendable {
  /// No trace at all.
  case empty
  /// One trace without findings.
  case conforming
  /// One trace with one error, and every field set.
  case one
  /// Several traces: equal faults, all severities, a quirk, a known violation, an unreadable file, notes.
  case many
  /// A violation at the end of a trace, without steps, ids and times; an inconclusive trace.
  case bare
  /// Text that attacks every format.
  case hostile
  /// Text in other scripts.
  case foreign
  /// Findings whose events have source locations: inside the folder with the lines, inside without them, and outside.
  case placed

  /// The saved report that it is read from, relative to the project's folder.
  package var path: String { "Tests/TraceReportingTests/Snapshots/\(rawValue).json" }

  package var report: Report { Self.reports[self] ?? Self.read(self) }

  private static let reports = Dictionary(uniqueKeysWithValues: allCases.map { ($0, read($0)) })

  private static func read(_ sample: SampleReport) -> Report {
    do { return try Report(json: Repository.bytes(sample.path) ?? []) } catch {
      preconditionFailure("\(sample.path): \(error)")
    }
  }
}

extension SampleReport {
  /// The trace of `one`, in which a session is discarded too early, and its violation.
  package static let discardTrace = one.report.traces[0]
  package static let discard = discardTrace.violations[0]
  package static let discardRule = one.report.rules[0]

  /// The worst text that a trace can contain.
  package static let hostileText = hostile.report.traces.flatMap(\.violations)[0].message

  package static func conformingTrace(_ path: String) -> TraceReport {
    var trace = conforming.report.traces[0]
    trace.path = path
    return trace
  }
}
