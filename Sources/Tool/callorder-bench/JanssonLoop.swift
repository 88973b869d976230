import TraceJSON

/// Parses every line with jansson and discards it: the least that any reader built on jansson has to do.
/// - Returns: the number of lines that are JSON.
func janssonLoop(_ lines: [UInt8]) -> Int {
  lines.withUnsafeBytes { bytes in
    var count = 0
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      // SAFETY: a line is within the bytes, and jansson reads it only during the call.
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if (try? JSONDocument(parsing: line)) != nil { count += 1 }
      start = end + 1
    }
    return count
  }
}
