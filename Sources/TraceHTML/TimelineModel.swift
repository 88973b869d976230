internal import TraceDiagnostics
internal import TraceFindings

/// What a timeline shows, before it is drawn: rows of lanes, processes in time, and the marks of violations.
struct TimelineModel {
  /// One row of the picture: a session, or processes that did not run at once.
  struct Row {
    /// The lanes in the row; one, or processes one after the other.
    var lanes: [Int]
    var isProcess: Bool
  }

  /// The range of events in which a process was seen.
  struct ProcessSpan {
    var lane: Int
    var first: Int
    var last: Int
  }

  /// A violation in its lane.
  struct Mark {
    var lane: Int
    var event: Int
    var severity: Severity
    /// The violation, and where the page tells of it.
    var violation: PlannedViolation
    /// The subject's last legal call before; nil when there is none.
    var lastLegal: Int?
    /// The calls that are missing, each with the event it belongs before.
    var missing: [(callback: String, before: Int)]
    /// Calls that should not have been, by event.
    var surplus: [Int]
  }

  /// The number of the last event that is listed; the picture ends there.
  let eventCount: Int
  let rows: [Row]
  /// How many lanes there are that no row shows.
  let hiddenLanes: Int
  let processes: [ProcessSpan]
  let marks: [Mark]

  /// Rows in one picture at most; further lanes are said, and the list of events has them.
  static let rowLimit = 40
  /// Marks of violations in one picture at most.
  static let markLimit = 400

  init(_ trace: PlannedTrace, _ timeline: Timeline) {
    let eventCount = max(timeline.entries.last?.event ?? 0, 1)
    self.eventCount = eventCount
    let spans = Self.processSpans(timeline)
    processes = spans
    let marks = trace.violations.filter { $0.violation.event <= eventCount }
      .prefix(Self.markLimit).compactMap { Self.mark(of: $0, in: timeline) }
    self.marks = marks
    let isProcess = Set(spans.map(\.lane))
    let sessions = timeline.lanes.indices.filter { !isProcess.contains($0) }
    let marked = Set(marks.map(\.lane))
    let room = Self.rowLimit
    let shown = Set(
      (sessions.filter { marked.contains($0) } + sessions.filter { !marked.contains($0) })
        .prefix(room))
    hiddenLanes = sessions.count - shown.count
    rows =
      Self.packed(spans).prefix(12).map { Row(lanes: $0, isProcess: true) }
      + sessions.filter { shown.contains($0) }.map { Row(lanes: [$0], isProcess: false) }
  }

  /// Where each process was at work; also lanes of the kind `process` that no event names as its process.
  private static func processSpans(_ timeline: Timeline) -> [ProcessSpan] {
    var spans: [Int: ProcessSpan] = [:]
    for entry in timeline.entries {
      guard let lane = entry.processLane, timeline.lanes.indices.contains(lane) else { continue }
      if spans[lane] == nil {
        spans[lane] = ProcessSpan(lane: lane, first: entry.event, last: entry.event)
      }
      spans[lane]?.last = entry.event
    }
    let kinds = Set(spans.keys.map { timeline.lanes[$0].kind })
    for (lane, value) in timeline.lanes.enumerated()
    where spans[lane] == nil && (kinds.contains(value.kind) || value.kind == "process") {
      guard let first = value.intervals.first, let last = value.intervals.last else { continue }
      spans[lane] = ProcessSpan(
        lane: lane, first: first.firstEvent, last: max(first.firstEvent, last.endEvent - 1))
    }
    return spans.values.sorted { ($0.first, $0.lane) < ($1.first, $1.lane) }
  }

  /// Puts processes that did not run at the same time into one row.
  private static func packed(_ spans: [ProcessSpan]) -> [[Int]] {
    var rows: [(last: Int, lanes: [Int])] = []
    for span in spans {
      if let free = rows.firstIndex(where: { $0.last < span.first }) {
        rows[free].last = span.last
        rows[free].lanes.append(span.lane)
      } else {
        rows.append((span.last, [span.lane]))
      }
    }
    return rows.map(\.lanes)
  }

  private static func mark(of planned: PlannedViolation, in timeline: Timeline) -> Mark? {
    let violation = planned.violation
    let entry = timeline.entries(in: violation.event...violation.event).first
    let about = entry.map { $0.lanes + [$0.processLane].compactMap { $0 } } ?? []
    let lane =
      about.first {
        timeline.lanes.indices.contains($0) && timeline.lanes[$0].subject == violation.subject
      } ?? about.last { timeline.lanes.indices.contains($0) }
      ?? timeline.lanes.firstIndex { $0.subject == violation.subject }
    guard let lane else { return nil }
    let legal = violation.steps.last { step in
      step.mark == .match && !step.offending && (step.event ?? .max) < violation.event
    }
    return Mark(
      lane: lane, event: violation.event, severity: violation.severity, violation: planned,
      lastLegal: legal?.event,
      missing: violation.repair.insertions.prefix(6).map { ($0.callback, $0.beforeEvent) },
      surplus: violation.repair.deletions.prefix(6).map(\.event))
  }

  /// The events after which a new process begins, with the process's lane; the very first is not one.
  var restarts: [ProcessSpan] { Array(processes.dropFirst()) }
}
