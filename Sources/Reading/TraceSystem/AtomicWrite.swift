internal import SystemC

/// Passes content on in pieces until it is no longer taken.
package typealias ContentPieces = (_ take: (_ piece: [UInt8]) -> Bool) throws(SystemError) -> Void

/// Writes a file so that a reader finds either the old content or the new one, never a part.
///
/// The bytes go to a temporary file in the same folder, reach the disk, and then replace the old file. On failure, or
/// if a signal ends the process, the old file is unchanged and the temporary one is gone. Folders that are missing on the path
/// are created. A symbolic link stays a link;
/// pipes and devices are written to directly.
/// - Parameter isProgram: whether a new file may be executed; an old one keeps its permissions.
package func writeFileAtomically(
  _ bytes: [UInt8], to path: String, isProgram: Bool = false
) throws(SystemError) {
  try writeFileAtomically(to: path, isProgram: isProgram) { take in
    _ = take(bytes)
  }
}

/// Writes a file whose content is never in memory as a whole, as the function for whole content does.
/// - Parameter pieces: passes the content on until it is no longer taken, as after a fault or a signal. It is not
///   called if the file cannot be created. If it fails, the old file is unchanged.
package func writeFileAtomically(
  to path: String, isProgram: Bool = false,
  pieces: ContentPieces
) throws(SystemError) {
  let status = try statusOfTarget(path)
  switch status?.kind {
  case .folder: throw SystemError(path: path, message: "is a folder, not a file")
  case .other: return try writeDirectly(pieces, to: path)
  case .file, nil: break
  }
  let target = try resolvingLinks(path)
  let folder = Path.folder(of: target)
  try makeFolder(folder, shownAs: path)
  let code = HeldSignals.during { signals in
    replace(
      target, with: pieces, permissions: status?.permissions, isProgram: isProgram, unless: signals)
  }
  if code != 0 { throw SystemError(path: path, code: code) }
}

/// The status of a file that is about to be written; nil if there is none yet.
private func statusOfTarget(_ path: String) throws(SystemError) -> FileStatus? {
  do throws(SystemError) { return try fileStatus(of: path) } catch {
    if error.isAbsent { return nil }
    throw error
  }
}

/// The file at the end of a chain of links, even if it does not exist yet; the path itself if it is not a link.
package func resolvingLinks(_ path: String) throws(SystemError) -> String {
  var target = path
  for _ in 0..<40 {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = target.withSystemPath { target in
      calling(.readlink) { readlink(target, &buffer, buffer.count - 1) }
    }
    if count < 0, errno == EINVAL || errno == ENOENT { return target }
    if count < 0 { throw SystemError(path: path, code: errno) }
    let link = SystemText.decoded(buffer[..<count].map { UInt8(bitPattern: $0) })
    target = Path.joined(Path.folder(of: target), link)
  }
  throw SystemError(path: path, code: ELOOP)
}

/// Replaces the target with a new file. Returns 0 or the system's error number.
private func replace(
  _ target: String, with pieces: ContentPieces,
  permissions: mode_t?, isProgram: Bool, unless signals: HeldSignals
) -> Int32 {
  var made: (path: String, descriptor: Int32)?
  for attempt in 0..<100 where made == nil {
    // The temporary name does not include the target's, which may be as long as the system allows.
    let temporary = Path.joined(Path.folder(of: target), ".callorder-\(getpid())-\(attempt).tmp")
    let descriptor = temporary.withSystemPath { temporary in
      calling(.open) {
        open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isProgram ? 0o777 : 0o666)
      }
    }
    if descriptor >= 0 { made = (temporary, descriptor) }
    if descriptor < 0, errno != EEXIST { return errno }
  }
  guard let (temporary, descriptor) = made else { return EEXIST }
  var code = writeAll(pieces, to: descriptor, unless: signals)
  if code == 0, let permissions, calling(.fchmod, { fchmod(descriptor, permissions) }) != 0 {
    code = errno
  }
  if code == 0, calling(.fsync, { fsync(descriptor) }) != 0 { code = errno }
  let closing = closed(descriptor)
  if code == 0 { code = closing }
  if code == 0 {
    let renamed = temporary.withSystemPath { from in
      target.withSystemPath { to in calling(.rename) { rename(from, to) } }
    }
    if renamed != 0 { code = errno }
  }
  if code != 0 { temporary.withSystemPath { path in _ = calling(.unlink) { unlink(path) } } }
  return code
}

private func writeDirectly(
  _ pieces: ContentPieces, to path: String
) throws(SystemError) {
  let descriptor = path.withSystemPath { path in
    calling(.open) { open(path, O_WRONLY | O_CLOEXEC) }
  }
  guard descriptor >= 0 else { throw SystemError(path: path, code: errno) }
  var code = writeAll(pieces, to: descriptor)
  let closing = closed(descriptor)
  if code == 0 { code = closing }
  if code != 0 { throw SystemError(path: path, code: code) }
}

/// Closes a descriptor. Returns 0 or the system's error number. It is closed in any case, even after an interrupt.
func closed(_ descriptor: Int32) -> Int32 {
  let result = attempting(.close, otherwise: -1) { close(descriptor) }
  return result == 0 || errno == EINTR ? 0 : errno
}

/// Writes pieces as they come, and combines small ones. Returns 0 or the system's error number.
private func writeAll(
  _ pieces: ContentPieces, to descriptor: Int32,
  unless signals: HeldSignals? = nil
) -> Int32 {
  let hasToStop = { signals?.hasCome ?? false }
  var code: Int32 = 0
  var waiting: [UInt8] = []
  do throws(SystemError) {
    try pieces { piece in
      if code == 0, waiting.count + piece.count >= 1 << 16 {
        code = writeAll(waiting, to: descriptor, unless: hasToStop)
        waiting.removeAll(keepingCapacity: true)
        if code == 0 { code = writeAll(piece, to: descriptor, unless: hasToStop) }
      } else {
        waiting += piece
      }
      return code == 0
    }
  } catch { return error.code == 0 ? EIO : error.code }
  return code == 0 ? writeAll(waiting, to: descriptor, unless: hasToStop) : code
}
