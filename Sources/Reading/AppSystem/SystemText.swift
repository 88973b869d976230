/// Conversion between Swift strings and the system's bytes for texts such as paths.
///
/// A file name is any sequence of bytes except zero and `/`, and need not be UTF-8. In the string, a byte that is not
/// part of valid UTF-8 is represented by one of the last 128 scalars of the last private-use plane, which names do not
/// use in practice. If a name does contain one of these scalars, its four bytes are represented in the same way. So
/// every name converts back byte for byte.
package enum SystemText {
  private static let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

  /// The string for some bytes of the system.
  /// - Complexity: O(bytes).
  package static func decoded(_ bytes: some Collection<UInt8>) -> String {
    let repaired = String(decoding: bytes, as: UTF8.self)
    if repaired.utf8.elementsEqual(bytes), !repaired.hasEscapes { return repaired }
    var text = String.UnicodeScalarView()
    let rest = Array(bytes)
    var position = 0
    var iterator = rest.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while position < rest.count {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if escapes.contains(scalar.value) {
          for byte in rest[position..<position + encoded.count] { text.append(escape(byte)) }
        } else {
          text.append(scalar)
        }
        position += encoded.count
      case .error(let length):
        for byte in rest[position..<position + length] { text.append(escape(byte)) }
        position += length
      case .emptyInput: position = rest.count
      }
    }
    return String(text)
  }

  /// The bytes that a string stands for.
  /// - Complexity: O(bytes).
  package static func encoded(_ text: String) -> [UInt8] {
    guard text.hasEscapes else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar -> [UInt8] in
      escapes.contains(scalar.value)
        ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(UTF8.encode(scalar) ?? .init())
    }
  }

  /// The string for display: bytes that are not UTF-8 appear as `\xE9`.
  package static func shown(_ text: String) -> String {
    guard text.hasEscapes else { return text }
    return text.unicodeScalars.reduce(into: "") { shown, scalar in
      if escapes.contains(scalar.value) {
        shown += "\\x" + String(scalar.value & 0xFF, radix: 16, uppercase: true)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
  }

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    // A byte below 128 is UTF-8 by itself. The scalars for the other 128 are all in the range.
    Unicode.Scalar(0x10FF00 + UInt32(byte)) ?? "\u{FFFD}"
  }
}

extension String {
  /// Whether a scalar stands for a byte; all such scalars begin with the same byte in UTF-8.
  fileprivate var hasEscapes: Bool {
    utf8.contains(0xF4) && unicodeScalars.contains { $0.value >= 0x10FF80 }
  }

  /// Calls the closure with the system's bytes for this path, ending with a zero.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    if !hasEscapes { return withCString(body) }
    return (SystemText.encoded(self) + [0]).withUnsafeBytes { bytes in
      // SAFETY: the array ends with a zero and is kept during the call; a byte is a `CChar` of the same size.
      // The array has at least one byte, so there is a base address.
      body(bytes.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped)
    }
  }
}
