package import TraceFindings
package import TraceJSON

extension Report {
  /// Reads a saved JSON report back, so that any format can be rendered from it.
  ///
  /// Members that this version does not know are skipped; only the members that every report has had since version 1
  /// are required.
  /// - Throws: `ReportError` with the first member that is missing or invalid.
  package init(json bytes: [UInt8]) throws(ReportError) {
    try self.init(json: JSONValue(ofReport: bytes))
  }

  /// Reads the value of a saved JSON report back.
  /// - Throws: `ReportError` with the first member that is missing or invalid.
  package init(json value: JSONValue) throws(ReportError) {
    let root = JSONCursor(value)
    guard value.members != nil, let format = try root.optional("format")?.text() else {
      throw ReportError(message: "not a saved report: it has no member \"format\"")
    }
    guard format == JSONReport.format else {
      throw ReportError(
        member: "format", message: "expected \"\(JSONReport.format)\", found \"\(format)\"")
    }
    let coverage = try root.optional("coverage").map { cursor throws(ReportError) in
      CoverageCounts(try Coverage.format.read(cursor))
    }
    var report = Self.blank
    try Self.fields(coverage?.names).read(&report, root)
    if let coverage, !coverage.isEmpty { report.foldedCoverage = coverage }
    for index in report.traces.indices {
      report.traces[index].renameFaults(
        grammarName: report.grammarName, grammarVersion: report.grammarVersion)
    }
    // Merging sorts, as the file may not be sorted.
    self = report.merged(with: Self.blank)
  }
}

extension TraceReport {
  /// The names that earlier versions had for lifecycles of shipped grammars.
  private static let formerLifecycles = ["adoption": "delegateInUse"]

  /// Replaces the fingerprints of an older version by this version's; faults without any listed finding keep theirs.
  fileprivate mutating func renameFaults(grammarName: String, grammarVersion: String) {
    let old = Set(groups.filter { $0.callback == nil }.map(\.fingerprint))
    if old.isEmpty { return }
    var renamed: [String: Violation] = [:]
    for index in violations.indices where old.contains(violations[index].fingerprint) {
      let name = violations[index].fingerprint
      if let lifecycle = Self.formerLifecycles[violations[index].lifecycle] {
        violations[index].lifecycle = lifecycle
      }
      violations[index].fingerprint = violations[index].faultName(
        grammarName: grammarName, grammarVersion: grammarVersion)
      renamed[name] = renamed[name] ?? violations[index]
    }
    var groups: [ViolationGroup] = []
    var indices: [String: Int] = [:]
    for var group in self.groups {
      if group.callback == nil, let violation = renamed[group.fingerprint] {
        (group.fingerprint, group.callback) = (violation.fingerprint, violation.callback)
      }
      let key = "\(group.fingerprint) \(group.severity)"
      if let same = indices[key] {
        groups[same].count += group.count
        groups[same].suppressed += group.suppressed
      } else {
        indices[key] = groups.count
        groups.append(group)
      }
    }
    self.groups = groups
  }
}
