internal import TraceModel

/// What the calls around a finding show.
extension Violation {
  /// Seconds in which code that passes on a call does so; calls of the platform are further apart.
  package static var instant: Double { 0.05 }

  /// The calls that the repair inserts, each once.
  package var missing: [String] { repair.insertions.map(\.callback).unique }

  /// Whether the repair leaves the event out.
  package var isRemoved: Bool { repair.deletions.contains { $0.event == event } }

  /// The process that the event names; nil where it names none.
  package var processName: String? {
    let name = nameOfSubjectKind == processKind ? subject : process ?? ""
    return name.isEmpty ? nil : name
  }

  /// The event's own row; nil where the calls around it are not listed.
  private var place: Int? { steps.lastIndex { $0.offending && $0.event == event } }
  package var rowAfter: Step? { place.flatMap { steps[($0 + 1)...].first } }
  package var stepBefore: Step? { place.flatMap { steps[..<$0].last { $0.event != nil } } }
  package var stepAfter: Step? {
    place.flatMap { steps[($0 + 1)...].first { $0.event != nil } }
  }

  /// The next call, if it is the one that is missing before the event.
  package var missingCallAfter: Step? {
    stepAfter.flatMap { $0.callback == repair.insertions.first?.callback ? $0 : nil }
  }

  /// Seconds between another row and the event; nil where not recorded.
  package func gap(since step: Step) -> Double? {
    time.flatMap { now in step.time.map { now - $0 } }
  }

  /// The same call before, if no other call of the subject came in between or it was just before, with the seconds since then.
  package var echo: (event: Int, gap: Double?)? {
    guard let place else { return nil }
    var isNext = true
    for step in steps[..<place].reversed() {
      guard let number = step.event else { continue }
      if step.callback == callback {
        let gap = gap(since: step)
        if isNext || gap ?? .infinity <= Self.instant { return (number, gap) }
      }
      isNext = false
    }
    return nil
  }

  /// Whether the same call had come just before, as calls do that are passed on or recorded twice.
  package var isDoubled: Bool {
    echo.map { $0.gap.map { $0 <= Self.instant } ?? ($0.event + 1 == event) } ?? false
  }

  /// The previous step with the same call, if it is among the steps that are shown.
  package var sameCallBefore: Step? {
    steps.last { $0.callback == callback && $0.event.map { $0 < event } ?? false }
  }
}
