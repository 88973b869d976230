#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What is found at a path, symbolic links followed.
package enum FileKind: Sendable, Equatable {
  /// An ordinary file.
  case file
  /// A folder.
  case folder
  /// A pipe, a device or a socket.
  case other
}

/// What is at the path, symbolic links followed.
/// - Throws: `SystemError` when there is nothing or it cannot be looked at.
package func fileKind(of path: String) throws(SystemError) -> FileKind {
  try fileStatus(of: path).kind
}

/// Whether there is something at the path.
package func fileExists(_ path: String) -> Bool { (try? fileStatus(of: path)) != nil }

/// The size in bytes of an ordinary file; 0 for pipes and devices.
package func fileSize(of path: String) throws(SystemError) -> Int {
  try fileStatus(of: path).size
}

/// What `stat` says, as far as we ask.
struct FileStatus {
  var kind: FileKind
  var size: Int
  var permissions: mode_t
  var identity: FileIdentity
}

/// The same for all paths that lead to one file.
struct FileIdentity: Hashable {
  var device: UInt64
  var number: UInt64
}

func fileStatus(of path: String) throws(SystemError) -> FileStatus {
  var status = stat()
  guard stat(path, &status) == 0 else { throw SystemError(path: path, code: errno) }
  let kind: FileKind =
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  return FileStatus(
    kind: kind, size: kind == .file ? Int(status.st_size) : 0,
    permissions: status.st_mode & 0o7777,
    identity: FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino)))
}
