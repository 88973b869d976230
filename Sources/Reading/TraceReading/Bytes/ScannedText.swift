/// A JSON string in bytes: UTF-8 with complete escapes, without control characters and without NUL, even escaped.
struct ScannedText {
  // SAFETY: it points into a text in memory, and is used only while these stay. Here and in escapes, a byte is read
  // only if the one before is not the zero behind the bytes; blocks pass the zero by at most 15 bytes of slack.
  private let start: UnsafeRawPointer
  /// The address of the closing quote.
  private let close: UnsafeRawPointer
  /// Whether it contains escapes.
  let hasEscapes: Bool

  /// The bytes between the quotes.
  @inline(__always)
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: close - start) }

  /// The address after the closing quote.
  @inline(__always)
  var end: UnsafeRawPointer { close + 1 }

  /// Finds the end of the string that begins at an address, after the opening quote; nil if it is not valid.
  ///
  /// Reads up to 15 bytes too far. The bytes must be followed by a zero.
  @inline(__always)
  init?(_ start: UnsafeRawPointer) {
    self.start = start
    let plain = endOfPlainText(start)
    if plain.byte == UInt8(ascii: "\"") {
      (close, hasEscapes) = (plain, false)
    } else {
      guard let end = Self.endOfAnyText(plain) else { return nil }
      (close, hasEscapes) = end
    }
  }

  private static func endOfAnyText(
    _ start: UnsafeRawPointer
  ) -> (end: UnsafeRawPointer, hasEscapes: Bool)? {
    var address = start
    var hasEscapes = false
    while true {
      switch address.byte {
      case UInt8(ascii: "\""): return (address, hasEscapes)
      case UInt8(ascii: "\\"):
        guard let escape = TextEscape(address) else { return nil }
        address += escape.length
        hasEscapes = true
      case 0x80...:
        guard let end = endOfCharacter(address) else { return nil }
        address = end
        // Non-ASCII characters seldom come alone.
        if address.byte >= 0x80 { continue }
      default: return nil
      }
      address = endOfPlainText(address)
    }
  }

  /// Calls the closure with the text that the string stands for.
  @inline(__always)
  func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    hasEscapes ? withUnescapedText(body) : body(bytes)
  }

  private func withUnescapedText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // SAFETY: the room has a byte for each of the string, and is used only in the closure.
    // No escape is shorter than the text it stands for.
    withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { room in
      var count = 0
      var address = start
      while address < close {
        guard address.byte == UInt8(ascii: "\\"), let escape = TextEscape(address) else {
          room[count] = address.byte
          count += 1
          address += 1
          continue
        }
        for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
          room[count] = byte
          count += 1
        }
        address += escape.length
      }
      return body(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
  }
}

/// An escape in a JSON string.
private struct TextEscape {
  let scalar: Unicode.Scalar
  /// The number of bytes.
  let length: Int

  /// Reads the escape whose backslash is at an address; nil for one that jansson does not accept.
  init?(_ start: UnsafeRawPointer) {
    if (start + 1).byte == UInt8(ascii: "u") {
      self.init(unicode: start)
    } else {
      guard let scalar = Self.scalar((start + 1).byte) else { return nil }
      self.init(scalar, length: 2)
    }
  }

  private static func scalar(_ letter: UInt8) -> Unicode.Scalar? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(letter)
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    default: nil
    }
  }

  private init?(unicode start: UnsafeRawPointer) {
    guard let unit = Self.codeUnit(start), unit != 0 else { return nil }
    if let scalar = Unicode.Scalar(unit) {
      self.init(scalar, length: 6)
      return
    }
    let next = start + 6
    guard UTF16.isLeadSurrogate(unit), next.byte == UInt8(ascii: "\\"),
      (next + 1).byte == UInt8(ascii: "u"), let trail = Self.codeUnit(next),
      UTF16.isTrailSurrogate(trail),
      let scalar = Unicode.Scalar(0x1_0000 + UInt32(unit & 0x3FF) << 10 + UInt32(trail & 0x3FF))
    else { return nil }
    self.init(scalar, length: 12)
  }

  private init(_ scalar: Unicode.Scalar, length: Int) {
    (self.scalar, self.length) = (scalar, length)
  }

  /// The number after `\u`.
  private static func codeUnit(_ start: UnsafeRawPointer) -> UInt16? {
    var unit: UInt16 = 0
    for offset in 2..<6 {
      let byte = (start + offset).byte
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
