internal import TraceModel

/// Reading the formats of others, which are recognized once, at the start.
extension TraceReader {
  /// Begins with a format of others.
  /// - Returns: the number of bytes read, 0 where more are needed; nil when it is not one of them.
  mutating func beginForeign(
    _ start: Int, _ bytes: UnsafeRawBufferPointer
  ) throws(BatchFault) -> Int? {
    let found = try recognition.shape(from: start, in: bytes, isWhole: sourceIsAtEnd)
    let format: any ForeignFormat
    let consumed: Int
    switch found {
    case .own:
      guard let log = foreign else { return nil }
      // After the first line of a log, whatever follows is read as one.
      let isList = bytes[start] == UInt8(ascii: "[")
      (format, consumed) = (log.format, isList ? start + 1 : start)
      phase = isList ? .foreignList(.beforeFirst) : .foreignLines
    case .unclear: return 0
    case .textBeforeLog(let log, let end):
      // What follows tells between lines and a list.
      (format, consumed) = (log, end)
    case .lines(let lines):
      (format, consumed, phase) = (lines, start, .foreignLines)
    case .list(let elements, let bracket):
      if bracket > start { prefix = Array(bytes[start..<bracket]) }
      (format, consumed, phase) = (elements, bracket + 1, .foreignList(.beforeFirst))
    case .document(let document):
      (format, consumed, phase) = (document, start, .foreignDocument)
    }
    var decoder = ForeignDecoder(format, members: members, limits: limits)
    if !prefix.isEmpty {
      do throws(BatchFault) {
        decoder.readDocument(try parsed(prefix + Array("[]}".utf8), at: 0))
      } catch {
        throw BatchFault(error.message, at: start + error.offset)
      }
    }
    foreign = decoder
    header = decoder.header
    return consumed
  }

  mutating func decodeForeign(_ batch: inout EventBatch) throws(BatchFault) -> Int {
    guard var decoder = foreign else { return 0 }
    defer {
      foreign = decoder
      header = decoder.header
    }
    switch phase {
    case .foreignLines:
      let consumed = try decoder.decodeLines(&batch, isLast: sourceIsAtEnd)
      if sourceIsAtEnd { phase = .finished }
      return consumed
    case .foreignList(var place):
      // A document is not left open, whatever its list may be.
      let isLast = sourceIsAtEnd && prefix.isEmpty
      let consumed = try decoder.decodeElements(from: 0, &batch, &place, isLast: isLast)
      if sourceIsAtEnd && place != .closed {
        throw BatchFault("the text ends inside the list", at: batch.byteCount)
      }
      phase = place == .closed ? .suffix : .foreignList(place)
      return consumed
    default:
      if !sourceIsAtEnd { return 0 }
      phase = .finished
      return try decoder.decodeDocument(&batch, recognition)
    }
  }
}
