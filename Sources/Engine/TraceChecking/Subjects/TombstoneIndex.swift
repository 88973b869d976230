/// Row numbers by hash, in four bytes each: open addressing with linear probing and backward-shift deletion.
///
/// A cell has no room for the hash beside a row's number. It has a few bits of it, so that rows of other hashes are
/// nearly never looked at, and how far it is from where its hash belongs, so that cells can be moved without looking at
/// their rows. The hashes themselves are in the rows.
struct TombstoneIndex {
  /// How many rows can have a number.
  static let rowLimit = 1 << 17

  /// The bits of a cell, from the lowest: the number plus one, or 0 for a free cell; the distance; a part of the hash.
  private enum Layout {
    static let numberMask: UInt32 = (1 << 18) - 1
    static let distanceShift: UInt32 = 18
    /// Stands for itself and for any greater distance.
    static let greatestDistance: UInt32 = 15
    static let tagShift: UInt32 = 22
  }

  /// Their count is a power of two.
  private var cells = [UInt32](repeating: 0, count: 32)
  private var mask: Int { cells.count - 1 }
  private(set) var count = 0

  /// The number with the hash for which the closure returns true. The closure is also asked about a few other numbers.
  /// - Complexity: O(1) expected.
  func find(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    let tag = Self.tag(hash)
    var cell = home(hash)
    while cells[cell] != 0 {
      if cells[cell] >> Layout.tagShift == tag {
        let number = Self.number(cells[cell])
        if isWanted(number) { return number }
      }
      cell = (cell + 1) & mask
    }
    return nil
  }

  /// Adds a number that is not there yet.
  /// - Parameter hashOf: the hash of a number that was added.
  mutating func insert(_ hash: UInt64, _ number: Int, hashOf: (Int) -> UInt64) {
    // Exactly half of the cells may be used: the greatest number of rows is a power of two.
    if count * 2 > mask { grow(hashOf) }
    place(hash, number)
    count += 1
  }

  /// Removes the pair; does nothing if it is not there.
  /// - Source: Knuth, "The Art of Computer Programming" 3, 6.4, algorithm R.
  mutating func remove(_ hash: UInt64, _ number: Int, hashOf: (Int) -> UInt64) {
    var hole = home(hash)
    while cells[hole] != 0, Self.number(cells[hole]) != number { hole = (hole + 1) & mask }
    if cells[hole] == 0 { return }
    count -= 1
    var next = hole
    while true {
      next = (next + 1) & mask
      if cells[next] == 0 { break }
      let distance = distance(next, hashOf)
      let gap = (next &- hole) & mask
      if distance < gap { continue }
      cells[hole] = Self.cell(cells[next], distance: distance - gap)
      hole = next
    }
    cells[hole] = 0
  }

  private mutating func place(_ hash: UInt64, _ number: Int) {
    var (cell, distance) = (home(hash), 0)
    while cells[cell] != 0 { (cell, distance) = ((cell + 1) & mask, distance + 1) }
    let value = UInt32(number + 1) | Self.tag(hash) << Layout.tagShift
    cells[cell] = Self.cell(value, distance: distance)
  }

  private mutating func grow(_ hashOf: (Int) -> UInt64) {
    let old = cells
    cells = Array(repeating: 0, count: old.count * 2)
    for cell in old where cell != 0 {
      let number = Self.number(cell)
      place(hashOf(number), number)
    }
  }

  private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & mask }

  /// How far a used cell is behind where its hash belongs.
  private func distance(_ cell: Int, _ hashOf: (Int) -> UInt64) -> Int {
    let kept = cells[cell] >> Layout.distanceShift & Layout.greatestDistance
    if kept < Layout.greatestDistance { return Int(kept) }
    return (cell &- home(hashOf(Self.number(cells[cell])))) & mask
  }

  /// Bits that do not decide where the hash belongs.
  private static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 54) }

  private static func number(_ cell: UInt32) -> Int { Int(cell & Layout.numberMask) - 1 }

  private static func cell(_ cell: UInt32, distance: Int) -> UInt32 {
    cell & ~(Layout.greatestDistance << Layout.distanceShift)
      | UInt32(min(distance, Int(Layout.greatestDistance))) << Layout.distanceShift
  }

  /// How many bytes it takes, for tests.
  var usedBytes: Int { (mask + 1) * MemoryLayout<UInt32>.stride }

  /// Traps if a number cannot be found from its hash, or the count is wrong; for tests.
  func checkInvariants(hashOf: (Int) -> UInt64) {
    precondition((mask + 1) & mask == 0 && count * 2 <= mask + 1, "too many numbers for the cells")
    var used = 0
    for cell in 0...mask where cells[cell] != 0 {
      used += 1
      let number = Self.number(cells[cell])
      precondition(find(hashOf(number)) { $0 == number } == number, "a number cannot be found")
      precondition(
        distance(cell, hashOf) == (cell &- home(hashOf(number))) & mask, "a distance is wrong")
    }
    precondition(used == count, "the count is not that of the numbers")
  }
}
