internal import TraceFindings
internal import TraceGrammar

/// Events that break several lifecycles, or one lifecycle of several subjects, where one edit repairs all of it.
struct SharedEvents {
  /// A finding about a lifecycle that comes after the one whose finding stands for the event.
  struct StandIn {
    var violation: Violation
    var rule: Int?
    var about: RecordedSubject?
    /// The order of the lifecycle: the widest kind of subject first.
    var order: Int
    var isUnnamed: Bool
  }

  /// What makes the deletion of an event about several subjects the same for all of them.
  private struct Deletion: Hashable {
    var event: Int
    var rule: String
    var lifecycle: String
    var quirk: String?
  }

  /// What stands in where the finding that stands for an event waits for a callback that never comes, by that event.
  private var standIns: [Int: StandIn] = [:]
  private let limit: Int
  /// Events about several subjects that a finding deletes.
  private var deletions: Set<Deletion> = []
  private static let deletionLimit = 1 << 16

  /// - Parameter limit: how many stand-ins are kept.
  init(limit: Int) { self.limit = limit }

  /// Keeps a violation that another one about the same event stands for, in case that one does not count.
  mutating func keep(_ other: StandIn) {
    let event = other.violation.event
    let known = standIns[event]
    if known.map({ $0.order <= other.order }) ?? (standIns.count >= limit) { return }
    standIns[event] = other
  }

  /// What stands in at an event, once.
  mutating func takeStandIn(event: Int) -> StandIn? { standIns.removeValue(forKey: event) }

  /// Drops what is about subjects without identity.
  mutating func dropUnnamed() { standIns = standIns.filter { !$0.value.isUnnamed } }

  /// Notes that the repair of a violation is to delete its event, which is about several subjects.
  /// - Returns: whether no violation of the same rule has noted that before: the repair of that one repairs this one.
  mutating func isFirstDeletion(of violation: Violation) -> Bool {
    let deletion = Deletion(
      event: violation.event, rule: violation.rule, lifecycle: violation.lifecycle,
      quirk: violation.quirk)
    if deletions.count >= Self.deletionLimit { return !deletions.contains(deletion) }
    return deletions.insert(deletion).inserted
  }
}
