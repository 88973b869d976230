/// Writes JSON, a byte after the other, into memory that does not grow.
///
/// What does not fit is not written, and the line is then to be thrown away: `isFull`.
struct LineEncoder: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private(set) var count = 0
  private(set) var isFull = false

  /// Makes an encoder that writes to the address and on.
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
  mutating func raw(_ text: StaticString) {
    if count + text.utf8CodeUnitCount > capacity {
      isFull = true
      return
    }
    (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  /// Writes a string with its quotes.
  mutating func string(_ text: String) {
    put(UInt8(ascii: "\""))
    // A string of Objective-C's is not in one piece.
    if text.utf8.withContiguousStorageIfAvailable({ escaped($0) }) == nil {
      for byte in text.utf8 { escape(byte) }
    }
    put(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { escape(byte) }
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
    // Many readers of JSON, ours among them, take no zero in a string.
    case 0: raw("ufffd")
    default:
      raw("u00")
      put(Self.digit(UInt(byte >> 4)))
      put(Self.digit(UInt(byte & 15)))
    }
  }

  /// Writes a whole number.
  mutating func number(_ value: Int) {
    if value < 0 { put(UInt8(ascii: "-")) }
    digits(UInt(value.magnitude), base: 10, least: 1)
  }

  /// Writes a time as seconds with six decimals.
  mutating func seconds(microseconds: Int) {
    number(microseconds / 1_000_000)
    put(UInt8(ascii: "."))
    digits(UInt((microseconds % 1_000_000).magnitude), base: 10, least: 6)
  }

  /// Writes an address as a string.
  mutating func address(_ value: UInt) {
    raw("\"0x")
    digits(value, base: 16, least: 1)
    put(UInt8(ascii: "\""))
  }

  /// Writes yes or no.
  mutating func truth(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes a list of strings.
  mutating func list(_ texts: [String]) {
    put(UInt8(ascii: "["))
    for index in texts.indices {
      if index > 0 { put(UInt8(ascii: ",")) }
      string(texts[index])
    }
    put(UInt8(ascii: "]"))
  }

  private mutating func digits(_ value: UInt, base: UInt, least: Int) {
    var length = least
    var rest = value
    for _ in 0..<least { rest /= base }
    while rest > 0 {
      length += 1
      rest /= base
    }
    if count + length > capacity {
      isFull = true
      return
    }
    rest = value
    for index in (0..<length).reversed() {
      start[count + index] = Self.digit(rest % base)
      rest /= base
    }
    count += length
  }

  private static func digit(_ value: UInt) -> UInt8 {
    UInt8(value) + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }
}
