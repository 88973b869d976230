internal import CZlib

/// Text that is deflated as it comes, in base 64: a page carries its report in a tenth of the bytes, and browsers inflate it.
///
/// Another version of zlib may write other bytes, which inflate to the same text.
///
/// - Source: RFC 1950, which browsers call `deflate`; RFC 4648 for base 64.
final class PackedText {
  /// It has a fixed address because zlib's own state points to it.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var room = [UInt8](repeating: 0, count: 1 << 15)
  /// Deflated bytes that do not fill a group of three.
  private var rest: [UInt8] = []

  init() {
    stream.initialize(to: z_stream())
    let begun = callorder_deflate_begin(stream)
    precondition(begun == Z_OK, "out of memory")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Packs a piece of the text and appends the letters that are certain by now.
  func pack(_ piece: [UInt8], to output: inout [UInt8]) {
    deflated(piece, Z_NO_FLUSH)
    encode(rest.count / 3 * 3, to: &output)
  }

  /// Appends the rest of the letters.
  func finish(to output: inout [UInt8]) {
    deflated([], Z_FINISH)
    encode(rest.count, to: &output)
  }

  private func deflated(_ piece: [UInt8], _ flush: Int32) {
    piece.withUnsafeBufferPointer { input in
      // SAFETY: zlib uses both buffers only during the calls below, up to these counts, and does not write to its input.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      repeat {
        let made = room.withUnsafeMutableBufferPointer { room in
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          _ = deflate(stream, flush)
          return room.count - Int(stream.pointee.avail_out)
        }
        rest += room[..<made]
      } while stream.pointee.avail_out == 0
    }
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Writes the first bytes of the rest, each three as four letters.
  private func encode(_ count: Int, to output: inout [UInt8]) {
    for start in stride(from: 0, to: count, by: 3) {
      let present = min(3, count - start)
      var bits = 0
      for place in 0..<3 { bits = bits << 8 | (place < present ? Int(rest[start + place]) : 0) }
      for place in 0..<4 {
        output.append(
          place > present ? UInt8(ascii: "=") : Self.letters[bits >> (18 - 6 * place) & 63])
      }
    }
    rest.removeFirst(count)
  }
}
