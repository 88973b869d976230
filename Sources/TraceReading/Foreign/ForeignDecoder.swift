internal import TraceJSON
internal import TraceModel

/// Reads the elements of another format into batches.
struct ForeignDecoder: Sendable {
  private(set) var format: any ForeignFormat
  private let members: EventMembers
  private let limits: ReadingLimits
  /// How many elements were no lifecycle calls.
  private var otherCount = 0

  init(_ format: any ForeignFormat, members: EventMembers, limits: ReadingLimits) {
    (self.format, self.members, self.limits) = (format, members, limits)
  }

  /// What the reports say about the recording: the format and what it tells of itself.
  var header: TraceHeader {
    var header = TraceHeader()
    header.format = format.name
    header.metadata = format.metadata
    return header
  }

  /// What was noticed up to here.
  var notes: [ReadingNote] {
    if otherCount == 0 { return format.notes }
    let message =
      otherCount == 1
      ? "1 \(format.elementName.one) is no lifecycle call"
      : "\(otherCount) \(format.elementName.many) are no lifecycle calls"
    return [ReadingNote(id: "not-lifecycle", count: otherCount, message: message)] + format.notes
  }

  /// Takes what a document says of itself around its list of elements, before or after it.
  mutating func readDocument(_ document: JSONValue) { format.readDocument(document) }

  /// Reads lines from the start of the batch.
  /// - Parameter isLast: whether the recording ends with the batch, so that its last line needs no end.
  /// - Returns: the number of bytes read; the rest is an unfinished line.
  mutating func decodeLines(
    _ batch: inout EventBatch, isLast: Bool
  ) throws(BatchFault) -> Int {
    var place = 0
    while place < batch.byteCount {
      var end = place
      while end < batch.byteCount, batch.bytes[end] != UInt8(ascii: "\n") { end += 1 }
      if end == batch.byteCount && !isLast { return place }
      let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<end])
      let start = ElementCutter.skipSpace(place, in: bytes)
      if start < end {
        var lineEnd = end
        while ElementCutter.isSpace(bytes[lineEnd - 1]) { lineEnd -= 1 }
        let line = UnsafeRawBufferPointer(rebasing: bytes[start..<lineEnd])
        if let offset = format.startOfObject(in: line) {
          try decode((start + min(offset, line.count))..<lineEnd, &batch)
        } else {
          otherCount += 1
        }
      }
      if end < batch.byteCount { batch.lineEnds += 1 }
      place = min(end + 1, batch.byteCount)
    }
    return place
  }

  /// Reads elements of a list.
  /// - Parameters:
  ///   - start: the offset in the batch to begin at.
  ///   - listPlace: where in the list that is; afterwards, where the bytes read end.
  ///   - isLast: whether the recording ends with the batch.
  /// - Returns: the offset after the bytes read; what follows is unfinished, or after the list.
  mutating func decodeElements(
    from start: Int, _ batch: inout EventBatch, _ listPlace: inout BatchDecoder.ListPlace,
    isLast: Bool
  ) throws(BatchFault) -> Int {
    let noun = format.elementName.one
    var place = start
    while listPlace != .closed {
      place = batch.skipSpace(from: place)
      if place == batch.byteCount { break }
      switch (listPlace, batch.bytes[place]) {
      case (.beforeFirst, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
        listPlace = .closed
        place += 1
      case (.afterElement, UInt8(ascii: ",")):
        listPlace = .beforeElement
        place += 1
      case (.afterElement, _):
        throw BatchFault("a comma or the end of the list is expected after a \(noun)", at: place)
      case (.beforeElement, UInt8(ascii: "]")) where !format.allowsOpenList:
        throw BatchFault("a \(noun) is expected after the comma", at: place)
      case (.beforeElement, UInt8(ascii: "]")): listPlace = .afterElement
      case (_, _):
        let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<batch.byteCount])
        guard let end = ElementCutter.end(of: place, in: bytes) else {
          if !isLast { return place }
          throw BatchFault("the text ends inside a \(noun)", at: batch.byteCount)
        }
        try decode(place..<max(end, place + 1), &batch)
        for index in place..<end where bytes[index] == UInt8(ascii: "\n") { batch.lineEnds += 1 }
        listPlace = .afterElement
        place = end
      }
    }
    if isLast && listPlace != .closed {
      if !format.allowsOpenList {
        throw BatchFault("the text ends inside the list", at: batch.byteCount)
      }
      listPlace = .closed
    }
    return place
  }

  /// Appends the events of one element.
  private mutating func decode(
    _ range: Range<Int>, _ batch: inout EventBatch
  ) throws(BatchFault) {
    let noun = format.elementName.one
    if range.count > limits.eventSizeInBytes {
      throw BatchFault(
        "a \(noun) of \(range.count) bytes is too large; the limit is"
          + " \(limits.eventSizeInBytes) bytes", at: range.lowerBound)
    }
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: UnsafeRawBufferPointer(rebasing: batch.bytes[range]))
    } catch {
      throw BatchFault(
        error.isTruncation ? "the text ends inside a \(noun)" : error.inPlainWords,
        at: range.lowerBound + min(error.offset, range.count))
    }
    let element = try document.withRoot { root throws(BatchFault) in
      guard root.isObject else {
        throw BatchFault(
          "a \(noun) must be an object, this is \(root.content.inWords)", at: range.lowerBound)
      }
      return format.read(root)
    }
    switch element {
    case .events(let events): for event in events { try append(event, range, &batch) }
    case .other: otherCount += 1
    case .nothing: break
    }
  }

  private func append(
    _ foreign: ForeignEvent, _ range: Range<Int>, _ batch: inout EventBatch
  ) throws(BatchFault) {
    func intern(_ text: String) throws(BatchFault) -> NameID {
      var text = text
      let length = text.utf8.count
      if length > limits.nameLengthInBytes {
        throw BatchFault(
          "a name of \(length) bytes is too long; the limit is \(limits.nameLengthInBytes) bytes",
          at: range.lowerBound)
      }
      return text.withUTF8 { batch.names.intern(UnsafeRawBufferPointer($0)) }
    }
    var event = EventRecord()
    event.offset = UInt32(range.lowerBound)
    event.length = UInt32(range.count)
    event.line = UInt32(batch.lineEnds)
    event.time = foreign.time ?? .nan
    event.duration = foreign.duration.map { max(0, $0) } ?? .nan
    batch.addValues(members.single.count, to: &event)
    if let callback = foreign.callback {
      event.callback = try intern(callback)
      event.kind = foreign.kind ?? .delegate
    } else {
      event.kind = .gap
    }
    for (index, member) in members.single.enumerated() {
      if let value = foreign.members[member] {
        batch.setValue(index, of: event, to: try intern(value))
      }
    }
    if members.set == "sessions", !foreign.sessions.isEmpty {
      event.setStart = UInt32(batch.sets.count)
      for session in foreign.sessions { batch.sets.append(try intern(session)) }
      event.setCount = UInt32(foreign.sessions.count)
    }
    batch.events.append(event)
  }
}
