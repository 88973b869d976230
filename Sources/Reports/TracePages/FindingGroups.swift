internal import TraceModel
package import TraceFindings

extension Violation {
  /// What happened, in a few words for a list: `sceneDidEnterBackground while active`.
  /// - Parameter written: how a callback is written.
  package func shortTitle(_ written: (String) -> String = { $0 }) -> String {
    let call = written(callback)
    // What never happened has no call of its own.
    if cause == .missing, repair.cost == 0, !message.contains(call) {
      return message.firstRange(of: ": ").map { String(message[..<$0.lowerBound]) } ?? message
    }
    guard states.count == 1, let state = states.first else { return call }
    return "\(call) while \(stateInWords(state))"
  }

  /// What equal findings of all traces have in common.
  var likeness: String { "\(severity.name) \(fingerprint)" }
}

/// Findings in which the same happened, over all traces.
struct FindingGroup {
  /// What happened as a heading, such as `sceneWillResignActive missing`.
  let title: String
  /// Those with an article, the most severe first, then in the order of the traces.
  private(set) var articles: [PagePlan.Article] = []
  /// How many findings there are of each severity, including those without an article.
  private(set) var counts = SeverityCounts()
  /// How many traces have one.
  private(set) var traceCount = 0
  /// How many findings there are of each rule, the most frequent rule first.
  private(set) var rules: [(id: String, count: Int)] = []

  /// The worst severity that occurs, for sorting.
  private var worst: Severity {
    counts.errors > 0 ? .error : counts.warnings > 0 ? .warning : .note
  }

  /// Groups the findings of a report: groups with errors first, then those with the most findings.
  /// - Parameter written: how a callback is written.
  /// - Complexity: O(violations log violations).
  static func groups(of report: Report, _ written: (String) -> String) -> [FindingGroup] {
    var position: [String: Int] = [:]
    // Equal findings are in one group, even if something else would repair one of them.
    var happenings: [String: String] = [:]
    var groups: [FindingGroup] = []
    var articles: [String: PagePlan.Article] = [:]
    var order: [(likeness: String, group: Int, severity: Severity)] = []
    var ids: Set<String> = []
    for (number, trace) in report.traces.enumerated() {
      var seen: Set<Int> = []
      var told: Set<String> = []
      let exact = Dictionary(
        trace.groups.map { ("\($0.severity.name) \($0.fingerprint)", $0.count) },
        uniquingKeysWith: +)
      for (index, violation) in trace.violations.enumerated() {
        let likeness = violation.likeness
        let title = happenings[likeness] ?? violation.happening(written)
        happenings[likeness] = title
        let group = position[title] ?? groups.count
        if group == groups.count {
          position[title] = group
          groups.append(FindingGroup(title: title))
        }
        if seen.insert(group).inserted { groups[group].traceCount += 1 }
        // What a trace counts and does not list is counted with the first that it lists.
        let count = told.insert(likeness).inserted ? exact[likeness] ?? 1 : 0
        groups[group].count(count, like: violation)
        let place = PagePlan.Place(trace: number, index: index)
        if articles[likeness] == nil {
          guard articles.count < PagePlan.Limit.articles else { continue }
          var id = "v-" + PageFrame.shortName(ofFingerprint: violation.fingerprint)
          while !ids.insert(id).inserted { id += "x" }
          articles[likeness] = PagePlan.Article(id: id, first: place)
          order.append((likeness, group, violation.severity))
        } else {
          articles[likeness]?.others.append(place)
        }
        articles[likeness]?.count += count
        articles[likeness]?.traces.insert(number)
      }
    }
    for (likeness, group, _) in order.enumerated().sorted(by: { left, right in
      (right.element.severity, left.offset) < (left.element.severity, right.offset)
    }).map(\.element) {
      if let article = articles[likeness] { groups[group].articles.append(article) }
    }
    for index in groups.indices {
      groups[index].rules = groups[index].rules.enumerated().sorted { left, right in
        (right.element.count, left.offset) < (left.element.count, right.offset)
      }.map(\.element)
    }
    return groups.enumerated().sorted { left, right in
      (right.element.worst, right.element.counts.total, left.offset)
        < (left.element.worst, left.element.counts.total, right.offset)
    }.map(\.element)
  }

  private mutating func count(_ count: Int, like violation: Violation) {
    if count == 0 { return }
    counts[violation.severity] += count
    if let known = rules.firstIndex(where: { $0.id == violation.rule }) {
      rules[known].count += count
    } else {
      rules.append((violation.rule, count))
    }
  }
}
