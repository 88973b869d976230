/// Finds where a JSON value ends, without understanding it.
///
/// It follows strings, escapes and brackets, so that for valid JSON the end is right; whether it is valid is for
/// jansson to say.
enum ElementCutter {
  /// The offset after the value that begins at `start`; nil when the bytes end first.
  /// - Parameter start: the offset of the value's first byte.
  /// - Complexity: O(value), some 1 to 2 GB a second.
  static func end(
    of start: Int, in bytes: UnsafeRawBufferPointer
  ) -> Int? {
    var depth = 0
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard let after = endOfString(place, in: bytes) else { return nil }
        place = after
        if depth == 0 { return place }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
        if depth == 0 { return place + 1 }
      case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"),
        UInt8(ascii: "\r"):
        if depth == 0 { return place }
      default: break
      }
      place += 1
    }
    return nil
  }

  /// The offset after the string that begins at `start`; nil when the bytes end first.
  static func endOfString(_ start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// The offset of the first byte from `start` on that is no JSON white space; the end when there is none.
  static func skipSpace(_ start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var place = start
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    return place
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
