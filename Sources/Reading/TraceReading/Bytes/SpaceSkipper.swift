/// Skips JSON white space, and counts its line ends.
struct SpaceSkipper {
  /// Whether line ends are skipped; otherwise, skipping stops before one.
  let allowsLineEnds: Bool
  /// How many line ends were skipped.
  var lineEnds: Int

  init(allowsLineEnds: Bool, lineEnds: Int = 0) {
    (self.allowsLineEnds, self.lineEnds) = (allowsLineEnds, lineEnds)
  }

  /// The address of the first byte, from `start` on, that is not white space. The bytes must be followed by a zero.
  @inline(__always)
  mutating func skip(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
    // SAFETY: the zero behind the bytes is no white space, so the address does not pass it.
    if start.byte > 0x20 { return start }
    var address = start
    while takes(address.byte) { address += 1 }
    return address
  }

  /// The index of the first byte, from `start` on, that is not white space; the end if there is none.
  @inline(__always)
  mutating func skip(_ start: Int, in bytes: ByteView) -> Int {
    var index = start
    while index < bytes.endIndex, takes(bytes[index]) { index += 1 }
    return index
  }

  @inline(__always)
  private mutating func takes(_ byte: UInt8) -> Bool {
    if !byte.isSpace || byte == 0x0A && !allowsLineEnds { return false }
    if byte == 0x0A { lineEnds += 1 }
    return true
  }
}
