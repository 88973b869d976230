// SAFETY: all functions here get an address in a text, at or before the zero behind its bytes. No block that begins
// behind the zero is read, so reading ends within the slack. Casts are between vectors of 16 bytes.

extension UnsafeRawPointer {
  /// The byte at the address.
  @inline(__always) var byte: UInt8 { load(as: UInt8.self) }
}

/// The address of the first byte, from `start` on, that a plain ASCII string cannot contain: a quote, a backslash, a
/// control character or a non-ASCII byte.
///
/// It looks at 16 bytes at a time and reads up to 15 too far. The bytes must be followed by a zero.
@inline(__always)
func endOfPlainText(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
  var address = start
  while true {
    let bytes = address.loadUnaligned(as: SIMD16<Int8>.self)
    let quotes = bytes .== SIMD16<Int8>(repeating: 0x22)
    let backslashes = bytes .== SIMD16<Int8>(repeating: 0x5C)
    // Non-ASCII bytes are negative.
    let others = bytes .< SIMD16<Int8>(repeating: 0x20)
    let words = unsafeBitCast(quotes .| backslashes .| others, to: SIMD2<UInt64>.self)
    if words.x != 0 { return address + words.x.littleEndian.trailingZeroBitCount / 8 }
    if words.y != 0 { return address + 8 + words.y.littleEndian.trailingZeroBitCount / 8 }
    address += 16
  }
}

/// The address after the non-ASCII character that begins at `start`; nil if it is not valid UTF-8.
/// - Source: Unicode 16, table 3-7.
func endOfCharacter(_ start: UnsafeRawPointer) -> UnsafeRawPointer? {
  let first = start.byte
  let second = (start + 1).byte
  func continues(_ offset: Int) -> Bool { (start + offset).byte & 0xC0 == 0x80 }
  switch first {
  case 0xC2...0xDF: return continues(1) ? start + 2 : nil
  case 0xE0...0xEF:
    if first == 0xE0 && second < 0xA0 || first == 0xED && second > 0x9F { return nil }
    return continues(1) && continues(2) ? start + 3 : nil
  case 0xF0...0xF4:
    if first == 0xF0 && second < 0x90 || first == 0xF4 && second > 0x8F { return nil }
    return continues(1) && continues(2) && continues(3) ? start + 4 : nil
  default: return nil
  }
}
