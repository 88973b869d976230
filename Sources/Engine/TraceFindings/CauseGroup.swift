internal import TraceModel

/// The violations of a report that are mistakes of one kind, as the grammar categorizes them.
public struct CauseGroup: Sendable, Equatable {
  /// The kind of mistake; the rule's id where the grammar names none.
  public var category: String
  /// How many violations count against the run, listed or not.
  public var counts: SeverityCounts
  /// How many of them each rule has, the most frequent first.
  public var rules: [RuleCount]
  /// The number of traces that have them.
  public var traces: Int
}

extension Report {
  /// The violations that count, by kind of mistake: those with most errors first, then by warnings, notes and name.
  /// - Complexity: O(traces × groups of each).
  public var causeGroups: [CauseGroup] {
    let categories = Dictionary(
      rules.map { ($0.id, $0.category) }, uniquingKeysWith: { first, _ in first })
    var groups: [String: CauseGroup] = [:]
    var rules: [String: [String: Int]] = [:]
    for trace in traces {
      var seen: Set<String> = []
      for group in trace.groups where group.count > group.suppressed {
        let known = categories[group.rule] ?? ""
        let category = known.isEmpty ? group.rule : known
        let count = group.count - group.suppressed
        var sum =
          groups[category]
          ?? CauseGroup(category: category, counts: SeverityCounts(), rules: [], traces: 0)
        sum.counts[group.severity] += count
        if seen.insert(category).inserted { sum.traces += 1 }
        groups[category] = sum
        rules[category, default: [:]][group.rule, default: 0] += count
      }
    }
    return groups.values.map { group in
      var group = group
      group.rules = (rules[group.category] ?? [:]).map { RuleCount(rule: $0.key, count: $0.value) }
        .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
      return group
    }.sorted { left, right in
      for severity in Severity.allCases.reversed()
      where left.counts[severity] != right.counts[severity] {
        return left.counts[severity] > right.counts[severity]
      }
      return left.category < right.category
    }
  }
}
