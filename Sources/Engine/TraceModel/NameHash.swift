/// Makes hashes differ from run to run, so that a hostile trace cannot aim at one slot. Nothing that is reported
/// depends on it.
@usableFromInline package let nameHashSeed = UInt64.random(in: 1 ... .max)

/// A 64-bit hash of a name's bytes.
///
/// - Complexity: O(bytes), with one multiplication per 16 bytes.
/// - Source: the multiply-and-fold construction of wyhash (Wang Yi, 2019).
@inlinable @inline(__always)
package func hashName(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
  // SAFETY: 16 bytes are read only while there are more than 16; then the first and the last 8, 4 or 1 of those that
  // are left, which may overlap. Loads of more than a byte need no alignment.
  var rest = bytes.count
  guard var cursor = bytes.baseAddress, rest > 0 else { return seed }
  // Without the length, "10" and "101" would have the same last bytes.
  var hash = seed ^ UInt64(truncatingIfNeeded: rest) &* 0x9E37_79B9_7F4A_7C15
  while rest > 16 {
    hash = fold(
      cursor.loadUnaligned(as: UInt64.self) ^ 0xA076_1D64_78BD_642F,
      (cursor + 8).loadUnaligned(as: UInt64.self) ^ hash)
    cursor += 16
    rest -= 16
  }
  let first: UInt64
  let last: UInt64
  if rest >= 8 {
    first = cursor.loadUnaligned(as: UInt64.self)
    last = (cursor + (rest - 8)).loadUnaligned(as: UInt64.self)
  } else if rest >= 4 {
    first = UInt64(cursor.loadUnaligned(as: UInt32.self))
    last = UInt64((cursor + (rest - 4)).loadUnaligned(as: UInt32.self))
  } else {
    first = UInt64(cursor.load(as: UInt8.self))
    last =
      UInt64((cursor + rest / 2).load(as: UInt8.self)) << 8
      | UInt64((cursor + (rest - 1)).load(as: UInt8.self))
  }
  return fold(first ^ 0xE703_7ED1_A0B4_28DB, last ^ hash)
}

@inlinable
func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let product = left.multipliedFullWidth(by: right)
  return product.high ^ product.low
}

/// Whether the bytes at an address are the given ones.
@inlinable @inline(__always)
package func equalBytes(
  _ left: UnsafePointer<UInt8>, _ right: UnsafeRawBufferPointer
) -> Bool {
  // SAFETY: the caller has at least as many bytes at `left` as `right` has, and no word is read beyond them.
  let left = UnsafeRawPointer(left)
  guard let start = right.baseAddress else { return true }
  if right.count >= 8 {
    // The last word overlaps the previous one.
    let last = right.count - 8
    var offset = 0
    while offset < last {
      if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    return left.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      == start.loadUnaligned(fromByteOffset: last, as: UInt64.self)
  }
  for offset in 0..<right.count
  where left.load(fromByteOffset: offset, as: UInt8.self)
    != start.load(fromByteOffset: offset, as: UInt8.self)
  {
    return false
  }
  return true
}

/// Whether this many bytes at two addresses are the same. Reads up to 7 bytes beyond them, if there are fewer than 8.
@inlinable @inline(__always)
package func bytesAgree(
  _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
) -> Bool {
  // SAFETY: the callers have `count` bytes at one address, none of them zero, and 8 readable ones in any case. If the
  // text at the other ends sooner, its zero differs, and no word behind the block with the zero is read.
  @inline(__always) func difference(_ offset: Int) -> UInt64 {
    left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      ^ right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
  // The last words overlap those before them.
  if count >= 16 {
    let last = count &- 16
    var offset = 0
    while offset < last {
      if difference(offset) | difference(offset &+ 8) != 0 { return false }
      offset &+= 16
    }
    return difference(last) | difference(last &+ 8) == 0
  }
  if count >= 8 { return difference(0) | difference(count &- 8) == 0 }
  return count == 0
    || UInt64(littleEndian: difference(0)) &<< UInt64(truncatingIfNeeded: 64 &- count &* 8) == 0
}
