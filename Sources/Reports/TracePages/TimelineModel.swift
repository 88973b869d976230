internal import TraceModel
internal import TraceFindings

/// The contents of a timeline, before it is drawn: when each process ran, and the marks of violations.
struct TimelineModel {
  /// A call that should have been there.
  struct Missing: Equatable {
    var callback: String
    /// The event that it belongs before.
    var before: Int
    /// The state that it leads to; nil when that is not certain.
    var state: String?
  }

  /// The range of events in which a process occurs.
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
    /// The violation and its place in the page.
    var violation: PlannedViolation
    var missing: [Missing]
    /// Calls that should not have been there, by event.
    var surplus: [Int]
  }

  /// The number of the last event that is listed; the picture ends there.
  let eventCount: Int
  /// The processes, in the order of their first events.
  let processes: [ProcessSpan]
  let marks: [Mark]

  /// Marks of violations in one picture at most.
  static let markLimit = 400

  private let spanOfLane: [Int: ProcessSpan]
  /// The states that the explanations of violations add, by lane: they were not certain when their events came.
  private let explained: [Int: [Timeline.Interval]]

  init(_ violations: [PlannedViolation], _ timeline: Timeline) {
    let eventCount = max(timeline.entries.last?.event ?? 0, 1)
    self.eventCount = eventCount
    processes = Self.processSpans(timeline)
    spanOfLane = Dictionary(processes.map { ($0.lane, $0) }) { first, _ in first }
    let marks = violations.filter { $0.violation.event <= eventCount }
      .prefix(Self.markLimit).compactMap { Self.mark(of: $0, in: timeline) }
    self.marks = marks
    explained = Self.explained(marks, last: eventCount)
  }

  /// The states of a lane with those that the explanations of its violations add, in their order, without overlap.
  func intervals(of lane: Int, in timeline: Timeline) -> [Timeline.Interval] {
    let certain = timeline.lanes[lane].intervals
    guard let added = explained[lane] else { return certain }
    var result: [Timeline.Interval] = []
    var later = certain[...]
    for interval in added {
      while let next = later.first, next.firstEvent <= interval.firstEvent {
        result.append(next)
        later.removeFirst()
      }
      var shown = interval
      if let last = result.last { shown.firstEvent = max(shown.firstEvent, last.endEvent) }
      if let next = later.first { shown.endEvent = min(shown.endEvent, next.firstEvent) }
      if shown.firstEvent < shown.endEvent { result.append(shown) }
    }
    return result + later
  }

  private static func explained(_ marks: [Mark], last: Int) -> [Int: [Timeline.Interval]] {
    var result: [Int: [Timeline.Interval]] = [:]
    for mark in marks {
      let steps = mark.violation.violation.steps.filter { $0.event != nil }
      for (offset, step) in steps.enumerated() {
        guard step.mark == .match, step.states.count == 1, let event = step.event, event <= last,
          step.offending || event > mark.event
        else { continue }
        let next = offset + 1 < steps.count ? steps[offset + 1].event ?? last + 1 : last + 1
        result[mark.lane, default: []].append(
          Timeline.Interval(
            state: step.states[0], firstEvent: event, endEvent: min(last + 1, max(event, next))))
      }
    }
    return result.mapValues { $0.sorted { $0.firstEvent < $1.firstEvent } }
  }

  /// The event that ends an interval in the picture: a process ends when the next begins, even if no event says so.
  func end(of interval: Timeline.Interval, lane: Int) -> Int {
    let end = max(interval.firstEvent, min(interval.endEvent, eventCount + 1))
    guard processes.count > 1, let span = spanOfLane[lane] else {
      return end
    }
    return max(interval.firstEvent, min(end, span.last + 1))
  }

  /// The events of each process, including lanes of the kind `process` that no event names as its process.
  private static func processSpans(_ timeline: Timeline) -> [ProcessSpan] {
    var spans: [Int: ProcessSpan] = [:]
    for entry in timeline.entries {
      guard let lane = entry.processLane, timeline.lanes.indices.contains(lane) else { continue }
      spans[lane, default: ProcessSpan(lane: lane, first: entry.event, last: entry.event)].last =
        entry.event
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
    return Mark(
      lane: lane, event: violation.event, severity: violation.severity, violation: planned,
      missing: violation.repair.insertions.prefix(6).map { insertion in
        let step = violation.steps.first {
          $0.mark == .missing && $0.callback == insertion.callback
        }
        return Missing(
          callback: insertion.callback, before: insertion.beforeEvent,
          state: step.flatMap { $0.states.count == 1 ? $0.states[0] : nil })
      },
      surplus: violation.repair.deletions.prefix(6).map(\.event))
  }
}
