/// Writes JSON into a buffer of fixed size.
///
/// What does not fit is not written. Then `isFull` is set, and the line must be discarded.
package struct LineEncoder: ~Copyable {
  // SAFETY: the caller has `capacity` bytes there. `count` never exceeds it: what does not fit is not written.
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
    for byte in text.utf8 { escape(byte) }
    put(UInt8(ascii: "\""))
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
      raw(byte < 16 ? "u000" : "u001")
      text(String(byte % 16, radix: 16))
    }
  }

  /// Writes a short text that needs no escapes.
  private mutating func text(_ text: String) { for byte in text.utf8 { put(byte) } }

  /// Writes a whole number.
  package mutating func number(_ value: Int) { text(String(value)) }

  /// Writes a time as seconds with six decimals.
  package mutating func seconds(microseconds: Int) {
    if microseconds < 0 { put(UInt8(ascii: "-")) }
    let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    text(String(whole))
    put(UInt8(ascii: "."))
    // The digit before the six makes sure that there are six.
    for byte in String(1_000_000 + rest).utf8.dropFirst() { put(byte) }
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
