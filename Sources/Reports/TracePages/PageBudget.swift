internal import TraceFindings

/// The room that is left on the page; every trace takes its part.
struct PageBudget {
  /// Which members of a group have a place on the page.
  struct Places {
    /// Whether the first member has a table and a picture.
    var hasCard: Bool
    /// The members that have a row each; those after the card.
    var rows: Range<Int>
  }

  /// The faults that have a card; an equal one of another trace needs none.
  private var told: Set<String> = []
  private var cards = PagePlan.Limit.cards
  private var rows = PagePlan.Limit.rows
  private var events = PagePlan.Limit.events
  private var windows = PagePlan.Limit.windowEvents
  private var columns = PagePlan.Limit.columns
  private var data = PagePlan.Limit.dataEvents

  /// - Parameter traces: how many the page shows; of very many, only the script draws the events.
  init(traces: Int) {
    if traces > PagePlan.Limit.drawnTraces { (events, windows, columns) = (0, 0, 0) }
  }

  /// A card for the group unless another trace has one, and rows for its further members.
  /// - Parameters:
  ///   - fault: what equal groups of all traces have in common.
  ///   - hasRows: whether the trace has a section for the rows.
  mutating func takePlaces(of group: ListedGroup, fault: String, hasRows: Bool) -> Places {
    let hasCard = cards > 0 && told.insert(fault).inserted
    if hasCard { cards -= 1 }
    let first = hasCard ? 1 : 0
    let count = hasRows ? min(group.members.count - first, rows) : 0
    rows -= count
    return Places(hasCard: hasCard, rows: first..<first + count)
  }

  /// All events of a trace, or those around its violations.
  mutating func takeEvents(
    of report: TraceReport, groups: [ListedGroup]
  ) -> PlannedTrace.EventList {
    guard let timeline = report.timeline else { return .none }
    if timeline.isComplete, timeline.entries.count <= events {
      events -= timeline.entries.count
      return .all
    }
    return takeWindows(of: report, groups: groups)
  }

  /// Whether there is room for a drawing with this many columns.
  mutating func takeDrawing(_ count: Int) -> Bool {
    if count > columns { return false }
    columns -= count
    return true
  }

  /// The events that the script gets.
  /// - Returns: how many of the events, from the first one.
  mutating func takeData(_ count: Int) -> Int {
    let taken = min(count, data)
    data -= taken
    return taken
  }

  /// Ranges of events around violations, the first of each kind before any second one.
  private mutating func takeWindows(
    of report: TraceReport, groups: [ListedGroup]
  ) -> PlannedTrace.EventList {
    let reach = PagePlan.Limit.windowReach
    let deepest = groups.map(\.members.count).max() ?? 0
    var ranges: [ClosedRange<Int>] = []
    var covered = 0
    rounds: for depth in 0..<min(deepest, 40) {
      for group in groups where group.members.count > depth {
        let event = report.violations[group.members[depth]].event
        let last = max(1, event < report.events - reach ? event + reach : report.events)
        let wanted = min(last, max(1, event - reach))...last
        let merged = Self.merge(ranges, with: wanted)
        let size = merged.reduce(0) { $0 + $1.count }
        if size > windows { break rounds }
        ranges = merged
        covered = size
      }
    }
    windows -= covered
    return ranges.isEmpty ? .none : .windows(ranges)
  }

  private static func merge(
    _ ranges: [ClosedRange<Int>], with added: ClosedRange<Int>
  ) -> [ClosedRange<Int>] {
    var added = added
    var result: [ClosedRange<Int>] = []
    for range in ranges {
      if range.upperBound + 1 < added.lowerBound || added.upperBound + 1 < range.lowerBound {
        result.append(range)
      } else {
        added =
          min(range.lowerBound, added.lowerBound)...max(range.upperBound, added.upperBound)
      }
    }
    result.append(added)
    return result.sorted { $0.lowerBound < $1.lowerBound }
  }
}
