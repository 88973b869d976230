internal import TraceDiagnostics
internal import TraceFindings

/// What a page will hold: names for all its places, and how much of what is shown, decided before it is written.
///
/// A page has to open at once whatever the report holds, so that each kind of content has a budget for the whole
/// page; what does not fit is counted and said.
struct PagePlan {
  /// What the page may hold at most.
  enum Limit {
    /// Violations with a table and a picture.
    static let cards = 250
    /// Violations of a known kind in one row each.
    static let rows = 5_000
    /// Events listed one by one.
    static let events = 20_000
    /// Events listed around violations, of traces that are too long.
    static let windowEvents = 2_000
    /// Events before and after a violation.
    static let windowReach = 50
    /// Marks in timelines that have a name and a link.
    static let namedMarks = 3_000
    /// Marks in one lane's picture; beyond, a histogram.
    static let marks = 1_500
    /// Events whose data is there for the script to draw.
    static let dataEvents = 400_000
    /// Traces with a section each; beyond, a row in the overview.
    static let sections = 1_000
  }

  /// Equal violations of one trace.
  struct Group {
    /// Indices of the listed violations, in the order of their events; not empty.
    var members: [Int]
    /// How many there are, those not listed included.
    var count: Int
    /// Whether the first member has a table and a picture.
    var hasCard: Bool
    /// How many further members have a row.
    var rows: Int
  }

  /// Which events are listed.
  enum EventList: Equatable {
    case all
    /// Only those with a number in one of the ranges, which are sorted and apart.
    case windows([ClosedRange<Int>])
    case none
  }

  /// How the picture of a lane shows events.
  enum Marks {
    case named
    case plain
    case density
  }

  /// One trace's part of the plan.
  struct Trace {
    /// The identity of the trace's section within the page.
    var id: String
    /// What every identity within the trace begins with; empty when there is one trace only.
    var prefix: String
    /// For every listed violation, the identity of its card or row.
    var anchors: [String]
    /// Sorted by severity, then by first event.
    var groups: [Group]
    /// Groups of which no violation is listed.
    var unlisted: [ViolationGroup]
    var events: EventList
    var marks: Marks
    /// Whether the script gets the events.
    var hasData: Bool
    /// The numbers of events that a violation was raised at, with the first such violation.
    var violationOfEvent: [Int: Int]
  }

  let isSingle: Bool
  private(set) var traces: [Trace] = []
  private var cardsLeft = Limit.cards
  private var rowsLeft = Limit.rows
  private var eventsLeft = Limit.events
  private var windowsLeft = Limit.windowEvents
  private var namedLeft = Limit.namedMarks
  private var dataLeft = Limit.dataEvents

  /// Plans a page; violating traces take from the budgets first.
  /// - Complexity: O(violations log violations).
  init(_ report: Report) {
    isSingle = report.traces.count == 1
    var keys: Set<String> = []
    traces = report.traces.map { trace in
      var key = "t" + Self.digits(of: trace.path, count: 6)
      while !keys.insert(key).inserted { key += "x" }
      return Trace(
        id: isSingle ? "trace" : key, prefix: isSingle ? "" : key + "-", anchors: [], groups: [],
        unlisted: [], events: .none, marks: .density, hasData: false, violationOfEvent: [:])
    }
    let order =
      report.traces.indices.filter { report.traces[$0].verdict == .violating }
      + report.traces.indices.filter { report.traces[$0].verdict != .violating }
    for index in order.prefix(Limit.sections) { plan(report.traces[index], at: index) }
  }

  private mutating func plan(_ report: TraceReport, at index: Int) {
    planGroups(report, at: index)
    guard let timeline = report.timeline else { return }
    let count = timeline.entries.count
    if timeline.isComplete, count <= eventsLeft {
      traces[index].events = .all
      eventsLeft -= count
    } else {
      planWindows(report, timeline, at: index)
    }
    if count <= namedLeft, count <= 400 {
      traces[index].marks = .named
      namedLeft -= count
    } else if count <= Limit.marks {
      traces[index].marks = .plain
    }
    if count <= dataLeft {
      traces[index].hasData = true
      dataLeft -= count
    }
  }

