#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes a file so that a reader finds either the old content or the new one, never a part.
///
/// The bytes go to a temporary file in the same folder, reach the disk, and then take the place of the old file. On
/// failure the old file is as it was and the temporary one is gone. Folders on the way are made where they are
/// missing; a symbolic link stays a link; pipes and devices are written to directly.
package func writeFileAtomically(_ bytes: [UInt8], to path: String) throws(SystemError) {
  let target = resolvingLinks(path)
  let status = try? fileStatus(of: target)
  switch status?.kind {
  case .folder: throw SystemError(path: path, message: "is a folder, not a file")
  case .other: return try writeDirectly(bytes, to: target, shownAs: path)
  case .file, nil: break
  }
  let folder = Path.folder(of: target)
  try makeFolder(folder, shownAs: path)
  let (temporary, descriptor) = try makeTemporaryFile(beside: target, shownAs: path)
  var code = writeAll(bytes, to: descriptor)
  if code == 0, let permissions = status?.permissions, fchmod(descriptor, permissions) != 0 {
    code = errno
  }
  if code == 0, fsync(descriptor) != 0 { code = errno }
  if close(descriptor) != 0, code == 0 { code = errno }
  if code == 0, rename(temporary, target) != 0 { code = errno }
  if code != 0 {
    unlink(temporary)
    throw SystemError(path: path, code: code)
  }
}

/// Makes a folder and those it lies in, where they are missing.
package func makeFolder(_ path: String) throws(SystemError) {
  try makeFolder(path, shownAs: path)
}

private func makeFolder(_ path: String, shownAs shown: String) throws(SystemError) {
  if fileExists(path) { return }
  try makeFolder(Path.folder(of: path), shownAs: shown)
  // Someone else may have made it in the meantime.
  if mkdir(path, 0o777) != 0, errno != EEXIST { throw SystemError(path: shown, code: errno) }
}

/// The file that a chain of links ends at, also when that does not exist yet; the path itself when it is no link.
private func resolvingLinks(_ path: String) -> String {
  var path = path
  for _ in 0..<40 {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink(path, &buffer, buffer.count - 1)
    if count <= 0 { return path }
    let link = buffer[..<count].map { UInt8(bitPattern: $0) }
    path = Path.joined(Path.folder(of: path), String(decoding: link, as: UTF8.self))
  }
  return path
}

private func makeTemporaryFile(
  beside target: String, shownAs path: String
) throws(SystemError) -> (path: String, descriptor: Int32) {
  for attempt in 0..<100 {
    let name = ".\(Path.name(of: target)).\(getpid()).\(attempt).tmp"
    let temporary = Path.joined(Path.folder(of: target), name)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor >= 0 { return (temporary, descriptor) }
    if errno != EEXIST { throw SystemError(path: path, code: errno) }
  }
  throw SystemError(path: path, message: "no free name for a temporary file beside it")
}

private func writeDirectly(
  _ bytes: [UInt8], to target: String, shownAs path: String
) throws(SystemError) {
  let descriptor = open(target, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw SystemError(path: path, code: errno) }
  var code = writeAll(bytes, to: descriptor)
  if close(descriptor) != 0, code == 0 { code = errno }
  if code != 0 { throw SystemError(path: path, code: code) }
}

/// Writes all bytes, however many calls that takes; 0 or the system's error number.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32 {
  let code = bytes.withContiguousStorageIfAvailable { buffer -> Int32 in
    var rest = UnsafeRawBufferPointer(buffer)
    while !rest.isEmpty {
      let count = retryingInterrupts { write(descriptor, rest.baseAddress, rest.count) }
      if count < 0 { return errno }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return 0
  }
  return code ?? writeAll(Array(bytes), to: descriptor)
}
