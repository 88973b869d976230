internal import TraceReading
internal import TraceSystem

/// A source that can be read only once, whose bytes are kept in a file, up to a limit, so that they can be read again; used by
/// one thread at a time.
final class SpooledSource: ByteSource {
  // SAFETY: a buffer is the caller's, and is used only during the call, up to its count.
  private let source: any ByteSource
  private let file: SpoolFile
  private let limit: Int
  private var hasBegun = false
  /// Whether there are more bytes than the limit, so that they cannot be read again.
  private(set) var isFull = false

  init(_ source: any ByteSource, limit: Int) throws(ByteSourceError) {
    (self.source, self.limit) = (source, limit)
    do throws(SystemError) { file = try SpoolFile() } catch { throw ByteSourceError(error.message) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = try source.readChecked(into: buffer)
    isFull = isFull || file.count + count > limit
    if isFull { return count }
    do throws(SystemError) {
      // SAFETY: the source has filled that many bytes of the buffer.
      try file.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } catch { throw ByteSourceError(error.message) }
    return count
  }

  /// All bytes from the start: the first time from the source itself, then the bytes that were kept.
  func next() -> any ByteSource {
    if hasBegun { return Replay(file) }
    hasBegun = true
    return self
  }

  private final class Replay: ByteSource {
    private let file: SpoolFile
    private var offset = 0

    init(_ file: SpoolFile) { self.file = file }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
      do throws(SystemError) {
        let count = try file.read(at: offset, into: buffer)
        offset += count
        return count
      } catch { throw ByteSourceError(error.message) }
    }
  }
}
