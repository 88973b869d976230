/// Small numbers by 64-bit hash: open addressing with linear probing and backward-shift deletion.
struct HashIndex: ~Copyable {
  private var hashes: UnsafeMutablePointer<UInt64>
  /// The number plus one; 0 for a free place.
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
    var place = Int(truncatingIfNeeded: hash) & mask
    while numbers[place] != 0 {
      if hashes[place] == hash {
        let number = Int(numbers[place]) - 1
        if isWanted(number) { return number }
      }
      place = (place + 1) & mask
    }
    return nil
  }

  mutating func insert(_ hash: UInt64, _ number: Int) {
    if (count + 1) * 2 > mask { grow() }
    var place = Int(truncatingIfNeeded: hash) & mask
    while numbers[place] != 0 { place = (place + 1) & mask }
    hashes[place] = hash
    numbers[place] = UInt32(number + 1)
    count += 1
  }

  /// Removes the pair; nothing happens when it is not there.
  /// - Source: Knuth, "The Art of Computer Programming" 3, 6.4, algorithm R.
  mutating func remove(_ hash: UInt64, _ number: Int) {
    var place = Int(truncatingIfNeeded: hash) & mask
    while numbers[place] != 0, hashes[place] != hash || numbers[place] != UInt32(number + 1) {
      place = (place + 1) & mask
    }
    if numbers[place] == 0 { return }
    count -= 1
    var hole = place
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
    for place in 0...oldMask where oldNumbers[place] != 0 {
      insert(oldHashes[place], Int(oldNumbers[place]) - 1)
    }
    oldHashes.deallocate()
    oldNumbers.deallocate()
  }
}
