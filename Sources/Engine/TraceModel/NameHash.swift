/// Makes hashes differ from run to run, so that a hostile trace cannot aim at one slot. Nothing that is reported
/// depends on it.
@usableFromInline package let nameHashSeed = UInt64.random(in: 1 ... .max)

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
