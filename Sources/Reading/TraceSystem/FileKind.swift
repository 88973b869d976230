internal import SystemC

/// The kind of file at a path, following symbolic links.
package enum FileKind: Sendable, Equatable {
  /// An ordinary file.
  case file
  /// A folder.
  case folder
  /// A pipe, a device, a socket, or a symbolic link that is not followed.
  case other
}

/// The kind of file at the path, following symbolic links.
/// - Throws: `SystemError` if there is nothing, or it cannot be examined.
package func fileKind(of path: String) throws(SystemError) -> FileKind {
  try fileStatus(of: path).kind
}

/// Whether there is something at the path.
package func fileExists(_ path: String) -> Bool { (try? fileStatus(of: path)) != nil }

/// Whether there is something at the path, as far as this user may know.
/// - Throws: `SystemError` if that cannot be determined.
package func fileMayExist(_ path: String) throws(SystemError) -> Bool {
  do throws(SystemError) {
    _ = try fileStatus(of: path)
    return true
  } catch {
    if [ENOENT, ENOTDIR, EACCES].contains(error.code) { return false }
    throw error
  }
}

/// Identifies the file at the path.
/// - Throws: `SystemError` if there is nothing, or it cannot be examined.
package func fileIdentity(of path: String) throws(SystemError) -> FileIdentity {
  try fileStatus(of: path).identity
}

extension OutputChannel {
  /// Identifies the file at the other end; nil if it is not a file, but a terminal for example.
  package var identity: FileIdentity? {
    descriptor.flatMap { fileStatus(ofDescriptor: $0) }.flatMap {
      $0.kind == .file ? $0.identity : nil
    }
  }

  /// Whether both lead to the same file, pipe or terminal, as after `2>&1`.
  package func isSame(as other: OutputChannel) -> Bool {
    let ends = [self, other].map { channel in
      channel.descriptor.flatMap { fileStatus(ofDescriptor: $0)?.identity }
    }
    return ends[0] != nil && ends[0] == ends[1]
  }
}

/// The results of `stat` that are used.
struct FileStatus {
  var kind: FileKind
  /// The kind in words, with its article.
  var noun: String
  var size: Int
  var permissions: mode_t
  var identity: FileIdentity
}

/// Equal for all paths that lead to the same file.
package struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
}

/// - Parameter followsLinks: false examines a symbolic link itself.
func fileStatus(
  of path: String, followsLinks: Bool = true
) throws(SystemError) -> FileStatus {
  var status = stat()
  let result = path.withSystemPath { path in
    calling(.stat) { followsLinks ? stat(path, &status) : lstat(path, &status) }
  }
  guard result == 0 else { throw SystemError(path: path, code: errno) }
  return FileStatus(status)
}

/// The status of the file behind an open descriptor; nil if it is not open.
func fileStatus(ofDescriptor descriptor: Int32) -> FileStatus? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    let (kind, noun): (FileKind, String) =
      switch status.st_mode & S_IFMT {
      case S_IFREG: (.file, "a file")
      case S_IFDIR: (.folder, "a folder")
      case S_IFIFO: (.other, "a pipe")
      case S_IFSOCK: (.other, "a socket")
      case S_IFLNK: (.other, "a link")
      default: (.other, "a device")
      }
    self.init(
      kind: kind, noun: noun, size: kind == .file ? Int(status.st_size) : 0,
      permissions: status.st_mode & 0o7777,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)))
  }
}
