internal import TraceJSON

/// Files that are often mistaken for a trace, recognized by their first bytes or by the members of their first object.
struct OtherContent {
  /// Says what it is and what to do, in one sentence without a full stop.
  let message: String

  /// Nil if it may be a trace.
  init?(_ bytes: ByteView) {
    func begins(_ start: [UInt8]) -> Bool { bytes.starts(with: start) }
    func begins(_ start: String) -> Bool { bytes.starts(with: start.utf8) }
    /// Which of the first four bytes are zero.
    let zeros = bytes.prefix(4).map { $0 == 0 }
    // Without a byte order mark, iconv needs the order of the bytes.
    if begins([0xFF, 0xFE, 0, 0]) || begins([0, 0, 0xFE, 0xFF]) {
      message = Self.encoding("UTF-32")
    } else if zeros == [false, true, true, true] || zeros == [true, true, true, false] {
      message = Self.encoding("UTF-32", isLittle: zeros[1] && zeros[3])
    } else if begins([0xFF, 0xFE]) || begins([0xFE, 0xFF]) {
      message = Self.encoding("UTF-16")
    } else if zeros == [false, true, false, true] || zeros == [true, false, true, false] {
      message = Self.encoding("UTF-16", isLittle: zeros[1])
    } else if let archive = Self.archives.first(where: { begins($0.start) }) {
      message =
        "this is compressed with \(archive.name); unpack it first, for example with \(archive.command)"
    } else if begins([0x1E]) {
      message =
        "this is a JSON text sequence, with a record separator before each text; remove them, for example with"
        + " tr -d '\\036'"
    } else if begins("bplist") {
      message = Self.propertyList("a binary property list")
    } else if begins("tracev3") || begins([0x00, 0x10, 0, 0]) {
      message =
        "this is the store of the unified log; print it with log show --archive --style ndjson"
    } else if begins("<") || begins("\u{FEFF}<") {
      let beginning = String(decoding: bytes.prefix(1_024), as: UTF8.self).lowercased()
      if beginning.contains("<plist") || beginning.contains("<!doctype plist") {
        message = Self.propertyList("a property list in XML")
      } else if beginning.contains("<!doctype html") || beginning.contains("<html") {
        message = "this is a web page; a trace is JSON"
      } else if beginning.contains("<?xml") {
        message = "this is XML; a trace is JSON"
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// Nil if the object is not known.
  init?(_ object: JSONValue) {
    if object["crash"] != nil && (object["report"] != nil || object["binary_images"] != nil) {
      message = "this is a crash report without breadcrumbs; it contains no lifecycle events"
    } else if object["bug_type"] != nil && (object["incident_id"] ?? object["app_name"]) != nil {
      message =
        "this is the system's report of a crash or hang; it contains no lifecycle events"
    } else {
      return nil
    }
  }

  private static let archives: [(start: [UInt8], name: String, command: String)] = [
    ([0x1F, 0x8B], "gzip", "gunzip"), ([0x50, 0x4B, 0x03, 0x04], "zip", "unzip"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "unzstd"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz", "unxz"),
    (Array("BZh".utf8), "bzip2", "bunzip2"),
  ]

  /// - Parameter isLittle: whether the bytes are in little-endian order; nil if a mark says so.
  private static func encoding(_ name: String, isLittle: Bool? = nil) -> String {
    let order = isLittle.map { $0 ? "LE" : "BE" } ?? ""
    return
      "this is \(name), as PowerShell writes it; a trace is UTF-8: convert it, for example with"
      + " iconv -f \(name)\(order) -t UTF-8"
  }

  private static func propertyList(_ kind: String) -> String {
    "this is \(kind); convert it, for example with plutil -convert json -o trace.json; an Info.plist is read with --migration"
  }
}
