/// Hashes of names and rows. They differ from run to run, and nothing that is reported depends on them.
@usableFromInline
package enum NameHasher {
  /// Begins a name.
  @inlinable @inline(__always) package static var start: UInt64 { nameHashSeed }

  /// Adds the next eight bytes, the first of them in the lowest bits.
  @inlinable @inline(__always)
  package static func add(_ word: UInt64, to hash: UInt64) -> UInt64 {
    fold(hash ^ word, 0xD6E8_FEB8_6659_FD93)
  }

  /// Ends a name with its last bytes, fewer than eight, and their total number.
  @inlinable @inline(__always)
  package static func end(_ hash: UInt64, last word: UInt64, count: Int) -> UInt64 {
    fold(hash ^ word, 0xA076_1D64_78BD_642F ^ UInt64(truncatingIfNeeded: count))
  }

  /// What a value adds to the hash of a row. The order in which values are added does not matter.
  @inlinable @inline(__always)
  package static func share(_ value: UInt64, inColumn column: Int) -> UInt64 {
    fold(
      value ^ UInt64(truncatingIfNeeded: column &+ 1) &* 0x9E37_79B9_7F4A_7C15,
      0xE703_7ED1_A0B4_28DB)
  }

  /// The hash of a name.
  /// - Complexity: O(bytes).
  /// - Source: the multiply-and-fold construction of wyhash (Wang Yi, 2019).
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = start
    var offset = 0
    while offset + 8 <= bytes.count {
      // SAFETY: eight bytes are left.
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = add(UInt64(littleEndian: word), to: hash)
      offset += 8
    }
    var last: UInt64 = 0
    for (place, byte) in bytes[offset...].enumerated() { last |= UInt64(byte) << UInt64(place * 8) }
    return end(hash, last: last, count: bytes.count)
  }
}

/// Finds the numbers of things by their hashes.
@usableFromInline
package struct HashIndexTable: Sendable {
  /// The upper half of a hash, then the number and 1; 0 for a free slot. A hash belongs at the slot that its upper bits say, or
  /// behind. There are at least twice as many slots as numbers; their count is a power of two.
  @usableFromInline var slots: [UInt64] = Array(repeating: 0, count: 64)
  @usableFromInline var shift: UInt64 = 64 - 6
  private var count = 0

  /// Creates an empty index.
  package init() {}

  /// How much memory the index takes, in bytes.
  package var memorySize: Int { slots.count * 8 }

  /// The first number with a hash for which the closure returns true; nil if there is none.
  @inlinable @inline(__always)
  package func find(_ hash: UInt64, _ isIt: (UInt32) -> Bool) -> UInt32? {
    var slot = Int(truncatingIfNeeded: hash &>> shift)
    while true {
      let entry = slots[slot]
      if entry == 0 { return nil }
      let number = UInt32(truncatingIfNeeded: entry) &- 1
      if (entry ^ hash) >> 32 == 0, isIt(number) { return number }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }

  /// Adds a number that is not there yet.
  package mutating func add(_ hash: UInt64, _ number: UInt32) {
    count += 1
    if count * 2 > slots.count {
      let old = slots
      slots = Array(repeating: 0, count: old.count * 2)
      shift -= 1
      for entry in old where entry != 0 { place(entry) }
    }
    place(hash & ~0xFFFF_FFFF | UInt64(number + 1))
  }

  private mutating func place(_ entry: UInt64) {
    var slot = Int(truncatingIfNeeded: entry &>> shift)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }
}
