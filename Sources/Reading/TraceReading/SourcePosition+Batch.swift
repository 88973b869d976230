internal import TraceModel

/// Moving the position of a batch's first byte.
extension SourcePosition {
  /// Moves past the first bytes of a batch, whose line ends are already counted.
  /// - Complexity: O(length of the last line).
  mutating func advance(by consumed: Int, of batch: borrowing EventBatch) {
    offset += consumed
    var lineStart = consumed
    while lineStart > 0, batch.bytes[lineStart - 1] != UInt8(ascii: "\n") { lineStart -= 1 }
    if lineStart > 0 { column = 1 }
    line += batch.lineEnds
    column += batch.scalars(in: lineStart..<consumed, isTextStart: offset == consumed)
  }

  /// The position of an offset in the batch.
  /// - Complexity: O(offset).
  func moved(to offset: Int, in batch: borrowing EventBatch) -> SourcePosition {
    var position = SourcePosition(line: line, column: column, offset: self.offset + offset)
    let end = min(offset, batch.byteCount)
    var lineStart = 0
    for index in 0..<end where batch.bytes[index] == UInt8(ascii: "\n") {
      position.line += 1
      position.column = 1
      lineStart = index + 1
    }
    position.column += batch.scalars(in: lineStart..<end, isTextStart: self.offset == 0)
    return position
  }
}

extension EventBatch {
  /// The number of Unicode scalars that begin in a range of the bytes, without a byte order mark at the start of the
  /// text.
  /// - Parameter isTextStart: whether the text begins where the batch does.
  fileprivate func scalars(in range: Range<Int>, isTextStart: Bool) -> Int {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isMarked =
      isTextStart && range.lowerBound == 0 && range.upperBound >= mark.count
      && mark.indices.allSatisfy { bytes[$0] == mark[$0] }
    return range.reduce(isMarked ? -1 : 0) { $0 + (bytes[$1] & 0xC0 != 0x80 ? 1 : 0) }
  }
}
