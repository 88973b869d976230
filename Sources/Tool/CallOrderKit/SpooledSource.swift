internal import TraceReading
internal import TraceSystem

/// A source that can be read only once, whose bytes are kept in a file, up to a limit, so that they can be read again; used by
/// one thread at a time.
final class SpooledSource: ByteSource {
  // SAFETY: a buffer is the caller's, and is used only during the call, up to its count.
  private let source: any ByteSource
  private let file: SpoolFile
  private let limit: Int
  /// Where to read on in the file; nil while the source itself is read.
  private var offset: Int?
  /// Whether there are more bytes than the limit, so that they cannot be read again.
  private(set) var isFull = false

  init(_ source: any ByteSource, limit: Int) throws(ByteSourceError) {
    (self.source, self.limit) = (source, limit)
    do throws(SystemError) { file = try SpoolFile() } catch { throw ByteSourceError(error.message) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    do throws(SystemError) {
      if let offset {
        let count = try file.read(at: offset, into: buffer)
        self.offset = offset + count
        return count
      }
    } catch { throw ByteSourceError(error.message) }
    let count = try source.readChecked(into: buffer)
    isFull = isFull || file.count + count > limit
    if isFull { return count }
    do throws(SystemError) {
      // SAFETY: the source has filled that many bytes of the buffer.
      try file.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } catch { throw ByteSourceError(error.message) }
    return count
  }

  /// Begins again, with the bytes that were kept.
  func rewind() { offset = 0 }
}
