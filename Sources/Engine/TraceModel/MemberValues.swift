/// The values of the members that a grammar asks for, with one row per event.
///
/// Millions of rows are created and filled, so their memory is not shared, and not freed between batches.
@usableFromInline
package struct MemberValues: ~Copyable, @unchecked Sendable {
  /// How many values behind the last one may be read, and at least how many beyond a row may be written.
  package static let slack = 16

  // SAFETY: the table alone owns the memory, with room for `capacity` values and the slack. Indices are checked against
  // `count`. Copying in fours passes the end of the last row by at most 3 values, which the slack has room for.

  @usableFromInline var storage: UnsafeMutablePointer<NameID>
  @usableFromInline var capacity = 1 << 10
  /// The number of values in all rows.
  @usableFromInline var count = 0

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
    let start = makeRoom(length)
    (storage + start).initialize(repeating: .none, count: length)
    return start
  }

  /// Adds a row whose values must be written before they are read.
  /// - Returns: the index of its first value.
  @inlinable package mutating func makeRoom(_ length: Int) -> Int {
    let start = count
    if start &+ length > capacity { grow(by: length) }
    count = start &+ length
    return start
  }

  /// The values from an index on, until the table changes.
  @inlinable package func row(at index: Int) -> UnsafeMutablePointer<NameID> {
    precondition(index >= 0 && index <= count, "there are no such values")
    return storage + index
  }

  /// Copies the values of the last row. Up to 3 more values are read.
  /// - Returns: the row, until the table changes.
  @inlinable @inline(__always)
  package func writeRow(
    at index: Int, _ length: Int, _ row: UnsafePointer<NameID>
  ) -> UnsafeMutablePointer<NameID> {
    precondition(index >= 0 && index &+ length == count, "this is not the last row")
    let (target, source) = (UnsafeMutableRawPointer(storage + index), UnsafeRawPointer(row))
    var offset = 0
    while offset < length &* 4 {
      let four = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
      target.storeBytes(of: four, toByteOffset: offset, as: SIMD4<UInt32>.self)
      offset &+= 16
    }
    return storage + index
  }

  /// Removes everything from an index on.
  @inlinable package mutating func remove(from index: Int) {
    precondition(index >= 0 && index <= count, "there are no such values")
    count = index
  }

  @usableFromInline mutating func grow(by length: Int) {
    capacity = capacity * 2 + length
    storage.enlarge(count, toHold: capacity + Self.slack)
  }
}
