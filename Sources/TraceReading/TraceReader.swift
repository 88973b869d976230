internal import TraceDiagnostics
package import TraceModel
internal import TraceJSON

/// Reads one trace, batch by batch, in memory that does not depend on its length.
///
/// The three shapes are told apart by content. A list is read while it arrives; what stands before it in a document
/// has to fit the size limit, and what stands after it is read at the end.
package struct TraceReader: ~Copyable {
  /// The bytes a batch is filled with.
  package static let batchSizeInBytes = 256 << 10

  enum Phase {
    case start
    case lines
    case list(BatchDecoder.ListPlace, inDocument: Bool)
    case foreignLines
    case foreignList(BatchDecoder.ListPlace)
    case foreignDocument
    case suffix
    case finished
  }

  let limits: ReadingLimits
  private let decoder: BatchDecoder
  private let batchSize: Int
  let members: EventMembers
  let recognition: FormatRecognition
  /// What reads a format of others, once it is recognized.
  var foreign: ForeignDecoder?
  var phase = Phase.start
  private var unread: UnreadBytes
  /// The place of the first byte that is not understood.
  private var position = SourcePosition.start
  private var eventCount = 0
  /// The text of a document up to its list of events.
  var prefix: [UInt8] = []
  /// What the trace says about itself; known after the first batch, except what follows the events.
  package internal(set) var header = TraceHeader()
  /// What was noticed about the recording up to here.
  package var notes: [ReadingNote] { foreign?.notes ?? [] }

  /// Makes a reader.
  /// - Parameters:
  ///   - usesScanner: false reads every event with jansson alone, which gives the same, slower.
  ///   - batchSize: the bytes a batch is filled with.
  package init(
    _ source: any ByteSource, members: EventMembers, limits: ReadingLimits = ReadingLimits(),
    usesScanner: Bool = true, batchSize: Int = Self.batchSizeInBytes,
    foreign: ForeignOptions = ForeignOptions()
  ) {
    unread = UnreadBytes(source)
    self.batchSize = batchSize
    self.limits = limits
    self.members = members
    recognition = FormatRecognition(foreign)
    decoder = BatchDecoder(members: members, limits: limits, usesScanner: usesScanner)
  }

  /// Fills the batch with the next events.
  /// - Returns: whether there were any; false only at the end.
  /// - Throws: `TraceError` with the place of the fault; what was read before stands.
  package mutating func next(into batch: inout EventBatch) throws(TraceError) -> Bool {
    while true {
      if case .finished = phase { return false }
      let failure = unread.failure
      let wanted = unread.begin(&batch, batchSize: batchSize)
      unread.read(upTo: wanted, into: &batch)
      batch.terminate()
      let consumed: Int
      do throws(BatchFault) {
        consumed = try decode(&batch)
      } catch {
        throw limits.countFault(batch, after: eventCount, at: position)
          ?? TraceError(error.message, at: position.moved(to: error.offset, in: batch))
      }
      batch.firstLine = position.line
      try accept(consumed, of: batch)
      if !batch.events.isEmpty { return true }
      // Before, nothing may have been told but the shape.
      if consumed == 0, let failure { throw failure }
    }
  }

  /// Whether everything that the source has is in the batch.
  var sourceIsAtEnd: Bool { unread.isAtEnd }

  /// Understands as much of the batch as it can.
  private mutating func decode(_ batch: inout EventBatch) throws(BatchFault) -> Int {
    switch phase {
    case .start:
      let consumed = try begin(&batch)
      for index in 0..<consumed where batch.bytes[index] == UInt8(ascii: "\n") {
        batch.lineEnds += 1
      }
      return consumed
    case .lines:
      let consumed = try decoder.decodeLines(&batch, isLast: sourceIsAtEnd)
      if sourceIsAtEnd { phase = .finished }
      return consumed
    case .list(var place, let inDocument):
      let consumed = try decoder.decodeElements(&batch, &place, isLast: sourceIsAtEnd)
      phase = place == .closed ? .suffix : .list(place, inDocument: inDocument)
      return consumed
    case .foreignLines, .foreignList, .foreignDocument: return try decodeForeign(&batch)
    case .suffix: return try readSuffix(batch)
    case .finished: return 0
    }
  }

  /// Tells the shape from the first bytes.
  private mutating func begin(_ batch: inout EventBatch) throws(BatchFault) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<batch.byteCount])
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let afterMark = position.offset == 0 && bytes.starts(with: mark) ? 3 : 0
    let start = ElementCutter.skipSpace(afterMark, in: bytes)
    if start == bytes.count {
      if !sourceIsAtEnd { return start }
      if foreign != nil {
        phase = .finished
        return start
      }
      throw BatchFault("the file is empty", at: start)
    }
    if let consumed = try beginForeign(start, bytes) { return consumed }
    switch bytes[start] {
    case UInt8(ascii: "["):
      phase = .list(.beforeFirst, inDocument: false)
      return start + 1
    case UInt8(ascii: "{"):
      return try beginObject(start, bytes)
    default:
      throw BatchFault(
        "a trace begins with { or [; this is neither a document, nor a list of events, nor JSON Lines",
        at: start)
    }
  }

  /// Tells a document from the first line of JSON Lines.
  private mutating func beginObject(
    _ start: Int, _ bytes: UnsafeRawBufferPointer
  ) throws(BatchFault) -> Int {
    if let list = DocumentPrefix.listOfEvents(from: start, in: bytes) {
      prefix = Array(bytes[start..<list])
      header = try header(of: prefix + Array("[]}".utf8), at: start)
      phase = .list(.beforeFirst, inDocument: true)
      return list + 1
    }
    guard let end = ElementCutter.end(of: start, in: bytes) else {
      if !sourceIsAtEnd { return 0 }
      let text = Array(bytes[start...])
      _ = try header(of: text, at: start)
      throw BatchFault("the text ends inside an object", at: bytes.count)
    }
    let value = try parsed(Array(bytes[start..<end]), at: start)
    if value["callback"] != nil || value["lost"] != nil {
      phase = .lines
      return start
    }
    if value["format"] != nil || value["metadata"] != nil {
      let next = ElementCutter.skipSpace(end, in: bytes)
      if next == bytes.count && !sourceIsAtEnd { return 0 }
      if next < bytes.count && !bytes[end..<next].contains(UInt8(ascii: "\n")) {
        throw BatchFault("in JSON Lines the header is a line of its own", at: next)
      }
      do throws(BatchFault) { header = try TraceHeader(value) } catch {
        throw BatchFault(error.message, at: start)
      }
      phase = .lines
      return end
    }
    throw BatchFault(
      "this object is neither a trace document (no \"events\"), nor an event (no \"callback\"), nor in"
        + " another format that this reads",
      at: start)
  }

  private func header(of text: [UInt8], at offset: Int) throws(BatchFault) -> TraceHeader {
    do throws(BatchFault) { return try TraceHeader(parsed(text, at: 0)) } catch {
      throw BatchFault(error.message, at: offset + error.offset)
    }
  }

  func parsed(_ text: [UInt8], at offset: Int) throws(BatchFault) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: text) } catch {
      throw BatchFault(error.inPlainWords, at: offset + min(error.offset, text.count))
    }
  }

  /// Reads what follows the list of events.
  private mutating func readSuffix(_ batch: borrowing EventBatch) throws(BatchFault) -> Int {
    if !sourceIsAtEnd { return 0 }
    let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<batch.byteCount])
    if foreign == nil && bytes.count > limits.eventSizeInBytes {
      throw BatchFault(limits.sizeFault, at: 0)
    }
    phase = .finished
    if prefix.isEmpty {
      let rest = ElementCutter.skipSpace(0, in: bytes)
      if rest < bytes.count { throw BatchFault("nothing may follow the list of events", at: rest) }
      return bytes.count
    }
    let whole = prefix + Array("[]".utf8)
    if foreign != nil {
      do throws(BatchFault) {
        let document = try parsed(whole + Array(bytes), at: 0)
        foreign?.readDocument(document)
        if let foreign { header = foreign.header }
      } catch {
        throw BatchFault(error.message, at: max(0, error.offset - whole.count))
      }
      return bytes.count
    }
    do throws(BatchFault) { header = try header(of: whole + Array(bytes), at: 0) } catch {
      throw BatchFault(error.message, at: max(0, error.offset - whole.count))
    }
    return bytes.count
  }

  /// Whether what follows is JSON Lines, of which batches can be read apart from each other.
  package var isAtLines: Bool { if case .lines = phase { true } else { false } }

  /// Whether what follows is an event of a list, so that batches can be tried apart from each other.
  package var isAtListedEvent: Bool {
    if case .list(.beforeElement, _) = phase { true } else { false }
  }

  /// Gives up reading in favor of a feeder, whose batches others decode; only at lines.
  package consuming func lineFeeder() -> (feeder: LineFeeder, ledger: LineLedger) {
    precondition(isAtLines, "only lines can be read apart from each other")
    return (
      LineFeeder(unread, batchSize: batchSize, limits: limits),
      LineLedger(decoder: decoder, limits: limits, position: position, eventCount: eventCount)
    )
  }

  /// Leaves reading to a feeder, whose batches others decode, until `resume` is called; only at an event of a list.
  package func listFeeder() -> (feeder: ListFeeder, ledger: ListLedger) {
    precondition(isAtListedEvent, "only events of a list can be tried apart from each other")
    return (
      ListFeeder(unread, batchSize: batchSize, limits: limits),
      ListLedger(decoder: decoder, limits: limits, position: position, eventCount: eventCount)
    )
  }

  /// Goes on where a ledger has come to.
  package mutating func resume(after feeder: ListFeeder, _ ledger: ListLedger) {
    unread = feeder.unread
    unread.giveBack(ledger.rest)
    position = ledger.position
    eventCount = ledger.eventCount
  }

  /// Keeps what was not understood for the next batch, and moves on.
  private mutating func accept(_ consumed: Int, of batch: borrowing EventBatch) throws(TraceError) {
    if let fault = limits.countFault(batch, after: eventCount, at: position) { throw fault }
    eventCount += batch.events.count
    unread.keep(batch, from: consumed)
    if unread.carry.count > limits.eventSizeInBytes {
      throw TraceError(limits.sizeFault, at: position.moved(to: consumed, in: batch))
    }
    position.advance(by: consumed, of: batch)
  }
}
