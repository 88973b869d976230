internal import TraceFindings
internal import TraceGrammar

/// Events that break several lifecycles, or one lifecycle of several subjects, where one edit repairs all of it.
struct SharedEvents {
  /// Identifies the deletion of an event about several subjects, which is the same for all of them.
  private struct Deletion: Hashable {
    var event: Int
    var rule: String
    var lifecycle: String
    var quirk: String?
    /// The scope of the subject. A deletion that another pass has to confirm is not yet one for others.
    var scope: Int?
  }

  /// By event, the finding to report instead, should the one that accounts for the event wait for a callback that never
  /// comes; and the rank of its lifecycle. Those of the widest kind of subject come first.
  private var standIns: [Int: (finding: PendingFinding, order: Int)] = [:]
  private let limit: Int
  /// Events about several subjects that the repair of a finding deletes.
  private var deletions: Set<Deletion> = []
  /// By event, the violations that such a deletion repairs as well.
  private var repairedToo: [Int: [Violation]] = [:]
  private static let (deletionLimit, subjectLimit) = (1 << 16, 16)

  /// - Parameter limit: how many stand-ins are kept.
  init(limit: Int) { self.limit = limit }

  /// Keeps a finding in case another one, which accounts for the same event, turns out not to count.
  /// - Parameter order: the rank of its lifecycle.
  mutating func keep(_ finding: PendingFinding, order: Int) {
    let event = finding.violation.event
    let known = standIns[event]
    if known.map({ $0.order <= order }) ?? (standIns.count >= limit) { return }
    standIns[event] = (finding, order)
  }

  /// Removes and returns the finding to report instead at an event.
  mutating func takeStandIn(event: Int) -> PendingFinding? {
    standIns.removeValue(forKey: event)?.finding
  }

  /// Drops findings about subjects without identity.
  mutating func dropUnnamed() { standIns = standIns.filter { !$0.value.finding.isUnnamed } }

  /// Notes that the repair of a violation is to delete its event, which is about several subjects.
  /// - Returns: whether this is the first such violation of its rule. If not, the repair of an earlier one repairs this
  ///   one, too.
  mutating func isFirstDeletion(of violation: Violation, scope: Int?) -> Bool {
    let deletion = Deletion(
      event: violation.event, rule: violation.rule, lifecycle: violation.lifecycle,
      quirk: violation.quirk, scope: scope)
    if deletions.contains(deletion) {
      let known = repairedToo[violation.event]?.count ?? 0
      if known < Self.subjectLimit, repairedToo.count < limit {
        repairedToo[violation.event, default: []].append(violation)
      }
      return false
    }
    if deletions.count < Self.deletionLimit { deletions.insert(deletion) }
    return true
  }

  /// The further subjects that the repair of a violation repairs, in the order in which they were found.
  func otherSubjects(of violation: Violation) -> [String] {
    let others = repairedToo[violation.event] ?? []
    return others.filter { $0.rule == violation.rule && $0.lifecycle == violation.lifecycle }
      .map(\.subject)
  }
}
