internal import TraceFindings

/// How the times of one trace are written: as recorded, or since the first event if the origin is far away; in seconds,
/// or with hours and minutes if the trace is longer than an hour.
struct TraceTimes {
  /// The time that is written as 0.
  let origin: Double
  /// Whether times have hours and minutes.
  private let isLong: Bool

  init(_ trace: TraceReport) {
    let found = trace.violations.lazy.compactMap(\.time)
    let times = (trace.timeline?.entries ?? []).lazy.compactMap(\.time)
    let first = times.first ?? found.first ?? 0
    // Seconds since 1970 or 2001 mean nothing to a reader; seconds since the launch do.
    origin = first.magnitude >= 100_000 ? first : 0
    isLong = (times.last ?? found.last ?? 0) - origin >= 3_600
  }

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
}
