internal import TraceFindings

/// How the times of one trace are written: as recorded, or since the first event if the origin is far away.
package struct TraceTimes {
  /// The time that is written as 0.
  package let origin: Double
  private let entries: [Timeline.Entry]

  init(_ trace: TraceReport) {
    entries = trace.timeline?.entries ?? []
    let first = entries.firstTime ?? trace.violations.first?.time ?? 0
    origin = Self.origin(first: first)
  }

  /// The times of a part of a trace that begins at the given one.
  package init(first: Double) {
    entries = []
    origin = Self.origin(first: first)
  }

  /// Seconds since 1970 or 2001 mean nothing to a reader; seconds since the launch do.
  private static func origin(first: Double) -> Double { first.magnitude >= 100_000 ? first : 0 }

  /// Whether times are written since the first event.
  var isRelative: Bool { origin != 0 }

  /// The time in seconds, three decimals.
  package func text(_ time: Double) -> String { Phrases.seconds(time - origin) }

  /// The seconds from the event before to the given one; nil where either has no time.
  func sinceEventBefore(_ event: Int) -> Double? {
    guard let position = entries.firstPosition(of: event), position > 0,
      entries[position].event == event,
      let now = entries[position].time, let before = entries[position - 1].time
    else { return nil }
    return now - before
  }
}

extension [Timeline.Entry] {
  /// The time of the first entry that has one.
  var firstTime: Double? { lazy.compactMap(\.time).first }

  /// The lane of the process of the first entry that has one.
  var firstProcessLane: Int? { lazy.compactMap(\.processLane).first }

  /// The position of the first entry whose number is not below the given one; nil when there is none.
  /// - Complexity: O(log n); the entries are in the order of their numbers.
  func firstPosition(of event: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].event < event { low = middle + 1 } else { high = middle }
    }
    return low < count ? low : nil
  }
}

extension Timeline {
  /// The entries with a number in the range.
  /// - Complexity: O(log n).
  func entries(in range: ClosedRange<Int>) -> ArraySlice<Entry> {
    guard let first = entries.firstPosition(of: range.lowerBound) else {
      return entries[entries.endIndex...]
    }
    let end = entries.firstPosition(of: range.upperBound + 1) ?? entries.count
    return entries[first..<max(first, end)]
  }
}
