internal import TraceModel

extension EventBatch {
  /// The offset of the first byte from `start` on that is no white space; the line ends before it are counted.
  mutating func skipSpace(from start: Int) -> Int {
    var place = start
    while place < byteCount, ElementCutter.isSpace(bytes[place]) {
      if bytes[place] == UInt8(ascii: "\n") { lineEnds += 1 }
      place += 1
    }
    return place
  }
}
