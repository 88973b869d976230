internal import TraceModel

/// Reads the events of one batch; knows nothing of what is before and after it.
struct BatchDecoder: Sendable {
  /// Where in a list of events the bytes of a batch begin or end.
  enum ListPlace: Sendable {
    /// After the opening bracket.
    case beforeFirst
    /// After a comma.
    case beforeElement
    /// After an event.
    case afterElement
    /// After the closing bracket.
    case closed
  }

  private let limits: ReadingLimits
  private let decoder: EventDecoder
  private let scanner: EventScanner
  private let usesScanner: Bool

  init(members: EventMembers, limits: ReadingLimits, usesScanner: Bool) {
    self.limits = limits
    decoder = EventDecoder(members: members, limits: limits)
    scanner = EventScanner(members: members, limits: limits)
    self.usesScanner = usesScanner
  }

  /// Reads JSON Lines from the start of the batch.
  /// - Parameter isLast: whether the trace ends with the batch, so that its last line needs no end.
  /// - Returns: the number of bytes read; the rest is an unfinished line.
  func decodeLines(_ batch: inout EventBatch, isLast: Bool) throws(BatchFault) -> Int {
    let count = batch.byteCount
    var place = 0
    while place < count {
      let start = skipBlanks(place, batch)
      if start == count { break }
      if batch.bytes[start] == UInt8(ascii: "\n") {
        batch.lineEnds += 1
        place = start + 1
        continue
      }
      if usesScanner, let end = scanner.scan(start, &batch, allowsLineEnds: false),
        let next = afterLine(end, batch, isLast)
      {
        batch.lineEnds += 1
        place = next
        continue
      }
      scanner.forgetUnfinished(start, &batch)
      guard let next = try decodeLine(start, &batch, isLast: isLast) else { return place }
      place = next
    }
    return isLast || place == count ? count : place
  }

  /// Where the next line begins when nothing but blanks follow an event; nil when something does.
  private func afterLine(_ end: Int, _ batch: borrowing EventBatch, _ isLast: Bool) -> Int? {
    let next = skipBlanks(end, batch)
    if next == batch.byteCount { return isLast ? next : nil }
    return batch.bytes[next] == UInt8(ascii: "\n") ? next + 1 : nil
  }

  private func skipBlanks(_ start: Int, _ batch: borrowing EventBatch) -> Int {
    var place = start
    while place < batch.byteCount,
      batch.bytes[place] == 0x20 || batch.bytes[place] == 0x0D || batch.bytes[place] == 0x09
    {
      place += 1
    }
    return place
  }

  /// Reads a line that the scanner did not recognize; nil when its end is not there yet.
  private func decodeLine(
    _ start: Int, _ batch: inout EventBatch, isLast: Bool
  ) throws(BatchFault) -> Int? {
    var end = start
    while end < batch.byteCount, batch.bytes[end] != UInt8(ascii: "\n") { end += 1 }
    if end == batch.byteCount && !isLast { return nil }
    var textEnd = end
    while textEnd > start, ElementCutter.isSpace(batch.bytes[textEnd - 1]) { textEnd -= 1 }
    do throws(BatchFault) {
      try decoder.decode(start..<textEnd, line: batch.lineEnds, into: &batch)
    } catch {
      if error.message != EventDecoder.endsInside || end == batch.byteCount { throw error }
      throw BatchFault(
        "the line ends inside an event; in JSON Lines each event is one line", at: error.offset)
    }
    batch.lineEnds += 1
    return min(end + 1, batch.byteCount)
  }

  /// Reads elements of a list of events from the start of the batch.
  /// - Parameters:
  ///   - place: where in the list the batch begins; afterwards, where the bytes read end.
  ///   - isLast: whether the trace ends with the batch.
  /// - Returns: the number of bytes read; what follows is unfinished, or after the list.
  func decodeElements(
    _ batch: inout EventBatch, _ listPlace: inout ListPlace, isLast: Bool
  ) throws(BatchFault) -> Int {
    var place = 0
    while listPlace != .closed {
      let start = batch.skipSpace(from: place)
      place = start
      if start == batch.byteCount { break }
      let byte = batch.bytes[start]
      switch (listPlace, byte) {
      case (.beforeFirst, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
        listPlace = .closed
        place = start + 1
      case (.afterElement, UInt8(ascii: ",")):
        listPlace = .beforeElement
        place = start + 1
      case (.afterElement, _):
        throw BatchFault("a comma or the end of the list is expected after an event", at: start)
      case (.beforeElement, UInt8(ascii: "]")):
        throw BatchFault("an event is expected after the comma", at: start)
      case (.beforeFirst, _), (.beforeElement, _):
        guard let end = try decodeElement(start, &batch, isLast: isLast) else { return place }
        listPlace = .afterElement
        place = end
      case (.closed, _): break
      }
    }
    if isLast && listPlace != .closed {
      throw BatchFault("the text ends inside the list of events", at: batch.byteCount)
    }
    return place
  }

  private func decodeElement(
    _ start: Int, _ batch: inout EventBatch, isLast: Bool
  ) throws(BatchFault) -> Int? {
    if usesScanner, let end = scanner.scan(start, &batch, allowsLineEnds: true) { return end }
    scanner.forgetUnfinished(start, &batch)
    let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<batch.byteCount])
    let foundEnd = ElementCutter.end(of: start, in: bytes)
    // Said at once, so that it does not depend on how much of the event is there.
    if (foundEnd ?? bytes.count) - start > limits.eventSizeInBytes {
      throw BatchFault(limits.sizeFault, at: start)
    }
    guard let end = foundEnd else {
      if !isLast { return nil }
      throw BatchFault("the text ends inside an event", at: batch.byteCount)
    }
    let line = batch.lineEnds
    try decoder.decode(start..<max(end, start + 1), line: line, into: &batch)
    for place in start..<end where batch.bytes[place] == UInt8(ascii: "\n") { batch.lineEnds += 1 }
    return end
  }
}
