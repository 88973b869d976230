internal import CZlib

/// zlib's inflation of gzip members, one after the other.
final class Inflater {
  /// The result of one step.
  struct Step {
    /// How many bytes of the input it consumed.
    var taken: Int
    /// How many bytes of text it produced.
    var made: Int
    /// Whether the member is complete, including its checksum.
    var endsMember: Bool
  }

  /// It has a fixed address because zlib's own state points to it.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// - Throws: `ByteSourceError` if there is no memory.
  init() throws(ByteSourceError) {
    stream.initialize(to: z_stream())
    if callorder_inflate_begin(stream) != Z_OK { throw ByteSourceError("out of memory") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Unpacks as much as the input and the room for output allow.
  /// - Throws: `ByteSourceError` if the data is damaged or is not gzip.
  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Step {
    // SAFETY: zlib uses both only during the call, up to these counts. Afterwards it does not look at the addresses
    // before they are set again.
    let inputCount = UInt32(clamping: input.count)
    let outputCount = UInt32(clamping: output.count)
    // zlib does not write to its input; its declaration predates `const`.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = inputCount
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = outputCount
    let result = inflate(stream, Z_NO_FLUSH)
    let step = Step(
      taken: Int(inputCount - stream.pointee.avail_in),
      made: Int(outputCount - stream.pointee.avail_out), endsMember: result == Z_STREAM_END)
    switch result {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: inflateReset(stream)
    case Z_MEM_ERROR: throw ByteSourceError("out of memory")
    default:
      let reason = stream.pointee.msg.map { String(cString: $0) } ?? "invalid data"
      throw ByteSourceError("the gzip data is damaged: \(reason)")
    }
    return step
  }
}