  private mutating func planGroups(_ report: TraceReport, at index: Int) {
    var position: [String: Int] = [:]
    var groups: [Group] = []
    var taken: Set<String> = []
    var occurrences: [String: Int] = [:]
    for (offset, violation) in report.violations.enumerated() {
      if let known = position[violation.fingerprint] {
        groups[known].members.append(offset)
      } else {
        position[violation.fingerprint] = groups.count
        groups.append(Group(members: [offset], count: 0, hasCard: false, rows: 0))
      }
      let occurrence = (occurrences[violation.fingerprint] ?? 0) + 1
      occurrences[violation.fingerprint] = occurrence
      var anchor = traces[index].prefix + "v-" + Self.shortName(violation.fingerprint)
      if occurrence > 1 { anchor += "-\(occurrence)" }
      while !taken.insert(anchor).inserted { anchor += "x" }
      traces[index].anchors.append(anchor)
      if traces[index].violationOfEvent[violation.event] == nil {
        traces[index].violationOfEvent[violation.event] = offset
      }
    }
    let exact = Dictionary(report.groups.map { ($0.fingerprint, $0.count) }) { $0 + $1 }
    let violations = report.violations
    groups.sort { left, right in
      let (a, b) = (violations[left.members[0]], violations[right.members[0]])
      return a.severity != b.severity
        ? a.severity > b.severity : left.members[0] < right.members[0]
    }
    for offset in groups.indices {
      let fingerprint = violations[groups[offset].members[0]].fingerprint
      groups[offset].count = max(exact[fingerprint] ?? 0, groups[offset].members.count)
      if cardsLeft > 0 {
        groups[offset].hasCard = true
        cardsLeft -= 1
      }
      let further = groups[offset].members.count - (groups[offset].hasCard ? 1 : 0)
      groups[offset].rows = min(further, rowsLeft)
      rowsLeft -= groups[offset].rows
    }
    traces[index].groups = groups
    traces[index].unlisted = report.groups.filter { position[$0.fingerprint] == nil }
  }

  /// Chooses stretches of events around violations, the first of each kind before any second one.
  private mutating func planWindows(
    _ report: TraceReport, _ timeline: Timeline, at index: Int
  ) {
    let groups = traces[index].groups
    let deepest = groups.map(\.members.count).max() ?? 0
    var ranges: [ClosedRange<Int>] = []
    var covered = 0
    rounds: for depth in 0..<min(deepest, 40) {
      for group in groups where group.members.count > depth {
        let event = report.violations[group.members[depth]].event
        let wanted =
          max(
            1, event - Limit.windowReach)...max(
            1, min(report.events, event + Limit.windowReach))
        let merged = Self.merge(ranges, with: wanted)
        let size = merged.reduce(0) { $0 + $1.count }
        if size > windowsLeft { break rounds }
        ranges = merged
        covered = size
      }
    }
    windowsLeft -= covered
    traces[index].events = ranges.isEmpty ? .none : .windows(ranges)
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

  /// The first eight digits of a fingerprint; of something else, eight digits made from it.
  static func shortName(_ fingerprint: String) -> String {
    let digits = fingerprint.utf8.prefix(8)
    let isHexadecimal =
      digits.count == 8
      && digits.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
    return isHexadecimal
      ? String(decoding: Array(digits), as: UTF8.self) : self.digits(of: fingerprint, count: 8)
  }

  /// Hexadecimal digits that depend on nothing but the text.
  /// - Source: FNV-1a, 32 bits, Fowler, Noll and Vo.
  static func digits(of text: String, count: Int) -> String {
    var hash: UInt32 = 0x811c_9dc5
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String((String(repeating: "0", count: 8 - digits.count) + digits).suffix(count))
  }
}
