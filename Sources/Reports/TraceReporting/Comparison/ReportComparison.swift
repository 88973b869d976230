package import TraceModel
package import TraceFindings
package import TraceGrammar

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

  /// The names and versions of the grammars of both reports.
  var grammars: [String] { [base, head].map { "\($0.grammarName) \($0.grammarVersion)" } }
  /// The number of findings that only the second report has.
  package var newViolations: Int { faults.reduce(0) { $0 + $1.new } }
  /// The number of findings that only the first report has.
  package var goneViolations: Int { faults.reduce(0) { $0 + $1.gone } }
  /// The number of gone findings in traces that both reports have.
  package var fixedViolations: Int { faults.reduce(0) { $0 + $1.fixed } }
  /// The number of findings that both reports have.
  package var unchangedViolations: Int { faults.reduce(0) { $0 + $1.unchanged } }

  /// Whether nothing differs, as far as it could be compared.
  package var isEmpty: Bool {
    newViolations == 0 && goneViolations == 0 && behaviors.isEmpty && onlyInBase.isEmpty
      && onlyInHead.isEmpty
  }

  /// Compares two reports.
  ///
  /// Traces with the same path below their folders belong together. If both reports have only one trace, these belong
  /// together. Only traces with a timeline in both reports are compared call by call.
  /// - Parameters:
  ///   - baseFolder: the folder of the first report's traces; nil for the one with which most pairs are found.
  ///   - headFolder: the same of the second report.
  package init(
    base: Report, head: Report, baseFolder: String? = nil, headFolder: String? = nil
  ) {
    var head = head
    let pairs = Self.pairs(base, head, baseFolder, headFolder)
    for (before, after) in pairs.both where !head.traces[after].violations.isEmpty {
      head.traces[after].refuteUnrecorded(by: base.traces[before].callbacksSeen)
    }
    onlyInBase = pairs.onlyInBase
    onlyInHead = pairs.onlyInHead
    faults = Self.faults(base: base, head: head, lost: Set(onlyInBase))
    comparedTraces = 0
    uncomparedTraces = []
    behaviors = []
    for (before, after) in pairs.both.map({ (base.traces[$0], head.traces[$1]) }) {
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

  /// The traces of both reports that belong together, by index, and the paths of the others.
  private static func pairs(
    _ base: Report, _ head: Report, _ baseFolder: String?, _ headFolder: String?
  ) -> (both: [(Int, Int)], onlyInBase: [String], onlyInHead: [String]) {
    if base.traces.count == 1, head.traces.count == 1 { return ([(0, 0)], [], []) }
    var best: [(Int, Int)] = []
    for below in base.traces.names(below: baseFolder) {
      let places = Dictionary(
        zip(below, base.traces.indices), uniquingKeysWith: { first, _ in first })
      for names in head.traces.names(below: headFolder) {
        let both = names.enumerated().compactMap { index, name in places[name].map { ($0, index) } }
        if both.count > best.count { best = both }
      }
    }
    let (inBase, inHead) = (Set(best.map(\.0)), Set(best.map(\.1)))
    return (
      best, base.traces.indices.filter { !inBase.contains($0) }.map { base.traces[$0].path },
      head.traces.indices.filter { !inHead.contains($0) }.map { head.traces[$0].path }
    )
  }
}

extension Report {
  /// The built-in grammar that the report was made with; nil if it was another one, because a report does not contain it.
  package var ownGrammar: Grammar? {
    let builtIn = ShippedGrammar.named(grammarName)?.grammar()
    return builtIn?.version == grammarVersion ? builtIn : nil
  }
}

extension [TraceReport] {
  /// The paths below a folder or, if none is known, below each folder that all of them are in, the innermost first.
  fileprivate func names(below folder: String?) -> [[String]] {
    if let folder {
      let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
      return [map { $0.path.hasPrefix(prefix) ? String($0.path.dropFirst(prefix.count)) : $0.path }]
    }
    let parts = map { $0.path.split(separator: "/") }
    var common = (parts.first?.count ?? 1) - 1
    for other in parts {
      common = Swift.min(common, other.count - 1)
      while common > 0, parts[0][..<common] != other[..<common] { common -= 1 }
    }
    return (0...Swift.max(0, common)).reversed().map { depth in
      parts.map { $0.dropFirst(depth).joined(separator: "/") }
    }
  }
}
