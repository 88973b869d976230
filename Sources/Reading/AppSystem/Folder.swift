internal import SystemC

/// Creates a folder and its missing parent folders.
package func makeFolder(_ path: String) throws(SystemError) {
  try makeFolder(path, shownAs: path)
}

/// Creates a folder and its missing parent folders.
/// - Parameter shown: the path in errors.
package func makeFolder(_ path: String, shownAs shown: String) throws(SystemError) {
  if make(path) == 0 { return }
  if errno == ENOENT, Path.folder(of: path) != path {
    // The system rejects paths longer than a few thousand bytes, so there are few parent folders.
    try makeFolder(Path.folder(of: path), shownAs: shown)
    if make(path) == 0 { return }
  }
  let code = errno
  // Another process may have created it in the meantime. A folder can be entered, which `stat` is not needed for.
  if access(Path.joined(path, "."), F_OK) == 0 { return }
  throw SystemError(path: shown, code: code == EEXIST ? ENOTDIR : code)
}

private func make(_ path: String) -> Int32 {
  path.withSystemPath { path in calling(.mkdir) { mkdir(path, 0o777) } }
}

/// The names in a folder that do not begin with a dot, sorted by bytes.
/// - Parameter shown: the path in errors.
package func visibleNames(
  in folder: String, shownAs shown: String
) throws(SystemError) -> [String] {
  let opened = folder.withSystemPath { folder in
    attempting(.opendir, otherwise: nil) { opendir(folder) }
  }
  guard let stream = opened else { throw SystemError(path: shown, code: errno) }
  defer { closedir(stream) }
  var names: [String] = []
  while true {
    errno = 0
    let next = attempting(.readdir, otherwise: nil) { readdir(stream) }
    guard let entry = next else {
      if errno != 0 { throw SystemError(path: shown, code: errno) }
      break
    }
    // SAFETY: an entry is valid until the next one is read, and its name ends with a zero. The name is read in place, so
    // what may lie behind a short entry is not touched.
    let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if bytes.first == UInt8(ascii: ".") { continue }
    names.append(SystemText.decoded(bytes))
  }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
