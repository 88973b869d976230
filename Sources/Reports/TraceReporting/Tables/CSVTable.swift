internal import TraceModel

/// A table as text by RFC 4180: a line of names, then one line per row, with quotes where a value needs them.
///
/// Characters that a terminal acts on are written as escapes, as in all text reports.
/// Lines end with a line feed only, as in the output of common table tools.
struct CSVTable {
  private(set) var bytes: [UInt8] = []

  /// Begins a table.
  init(_ columns: [String]) { add(columns) }

  /// Adds a row; nil is an empty value.
  mutating func add(_ row: [String?]) {
    for (index, value) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(terminalSafe(value ?? ""))
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ value: String) {
    let quote = UInt8(ascii: "\"")
    let special = Array("\",\r\n".utf8)
    guard value.utf8.contains(where: special.contains) else { return bytes += value.utf8 }
    bytes.append(quote)
    for byte in value.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}
