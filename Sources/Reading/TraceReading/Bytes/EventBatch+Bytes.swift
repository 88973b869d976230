internal import TraceJSON
package import TraceModel

extension EventBatch {
  // SAFETY: `bytes` has room for `byteCount` bytes and the slack, and everything here stays below `byteCount`. Moving
  // bytes within them allows for an overlap.

  /// A view of the valid bytes, until the batch gets other bytes.
  var view: ByteView { ByteView(UnsafeRawBufferPointer(rebasing: bytes[..<byteCount])) }

  /// The bytes that an event was read from.
  package func copiedBytes(of event: EventRecord) -> [UInt8] {
    let start = Int(event.offset)
    return Array(bytes[start..<start + Int(event.length)])
  }

  /// Adds the line ends in a range of the bytes to `lineEnds`.
  mutating func countLineEnds(in range: Range<Int>) {
    for byte in view[range] where byte == UInt8(ascii: "\n") { lineEnds += 1 }
  }

  /// Counts line ends from an offset, up to a number.
  /// - Returns: the offset after the last of them; the end of the bytes if there are fewer.
  mutating func countLineEnds(from first: Int, atMost wanted: Int) -> Int {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
    var (found, offset) = (0, first)
    while offset + lineEndBlock <= byteCount {
      let more = lineEndCount(inBlockAt: start + offset)
      if found + more >= wanted { break }
      found += more
      offset += lineEndBlock
    }
    while offset < byteCount, found < wanted {
      if offset + 16 <= byteCount, !hasLineEnd(inSixteenAt: start + offset) {
        offset += 16
      } else {
        if (start + offset).byte == UInt8(ascii: "\n") { found += 1 }
        offset += 1
      }
    }
    lineEnds += found
    return offset
  }

  /// The number of a name.
  mutating func intern(_ name: String) -> NameID { names.intern(name) }

  /// Creates an event for a range of the bytes, with room for values. The line ends before it must be counted already.
  mutating func makeEvent(at range: Range<Int>, memberCount: Int) -> EventRecord {
    var event = EventRecord()
    event.offset = UInt32(range.lowerBound)
    event.length = UInt32(range.count)
    event.line = UInt32(lineEnds)
    addValues(memberCount, to: &event)
    return event
  }

  /// Inserts bytes before those of the batch.
  mutating func prepend(_ front: [UInt8]) {
    let count = byteCount
    reserveBytes(front.count + count)
    let moved = UnsafeMutableRawBufferPointer(rebasing: bytes[front.count..<(front.count + count)])
    moved.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    front.withUnsafeBytes { bytes.copyMemory(from: $0) }
    byteCount = front.count + count
    terminate()
  }
}

extension JSONDocument {
  /// Reads exactly one JSON value.
  init(parsing view: ByteView, isForeign: Bool = false) throws(JSONError) {
    try self.init(parsing: view.raw, isForeign: isForeign)
  }
}

/// The seconds that an RFC 3339 or unified log time stands for; nil for any other text.
func seconds(_ text: String?) -> Double? {
  guard var text else { return nil }
  return text.withUTF8 { secondsSince1970(ByteView(UnsafeRawBufferPointer($0))) }
}
