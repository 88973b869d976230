internal import SystemC

/// A file, a pipe or standard input, read from front to back.
package final class InputFile {
  private let descriptor: Int32
  private let path: String
  private let closesOnRelease: Bool

  /// Opens a file for reading.
  /// - Throws: `SystemError` if it cannot be opened or is a folder.
  package init(opening path: String) throws(SystemError) {
    if try fileKind(of: path) == .folder {
      throw SystemError(path: path, message: "is a folder, not a file")
    }
    descriptor = path.withSystemPath { path in
      calling(.open) { open(path, O_RDONLY | O_CLOEXEC) }
    }
    guard descriptor >= 0 else { throw SystemError(path: path, code: errno) }
    self.path = path
    closesOnRelease = true
  }

  /// Reads from an open descriptor, which it closes in the end.
  init(owning descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    closesOnRelease = true
  }

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    closesOnRelease = false
  }

  deinit { if closesOnRelease { close(descriptor) } }

  /// Identifies the file behind standard input; nil if it is not a file, but a pipe for example.
  package static var identityOfStandardInput: FileIdentity? {
    fileStatus(ofDescriptor: STDIN_FILENO).flatMap { $0.kind == .file ? $0.identity : nil }
  }

  /// The process's standard input.
  package static func standardInput() -> InputFile {
    InputFile(descriptor: STDIN_FILENO, path: "-")
  }

  /// Reads the next bytes into the front of the buffer.
  /// - Returns: how many bytes were read; 0 only at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    // SAFETY: the system writes at most `buffer.count` bytes, during the call.
    guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
    while true {
      let count = calling(.read) { systemRead(descriptor, base, buffer.count) }
      if count >= 0 { return count }
      if !waitsForRoom(descriptor, Int32(POLLIN)) { throw SystemError(path: path, code: errno) }
    }
  }

  /// Reads everything that is left.
  /// - Parameter limit: the maximum number of bytes; a larger file is rejected.
  /// - Throws: `SystemError` if reading fails or the file is too large.
  /// - Complexity: O(bytes).
  package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
    let tooLarge = SystemError(path: path, message: "larger than the limit of \(limit) bytes")
    // A file that is too large is rejected without reading it. A pipe has no size, and a part of standard input may
    // have been read already.
    if closesOnRelease, let status = fileStatus(ofDescriptor: descriptor), status.size > limit {
      throw tooLarge
    }
    // SAFETY: it does not leave the call, and only the bytes that were read are copied from it.
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try read(into: chunk)
      if count == 0 { return bytes }
      if bytes.count + count > limit { throw tooLarge }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }
}

/// Reads a whole file.
/// - Parameter limit: the maximum number of bytes; a larger file is rejected.
package func readFile(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
  try InputFile(opening: path).readAll(limit: limit)
}

/// Without this function, the member function would hide the system's function of the same name.
func systemRead(_ descriptor: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, base, count)
}
