/// The values of the members that a grammar asks for, with one row per event.
///
/// Millions of rows are created and filled, so their memory is not shared, and not freed between batches.
@usableFromInline
package struct MemberValues: ~Copyable, @unchecked Sendable {
  @usableFromInline var storage: UnsafeMutablePointer<NameID>
  @usableFromInline var capacity = 1 << 10
  /// The number of values in all rows.
  @usableFromInline var count = 0
  /// How many values behind the last one may be read.
  package static let slack = 16

  /// Creates an empty table.
  package init() { storage = .allocate(capacity: capacity + Self.slack) }

  deinit { storage.deallocate() }

  /// The value at an index.
  @inlinable package subscript(index: Int) -> NameID {
    get {
      precondition(index >= 0 && index < count, "there is no such value")
      return storage[index]
    }
    set {
      precondition(index >= 0 && index < count, "there is no such value")
      storage[index] = newValue
    }
  }

  /// Adds a row without values.
  /// - Returns: the index of its first value.
  @inlinable package mutating func addRow(_ length: Int) -> Int {
    let start = count
    if start + length > capacity { grow(by: length) }
    (storage + start).initialize(repeating: .none, count: length)
    count = start + length
    return start
  }

  /// The values from an index on, until the table changes.
  @inlinable package func row(at index: Int) -> UnsafeMutablePointer<NameID> {
    precondition(index >= 0 && index <= count, "there are no such values")
    return storage + index
  }

  /// Removes everything from an index on.
  @inlinable package mutating func remove(from index: Int) {
    precondition(index >= 0 && index <= count, "there are no such values")
    count = index
  }

  @usableFromInline mutating func grow(by length: Int) {
    let larger = UnsafeMutablePointer<NameID>.allocate(
      capacity: capacity * 2 + length + Self.slack)
    larger.update(from: storage, count: count)
    storage.deallocate()
    (storage, capacity) = (larger, capacity * 2 + length)
  }
}
