package import TraceFindings
internal import TraceJSON

/// Reads saved reports, one after the other.
///
/// The names of what the traces could visit are the same in all reports of a grammar, and nearly all of the text of a short
/// report. So a coverage with a text that an earlier report had is not read again, and is kept once for all of them.
package struct ReportReader: Sendable {
  /// How many texts are known, and how long each of them may be.
  private static let (countLimit, sizeLimit) = (8, 1 << 20)

  private struct Known: Sendable {
    var text: [UInt8]
    var coverage: ReadCoverage
  }

  /// The last one that was read is the first.
  private var known: [Known] = []

  package init() {}

  /// Reads a saved JSON report back, as `Report(json:)` does.
  /// - Throws: `ReportError` with the first member that is missing or invalid.
  package mutating func report(_ bytes: [UInt8]) throws(ReportError) -> Report {
    let start = bytes.withUnsafeBytes { startOfMember("coverage", in: $0) }
    if let start, let report = reportWithKnownCoverage(at: start, in: bytes) { return report }
    // Also for a report that has an error, so that its position is that in the whole text.
    let (report, coverage) = try Report.read(JSONValue(ofReport: bytes))
    if let start, let coverage { remember(coverage, at: start, in: bytes) }
    return report
  }

  /// The report, if its coverage has a known text. The text is a whole value, so the rest is valid with another one in its
  /// place if and only if it is valid as it is.
  private func reportWithKnownCoverage(at start: Int, in bytes: [UInt8]) -> Report? {
    let match = bytes.withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      return known.first { $0.text.withUnsafeBytes { rest.hasPrefix($0) } }
    }
    guard let match else { return nil }
    let others =
      Array(bytes[..<start]) + Array("null".utf8) + Array(bytes[(start + match.text.count)...])
    guard let value = try? JSONValue(parsing: others) else { return nil }
    return try? Report.read(value, coverage: match.coverage).report
  }

  private mutating func remember(_ coverage: ReadCoverage, at start: Int, in bytes: [UInt8]) {
    let end = bytes.withUnsafeBytes { endOfValue(at: start, in: $0) }
    guard bytes[start] == UInt8(ascii: "{"), end - start <= Self.sizeLimit else { return }
    if known.count == Self.countLimit { known.removeLast() }
    known.insert(Known(text: Array(bytes[start..<end]), coverage: coverage), at: 0)
  }
}

/// Where the value of a member of the outermost object begins; nil if there is none. The name must not be escaped.
///
/// Of a text that is not JSON, it may be any place.
/// - Complexity: O(bytes).
private func startOfMember(_ name: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
  // SAFETY: the name is a constant of the program. Here and below, each index is compared with `bytes.count` before a
  // byte is read, and nothing is kept.
  let name = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  func skipSpace(from index: Int) -> Int {
    var index = index
    while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
    return index
  }
  var (index, depth) = (0, 0)
  while index < bytes.count {
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: "\""):
      let start = index + 1
      index = endOfText(from: start, in: bytes)
      if depth == 1, index - start == name.count,
        UnsafeRawBufferPointer(rebasing: bytes[start..<index]).elementsEqual(name)
      {
        let colon = skipSpace(from: index + 1)
        if colon < bytes.count, bytes[colon] == UInt8(ascii: ":") {
          let value = skipSpace(from: colon + 1)
          return value < bytes.count ? value : nil
        }
      }
    default: break
    }
    index += 1
  }
  return nil
}

/// The index after an object or an array.
private func endOfValue(at start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
  var (index, depth) = (start, 0)
  while index < bytes.count {
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: "\""): index = endOfText(from: index + 1, in: bytes)
    default: break
    }
    index += 1
    if depth <= 0 { break }
  }
  return min(index, bytes.count)
}

/// The index of the quotation mark that ends a text; the number of bytes if there is none.
private func endOfText(from start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
  var index = start
  while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
  }
  return min(index, bytes.count)
}

extension UnsafeRawBufferPointer {
  /// Whether it begins with these bytes. Eight at a time, because they are many.
  fileprivate func hasPrefix(_ bytes: Self) -> Bool {
    // SAFETY: both have at least `bytes.count` bytes, and no word is read beyond them; words need no alignment.
    if bytes.count > count { return false }
    var index = 0
    while index + 8 <= bytes.count {
      let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word != bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
      index += 8
    }
    return self[index..<bytes.count].elementsEqual(bytes[index...])
  }
}
