/// Whom an event is about, and which others of its batch it is like, for several checkers of one trace.
@usableFromInline
package struct SortedEvent: BitwiseCopyable, Sendable {
  /// The part of the subjects that it is about.
  @usableFromInline package var part: UInt8
  /// The number of its kind in the batch.
  @usableFromInline package var kind: UInt8

  /// An event of which neither is known.
  @inlinable package static var unsorted: SortedEvent { SortedEvent(part: .max, kind: .max) }
  /// How many kinds are distinguished in a batch.
  package static var kindLimit: UInt8 { .max }

  @inlinable package init(part: UInt8, kind: UInt8) {
    self.part = part
    self.kind = kind
  }
}

/// What is known in advance of the first events of a batch, in their order.
///
/// As with `EventRecords`, the memory is not shared, and not freed between batches.
@usableFromInline
package struct SortedEvents: ~Copyable, @unchecked Sendable {
  @usableFromInline var storage: UnsafeMutablePointer<SortedEvent>
  private var capacity = 1 << 10
  /// Of how many events something is known.
  @usableFromInline package private(set) var count = 0

  init() { storage = .allocate(capacity: capacity) }

  deinit { storage.deallocate() }

  /// What is known of the event at an index; nothing for one that was not sorted.
  @inlinable package subscript(index: Int) -> SortedEvent {
    index >= 0 && index < count ? storage[index] : .unsorted
  }

  /// All of it, until it changes.
  @inlinable package var all: UnsafePointer<SortedEvent> { UnsafePointer(storage) }

  /// Makes room for this many events in place of what was there. The caller has to write them.
  package mutating func makeRoom(_ count: Int) -> UnsafeMutablePointer<SortedEvent> {
    if count > capacity {
      storage.deallocate()
      capacity = count * 2
      storage = .allocate(capacity: capacity)
    }
    self.count = count
    return storage
  }
}
