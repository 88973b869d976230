internal import TraceModel

/// Where in a list of elements some bytes begin or end.
enum ListState: Sendable {
  /// After the opening bracket.
  case beforeFirst
  /// After a comma.
  case beforeElement
  /// After an element.
  case afterElement
  /// After the closing bracket.
  case closed
}

/// Reads the elements of one batch, without regard to what comes before and after it.
struct BatchDecoder<Elements: ElementReader>: Sendable {
  var elements: Elements
  let limits: ReadingLimits

  /// Reads lines from the start of the batch.
  /// - Parameter isLast: whether the recording ends with the batch, so that its last line needs no line end.
  /// - Returns: the number of bytes read; the rest is an unfinished line.
  mutating func decodeLines(_ batch: inout EventBatch, isLast: Bool) throws(BatchFault) -> Int {
    let bytes = batch.view
    var offset = 0
    while offset < bytes.endIndex {
      guard let next = try decodeLine(offset, bytes, &batch, isLast: isLast) else { return offset }
      offset = next
    }
    return offset
  }

  /// Reads only some lines.
  /// - Parameters:
  ///   - numbers: the lines, counted from 0 at the start of the batch, ascending.
  ///   - isLast: whether the recording ends with the batch, so that its last line needs no line end.
  /// - Returns: the number of bytes read or skipped; the rest is an unfinished line.
  mutating func decodeLines(
    _ numbers: some Sequence<Int>, of batch: inout EventBatch, isLast: Bool
  ) throws(BatchFault) -> Int {
    let bytes = batch.view
    var offset = 0
    for number in numbers where number >= batch.lineEnds {
      offset = batch.countLineEnds(from: offset, atMost: number - batch.lineEnds)
      if batch.lineEnds < number || offset == bytes.endIndex { break }
      guard let next = try decodeLine(offset, bytes, &batch, isLast: isLast) else { return offset }
      offset = next
    }
    offset = batch.countLineEnds(from: offset, atMost: .max)
    if isLast { return offset }
    while offset > 0, bytes[offset - 1] != UInt8(ascii: "\n") { offset -= 1 }
    return offset
  }

  /// Reads the line at an offset.
  /// - Returns: the offset after it; nil, with nothing changed, if it is unfinished.
  @inline(__always)
  private mutating func decodeLine(
    _ offset: Int, _ bytes: ByteView, _ batch: inout EventBatch, isLast: Bool
  ) throws(BatchFault) -> Int? {
    var blanks = SpaceSkipper(allowsLineEnds: false)
    let start = blanks.skip(offset, in: bytes)
    if start == bytes.endIndex { return isLast ? start : nil }
    if bytes[start] == UInt8(ascii: "\n") {
      batch.lineEnds += 1
      return start + 1
    }
    if let end = elements.scan(start, &batch, allowsLineEnds: false) {
      let next = blanks.skip(end, in: bytes)
      if next == bytes.endIndex ? isLast : bytes[next] == UInt8(ascii: "\n") {
        batch.lineEnds += 1
        return min(next + 1, bytes.endIndex)
      }
      batch.forgetLast(from: start)
    }
    let lineEnd = bytes.lineEnd(from: start)
    if lineEnd == bytes.endIndex && !isLast { return nil }
    var end = lineEnd
    while bytes[end - 1].isSpace { end -= 1 }
    do throws(BatchFault) {
      try elements.readLine(start..<end, isWhole: lineEnd < bytes.endIndex, into: &batch)
    } catch {
      if bytes.skipSpace(from: lineEnd) < bytes.endIndex
        || !CutOff.isBeginning(ofObject: bytes[start..<end])
      {
        throw error
      }
      // More of the recording may follow, so it is not known yet whether it ends here.
      if !isLast { return nil }
      throw BatchFault(error.message, at: error.offset, isCutOff: true)
    }
    batch.lineEnds += 1
    return min(lineEnd + 1, bytes.endIndex)
  }

  /// Reads elements of a list.
  /// - Parameters:
  ///   - start: the offset in the batch to begin at.
  ///   - state: where in the list `start` is; afterwards, where the bytes that were read end.
  ///   - isLast: whether the recording ends with the batch.
  /// - Returns: the offset after the bytes read; what follows is unfinished, or comes after the list.
  mutating func decodeList(
    from start: Int = 0, _ batch: inout EventBatch, _ state: inout ListState, isLast: Bool
  ) throws(BatchFault) -> Int {
    let bytes = batch.view
    var offset = start
    while state != .closed {
      var space = SpaceSkipper(allowsLineEnds: true)
      offset = space.skip(offset, in: bytes)
      batch.lineEnds += space.lineEnds
      if offset == bytes.endIndex { break }
      switch (state, bytes[offset]) {
      case (.beforeFirst, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
        state = .closed
        offset += 1
      case (.afterElement, UInt8(ascii: ",")):
        state = .beforeElement
        offset += 1
      case (.afterElement, _):
        throw BatchFault(
          "a comma or the end of the list is expected after \(elements.elementName)", at: offset)
      case (.beforeElement, UInt8(ascii: "]")) where !elements.allowsOpenList:
        throw BatchFault("\(elements.elementName) is expected after the comma", at: offset)
      case (.beforeElement, UInt8(ascii: "]")): state = .afterElement
      case (_, _):
        guard let end = try decodeElement(offset, bytes, &batch, isLast: isLast) else {
          return offset
        }
        state = .afterElement
        offset = end
      }
    }
    if isLast && state != .closed {
      if !elements.allowsOpenList {
        throw BatchFault(
          "the text ends inside \(elements.listName)", at: bytes.endIndex, isCutOff: true)
      }
      state = .closed
    }
    return offset
  }

  private mutating func decodeElement(
    _ start: Int, _ bytes: ByteView, _ batch: inout EventBatch, isLast: Bool
  ) throws(BatchFault) -> Int? {
    if let end = elements.scan(start, &batch, allowsLineEnds: true) { return end }
    let foundEnd = ElementCutter.end(of: start, in: bytes)
    // Checked first, so that the error does not depend on how much of the element has arrived.
    if (foundEnd ?? bytes.endIndex) - start > limits.eventSizeInBytes {
      throw BatchFault(limits.sizeFault, at: start)
    }
    guard let end = foundEnd else {
      if !isLast { return nil }
      throw BatchFault(
        "the text ends inside \(elements.elementName)", at: bytes.endIndex,
        isCutOff: CutOff.isBeginning(ofObject: bytes[start..<bytes.endIndex]))
    }
    try elements.read(start..<max(end, start + 1), into: &batch)
    batch.countLineEnds(in: start..<end)
    return end
  }
}

extension EventBatch {
  /// Removes an event that begins at an offset, because something unexpected followed it.
  fileprivate mutating func forgetLast(from start: Int) {
    if let last = events.last, Int(last.offset) == start {
      lineEnds = Int(last.line)
      removeLastEvent()
    }
  }
}
