/// One event as it was read, with the numbers that a check needs. What only a person wants to see stays in the bytes.
///
/// Names are numbers in the `NameTable` of the same batch. So are the values of members, which the batch holds:
/// `EventBatch.value(_:of:)`. The size is fixed, and there is no reference counting.
@usableFromInline
package struct EventRecord: Sendable, BitwiseCopyable {
  /// The callback as spelled; none for a gap.
  @usableFromInline package var callback = NameID.none
  /// The index in the batch's `values` of the event's first member.
  @usableFromInline package var valueStart: UInt32 = 0
  /// The index in the batch's `sets` of the event's first identity in a set.
  @usableFromInline package var setStart: UInt32 = 0
  /// How many elements the event has in the batch's `sets`.
  @usableFromInline package var setCount: UInt32 = 0
  /// The offset of the event's first byte from the start of the batch's bytes.
  @usableFromInline package var offset: UInt32 = 0
  /// The number of the event's bytes.
  @usableFromInline package var length: UInt32 = 0
  /// The number of line ends between the start of the batch and the event.
  @usableFromInline package var line: UInt32 = 0
  /// How many members have a slot in the batch's `values`, whether they have a value or not.
  @usableFromInline package var valueCount: UInt8 = 0
  /// Whether it is a delegate call, a notification or an action.
  @usableFromInline package var kind = EventKind.delegate
  /// Whether it is a whole call, or the beginning or end of one.
  @usableFromInline package var phase = CallPhase.whole
  /// In seconds, with the trace's own origin; NaN if absent.
  @usableFromInline package var time = Double.nan
  /// How long the callback took, in seconds; NaN if absent.
  @usableFromInline package var duration = Double.nan

  /// Creates an event without members and times.
  @inlinable package init() {}
}
