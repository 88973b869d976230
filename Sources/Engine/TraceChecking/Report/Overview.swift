internal import TraceFindings
internal import TraceModel

extension Summary {
  /// How many parts a long trace has at most.
  private static let partLimit = 4_096

  /// The whole trace in a few thousand parts of the same number of events; nil if it is too short to need that.
  /// - Parameter findings: the numbers of all findings' events, counted from 1, and their severities.
  func overview(_ findings: some Sequence<(event: Int32, severity: Severity)>) -> TraceOverview? {
    if eventCount < TraceOverview.least { return nil }
    var shift = 0
    while (eventCount - 1) >> shift >= Self.partLimit { shift += 1 }
    let count = ((eventCount - 1) >> shift) + 1
    var worst = [Severity?](repeating: nil, count: count)
    for (event, severity) in findings {
      let part = min(max(0, Int(event) - 1), eventCount - 1) >> shift
      worst[part] = max(worst[part] ?? severity, severity)
    }
    return TraceOverview(
      eventsPerPart: 1 << shift,
      times: (0..<count).map {
        let time = store.events[$0 << shift].time
        return time.isNaN ? nil : time
      }, worst: worst)
  }
}
