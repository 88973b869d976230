/// The events of a batch in order.
///
/// As with `MemberValues`, the memory is not shared, and not freed between batches. An event can be written where it
/// stays.
@usableFromInline
package struct EventRecords: ~Copyable, @unchecked Sendable {
  // SAFETY: the list alone owns the memory, with room for `capacity` records. Indices are checked against `count`,
  // below which every record was written. What `next()`, `all` and the closure get is valid until the list changes.

  @usableFromInline var storage: UnsafeMutablePointer<EventRecord>
  @usableFromInline var capacity = 1 << 10
  /// The number of events.
  @usableFromInline package internal(set) var count = 0

  /// Creates an empty list.
  package init() { storage = .allocate(capacity: capacity) }

  deinit { storage.deallocate() }

  /// Whether there are no events.
  @inlinable package var isEmpty: Bool { count == 0 }

  /// The last event; nil if there is none.
  package var last: EventRecord? { isEmpty ? nil : storage[count - 1] }

  /// All events, until the list changes.
  package var all: UnsafeBufferPointer<EventRecord> {
    UnsafeBufferPointer(start: storage, count: count)
  }

  /// The event at an index.
  @inlinable package subscript(index: Int) -> EventRecord {
    precondition(index >= 0 && index < count, "there is no such event")
    return storage[index]
  }

  /// Calls the closure with all events.
  @inlinable package func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<EventRecord>) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeBufferPointer(start: storage, count: count))
  }

  /// Memory for the next event, until the list changes.
  @inlinable @inline(__always)
  package mutating func next() -> UnsafeMutablePointer<EventRecord> {
    if count == capacity { grow() }
    return storage + count
  }

  /// Adds the event that was written to `next()`.
  @inlinable @inline(__always)
  package mutating func takeNext() {
    precondition(count < capacity, "there is no such event")
    count &+= 1
  }

  /// Adds an event at the end.
  package mutating func append(_ event: EventRecord) {
    next().initialize(to: event)
    takeNext()
  }

  /// Removes the last event, which must exist, and returns it.
  package mutating func removeLast() -> EventRecord {
    precondition(count > 0, "there is no such event")
    count -= 1
    return storage[count]
  }

  /// Puts the last event first.
  package mutating func reverse() {
    var events = UnsafeMutableBufferPointer(start: storage, count: count)
    events.reverse()
  }

  /// Removes all events.
  package mutating func removeAll() { count = 0 }

  @usableFromInline mutating func grow() {
    capacity *= 2
    storage.enlarge(count, toHold: capacity)
  }
}
