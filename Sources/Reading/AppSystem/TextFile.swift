internal import SystemC

/// The text of a small file; nil if there is none.
/// - Throws: `SystemError` if it cannot be read, or has more than 16 MiB.
package func wholeText(of path: String) throws(SystemError) -> String? {
  let descriptor = path.withSystemPath { path in
    calling(.open) { open(path, O_RDONLY | O_CLOEXEC) }
  }
  if descriptor < 0, errno == ENOENT { return nil }
  guard descriptor >= 0 else { throw SystemError(path: path, code: errno) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = calling(.read) { read(descriptor, &buffer, buffer.count) }
    if count < 0 { throw SystemError(path: path, code: errno) }
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer[..<count]
    if bytes.count > 16 << 20 { throw SystemError(path: path, message: "has more than 16 MiB") }
  }
}

/// Writes a small file, in place of the one that may be there.
package func replaceText(of path: String, with text: String) throws(SystemError) {
  let descriptor = path.withSystemPath { path in
    calling(.open) { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
  }
  guard descriptor >= 0 else { throw SystemError(path: path, code: errno) }
  let code = writeAll(Array(text.utf8), to: descriptor)
  let closing = close(descriptor) == 0 ? 0 : errno
  if code != 0 || closing != 0 { throw SystemError(path: path, code: code != 0 ? code : closing) }
}
