internal import TraceModel
internal import TraceFindings

/// A violation that a trace lists, and its place in the page.
struct PlannedViolation {
  let violation: Violation
  /// The violation's index among those that its trace lists.
  let index: Int
  /// The identity of its own card or row; otherwise that of an equal violation or of the trace's section.
  let link: String
}

/// A trace that the page shows in full: the names of its places, and how much of each part is shown.
struct PlannedTrace {
  /// Equal violations of the trace.
  struct Group {
    /// The first one, whether or not it has a place.
    var first: PlannedViolation
    /// The first one, with a table and a picture; nil when the page has no room for that.
    var card: PlannedViolation?
    /// Further ones, in the order of their events, with a row each.
    var rows: [PlannedViolation]
    /// How many there are, including those that are not listed.
    var count: Int
  }

  /// Which events are listed.
  enum EventList: Equatable {
    case all
    /// Only those with a number in one of the ranges, which are sorted and apart.
    case windows([ClosedRange<Int>])
    case none
  }

  let report: TraceReport
  /// The trace's index in the report.
  let index: Int
  /// The identity of the section with its violations.
  let id: String
  /// The prefix of every other identity within the trace; empty when there is only one trace.
  let prefix: String
  /// Every violation that the trace lists, in its order.
  let violations: [PlannedViolation]
  /// Sorted by severity, then by first event.
  let groups: [Group]
  /// Groups without any listed violation.
  let unlisted: [ViolationGroup]
  let events: EventList
  /// Whether there is room for a drawing of the trace that needs no script.
  let hasDrawing: Bool
  /// How many events the script gets, from the first one.
  let dataCount: Int
  /// Whether the script gets events.
  var hasData: Bool { dataCount > 0 }
  /// The contents of its timeline; nil without events.
  let model: TimelineModel?
  /// The names of its subjects.
  let names: LaneNames
  /// The numbers of events that a violation was found at, with the first such violation.
  let violationOfEvent: [Int: PlannedViolation]

  /// Plans one trace.
  /// - Parameters:
  ///   - isQuiet: whether only the script draws it.
  ///   - budget: the room that is left on the page; the trace takes its part.
  init(
    _ report: TraceReport, index: Int, id: String, isSingle: Bool, isQuiet: Bool = false,
    budget: inout PageBudget
  ) {
    self.report = report
    self.index = index
    self.id = id
    prefix = isSingle ? "" : id + "-"
    let listed = report.listedGroups
    let places = listed.map { group in
      budget.takePlaces(
        of: group, fault: report.violations[group.members[0]].fault, hasRows: !isQuiet)
    }
    let violations = Self.violations(of: report, listed, places, id: id, prefix: prefix)
    self.violations = violations
    groups = zip(listed, places).map { group, place in
      let members = group.members.map { violations[$0] }
      return Group(
        first: members[0], card: place.hasCard ? members[0] : nil, rows: Array(members[place.rows]),
        count: group.count)
    }
    model = report.timeline.map { TimelineModel(violations, $0) }
    names = LaneNames(report.timeline ?? Timeline())
    let fingerprints = Set(report.violations.map(\.fingerprint))
    unlisted = report.groups.filter { !fingerprints.contains($0.fingerprint) }
    violationOfEvent = Dictionary(violations.map { ($0.violation.event, $0) }) { first, _ in first }
    events = isQuiet ? .none : budget.takeEvents(of: report, groups: listed)
    let count = report.timeline?.entries.count ?? 0
    hasDrawing = !isQuiet && report.timeline != nil && budget.takeDrawing(min(count, 40))
    dataCount = budget.takeData(count)
  }

  /// Gives each listed violation the identity of its place, or of the nearest existing one.
  private static func violations(
    of report: TraceReport, _ groups: [ListedGroup], _ places: [PageBudget.Places], id: String,
    prefix: String
  ) -> [PlannedViolation] {
    let names = names(of: report, prefix: prefix)
    var links = names
    for (group, place) in zip(groups, places) {
      let shown = place.hasCard ? 0..<place.rows.upperBound : place.rows
      let nearest = shown.isEmpty ? id : names[group.members[shown.lowerBound]]
      for (offset, member) in group.members.enumerated() where !shown.contains(offset) {
        links[member] = nearest
      }
    }
    return report.violations.enumerated().map {
      PlannedViolation(violation: $0.element, index: $0.offset, link: links[$0.offset])
    }
  }

  /// A name for the place of each listed violation, made of its fingerprint.
  private static func names(of report: TraceReport, prefix: String) -> [String] {
    var taken: Set<String> = []
    var occurrences: [String: Int] = [:]
    return report.violations.map { violation in
      let occurrence = (occurrences[violation.fingerprint] ?? 0) + 1
      occurrences[violation.fingerprint] = occurrence
      var name = prefix + "v-" + PageFrame.shortName(ofFingerprint: violation.fingerprint)
      if occurrence > 1 { name += "-\(occurrence)" }
      while !taken.insert(name).inserted { name += "x" }
      return name
    }
  }
}

extension Violation {
  /// What equal faults of all traces have in common.
  var fault: String { "\(severity.name) \(fingerprint)" }
}

/// Equal violations of one trace, by their indices.
struct ListedGroup {
  /// Indices of the listed violations, in the order of their events; not empty.
  var members: [Int]
  /// How many there are, including those that are not listed.
  var count: Int
}

extension TraceReport {
  /// The listed violations by fingerprint, sorted by severity, then by first event.
  /// - Complexity: O(violations log violations).
  var listedGroups: [ListedGroup] {
    var position: [String: Int] = [:]
    var result: [ListedGroup] = []
    for (index, violation) in violations.enumerated() {
      if let known = position[violation.fingerprint] {
        result[known].members.append(index)
      } else {
        position[violation.fingerprint] = result.count
        result.append(ListedGroup(members: [index], count: 0))
      }
    }
    let exact = Dictionary(groups.map { ($0.fingerprint, $0.count) }) { $0 + $1 }
    for index in result.indices {
      let members = result[index].members
      result[index].count = max(exact[violations[members[0]].fingerprint] ?? 0, members.count)
    }
    return result.sorted { left, right in
      let (a, b) = (violations[left.members[0]], violations[right.members[0]])
      return a.severity != b.severity
        ? a.severity > b.severity : left.members[0] < right.members[0]
    }
  }
}
