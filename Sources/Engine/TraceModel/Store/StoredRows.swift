/// Different rows of numbers, all of the same width, numbered from 0 in the order they came.
@usableFromInline
package struct StoredRows: Sendable {
  /// How many numbers a row has.
  @usableFromInline package let width: Int
  @usableFromInline var values: [UInt32] = []
  @usableFromInline var index = HashIndexTable()
  /// How many rows there are.
  package private(set) var count = 0

  /// Creates an empty table.
  package init(width: Int) { self.width = width }

  /// How much memory the rows take, in bytes.
  package var memorySize: Int { values.count * 4 + index.memorySize }

  /// A number of a row.
  @inlinable package subscript(row: Int, column: Int) -> UInt32 {
    precondition(column < width, "a row has no such column")
    return values[row &* width &+ column]
  }

  /// The row with a hash for which the closure returns true; nil if there is none.
  @inlinable @inline(__always)
  package func find(_ hash: UInt64, _ isIt: (UnsafeBufferPointer<UInt32>) -> Bool) -> Int? {
    values.withUnsafeBufferPointer { values in
      // SAFETY: all rows that the index knows are among the values, which do not move during the call.
      index.find(hash) { row in
        let start = Int(row) &* width
        return isIt(UnsafeBufferPointer(rebasing: values[start..<start &+ width]))
      }.map { Int($0) }
    }
  }

  /// The number of a row, which is added if it was not known.
  /// - Parameter hash: the same for equal rows.
  package mutating func intern(_ row: [UInt32], hash: UInt64) -> Int {
    find(hash) { $0.elementsEqual(row) } ?? add(row, hash: hash)
  }

  /// Adds a row that is not there yet.
  package mutating func add(_ row: [UInt32], hash: UInt64) -> Int {
    precondition(row.count == width, "a row has a number for each column")
    values += row
    index.add(hash, UInt32(count))
    count += 1
    return count - 1
  }
}
