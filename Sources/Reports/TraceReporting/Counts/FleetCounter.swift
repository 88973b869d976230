internal import TraceModel
package import TraceFindings

/// Adds up the reports of a fleet, one after the other, without keeping them.
///
/// The order in which they are added, and which of them were merged before, makes no difference. Errors and warnings in
/// force count; notes, and violations that a baseline or the configuration accepts, do not.
package struct FleetCounter: Sendable {
  /// Why a report cannot be added.
  package struct OtherGrammar: Error, Equatable {
    /// The grammar of the reports that were added, with its version.
    package var expected: String
    /// The grammar of this one.
    package var found: String
  }

  /// The members of the traces' metadata by which launches are grouped if nothing else is asked for.
  package static let usualMembers = ["app", "version", "os", "device"]
  /// The one of them whose values are compared.
  package static let usualComparedMember = "version"

  /// The limits on sizes that files can make large.
  package enum Limit {
    /// Groups of launches; the traces of further ones are only counted.
    package static let groups = 10_000
    /// Rules; further ones are not reported.
    package static let rules = 1_000
    /// Launches of one trace.
    package static let launchesOfTrace = 1_000_000
    /// Examples of each rule in each group.
    package static let examples = 3
    /// Different repairs of each rule.
    package static let edits = 1_000
  }

  /// A rule in one group.
  struct Cell {
    var sums = LaunchSums()
    var examples: [FleetStatistics.Example] = []
  }

  /// The launches with equal values of the members.
  struct Group {
    var sums = LaunchSums()
    var cells: [String: Cell] = [:]
  }

  /// The sums of a rule over all groups.
  struct Rule {
    var severity = Severity.note
    var edits: [String: Int] = [:]
    var listed = 0
  }

  private(set) var groups: [[String?]: Group] = [:]
  private(set) var rules: [String: Rule] = [:]
  private let members: [String]
  private let comparedIndex: Int
  private var grammar: String?
  private var (toolVersion, launchKind) = ("", "")
  private var (unchecked, beyondLimit, failures) = (0, 0, 0)

  /// Starts without any report.
  /// - Parameters:
  ///   - members: the members of the traces' metadata by which launches are grouped; at least one.
  ///   - comparedIndex: the index of the member whose values are compared, each with the one before, if the members
  ///     before it are equal.
  package init(by members: [String], comparing comparedIndex: Int) {
    precondition(members.indices.contains(comparedIndex), "one of the members is compared")
    (self.members, self.comparedIndex) = (members, comparedIndex)
  }

  /// Adds a report.
  /// - Throws: `OtherGrammar` if it was made with another grammar, or another version of it: a call that it does not forbid
  ///   would look like an improvement.
  /// - Complexity: O(traces and listed violations of the report).
  package mutating func add(_ report: Report) throws(OtherGrammar) {
    let found = "\(report.grammarName) \(report.grammarVersion)"
    if let grammar, grammar != found { throw OtherGrammar(expected: grammar, found: found) }
    grammar = found
    toolVersion = max(toolVersion, report.toolVersion)
    failures += report.failures.count
    for trace in report.traces { add(trace) }
  }

  private mutating func add(_ trace: TraceReport) {
    if trace.verdict == .inconclusive {
      unchecked += 1
      return
    }
    let values = members.map { name in trace.metadata.first { $0.name == name }?.value }
    guard groups[values] != nil || groups.count < Limit.groups else {
      beyondLimit += 1
      return
    }
    if let kind = trace.subjectCounts.first?.kind, launchKind.isEmpty { launchKind = kind }
    let launches = min(Limit.launchesOfTrace, max(1, trace.subjectCounts.first?.count ?? 1))
    groups[values, default: Group()].sums.add(launches: launches)
    for broken in BrokenRule.all(of: trace) {
      guard rules[broken.id] != nil || rules.count < Limit.rules else { continue }
      rules[broken.id, default: Rule()].severity = max(
        broken.severity, rules[broken.id]?.severity ?? .note)
      groups[values]?.cells[broken.id, default: Cell()].add(broken, of: trace, launches: launches)
    }
    for violation in trace.violations
    where violation.suppression == nil && violation.severity > .note {
      rules[violation.rule]?.add(violation.repair.kindInWords)
    }
  }

  /// The statistics of the reports that were added.
  /// - Complexity: O(rules × groups), and a test for each rule and value of the compared member.
  package var statistics: FleetStatistics {
    var result = FleetStatistics(members: members, comparedIndex: comparedIndex)
    (result.toolVersion, result.grammar) = (toolVersion, grammar ?? "")
    result.launchKind = launchKind
    (result.unchecked, result.beyondLimit, result.failures) = (unchecked, beyondLimit, failures)
    var all = LaunchSums()
    for (values, group) in groups.sorted(by: { precedesByValues($0.key, $1.key) }) {
      all = all + group.sums
      result.groups.append(
        .init(values: values, traces: group.sums.traces, launches: group.sums.launches))
    }
    (result.traces, result.launches) = (all.traces, all.launches)
    var sums = rules.mapValues { _ in all }
    var cells: [String: [FleetStatistics.Cell]] = [:]
    for (values, group) in groups {
      for (id, cell) in group.cells {
        sums[id, default: all] = sums[id, default: all] + cell.sums
        cells[id, default: []].append(
          .init(values: values, share: (group.sums + cell.sums).share, examples: cell.examples))
      }
    }
    result.rules = rules.map { id, rule in
      rule.statistics(of: id, share: sums[id, default: all].share, cells: cells[id, default: []])
    }.sorted {
      let (left, right) = ($0.share.lowest, $1.share.lowest)
      return left == right ? $0.id < $1.id : left > right
    }
    let comparison = VersionComparison(groups, comparing: comparedIndex)
    (result.changes, result.tests) = comparison.changes
    return result
  }
}

