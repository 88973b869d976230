internal import TraceModel
internal import TraceFindings

/// Counts violations exactly and lists the first ones. Notes are listed only as far as errors and warnings leave room.
struct FindingCollector {
  /// Violations with the same key are counted together. The severity of one fault may depend on the state.
  private struct GroupKey: Hashable {
    var fingerprint: String
    var severity: Severity
  }

  /// How many violations are listed.
  let limit: Int
  private(set) var counts = SeverityCounts()
  private(set) var repairCost = 0
  private var groups: [GroupKey: ViolationGroup] = [:]
  /// How many violations each rule has.
  /// - Complexity: O(groups).
  var countsByRule: [String: Int] {
    groups.values.reduce(into: [:]) { $0[$1.rule, default: 0] += $1.count }
  }
  /// Where all of them are in the trace.
  private(set) var places = EventMarks()
  private var listed: [Violation] = []
  /// The last violation of a full list; later ones are not listed.
  private var last: (isNote: Bool, event: Int)?

  init(limit: Int) { self.limit = limit }

  /// Whether a violation at the event would still be listed.
  func wouldList(event: Int, _ severity: Severity) -> Bool {
    guard let last else { return true }
    let isNote = severity == .note
    return isNote == last.isNote ? event <= last.event : last.isNote
  }

  /// Counts a violation and lists it if it is among the first.
  mutating func add(_ violation: Violation) {
    count(
      ViolationGroup(
        fingerprint: violation.fingerprint, rule: violation.rule, severity: violation.severity,
        count: 1, firstEvent: violation.event, callback: violation.callback))
    repairCost += violation.repair.cost
    places.add(violation.event, violation.severity)
    if wouldList(event: violation.event, violation.severity) { list([violation]) }
  }

  /// Adds the count of violations that are not to be listed.
  mutating func count(_ finding: BriefFinding) {
    count(
      ViolationGroup(
        fingerprint: finding.fingerprint, rule: finding.rule, severity: finding.severity,
        count: finding.count, firstEvent: finding.firstEvent, callback: finding.callback))
    repairCost += finding.cost * finding.count
    places.merge(finding.places)
  }

  private mutating func count(_ group: ViolationGroup) {
    counts[group.severity] += group.count
    let key = GroupKey(fingerprint: group.fingerprint, severity: group.severity)
    guard let index = groups.index(forKey: key) else { return groups[key] = group }
    groups.values[index].count += group.count
    let firstEvent = groups.values[index].firstEvent
    if group.firstEvent > firstEvent { return }
    // Of several calls, it names that of the first event, in whatever order they are counted.
    if group.firstEvent < firstEvent || group.callback ?? "" < groups.values[index].callback ?? "" {
      (groups.values[index].firstEvent, groups.values[index].callback) = (
        group.firstEvent, group.callback
      )
    }
  }

  private mutating func list(_ violations: [Violation]) {
    listed += violations
    if listed.count >= max(16, limit * 2) { truncate() }
  }

  private mutating func truncate() {
    if listed.count <= limit { return }
    listed = sorted(notesLast: true, limit)
    last = (isNote: listed.last?.severity == .note, event: listed.last?.event ?? 0)
  }

  /// The first of the listed violations in the order of their events.
  private func sorted(notesLast: Bool, _ count: Int) -> [Violation] {
    // Violations are large, so indices are sorted instead.
    let places = listed.indices.map {
      (isLate: notesLast && listed[$0].severity == .note, event: listed[$0].event, index: $0)
    }
    let sorted = places.sorted {
      if $0.isLate != $1.isLate { return $1.isLate }
      return $0.event != $1.event
        ? $0.event < $1.event : Self.precedes(listed[$0.index], listed[$1.index])
    }
    return sorted.prefix(count).map { listed[$0.index] }
  }

  private static func precedes(_ left: Violation, _ right: Violation) -> Bool {
    if left.event != right.event { return left.event < right.event }
    if left.lifecycle != right.lifecycle { return left.lifecycle < right.lifecycle }
    if left.subject != right.subject { return left.subject < right.subject }
    return left.rule < right.rule
  }

  /// Adds everything another collector counted and listed.
  mutating func merge(_ other: FindingCollector) {
    for group in other.groups.values { count(group) }
    repairCost += other.repairCost
    places.merge(other.places)
    list(other.listed)
  }

  /// The listed violations in the order of their events.
  mutating func violations() -> [Violation] {
    truncate()
    return sorted(notesLast: false, listed.count)
  }

  /// The groups, sorted by their first events.
  func sortedGroups() -> [ViolationGroup] {
    groups.values.sorted {
      ($0.firstEvent, $0.fingerprint, $0.severity) < ($1.firstEvent, $1.fingerprint, $1.severity)
    }
  }
}
