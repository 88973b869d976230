internal import SystemC

/// Whether a path below a folder leads to an ordinary file, without a link and without a hidden name on the way.
///
/// This is for paths that a stranger may have written; `readFile(_:within:limit:)` reads what it accepts.
package func fileExists(_ path: String, within folder: String) -> Bool {
  guard let descriptor = try? openEnclosed(path, within: folder) else { return false }
  close(descriptor)
  return true
}

/// Reads a whole file that a stranger named: an ordinary file below the folder, and nothing else.
/// - Parameters:
///   - path: the path below the folder. No part of it may begin with a dot.
///   - folder: the folder. How it is found does not matter; below it, no link is followed.
///   - limit: the maximum number of bytes; a larger file is rejected.
/// - Throws: `SystemError` if there is no such file, or it cannot be read or is too large.
/// - Complexity: O(bytes).
package func readFile(
  _ path: String, within folder: String, limit: Int
) throws(SystemError) -> [UInt8] {
  let descriptor = try openEnclosed(path, within: folder)
  return try InputFile(owning: descriptor, path: path).readAll(limit: limit)
}

/// Opens an ordinary file below a folder.
///
/// Each part of the path is opened from the folder before it, so a link cannot lead elsewhere even if it is made in this
/// moment. A pipe does not block, and a device is not opened.
private func openEnclosed(_ path: String, within folder: String) throws(SystemError) -> Int32 {
  let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") || $0.contains("\0") }) else {
    throw SystemError(path: path, message: "is hidden, or not below the folder")
  }
  let isFolder = O_RDONLY | O_CLOEXEC | O_DIRECTORY
  let isFile = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
  var descriptor = folder.withSystemPath { folder in calling(.open) { open(folder, isFolder) } }
  for (index, part) in parts.enumerated() where descriptor >= 0 {
    let parent = descriptor
    let isLast = index == parts.count - 1
    descriptor = part.withSystemPath { part in
      if isLast, !isOrdinaryFile(part, in: parent) { return -1 }
      return calling(.open) { openat(parent, part, (isLast ? isFile : isFolder) | O_NOFOLLOW) }
    }
    let code = errno
    close(parent)
    errno = code
  }
  guard descriptor >= 0 else { throw SystemError(path: path, code: errno) }
  // The name may have become another one since it was looked at.
  guard fileStatus(ofDescriptor: descriptor)?.kind == .file else {
    close(descriptor)
    throw SystemError(path: path, message: "is not a file")
  }
  return descriptor
}

/// Whether a name in a folder is an ordinary file, not a link to one; if not, `errno` says why.
private func isOrdinaryFile(_ name: UnsafePointer<CChar>, in folder: Int32) -> Bool {
  // SAFETY: the name ends with a zero, and the caller keeps it during the call.
  var status = stat()
  let result = calling(.stat) { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
  guard result == 0 else { return false }
  errno = EINVAL
  return status.st_mode & S_IFMT == S_IFREG
}
