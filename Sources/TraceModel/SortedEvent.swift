/// Whom an event is about, and which others of its batch it is like, for several checkers of one trace.
@usableFromInline
package struct SortedEvent: BitwiseCopyable, Sendable {
  /// The part of the subjects that it is about.
  @usableFromInline package var part: UInt8
  /// The number of its kind in the batch.
  @usableFromInline package var kind: UInt8

  /// An event of which neither is known.
  package static var unsorted: SortedEvent { SortedEvent(part: .max, kind: .max) }
  /// How many kinds are distinguished in a batch.
  package static var kindLimit: UInt8 { .max }

  @inlinable package init(part: UInt8, kind: UInt8) {
    self.part = part
    self.kind = kind
  }
}
