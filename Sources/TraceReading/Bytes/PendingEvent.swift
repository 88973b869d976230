internal import TraceModel

/// An event while it is read.
struct PendingEvent {
  var record: EventRecord
  /// Whether it has a count of lost events.
  var isGap = false
  var space: SpaceSkipper

  /// Gives a gap its kind; false where it has a callback too, or there is neither.
  @inline(__always)
  mutating func finish() -> Bool {
    if isGap { record.kind = .gap }
    return isGap == record.callback.isNone
  }
}
