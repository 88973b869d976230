internal import TraceModel

/// The violations of a report in which the same happened: the kind of edit, and the call that it is about.
public struct CauseGroup: Sendable, Equatable {
  /// What happened, such as `sceneDidBecomeActive twice`; the rule's category where none of them is listed.
  public var category: String
  /// How many violations count against the run, listed or not.
  public var counts: SeverityCounts
  /// How many of them each rule has, the most frequent first.
  public var rules: [RuleCount]
  /// The number of traces that have them.
  public var traces: Int
}

extension Violation {
  /// What happened, as a title: the first sentence about it, without its details and its verb.
  ///
  /// `sceneDidEnterBackground while the scene was active`, `No scene ever connected`
  /// - Parameter name: how a callback is written.
  package func happening(_ name: (String) -> String = { $0 }) -> String {
    if cause == .repeated { return "\(name(callback)) twice" }
    var title = message[...]
    for end in [": ", "; ", " ("] {
      if let place = title.start(of: end) { title = title[..<place] }
    }
    return ["was called", "was posted", "came"].reduce(String(title)) {
      $0.filled(" \($1) ", with: " ").filled(" \($1),", with: ",")
    }
  }
}

extension Report {
  /// The violations that count, by what happened: those with most errors first, then by warnings, notes and name.
  public var causeGroups: [CauseGroup] { causeGroups { $0 } }

  /// The violations that count, by what happened.
  /// - Parameter name: how a callback is written.
  /// - Complexity: O(violations + traces × groups of each).
  package func causeGroups(_ name: (String) -> String) -> [CauseGroup] {
    let categories = Dictionary(
      rules.map { ($0.id, $0.category) }, uniquingKeysWith: { first, _ in first })
    var happenings: [String: String] = [:]
    for violation in traces.lazy.flatMap(\.violations)
    where happenings[violation.fingerprint] == nil {
      happenings[violation.fingerprint] = violation.happening(name)
    }
    var groups: [String: CauseGroup] = [:]
    var rules: [String: [String: Int]] = [:]
    for trace in traces {
      var seen: Set<String> = []
      for group in trace.groups where group.count > group.suppressed {
        let known = happenings[group.fingerprint] ?? categories[group.rule] ?? ""
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
