internal import SystemC

/// A file without a name, for bytes that must be read again. It is removed with its last reference.
package final class SpoolFile: @unchecked Sendable {
  // SAFETY: only this closes it, in the end. Its owner calls it from one thread at a time. Buffers are used during the
  // call and up to their counts.
  private let file: UnsafeMutablePointer<FILE>
  /// How many bytes it holds.
  package private(set) var count = 0

  /// Creates an empty file in the system's folder for temporary files.
  package init() throws(SystemError) {
    let made = attempting(.tmpfile, otherwise: nil) { tmpfile() }
    guard let file = made else { throw SystemError(path: "a temporary file", code: errno) }
    self.file = file
  }

  deinit { fclose(file) }

  /// Adds bytes at the end.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let written = attempting(.write, otherwise: 0) {
      fwrite(bytes.baseAddress, 1, bytes.count, file)
    }
    if written < bytes.count {
      throw SystemError(path: "a temporary file", code: errno)
    }
    count += bytes.count
  }

  /// Reads bytes from an offset on into the front of the buffer.
  /// - Returns: how many bytes were read; 0 at the end.
  package func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    if fflush(file) != 0 { throw SystemError(path: "a temporary file", code: errno) }
    let wanted = min(buffer.count, count - offset)
    if wanted <= 0 { return 0 }
    let read = calling(.pread) { pread(fileno(file), buffer.baseAddress, wanted, off_t(offset)) }
    if read < 0 { throw SystemError(path: "a temporary file", code: errno) }
    return read
  }
}
