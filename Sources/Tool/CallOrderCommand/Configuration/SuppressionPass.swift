internal import TraceModel
internal import TraceFindings
internal import TraceSystem

/// Marks the findings of a report that the configuration suppresses.
struct SuppressionPass {
  /// What the configuration says.
  let rules: [SuppressionRule]
  /// The ids of the grammar's rules.
  let known: [String]
  /// The absolute path of the configuration's folder, which path patterns start from.
  let folder: String
  /// The absolute path of the folder that relative paths of traces start from.
  let currentFolder: String
  /// Today, for expiry dates.
  let today: CalendarDate

  /// The report with its suppressed findings marked, and a sentence for each suppression that matched none.
  /// - Complexity: O(traces × suppressions + findings × suppressions).
  func apply(to report: Report) -> (report: Report, warnings: [String]) {
    var report = report
    var (used, checked) = (Set<Int>(), Set<Int>())
    for index in report.traces.indices {
      let path = pathFromConfiguration(report.traces[index].path)
      let candidates = rules.indices.filter { isInForce(rules[$0]) && isAbout(rules[$0], path) }
      checked.formUnion(candidates)
      if !candidates.isEmpty { used.formUnion(mark(&report.traces[index], by: candidates)) }
    }
    return (report, warnings(used: used, checked: checked))
  }

  private func isInForce(_ rule: SuppressionRule) -> Bool {
    rule.expiry.map { $0 >= today } ?? true
  }

  private func isAbout(_ rule: SuppressionRule, _ path: String) -> Bool {
    rule.path.map { $0.matches(path) } ?? true
  }

  /// Marks the findings of a trace, and returns which suppressions applied.
  private func mark(_ trace: inout TraceReport, by candidates: [Int]) -> Set<Int> {
    var used = Set<Int>()
    func suppression(of rule: String) -> Int? {
      candidates.first { rules[$0].rule.map { $0 == rule } ?? true }
    }
    for index in trace.violations.indices where trace.violations[index].suppression == nil {
      guard let found = suppression(of: trace.violations[index].rule) else { continue }
      used.insert(found)
      trace.violations[index].suppression = Suppression(
        source: .configuration, reason: rules[found].reason)
    }
    // Findings beyond the limit are not listed, so the exact numbers come from the groups.
    for index in trace.groups.indices {
      guard let found = suppression(of: trace.groups[index].rule) else { continue }
      let open = trace.groups[index].count - trace.groups[index].suppressed
      if open > 0 { used.insert(found) }
      trace.suppressedCounts[trace.groups[index].severity] += open
      trace.groups[index].suppressed = trace.groups[index].count
    }
    return used
  }

  /// - Parameters:
  ///   - used: the suppressions that matched a finding.
  ///   - checked: those that are about a trace of the report.
  private func warnings(used: Set<Int>, checked: Set<Int>) -> [String] {
    rules.indices.filter { !used.contains($0) }.map { index in
      let rule = rules[index]
      var what = rule.rule.map { "of \($0)" } ?? "of every rule"
      if let path = rule.path { what += " in \(path.text)" }
      if let id = rule.rule, !known.contains(id) {
        let near = nearestName(to: id, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return terminalSafe("the suppression \(what) names no rule of the grammar\(near)")
      }
      if let expiry = rule.expiry, expiry < today {
        return terminalSafe("the suppression \(what) expired on \(expiry)")
      }
      return terminalSafe(
        checked.contains(index)
          ? "the suppression \(what) no longer matches any finding"
          : "the suppression \(what) is about no trace that was checked")
    }
  }

  /// The path of a trace relative to the configuration's folder; the absolute path if it is elsewhere.
  private func pathFromConfiguration(_ path: String) -> String {
    let place = Path.normalized(Path.joined(currentFolder, path))
    let prefix = folder == "/" ? "/" : folder + "/"
    return place.hasPrefix(prefix) ? String(place.dropFirst(prefix.count)) : place
  }
}