/// A rule that a trace breaks, by errors and warnings in force.
struct BrokenRule {
  let id: String
  private(set) var severity: Severity
  private(set) var violations: Int
  private(set) var first: ViolationGroup

  /// The rules that a trace breaks, exact even if not all violations are listed.
  static func all(of trace: TraceReport) -> [BrokenRule] {
    var found: [BrokenRule] = []
    for group in trace.groups where group.severity > .note && group.count > group.suppressed {
      let count = group.count - group.suppressed
      if let index = found.firstIndex(where: { $0.id == group.rule }) {
        found[index].violations += count
        found[index].severity = max(found[index].severity, group.severity)
        if (group.firstEvent, group.fingerprint)
          < (found[index].first.firstEvent, found[index].first.fingerprint)
        {
          found[index].first = group
        }
      } else {
        found.append(
          BrokenRule(id: group.rule, severity: group.severity, violations: count, first: group))
      }
    }
    return found
  }
}

extension FleetCounter.Cell {
  fileprivate mutating func add(_ broken: BrokenRule, of trace: TraceReport, launches: Int) {
    sums.add(
      violations: broken.violations, affected: min(launches, broken.violations), launches: launches)
    examples.append(
      .init(
        trace: trace.path, event: broken.first.firstEvent, fingerprint: broken.first.fingerprint))
    examples.keepFirst()
  }
}

extension [FleetStatistics.Example] {
  /// Keeps the first ones by path, so that the order in which reports come makes no difference.
  mutating func keepFirst() {
    sort { ($0.trace, $0.event, $0.fingerprint) < ($1.trace, $1.event, $1.fingerprint) }
    if count > FleetCounter.Limit.examples { removeLast(count - FleetCounter.Limit.examples) }
  }
}

extension FleetCounter.Rule {
  fileprivate mutating func add(_ edit: String) {
    listed += 1
    if edits[edit] != nil || edits.count < FleetCounter.Limit.edits {
      edits[edit, default: 0] += 1
    }
  }

  /// The result for the rule; the cells may be in any order.
  fileprivate func statistics(
    of id: String, share: FleetStatistics.Share, cells: [FleetStatistics.Cell]
  ) -> FleetStatistics.Rule {
    let edit = edits.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return FleetStatistics.Rule(
      id: id, severity: severity, share: share, edit: edit?.key, editCount: edit?.value ?? 0,
      listed: listed,
      cells: cells.sorted {
        let (left, right) = ($0.share.lowest, $1.share.lowest)
        return left == right ? precedesByValues($0.values, $1.values) : left > right
      })
  }
}

extension Repair {
  /// The edits without their places, such as `insert didDisconnect`; equal for repairs of one kind.
  fileprivate var kindInWords: String {
    var deleted = deletions.map(\.callback)
    var parts: [String] = []
    for callback in insertions.map(\.callback) {
      if let index = deleted.firstIndex(of: callback) {
        deleted.remove(at: index)
        parts.append("move \(callback)")
      } else {
        parts.append("insert \(callback)")
      }
    }
    parts += deleted.map { "remove \($0)" }
    if unlisted > 0 { parts.append("\(unlisted) more") }
    return parts.isEmpty ? "no edit of the calls" : parts.joined(separator: ", ")
  }
}
