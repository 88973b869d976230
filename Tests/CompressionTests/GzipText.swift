import CZlib

/// Makes gzip members independently of the code that is tested, which decompresses them.
enum GzipText {
  /// A member whose text is in stored, uncompressed blocks.
  /// - Source: RFC 1952, section 2.3; RFC 1951, section 3.2.4.
  static func stored(_ text: [UInt8], blockSize: Int = 65_535) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
      let end = min(start + blockSize, text.count)
      bytes.append(end == text.count ? 1 : 0)
      bytes += little(UInt32(end - start), 2) + little(UInt32(end - start) ^ 0xFFFF, 2)
      bytes += text[start..<end]
      start = end
    } while start < text.count
    return bytes + checks(text)
  }

  /// A member with a number of equal bytes, about a thousandth of their size.
  static func repeated(_ byte: UInt8, count: Int) -> [UInt8] {
    let text = Array(repeating: byte, count: count)
    var size = compressBound(UInt(count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    compress2(&packed, &size, text, UInt(count), 9)
    // Without zlib's header and checksum, it is what gzip has between its header and trailer.
    let deflated = packed[2..<(Int(size) - 4)]
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflated + checks(text)
  }

  private static func checks(_ text: [UInt8]) -> [UInt8] {
    little(UInt32(crc32(0, text, UInt32(text.count))), 4)
      + little(UInt32(truncatingIfNeeded: text.count), 4)
  }

  private static func little(_ number: UInt32, _ count: UInt32) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
