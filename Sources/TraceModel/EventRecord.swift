/// One event as read: what a check needs, as numbers; what only a person wants to see stays in the bytes.
///
/// Names are numbers in the `NameTable` of the same batch, and so are the values of members, which the batch holds:
/// `EventBatch.value(_:of:)`. The size is fixed and nothing is counted or freed.
@usableFromInline
package struct EventRecord: Sendable, BitwiseCopyable {
  /// The callback as spelled; none for a gap.
  @usableFromInline package var callback = NameID.none
  /// The index in the batch's `values` of the event's first member.
  @usableFromInline package var valueStart: UInt32 = 0
  /// The index in the batch's `sets` of the first identity of those that come as a set.
  @usableFromInline package var setStart: UInt32 = 0
  /// How many identities come as a set.
  @usableFromInline package var setCount: UInt32 = 0
  /// The offset of the event's first byte from the start of the batch's bytes.
  @usableFromInline package var offset: UInt32 = 0
  /// The number of the event's bytes.
  @usableFromInline package var length: UInt32 = 0
  /// The number of line ends between the start of the batch and the event.
  @usableFromInline package var line: UInt32 = 0
  /// How many members have a value, or none, in the batch's `values`.
  @usableFromInline package var valueCount: UInt8 = 0
  /// Whether it is a delegate call, a notification or an action.
  @usableFromInline package var kind = EventKind.delegate
  /// Whether it is a whole call, or the beginning or end of one.
  @usableFromInline package var phase = CallPhase.whole
  /// Seconds, with the trace's own origin; NaN where absent.
  @usableFromInline package var time = Double.nan
  /// Seconds the callback took; NaN where absent.
  @usableFromInline package var duration = Double.nan

  /// Makes an event without members and times.
  @inlinable package init() {}
}
