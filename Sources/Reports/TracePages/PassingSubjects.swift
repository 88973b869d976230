internal import TraceFindings
internal import TraceModel

/// The subjects of the passing traces of a report, to find the one that is most like a subject with a finding.
struct PassingSubjects {
  /// One subject of a passing trace.
  struct Subject {
    /// The trace's index in the report.
    var trace: Int
    /// The subject's index among the lanes of the trace.
    var lane: Int
    /// The calls about it, in order.
    var calls: [Timeline.Entry]
  }

  /// A subject with a finding and a passing one over the same columns, a column for each call that either has.
  struct Match {
    var subject: Subject
    /// The calls around the finding; `before` is the event about the subject that has it.
    var columns: [PairPicture.Column]
  }

  /// How many different subjects of one kind are kept.
  private static let subjectLimit = 24
  /// How many calls about a passing subject there may be, and how many around a finding are compared.
  private static let (callLimit, callsBefore, callsAfter) = (120, 60, 20)
  /// How many columns are shown before and after the finding, and in how many of them the subjects may differ: with more,
  /// one says nothing about the other.
  private static let (columnsBefore, columnsAfter, differenceLimit) = (7, 4, 4)

  /// By their kind, those with different calls, in the order of the report.
  private var subjects: [String: [Subject]] = [:]

  /// Whether there are none.
  var isEmpty: Bool { subjects.isEmpty }

  /// - Complexity: O(events of the passing traces).
  init(_ report: Report) {
    guard report.traces.contains(where: { !$0.violations.isEmpty }) else { return }
    var known: Set<[String]> = []
    for (index, trace) in report.traces.enumerated() where trace.verdict == .conforming {
      guard let timeline = trace.timeline, timeline.isComplete else { continue }
      for (lane, calls) in timeline.callsByLane.enumerated() where calls.count <= Self.callLimit {
        let kind = timeline.lanes[lane].kind
        guard calls.count > 1, subjects[kind]?.count ?? 0 < Self.subjectLimit,
          known.insert([kind] + calls.map(\.callback)).inserted
        else { continue }
        subjects[kind, default: []].append(Subject(trace: index, lane: lane, calls: calls))
      }
    }
  }

  /// The subject that differs least around the finding, among those with the same call; nil where none is like it.
  /// - Complexity: O(events of the trace), and O(subjects · differences), both of which have a limit.
  func nearest(to violation: Violation, inLane lane: Int, of timeline: Timeline) -> Match? {
    let calls = timeline.entries.filter { $0.kind == .delegate && $0.shownLanes.contains(lane) }
    guard let subjects = subjects[timeline.lanes[lane].kind],
      let place = calls.firstIndex(where: { $0.event == violation.event })
    else { return nil }
    let wrong = calls[max(0, place - Self.callsBefore)..<min(calls.count, place + Self.callsAfter)]
    var best: (match: Match, differences: Int)?
    for subject in subjects
    where subject.calls.contains(where: { $0.callback == violation.callback }) {
      let columns = Self.columns(Array(wrong), subject.calls)
      guard let center = columns.firstIndex(where: { $0.before == violation.event }) else {
        continue
      }
      let first = max(0, center - Self.columnsBefore)
      let shown = columns[first..<min(columns.count, center + 1 + Self.columnsAfter)]
      let differences = shown.count { $0.before == nil || $0.after == nil }
      if differences > 0, differences <= Self.differenceLimit, shown.count > differences + 1,
        differences < best?.differences ?? .max
      {
        best = (Match(subject: subject, columns: Array(shown)), differences)
      }
    }
    return best?.match
  }

  private static func columns(
    _ wrong: [Timeline.Entry], _ passing: [Timeline.Entry]
  ) -> [PairPicture.Column] {
    SequenceDifference(
      base: wrong.map(\.callback), head: passing.map(\.callback), joinsMoves: false
    ).rows.map { row in
      switch row {
      case .same(let base, let head), .moved(let base, let head):
        .init(
          callback: wrong[base].callback, before: wrong[base].event, after: passing[head].event)
      case .missing(let base):
        .init(callback: wrong[base].callback, before: wrong[base].event, after: nil)
      case .extra(let head):
        .init(callback: passing[head].callback, before: nil, after: passing[head].event)
      }
    }
  }
}

extension Timeline {
  /// For each lane, the calls about its subject, in order.
  fileprivate var callsByLane: [[Entry]] {
    var calls = [[Entry]](repeating: [], count: lanes.count)
    for entry in entries where entry.kind == .delegate {
      for lane in entry.shownLanes where calls.indices.contains(lane) { calls[lane].append(entry) }
    }
    return calls
  }
}
