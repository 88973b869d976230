internal import TraceFindings

/// How the times of one trace are written: as recorded, or since the first event if the origin is far away; in seconds,
/// or with hours and minutes if the trace is longer than an hour.
struct TraceTimes {
  /// The time that is written as 0.
  let origin: Double
  /// Whether times have hours and minutes.
  private let isLong: Bool
  private let entries: [Timeline.Entry]

  init(_ trace: TraceReport) {
    let found = trace.violations.lazy.compactMap(\.time)
    entries = trace.timeline?.entries ?? []
    origin = Self.origin(first: entries.firstTime ?? found.first ?? 0)
    let last = entries.lazy.reversed().compactMap(\.time).first ?? found.last ?? 0
    isLong = last - origin >= 3_600
  }

  /// Seconds since 1970 or 2001 mean nothing to a reader; seconds since the launch do.
  private static func origin(first: Double) -> Double { first.magnitude >= 100_000 ? first : 0 }

  /// Whether times are written since the first event.
  var isRelative: Bool { origin != 0 }

  /// The time with three decimals.
  func text(_ time: Double) -> String {
    let seconds = time - origin
    guard isLong, seconds >= 0, let milliseconds = (seconds * 1_000).nearestInteger else {
      return Phrases.seconds(seconds)
    }
    return clockTime(milliseconds: milliseconds)
  }

  /// The time with three decimals and its unit.
  func moment(_ time: Double) -> String { text(time) + (isLong ? "" : " s") }

  /// The heading of a column of times.
  var heading: String { isLong ? "Time" : "Time (s)" }

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
