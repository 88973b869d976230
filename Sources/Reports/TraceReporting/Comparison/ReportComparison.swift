package import TraceModel
package import TraceFindings
internal import TraceGrammar

/// What changed from one report to another: in findings, and in legal behavior.
package struct ReportComparison: Sendable, Equatable {
  /// What became of a fault.
  package enum Fate: String, Sendable, CaseIterable {
    /// The second report has it more often.
    case new
    /// The second report has it less often in the traces that both have.
    case fixed
    /// The second report has it less often because it does not have the trace, so it may not be fixed.
    case gone
    /// Both have it as often.
    case unchanged
  }

  /// A fault by its fingerprint, with how often it occurred in both reports.
  package struct Fault: Sendable, Equatable {
    /// The fault's name across recordings.
    package var fingerprint: String
    /// The rule it breaks.
    package var rule: String
    /// The callback that it is reported at; nil in a report of an older version that does not list it.
    package var callback: String?
    /// The severity in the report that has it, the second one's if both have.
    package var severity: Severity
    /// What happened, in one sentence.
    package var summary: String
    /// How often it occurred in the first report, including places where another call showed it.
    package var base: Int
    /// How often it occurred in the second report.
    package var head: Int
    /// How many of those in the second report are suppressed, and so never new.
    package var suppressed: Int
    /// Where it occurred first, in the second report if both have it; nil when the report lists no event.
    package var place: Place?
    /// The finding there; nil when the report lists no event.
    package var violation: Violation?
    /// How often it occurred in traces of the first report that the second one does not have.
    package var lost = 0
    /// What the trace of the first report has in its place, if it is new and both reports list the events.
    package var before: Earlier?

    /// How many of them are new.
    package var new: Int { max(0, head - suppressed - base) }
    /// How many of them are gone.
    package var gone: Int { max(0, base - head) }
    /// How many of them are in both.
    package var unchanged: Int { min(base, head) }
    /// How many of the gone ones were in a trace that both reports have.
    package var fixed: Int { max(0, gone - lost) }
    /// What became of it.
    package var fate: Fate {
      new > 0 ? .new : fixed > 0 ? .fixed : gone > 0 ? .gone : .unchanged
    }
  }

  /// An event in a trace.
  package struct Place: Sendable, Equatable {
    /// The path of the trace.
    package var path: String
    /// The line in the file, counted from 1.
    package var line: Int
    /// The number of the event, counted from 1.
    package var event: Int
  }

  /// Faults of either report, sorted by severity, the most severe first, then by rule and fingerprint.
  package var faults: [Fault]
  /// The traces that both reports have and whose behavior differs, by path in the second report.
  package var behaviors: [BehaviorChange]
  /// The number of traces that were compared call by call.
  package var comparedTraces: Int
  /// The paths in the second report of traces whose events one of the reports does not list individually.
  package var uncomparedTraces: [String]
  /// The paths of traces that only the first report has.
  package var onlyInBase: [String]
  /// The paths of traces that only the second report has.
  package var onlyInHead: [String]
  /// The first report.
  let base: Report
  /// The second report.
  let head: Report

  /// The names of callbacks where they are implemented, by short name; empty if the grammar of the second report is not known.
  let names: [String: String]

  /// The inputs that could not be read for the first report.
  package var failuresInBase: [Report.Failure] { base.failures }
  /// The inputs that could not be read for the second report.
  package var failuresInHead: [Report.Failure] { head.failures }
  /// The name and version of the grammar of the first report.
  package var baseGrammar: String { "\(base.grammarName) \(base.grammarVersion)" }
  /// The name and version of the grammar of the second report.
  package var headGrammar: String { "\(head.grammarName) \(head.grammarVersion)" }
  /// The version of the tool that made the second report.
  package var toolVersion: String { head.toolVersion }

  /// The number of findings that only the second report has.
  package var newViolations: Int { faults.reduce(0) { $0 + $1.new } }
  /// The number of findings that only the first report has.
  package var goneViolations: Int { faults.reduce(0) { $0 + $1.gone } }
  /// The number of gone findings in traces that both reports have.
  package var fixedViolations: Int { faults.reduce(0) { $0 + $1.fixed } }
  /// The number of findings that both reports have.
  package var unchangedViolations: Int { faults.reduce(0) { $0 + $1.unchanged } }

  /// The number of traces in both reports with the same calls in the same order, at about the same times.
  package var unchangedTraces: Int { comparedTraces - behaviors.count }

  /// Whether nothing differs, as far as it could be compared.
  package var isEmpty: Bool {
    newViolations == 0 && goneViolations == 0 && behaviors.isEmpty && onlyInBase.isEmpty
      && onlyInHead.isEmpty
  }

  /// Compares two reports.
  ///
  /// Traces with the same path below the common folder of their report belong together. If both reports have only one
  /// trace, these belong together. Only traces with a timeline in both reports are compared call by call.
  package init(base: Report, head: Report) {
    var head = head
    let seen = Dictionary(
      Self.pairs(base: base.traces, head: head.traces).both.lazy
        .filter { !$1.violations.isEmpty }.map { ($1.path, $0.callbacksSeen) },
      uniquingKeysWith: { first, _ in first })
    for index in head.traces.indices {
      guard let seen = seen[head.traces[index].path] else { continue }
      head.traces[index].refuteUnrecorded(by: seen)
    }
    let pairs = Self.pairs(base: base.traces, head: head.traces)
    onlyInBase = pairs.onlyInBase
    onlyInHead = pairs.onlyInHead
    faults = Self.faults(base: base, head: head, lost: Set(onlyInBase))
    comparedTraces = 0
    uncomparedTraces = []
    behaviors = []
    for (before, after) in pairs.both {
      guard let change = BehaviorChange(base: before, head: after) else {
        uncomparedTraces.append(after.path)
        continue
      }
      comparedTraces += 1
      for index in faults.indices where faults[index].new > 0 {
        let fault = faults[index]
        guard fault.place?.path == after.path, let violation = fault.violation else { continue }
        faults[index].before = change.earlier(violation, in: before)
      }
      if !change.isEmpty { behaviors.append(change) }
    }
    (self.base, self.head) = (base, head)
    names = head.ownGrammar.map(\.writtenNames) ?? [:]
  }

  private static func pairs(
    base: [TraceReport], head: [TraceReport]
  ) -> (both: [(TraceReport, TraceReport)], onlyInBase: [String], onlyInHead: [String]) {
    if base.count == 1, head.count == 1 { return ([(base[0], head[0])], [], []) }
    let headNames = head.pathsBelowCommonFolder
    var left = Dictionary(
      zip(base.pathsBelowCommonFolder, base), uniquingKeysWith: { first, _ in first })
    var both: [(TraceReport, TraceReport)] = []
    var onlyInHead: [String] = []
    for (name, trace) in zip(headNames, head) {
      if let before = left.removeValue(forKey: name) {
        both.append((before, trace))
      } else {
        onlyInHead.append(trace.path)
      }
    }
    return (both, left.values.map(\.path).sorted(), onlyInHead)
  }
}

extension Report {
  /// The built-in grammar that the report was made with; nil if it was another one, because a report does not contain it.
  var ownGrammar: Grammar? {
    let builtIn = ShippedGrammar.named(grammarName)?.grammar()
    return builtIn?.version == grammarVersion ? builtIn : nil
  }
}

extension [TraceReport] {
  /// The paths without the folders that all of them begin with.
  fileprivate var pathsBelowCommonFolder: [String] {
    let parts = map { $0.path.split(separator: "/") }
    guard let first = parts.first else { return [] }
    var common = first.count - 1
    for other in parts {
      common = Swift.min(common, other.count - 1)
      while common > 0, first[..<common] != other[..<common] { common -= 1 }
    }
    return parts.map { $0.dropFirst(Swift.max(0, common)).joined(separator: "/") }
  }
}
