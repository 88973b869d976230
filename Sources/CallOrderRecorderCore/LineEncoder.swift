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
    if text.utf8.withContiguousStorageIfAvailable({ escaped(UnsafeRawBufferPointer($0)) }) == nil {
      // A string of Objective-C's is not in one piece.
      for byte in text.utf8 { escape(byte) }
    }
    put(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ bytes: UnsafeRawBufferPointer) {
    // Escaped or not, a byte takes a byte at least.
    guard let source = bytes.baseAddress, bytes.count <= capacity - count else {
      isFull = !bytes.isEmpty
      return
    }
    let target = UnsafeMutableRawPointer(start + count)
    func copiesEight(at index: Int) -> Bool {
      let eight = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if Self.needsEscape(eight) { return false }
      target.storeBytes(of: eight, toByteOffset: index, as: UInt64.self)
      return true
    }
    var index = 0
    while index &+ 8 <= bytes.count, copiesEight(at: index) { index &+= 8 }
    // The last eight again with those before them, some of which are there already.
    if index > 0, bytes.count - index < 8, copiesEight(at: bytes.count - 8) { index = bytes.count }
    count += index
    while index < bytes.count {
      escape(bytes[index])
      index += 1
    }
  }

  /// Whether one of eight bytes is a control character, a quote or a backslash.
  @inline(__always)
  private static func needsEscape(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The highest bit of a byte is set here if it was 0 before, and never if no byte was.
    func zeros(_ bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes }
    let controls = (bytes &- ones &* 0x20) & ~bytes
    let quotes = zeros(bytes ^ (ones &* 0x22))
    let backslashes = zeros(bytes ^ (ones &* 0x5C))
    return (controls | quotes | backslashes) & (ones &* 0x80) != 0
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

  // Inlined, so that the base is a constant and nothing is divided.
  @inline(__always)
  private mutating func digits(_ value: UInt, base: UInt, least: Int) {
    var length = 0
    var rest = value
    while rest > 0 || length < least {
      length += 1
      rest /= base
    }
    if length > capacity - count {
      isFull = true
      return
    }
    rest = value
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
