internal import TraceModel

/// An event that is being read.
struct PendingEvent {
  /// Where the event is written.
  // SAFETY: it is the next place in the batch's events, to which nothing is added before this event ends.
  let record: UnsafeMutablePointer<EventRecord>
  /// Whether it has a count of lost events.
  var isGap = false
  var space: SpaceSkipper

  /// Gives a gap its kind. Returns false if it has a callback too, or if there is neither.
  @inline(__always)
  mutating func finish() -> Bool {
    if isGap { record.pointee.kind = .gap }
    return isGap == record.pointee.callback.isNone
  }
}
