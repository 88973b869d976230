internal import SystemC

/// A file that grows at its end, one write after the other. What was written survives a crash of the process.
///
/// It is used by one thread at a time.
package final class AppendedFile: @unchecked Sendable {
  // SAFETY: its owner calls it from one thread at a time. Bytes to write are only read, during the call.

  /// The path as it was given.
  package let path: String
  /// How many bytes it holds.
  package private(set) var size: Int
  private let descriptor: Int32

  /// Opens the file. If it does not exist, creates it, readable only by its owner, and the folders that it is in.
  package init(_ path: String) throws(SystemError) {
    try makeFolder(Path.folder(of: path))
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError(path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
    size = max(0, Int(lseek(descriptor, 0, SEEK_END)))
  }

  deinit { close(descriptor) }

  /// Adds all the bytes or none: what a failed write has left behind is cut off.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let code = writeAll(bytes, to: descriptor)
    if code != 0 {
      ftruncate(descriptor, off_t(size))
      throw SystemError(path: path, code: code)
    }
    size += bytes.count
  }

  /// Adds all the bytes or none.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
      try append(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// Removes a file.
package func removeFile(_ path: String) throws(SystemError) {
  if unlink(path) != 0 { throw SystemError(path: path, code: errno) }
}
