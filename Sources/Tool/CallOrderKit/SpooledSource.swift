internal import TraceReading

/// A source that can be read only once, whose bytes are kept in a file, up to a limit, so that they can be read again.
final class SpooledSource: ByteSource {
  private let source: any ByteSource
  private let spool: Spool
  /// Whether there are more bytes than the limit, so that they cannot be read again.
  var isFull: Bool { spool.isFull }

  init(_ source: any ByteSource, limit: Int) throws(ByteSourceError) {
    self.source = source
    spool = try Spool(limit: limit)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = try source.readChecked(into: buffer)
    // SAFETY: the source has filled that many bytes of the buffer, which is the caller's and is used only during the
    // call.
    try spool.keep(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    return count
  }

  private var hasBegun = false

  /// All bytes from the start: the first time from the source itself, then the bytes that were kept.
  func next() -> any ByteSource {
    if hasBegun { return Replay(self) }
    hasBegun = true
    return self
  }

  private final class Replay: ByteSource {
    private let spooled: SpooledSource
    private var offset = 0

    init(_ spooled: SpooledSource) { self.spooled = spooled }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
      let count = try spooled.spool.read(at: offset, into: buffer)
      offset += count
      return count
    }
  }
}
