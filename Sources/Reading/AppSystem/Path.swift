/// Textual operations on paths separated by `/`. None of them accesses the file system.
package enum Path {
  /// The path of something inside a folder. A folder of `.`, or an empty one, is left out.
  package static func joined(_ folder: String, _ name: String) -> String {
    if name.utf8.first == slash || folder.isEmpty || folder == "." { return name }
    return folder.utf8.last == slash ? folder + name : folder + "/" + name
  }

  /// The path without its last part; `.` if it has only one part.
  package static func folder(of path: String) -> String {
    let bytes = Array(path.utf8)
    guard let last = bytes.lastIndex(of: slash) else { return "." }
    return last == 0 ? "/" : String(decoding: bytes[..<last], as: UTF8.self)
  }

  /// The last part of the path.
  package static func name(of path: String) -> String {
    let bytes = Array(path.utf8)
    guard let last = bytes.lastIndex(of: slash) else { return path }
    return String(decoding: bytes[(last + 1)...], as: UTF8.self)
  }

  /// The path without a leading `./`, repeated `/` and a final `/`. Nothing else changes; `..` stays.
  package static func tidied(_ path: String) -> String {
    var result: [UInt8] = []
    for byte in path.utf8 where !(byte == slash && result.last == slash) { result.append(byte) }
    while result.count > 1, result.last == slash { result.removeLast() }
    while result.count > 2, result[0] == dot, result[1] == slash { result.removeFirst(2) }
    return String(decoding: result, as: UTF8.self)
  }

  /// An absolute path without `.`, `..` and repeated `/`, by its text alone. For a `..` after a symbolic link, it may
  /// be another path.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")
}
