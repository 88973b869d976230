internal import TraceModel

/// The hash of a text up to its closing quote, if the text is plain: ASCII without escapes and control characters.
// SAFETY: the address is in a text at most at the zero behind it. That zero ends every text, and eight bytes are read at once
// only from a place before it, so reading ends in the slack.
struct HashedText: BitwiseCopyable {
  let start: UnsafeRawPointer
  let count: Int
  let hash: UInt64

  /// The bytes between the quotes.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// Reads the text that begins at an address, after the opening quote; nil if it is not plain.
  @inline(__always)
  init?(_ start: UnsafeRawPointer) {
    var hash = NameHasher.start
    var address = start
    while true {
      let word = UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
      let ends = Self.ends(word)
      if ends == 0 {
        hash = NameHasher.add(word, to: hash)
        address += 8
        continue
      }
      let rest = ends.trailingZeroBitCount >> 3
      address += rest
      if address.load(as: UInt8.self) != UInt8(ascii: "\"") { return nil }
      let last = word & ~(UInt64.max &<< UInt64(truncatingIfNeeded: rest &* 8))
      self.start = start
      count = address - start
      self.hash = NameHasher.end(hash, last: last, count: count)
      return
    }
  }

  /// The highest bits of those of eight bytes that end plain text, at least up to the first: a quote, a backslash, a control
  /// character or the beginning of another character.
  @inline(__always)
  private static func ends(_ word: UInt64) -> UInt64 {
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
    return
      ((quotes &- 0x0101_0101_0101_0101) & ~quotes
      | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
      | (word &- 0x2020_2020_2020_2020) & ~word | word) & 0x8080_8080_8080_8080
  }
}
