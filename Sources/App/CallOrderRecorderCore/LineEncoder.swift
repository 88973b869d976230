/// Writes JSON into a buffer of fixed size.
///
/// What does not fit is not written. Then `isFull` is set, and the line must be discarded.
package struct LineEncoder: ~Copyable {
  // SAFETY: the caller has `capacity` bytes there. `count` never exceeds it: what does not fit is not written. Copies
  // of 8 or 16 bytes begin only where that many are left in the source, and the room has at least as many as the
  // source.
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private(set) var count = 0
  private(set) var isFull = false

  /// Makes an encoder that writes from an address on.
  init(_ start: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.start = start
    self.capacity = capacity
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    if count == capacity {
      isFull = true
      return
    }
    start[count] = byte
    count += 1
  }

  /// Writes text that is JSON already.
  // Inlined, so that the length is a constant and the copy needs no call.
  @inline(__always)
  package mutating func raw(_ text: StaticString) {
    if count + text.utf8CodeUnitCount > capacity {
      isFull = true
      return
    }
    (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  /// Writes a string with its quotes.
  package mutating func string(_ text: String) {
    put(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ escaped(UnsafeRawBufferPointer($0)) }) == nil {
      // The bytes of a bridged Objective-C string may not be contiguous.
      for byte in text.utf8 { escape(byte) }
    }
    put(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ bytes: UnsafeRawBufferPointer) {
    // Each byte takes at least one byte, escaped or not.
    guard let source = bytes.baseAddress, bytes.count <= capacity - count else {
      isFull = isFull || !bytes.isEmpty
      return
    }
    let target = UnsafeMutableRawPointer(start + count)
    var index = 0
    while index &+ 16 <= bytes.count, Self.copies(16, source, target, at: index) { index &+= 16 }
    // Copies the last 16 bytes at once, although some of them are copied already.
    if index > 0, bytes.count &- index < 16,
      Self.copies(16, source, target, at: bytes.count &- 16)
    {
      index = bytes.count
    } else if index &+ 8 <= bytes.count, Self.copies(8, source, target, at: index) {
      index &+= 8
      if bytes.count &- index < 8, Self.copies(8, source, target, at: bytes.count &- 8) {
        index = bytes.count
      }
    }
    count += index
    while index < bytes.count {
      escape(bytes[index])
      index += 1
    }
  }

  /// Copies 8 or 16 bytes.
  /// - Returns: false if one of them has to be escaped, so that the copy does not count.
  @inline(__always)
  private static func copies(
    _ length: Int, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, at index: Int
  ) -> Bool {
    let first = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    var found = special(first)
    if length == 16 {
      let second = source.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
      found |= special(second)
      target.storeBytes(of: second, toByteOffset: index &+ 8, as: UInt64.self)
    }
    target.storeBytes(of: first, toByteOffset: index, as: UInt64.self)
    return found & 0x8080_8080_8080_8080 == 0
  }

  /// Nonzero in the highest bits of the bytes if one of the eight bytes is a control character, a quote or a backslash.
  ///
  /// Only the highest bit of each byte matters; the other bits are arbitrary.
  @inline(__always)
  private static func special(_ bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = bytes ^ (ones &* 0x22)
    let backslash = bytes ^ (ones &* 0x5C)
    return ((bytes &- ones &* 0x20) & ~bytes) | ((quote &- ones) & ~quote)
      | ((backslash &- ones) & ~backslash)
  }

  @inline(__always)
  private mutating func escape(_ byte: UInt8) {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { return put(byte) }
    put(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
    case UInt8(ascii: "\n"): put(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): put(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): put(UInt8(ascii: "t"))
    // Many JSON readers, ours among them, reject U+0000 in a string.
    case 0: raw("ufffd")
    default:
      raw("u00")
      put(Self.digit(UInt(byte >> 4)))
      put(Self.digit(UInt(byte & 15)))
    }
  }

  /// Writes a whole number.
  package mutating func number(_ value: Int) {
    if value < 0 { put(UInt8(ascii: "-")) }
    let magnitude = UInt(value.magnitude)
    var (length, rest) = (1, magnitude)
    while rest >= 10 {
      length += 1
      rest /= 10
    }
    digits(magnitude, base: 10, count: length)
  }

  /// Writes a time as seconds with six decimals.
  package mutating func seconds(microseconds: Int) {
    number(microseconds / 1_000_000)
    put(UInt8(ascii: "."))
    digits(UInt((microseconds % 1_000_000).magnitude), base: 10, count: 6)
  }

  /// Writes a Boolean.
  package mutating func truth(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes a list of strings.
  package mutating func list(_ texts: [String]) {
    put(UInt8(ascii: "["))
    for index in texts.indices {
      if index > 0 { put(UInt8(ascii: ",")) }
      string(texts[index])
    }
    put(UInt8(ascii: "]"))
  }

  // Inlined, so that the base is a constant and no division is needed.
  @inline(__always)
  private mutating func digits(_ value: UInt, base: UInt, count length: Int) {
    if length > capacity - count {
      isFull = true
      return
    }
    var rest = value
    for index in (count..<count + length).reversed() {
      start[index] = Self.digit(rest % base)
      rest /= base
    }
    count += length
  }

  @inline(__always)
  private static func digit(_ value: UInt) -> UInt8 {
    UInt8(truncatingIfNeeded: value) + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }
}

extension [UInt8] {
  /// What the closure writes, in memory that is large enough. It may be called more than once.
  package init(encoding write: (inout LineEncoder) -> Void) {
    var capacity = 1 << 10
    while true {
      var isFull = false
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        var encoder = LineEncoder(start, capacity: buffer.count)
        write(&encoder)
        (isFull, count) = (encoder.isFull, encoder.count)
      }
      if !isFull {
        self = bytes
        return
      }
      capacity *= 2
    }
  }
}
