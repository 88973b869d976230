internal import TraceModel
package import TraceFindings

/// A report compared with a baseline.
package struct BaselineMatch: Sendable, Equatable {
  /// The report with its known findings marked as such; of equal ones, the first are the known ones.
  package var report: Report
  /// Faults that the baseline does not have, or not as often; with the number of new ones.
  package var new: [BaselineFile.Entry]
  /// Entries that the report no longer needs, or not as often; with the number that is superfluous.
  package var stale: [BaselineFile.Entry]
  /// Entries whose last day has passed; they allow nothing.
  package var expired: [BaselineFile.Entry]
}

extension BaselineFile {
  /// Compares a report with the baseline, as multisets by fingerprint; exact even when not all is listed.
  ///
  /// A finding without an entry takes a remaining one of its rule, if the entry's callback is not recorded in its trace:
  /// another call then shows the same fault. Of a file that an older version wrote, it may take any entry of its rule.
  /// Findings that the user's configuration suppresses are ignored.
  /// - Parameters:
  ///   - report: a report; the marks of an earlier match are removed.
  ///   - today: the current day, which decides which entries have expired, as `YYYY-MM-DD`; nil for none.
  package func match(_ report: Report, today: String? = nil) -> BaselineMatch {
    let isExpired = { (entry: Entry) in
      if let today, let last = entry.expires { last < today } else { false }
    }
    var match = BaselineMatch(
      report: report.withoutBaselineMarks, new: [], stale: [],
      expired: entries.filter(isExpired))
    let reasons = Dictionary(
      entries.map { ($0.fingerprint, $0.reason) }, uniquingKeysWith: { first, _ in first })
    var left = Dictionary(
      entries.filter { !isExpired($0) }.map { ($0.fingerprint, $0.count) },
      uniquingKeysWith: { first, _ in first })
    var new: [String: Entry] = [:]
    var unknown: [(trace: Int, group: ViolationGroup, count: Int, summary: String)] = []
    for index in match.report.traces.indices {
      let summaries = match.report.traces[index].summaries
      for group in match.report.traces[index].groups {
        let open = group.count - group.suppressed
        let taken = min(open, left[group.fingerprint] ?? 0)
        left[group.fingerprint, default: 0] -= taken
        match.report.traces[index].markKnown(
          taken, of: group, reason: reasons[group.fingerprint] ?? nil)
        if open > taken {
          let summary = summaries[group.fingerprint] ?? group.rule
          unknown.append((index, group, open - taken, summary))
        }
      }
    }
    let byRule = Dictionary(grouping: entries, by: \.rule)
    for (index, group, count, summary) in unknown {
      var open = count
      for entry in byRule[group.rule] ?? [] where open > 0 {
        let taken = min(open, left[entry.fingerprint] ?? 0)
        let isShown = !isOlder && match.report.traces[index].shows(entry.callback)
        if taken == 0 || isShown { continue }
        left[entry.fingerprint, default: 0] -= taken
        open -= taken
        match.report.traces[index].markKnown(taken, of: group, reason: entry.reason)
      }
      if open == 0 { continue }
      let none = Entry(
        fingerprint: group.fingerprint, rule: group.rule, callback: group.callback,
        summary: summary, count: 0)
      new[group.fingerprint, default: none].count += open
    }
    match.new = new.values.sorted { $0.fingerprint < $1.fingerprint }
    match.stale = entries.compactMap { entry in
      guard let surplus = left[entry.fingerprint], surplus > 0 else { return nil }
      var stale = entry
      stale.count = surplus
      return stale
    }
    return match
  }

  /// The baseline that knows exactly the faults of a report.
  /// - Throws: `ReportError` when an input could not be read, as its faults would be missing.
  package init(of report: Report) throws(ReportError) {
    try report.demandsEverythingRead()
    self = BaselineFile(grammarName: report.grammarName, grammarVersion: report.grammarVersion)
      .with(BaselineFile(grammarName: "", grammarVersion: "").match(report).new)
  }

