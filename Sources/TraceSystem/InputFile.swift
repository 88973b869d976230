#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file, a pipe or standard input, read from front to back.
package final class InputFile {
  private let descriptor: Int32
  private let path: String
  private let closesOnRelease: Bool

  /// Opens a file for reading.
  /// - Throws: `SystemError` when it cannot be opened or is a folder.
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

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    closesOnRelease = false
  }

  deinit { if closesOnRelease { close(descriptor) } }

  /// Which file standard input is; nil when it is none, such as a pipe.
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
    guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
    while true {
      let count = calling(.read) { systemRead(descriptor, base, buffer.count) }
      if count >= 0 { return count }
      if !waitsForRoom(descriptor, Int32(POLLIN)) { throw SystemError(path: path, code: errno) }
    }
  }

  /// Reads everything that is left.
  /// - Parameter limit: the number of bytes beyond which a file is refused.
  /// - Complexity: O(bytes).
  package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
    let tooLarge = SystemError(path: path, message: "larger than the limit of \(limit) bytes")
    // What is too large need not be read to find that out. A pipe has no size, and of standard input a part may be read already.
    if closesOnRelease, let status = fileStatus(ofDescriptor: descriptor), status.size > limit {
      throw tooLarge
    }
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
/// - Parameter limit: the number of bytes beyond which the file is refused.
package func readFile(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
  try InputFile(opening: path).readAll(limit: limit)
}

/// The member function would otherwise hide the system's own of the same name.
private func systemRead(_ descriptor: Int32, _ base: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, base, count)
}
