/// Small numbers by 64-bit hash: open addressing with linear probing and backward-shift deletion.
struct HashIndex: ~Copyable {
  private var hashes: UnsafeMutablePointer<UInt64>
  /// The number plus one; 0 for a free cell.
  private var numbers: UnsafeMutablePointer<UInt32>
  private var mask = 31
  private(set) var count = 0

  init() {
    hashes = .allocate(capacity: mask + 1)
    numbers = .allocate(capacity: mask + 1)
    numbers.initialize(repeating: 0, count: mask + 1)
  }

  deinit {
    hashes.deallocate()
    numbers.deallocate()
  }

  /// The number with the hash for which the closure says yes.
  /// - Complexity: O(1) expected.
  func find(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    var cell = Int(truncatingIfNeeded: hash) & mask
    while numbers[cell] != 0 {
      if hashes[cell] == hash {
        let number = Int(numbers[cell]) - 1
        if isWanted(number) { return number }
      }
      cell = (cell + 1) & mask
    }
    return nil
  }

  mutating func insert(_ hash: UInt64, _ number: Int) {
    if (count + 1) * 2 > mask { grow() }
    var cell = Int(truncatingIfNeeded: hash) & mask
    while numbers[cell] != 0 { cell = (cell + 1) & mask }
    hashes[cell] = hash
    numbers[cell] = UInt32(number + 1)
    count += 1
  }

  /// Removes the pair; nothing happens when it is not there.
  /// - Source: Knuth, "The Art of Computer Programming" 3, 6.4, algorithm R.
  mutating func remove(_ hash: UInt64, _ number: Int) {
    var cell = Int(truncatingIfNeeded: hash) & mask
    while numbers[cell] != 0, hashes[cell] != hash || numbers[cell] != UInt32(number + 1) {
      cell = (cell + 1) & mask
    }
    if numbers[cell] == 0 { return }
    count -= 1
    var hole = cell
    while true {
      numbers[hole] = 0
      var next = hole
      while true {
        next = (next + 1) & mask
        if numbers[next] == 0 { return }
        let home = Int(truncatingIfNeeded: hashes[next]) & mask
        if (next &- home) & mask >= (next &- hole) & mask { break }
      }
      hashes[hole] = hashes[next]
      numbers[hole] = numbers[next]
      hole = next
    }
  }

  private mutating func grow() {
    let (oldHashes, oldNumbers, oldMask) = (hashes, numbers, mask)
    mask = mask * 2 + 1
    hashes = .allocate(capacity: mask + 1)
    numbers = .allocate(capacity: mask + 1)
    numbers.initialize(repeating: 0, count: mask + 1)
    count = 0
    for cell in 0...oldMask where oldNumbers[cell] != 0 {
      insert(oldHashes[cell], Int(oldNumbers[cell]) - 1)
    }
    oldHashes.deallocate()
    oldNumbers.deallocate()
  }

  /// Traps where a pair cannot be found from its hash, or the count is wrong; for tests.
  func checkInvariants() {
    precondition((mask + 1) & mask == 0 && count * 2 <= mask + 1, "too many pairs for the cells")
    var used = 0
    for cell in 0...mask where numbers[cell] != 0 {
      used += 1
      var probe = Int(truncatingIfNeeded: hashes[cell]) & mask
      while probe != cell {
        precondition(numbers[probe] != 0, "a free cell hides a pair")
        probe = (probe + 1) & mask
      }
    }
    precondition(used == count, "the count is not that of the pairs")
  }
}
