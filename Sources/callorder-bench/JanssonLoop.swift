import CJansson

/// Parses every line with jansson and throws it away: the least that any reader built on it has to do.
/// - Returns: the number of lines that are JSON.
func janssonLoop(_ lines: [UInt8]) -> Int {
  lines.withUnsafeBytes { bytes in
    guard let base = bytes.bindMemory(to: CChar.self).baseAddress else { return 0 }
    var count = 0
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      var error = json_error_t()
      let flags = size_t(JSON_REJECT_DUPLICATES)
      if let value = json_loadb(base + start, end - start, flags, &error) {
        count += 1
        json_decref(value)
      }
      start = end + 1
    }
    return count
  }
}
