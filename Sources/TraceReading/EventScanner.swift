internal import TraceModel

/// Reads events of the ordinary shape directly from their bytes.
struct EventScanner: Sendable {
  init(members: IdentityMembers, limits: ReadingLimits) {}

  /// Appends the event at an offset of the batch; nil, with nothing appended, for one of another shape.
  /// - Returns: the offset after the event.
  func scan(_ start: Int, _ batch: inout EventBatch) -> Int? { nil }

  /// Removes an event that turned out to be followed by something else.
  func forgetUnfinished(_ start: Int, _ batch: inout EventBatch) {
    if let last = batch.events.last, Int(last.offset) == start { batch.events.removeLast() }
  }
}