  /// The baseline that knows exactly the faults of a report, with the reasons and days of this one.
  /// - Throws: `ReportError` when an input could not be read, as its faults would be missing.
  package func updated(by report: Report) throws(ReportError) -> BaselineFile {
    var entries = try BaselineFile(of: report).entries
    for index in entries.indices {
      let old = self[entries[index].fingerprint] ?? olderEntry(of: entries[index].rule)
      entries[index].reason = old?.reason
      entries[index].expires = old?.expires
    }
    return BaselineFile(
      grammarName: report.grammarName, grammarVersion: report.grammarVersion, entries: entries)
  }

  /// The value that all entries of a rule from an older version have in common; nil where they differ, or there is none.
  private func olderEntry(of rule: String) -> Entry? {
    let all = isOlder ? entries.filter { $0.rule == rule } : []
    let isOne = all.allSatisfy { $0.reason == all[0].reason && $0.expires == all[0].expires }
    return isOne ? all.first : nil
  }

  /// The baseline without the entries that the report no longer needs; nothing is added.
  /// - Throws: `ReportError` when an input could not be read, as its faults would appear to be gone.
  package func pruned(by report: Report) throws(ReportError) -> BaselineFile {
    try report.demandsEverythingRead()
    let surplus = Dictionary(
      match(report).stale.map { ($0.fingerprint, $0.count) },
      uniquingKeysWith: { first, _ in first })
    return with(
      entries.compactMap { entry in
        var kept = entry
        kept.count -= surplus[entry.fingerprint] ?? 0
        return kept.count > 0 ? kept : nil
      })
  }

  /// The faults that another baseline allows more often, and those that it allows less often; with the differences.
  package func differences(to other: BaselineFile) -> (added: [Entry], removed: [Entry]) {
    func surplus(of left: BaselineFile, over right: BaselineFile) -> [Entry] {
      left.entries.compactMap { entry in
        var rest = entry
        rest.count -= right[entry.fingerprint]?.count ?? 0
        return rest.count > 0 ? rest : nil
      }
    }
    return (surplus(of: other, over: self), surplus(of: self, over: other))
  }

  private func with(_ entries: [Entry]) -> BaselineFile {
    BaselineFile(grammarName: grammarName, grammarVersion: grammarVersion, entries: entries)
  }
}

extension Report {
  fileprivate func demandsEverythingRead() throws(ReportError) {
    guard let failure = failures.first else { return }
    throw ReportError(
      message: "\(counted(failures.count, "input")) could not be read, the first is "
        + "\(failure.path): \(failure.message)")
  }

  fileprivate var withoutBaselineMarks: Report {
    var report = self
    for index in report.traces.indices { report.traces[index].removeBaselineMarks() }
    return report
  }
}

extension TraceReport {
  /// Whether the recording shows a callback; nil stands for an unknown callback.
  fileprivate func shows(_ callback: String?) -> Bool {
    guard let callback else { return false }
    guard let observed else { return true }
    return observed.calls.contains(callback) || observed.notifications.contains(callback)
  }

  /// The message of the first finding of each fingerprint.
  fileprivate var summaries: [String: String] {
    Dictionary(
      violations.map { ($0.fingerprint, $0.message) }, uniquingKeysWith: { first, _ in first })
  }

  /// Marks the first findings of a group as known, in the list and in the numbers.
  fileprivate mutating func markKnown(_ count: Int, of group: ViolationGroup, reason: String?) {
    if count == 0 { return }
    suppressedCounts[group.severity] += count
    for index in groups.indices
    where groups[index].fingerprint == group.fingerprint && groups[index].severity == group.severity
    {
      groups[index].suppressed += count
    }
    var left = count
    for index in violations.indices
    where left > 0 && violations[index].fingerprint == group.fingerprint
      && violations[index].severity == group.severity && violations[index].suppression == nil
    {
      violations[index].suppression = Suppression(source: .baseline, reason: reason)
      left -= 1
    }
  }

  /// Removes the marks of a match. A group is suppressed by one source only: by the configuration as a whole, or
  /// by the baseline.
  fileprivate mutating func removeBaselineMarks() {
    let marked = Set(
      violations.filter { $0.suppression?.source == .baseline }.map(\.fingerprint))
    for index in groups.indices where marked.contains(groups[index].fingerprint) {
      suppressedCounts[groups[index].severity] -= groups[index].suppressed
      groups[index].suppressed = 0
    }
    for index in violations.indices where violations[index].suppression?.source == .baseline {
      violations[index].suppression = nil
    }
  }
}
