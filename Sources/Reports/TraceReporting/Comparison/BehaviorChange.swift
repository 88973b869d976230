internal import TraceFindings
internal import TracePages
internal import TraceModel

/// How the calls of one scenario changed, and their order.
package struct BehaviorChange: Sendable, Equatable {
  /// Which of the two recordings have a call.
  package enum Mark: String, Sendable {
    /// In both, in the same order.
    case same
    /// Only in the first.
    case missing
    /// Only in the second.
    case extra
    /// In both, at another place.
    case moved
  }

  /// One row of the two recordings side by side.
  package struct Row: Sendable, Equatable {
    /// Which of the two recordings have the call.
    package var mark: Mark
    /// The callback's short name, with the kind if it is not a delegate call.
    package var callback: String
    /// The name of the subject in both recordings, by the order of first appearance, such as `Session A`; several
    /// with commas, and empty for a gap.
    package var subject: String
    /// The event in the first recording, counted from 1; nil where it has none.
    package var baseEvent: Int?
    /// The event in the second recording, counted from 1; nil where it has none.
    package var headEvent: Int?
  }

  /// The path in the first report.
  package var basePath: String
  /// The path in the second report.
  package var headPath: String
  /// Every call of both recordings, side by side.
  package var rows: [Row]
  /// Whether the number of differences is minimal; false when the recordings differ too much for that search.
  package var isOptimal: Bool
  /// Whether nothing changed.
  package var isEmpty: Bool { rows.allSatisfy { $0.mark == .same } }

  /// How many rows have the mark.
  package func count(_ mark: Mark) -> Int { rows.count { $0.mark == mark } }

  /// Compares two recordings of one scenario; nil when one of them has no timeline with every event.
  init?(base: TraceReport, head: TraceReport) {
    guard let before = base.timeline, let after = head.timeline, before.isComplete,
      after.isComplete
    else { return nil }
    basePath = base.path
    headPath = head.path
    let (baseCalls, headCalls) = (before.calls, after.calls)
    let difference = SequenceDifference(base: baseCalls, head: headCalls)
    isOptimal = difference.isOptimal
    let (baseNames, headNames) = (
      LaneNames(before, beside: after), LaneNames(after, beside: before)
    )
    rows = difference.rows.map { row in
      let (mark, left, right): (Mark, Int?, Int?) =
        switch row {
        case .same(let left, let right): (.same, left, right)
        case .moved(let left, let right): (.moved, left, right)
        case .missing(let left): (.missing, left, nil)
        case .extra(let right): (.extra, nil, right)
        }
      let (old, new) = (left.map { before.entries[$0] }, right.map { after.entries[$0] })
      let subject = new.map { $0.subjects(headNames) } ?? old.map { $0.subjects(baseNames) }
      return Row(
        mark: mark, callback: right.map { headCalls[$0].callback } ?? baseCalls[left ?? 0].callback,
        subject: subject ?? "", baseEvent: old?.event, headEvent: new?.event)
    }
  }
}

/// What the first recording has where the second one has a new finding.
package enum Earlier: Sendable, Equatable {
  /// A call that is missing now came right before the one that is found, this many seconds if both have times.
  case came(callback: String, seconds: Double?)
  /// The call that should not be there did not come.
  case absent(callback: String)
  /// The call came as another event.
  case elsewhere(callback: String, event: Int)

  /// The clause without a full stop: `before, sceneWillResignActive came 400 ms earlier`.
  /// - Parameter name: how a callback is written.
  package func words(_ name: (String) -> String = { $0 }) -> String {
    switch self {
    case .came(let callback, let seconds):
      "before, \(name(callback)) came \(seconds.map { duration($0) + " earlier" } ?? "first")"
    case .absent(let callback): "before, \(name(callback)) did not come here"
    case .elsewhere(let callback, let event):
      "before, \(name(callback)) came elsewhere, as event \(grouped(event))"
    }
  }
}

extension BehaviorChange {
  /// What the first recording has in place of a finding of the second one; nil where the calls side by side do not prove it.
  func earlier(_ violation: Violation, in base: TraceReport) -> Earlier? {
    guard let here = rows.first(where: { $0.headEvent == violation.event }) else { return nil }
    let missing = violation.repair.insertions.last?.callback
    if missing == nil {
      guard violation.repair.deletions.contains(where: { $0.event == violation.event }) else {
        return nil
      }
      if here.mark == .extra { return .absent(callback: violation.callback) }
      if here.mark == .moved, let event = here.baseEvent {
        return .elsewhere(callback: violation.callback, event: event)
      }
    }
    // The second recording has not the call before it, of the same subject, in its place. It is what the repair misses, if
    // that is anything.
    guard let event = here.baseEvent,
      let before = rows.filter({ $0.subject == here.subject && $0.baseEvent ?? .max < event })
        .max(by: { $0.baseEvent ?? 0 < $1.baseEvent ?? 0 }),
      before.mark == .missing || before.mark == .moved,
      missing ?? before.callback == before.callback
    else { return nil }
    func time(_ event: Int?) -> Double? {
      base.timeline?.entries.first { $0.event == event }?.time
    }
    let seconds = time(event).flatMap { now in time(before.baseEvent).map { now - $0 } }
    return .came(callback: before.callback, seconds: seconds.flatMap { $0 >= 0 ? $0 : nil })
  }
}

extension Timeline.Entry {
  fileprivate func subjects(_ names: LaneNames) -> String {
    kind == .gap ? "" : lanes.map(names.title).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// The properties by which calls of two recordings are compared: identities and times differ from run to run.
private struct Call: Hashable {
  var callback: String
  var subject: String
}

extension Timeline {
  fileprivate var calls: [Call] {
    var numbers: [String: Int] = [:]
    let subjects = lanes.map { lane in
      numbers[lane.kind, default: 0] += 1
      return "\(lane.kind) \(numbers[lane.kind] ?? 1)"
    }
    return entries.map { entry in
      if entry.kind == .gap { return Call(callback: "events lost", subject: "") }
      let kind = entry.kind == .delegate ? "" : " (\(entry.kind.name))"
      let names = entry.lanes.filter(subjects.indices.contains).map { subjects[$0] }
      return Call(callback: entry.callback + kind, subject: names.joined(separator: ", "))
    }
  }
}
