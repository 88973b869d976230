/// Small numbers by hash: open addressing with linear probing and backward-shift deletion.
///
/// Only half of each hash is kept, as a large index is slow because of its size.
struct HashIndex {
  /// A part of a hash and its number, side by side so that one access loads both.
  private struct Cell: BitwiseCopyable {
    /// The lower half of the hash.
    var hash: UInt32 = 0
    /// The number plus one; 0 for a free cell.
    var number: UInt32 = 0
  }

  /// There are at least twice as many cells as pairs; their count is a power of two.
  private var cells = [Cell](repeating: Cell(), count: 32)
  private var mask: Int { cells.count - 1 }
  private(set) var count = 0

  /// The number with the hash for which the closure returns true. The closure is also asked about numbers with a
  /// similar hash.
  /// - Complexity: O(1) expected.
  func find(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    let kept = UInt32(truncatingIfNeeded: hash)
    var cell = Int(truncatingIfNeeded: hash) & mask
    while cells[cell].number != 0 {
      if cells[cell].hash == kept {
        let number = Int(cells[cell].number) - 1
        if isWanted(number) { return number }
      }
      cell = (cell + 1) & mask
    }
    return nil
  }

  mutating func insert(_ hash: UInt64, _ number: Int) {
    if (count + 1) * 2 > mask { grow() }
    var cell = Int(truncatingIfNeeded: hash) & mask
    while cells[cell].number != 0 { cell = (cell + 1) & mask }
    cells[cell] = Cell(hash: UInt32(truncatingIfNeeded: hash), number: UInt32(number + 1))
    count += 1
  }

  /// Removes the pair; does nothing if it is not there.
  /// - Source: Knuth, "The Art of Computer Programming" 3, 6.4, algorithm R.
  mutating func remove(_ hash: UInt64, _ number: Int) {
    let (kept, number) = (UInt32(truncatingIfNeeded: hash), UInt32(number + 1))
    var cell = Int(truncatingIfNeeded: hash) & mask
    while cells[cell].number != 0, cells[cell].hash != kept || cells[cell].number != number {
      cell = (cell + 1) & mask
    }
    if cells[cell].number == 0 { return }
    count -= 1
    var hole = cell
    while true {
      cells[hole].number = 0
      var next = hole
      while true {
        next = (next + 1) & mask
        if cells[next].number == 0 { return }
        let home = Int(truncatingIfNeeded: cells[next].hash) & mask
        if (next &- home) & mask >= (next &- hole) & mask { break }
      }
      cells[hole] = cells[next]
      hole = next
    }
  }

  private mutating func grow() {
    let old = cells
    cells = Array(repeating: Cell(), count: old.count * 2)
    count = 0
    for cell in old where cell.number != 0 { insert(UInt64(cell.hash), Int(cell.number) - 1) }
  }

  /// Traps if a pair cannot be found from its hash, or the count is wrong; for tests.
  func checkInvariants() {
    precondition((mask + 1) & mask == 0 && count * 2 <= mask + 1, "too many pairs for the cells")
    var used = 0
    for cell in 0...mask where cells[cell].number != 0 {
      used += 1
      var probe = Int(truncatingIfNeeded: cells[cell].hash) & mask
      while probe != cell {
        precondition(cells[probe].number != 0, "a free cell hides a pair")
        probe = (probe + 1) & mask
      }
    }
    precondition(used == count, "the count is not that of the pairs")
  }
}
