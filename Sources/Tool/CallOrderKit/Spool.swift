internal import TraceReading
internal import TraceSystem

/// Keeps the beginning of what can be read only once, so that it can be read again; used by one thread at a time.
final class Spool: @unchecked Sendable {
  // SAFETY: one thread at a time reads or watches a recording. A buffer is the caller's, and is used only during the call,
  // up to its count.
  private let file: SpoolFile
  private let limit: Int
  /// How many bytes are kept.
  var count: Int { file.count }
  /// Whether more arrived than is kept.
  private(set) var isFull = false

  init(limit: Int) throws(ByteSourceError) {
    self.limit = limit
    do throws(SystemError) { file = try SpoolFile() } catch { throw ByteSourceError(error.message) }
  }

  /// Keeps bytes that arrived, unless they exceed the limit.
  func keep(_ bytes: UnsafeRawBufferPointer) throws(ByteSourceError) {
    if isFull { return }
    if count + bytes.count > limit {
      isFull = true
      return
    }
    do throws(SystemError) { try file.append(bytes) } catch { throw ByteSourceError(error.message) }
  }

  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int {
    do throws(SystemError) { return try file.read(at: offset, into: buffer) } catch {
      throw ByteSourceError(error.message)
    }
  }
}
