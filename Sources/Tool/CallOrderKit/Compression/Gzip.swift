internal import CZlib
package import TraceReading

/// The text as one gzip member, the same in every run with one version of zlib; the text itself if zlib finds no memory.
/// - Complexity: O(bytes).
package func gzipped(_ text: [UInt8]) -> [UInt8] {
  // It has a fixed address because zlib's own state points to it.
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  stream.initialize(to: z_stream())
  defer { stream.deallocate() }
  if callorder_deflate_begin(stream) != Z_OK { return text }
  defer { deflateEnd(stream) }
  let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  defer { room.deallocate() }
  var packed: [UInt8] = []
  text.withUnsafeBufferPointer { text in
    var start = 0
    var result = Z_OK
    while result == Z_OK {
      // zlib counts in 32 bits, and does not write to its input; its declaration predates `const`.
      let count = min(text.count - start, 1 << 30)
      let rest = UnsafeMutableBufferPointer(mutating: UnsafeBufferPointer(rebasing: text[start...]))
      (stream.pointee.next_in, stream.pointee.avail_in) = (rest.baseAddress, UInt32(count))
      (stream.pointee.next_out, stream.pointee.avail_out) = (room.baseAddress, UInt32(room.count))
      result = deflate(stream, start + count == text.count ? Z_FINISH : Z_NO_FLUSH)
      start += count - Int(stream.pointee.avail_in)
      packed += room[..<(room.count - Int(stream.pointee.avail_out))]
    }
  }
  return packed
}

/// The text of bytes that may be compressed with gzip; nil if it is longer than the limit.
/// - Throws: `ByteSourceError` if the compressed data is damaged.
/// - Complexity: O(bytes of the text), but not of more than the limit.
package func gunzipped(_ bytes: [UInt8], limit: Int) throws(ByteSourceError) -> [UInt8]? {
  let source = InflatingSource(MemorySource(bytes))
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  defer { room.deallocate() }
  var text: [UInt8] = []
  while true {
    let count = try source.read(into: room)
    if count == 0 { return text }
    if count > limit - text.count { return nil }
    text += room[..<count]
  }
}
