package import TraceFindings
package import TraceGrammar

/// Puts the traces of a run into one report; they are added in the order of the report.
///
/// The details of a trace (its events and findings, one by one) count against a limit for the whole report, so that
/// beyond it, each further trace takes little memory.
package struct ReportAssembly {
  private let limits: ReportLimits
  private(set) var traces: [TraceReport] = []
  private var failures: [Report.Failure] = []
  private(set) var foldedCoverage: CoverageCounts?
  private var violatingEvents: EventRoom
  private var otherEvents: EventRoom
  private var violationRoom: Int
  private var kinds: Set<String> = []
  /// The callbacks that occur in any trace of an app, by app.
  private var occurred: [String: Set<String>] = [:]
  /// For each trace with findings, those that occur in it, as far as its report does not tell.
  private var occurring: [[String]] = []

  /// - Parameters:
  ///   - count: the expected number of traces.
  ///   - folded: the coverage of traces that were added before.
  package init(_ limits: ReportLimits, count: Int, folded: CoverageCounts? = nil) {
    (self.limits, foldedCoverage) = (limits, folded)
    (violatingEvents, otherEvents) = (EventRoom(limits.events), EventRoom(limits.events))
    violationRoom = limits.violations
    traces.reserveCapacity(count)
  }

  /// The traces whose events the report still has room to list.
  var tellsEvents: ToldEvents {
    otherEvents.hasRoom ? .ofAll : violatingEvents.hasRoom ? .ofViolating : .ofNone
  }

  package mutating func add(_ failure: Report.Failure) { failures.append(failure) }

  /// Adds a trace with the details that there is still room for, which then take that room.
  /// - Parameter names: the short names of the callbacks that occur; empty if only the report tells.
  package mutating func add(_ trace: TraceReport, occurring names: [String] = []) {
    var trace = trace
    if let app = trace.app {
      occurred[app, default: []].formUnion(trace.callbacksSeen)
      occurred[app, default: []].formUnion(names)
    }
    occurring.append(trace.violations.isEmpty ? [] : names)
    foldedCoverage.add(trace.coverageCounts)
    trace.coverageCounts = nil
    if trace.verdict == .violating {
      violatingEvents.limit(&trace)
    } else {
      otherEvents.limit(&trace)
    }
    limitViolations(&trace)
    traces.append(trace)
  }

  /// The report of everything that was added.
  package func report(by grammar: Grammar) -> Report {
    completed(Report(of: refuted, by: grammar, failures: failures))
  }

  /// The traces, without the causes that other traces of the same app refute.
  var refuted: [TraceReport] {
    zip(traces, occurring).map { trace, names in
      guard let seen = trace.app.flatMap({ occurred[$0] }) else { return trace }
      var trace = trace
      trace.refuteUnrecorded(by: seen, occurring: names)
      return trace
    }
  }

  /// Adds to a report the coverage of its traces, and what passing traces show about findings.
  func completed(_ report: Report) -> Report {
    var report = report
    report.foldedCoverage = foldedCoverage
    report.addWitnesses()
    return report
  }

  private mutating func limitViolations(_ trace: inout TraceReport) {
    if trace.violations.isEmpty { return }
    let count = trace.violations.count
    trace.violations = trace.violations.filter { violation in
      let isOfNewKind = kinds.count < limits.kinds && kinds.insert(violation.fingerprint).inserted
      if violationRoom == 0 { return isOfNewKind }
      violationRoom -= 1
      return true
    }
    trace.unlistedViolations += count - trace.violations.count
  }
}

/// Which traces list their events individually.
enum ToldEvents: Sendable {
  case ofAll, ofViolating, ofNone
}

/// The room for events that are listed individually.
private struct EventRoom {
  /// How many more fit; negative once a trace had more than that.
  private var left: Int

  init(_ limit: Int) { left = limit }

  var hasRoom: Bool { left >= 0 }

  /// Removes the events of the trace if there is no room for them, or if there was none for an earlier trace.
  mutating func limit(_ trace: inout TraceReport) {
    if let count = trace.timeline?.entries.count {
      left = left < 0 ? left : left - count
    } else if trace.events > 0 {
      // They were not listed, or there was no room for them in a report of fewer traces.
      left = -1
    }
    if left < 0 { trace.timeline = nil }
  }
}
