package import TraceModel
internal import TraceJSON

/// Reads one trace, batch by batch, in memory that does not depend on its length.
///
/// It recognizes the three shapes by content. A list is read as it arrives. In a document, what comes before the list
/// must fit the size limit, and what comes after it is read at the end.
package struct TraceReader: ~Copyable {
  /// The number of bytes with which a batch is filled.
  package static let batchSizeInBytes = 256 << 10

  enum Phase {
    case start
    case lines
    case list(ListState)
    /// A document that is read once all of it has arrived, and the path to its list.
    case document(list: [DocumentStep])
    case suffix
    case finished
  }

  let limits: ReadingLimits
  private let batchSize: Int
  let members: EventMembers
  let recognition: FormatRecognition
  /// Reads events of our own format.
  private var own: BatchDecoder<OwnEvents>
  /// Reads another format, once it is recognized.
  var foreign: BatchDecoder<ForeignElements>?
  var phase = Phase.start
  private var unread: UnreadBytes
  /// The position of the first byte that is not decoded.
  package private(set) var position = SourcePosition.start
  /// The lines to read that are not before the next batch; nil for all.
  private var wantedLines: ArraySlice<Int>?
  /// The numbers of the events to read that are not before the next batch.
  private var wantedEvents: ArraySlice<Int> = []
  /// Where some batches begin, as an earlier pass has noted it.
  private var knownPlaces = BatchPlaces()
  /// Where some batches begin, in our own format.
  package private(set) var places = BatchPlaces()
  /// Whether the last batch was filled by this reader, so that its names are worth keeping.
  private var hasFilledBatch = false
  /// Whether the last batch has the names of the one before, with the same numbers, and perhaps more. It never has if
  /// there was none before, or if the reader was resumed.
  package private(set) var keptNames = false
  /// Whether lines were skipped.
  package private(set) var hasSkipped = false
  /// The text of a document up to its list of events.
  var prefix: [UInt8] = []
  /// The header of a trace in our own format.
  var ownHeader = TraceHeader()
  /// The header of the trace. It is known after the first batch, except for anything that follows the events.
  package var header: TraceHeader { foreign?.elements.header ?? ownHeader }
  /// Notes on the recording so far.
  package var notes: [ReadingNote] {
    (foreign?.elements.notes ?? []) + (cutOff.map { [$0] } ?? [])
  }
  /// The note on a recording that ends in the middle of an event.
  private var cutOff: ReadingNote?

  /// Creates a reader.
  /// - Parameters:
  ///   - usesScanner: false to read every event with jansson, which is slower and gives the same result.
  ///   - batchSize: the number of bytes with which a batch is filled.
  ///   - fillsBatches: false to get a batch whenever the source has delivered whole events.
  package init(
    _ source: any ByteSource, members: EventMembers, limits: ReadingLimits = ReadingLimits(),
    usesScanner: Bool = true, batchSize: Int = Self.batchSizeInBytes, fillsBatches: Bool = true,
    foreign: ForeignOptions = ForeignOptions()
  ) {
    unread = UnreadBytes(source, fillsBatches: fillsBatches)
    self.batchSize = batchSize
    self.limits = limits
    self.members = members
    var options = foreign
    options.members = members
    recognition = FormatRecognition(options)
    own = BatchDecoder(
      elements: OwnEvents(members: members, limits: limits, usesScanner: usesScanner),
      limits: limits)
  }

  /// Fills the batch with the next events.
  /// - Parameter batch: the same one as before, for `keptNames`.
  /// - Returns: whether there were any; false only at the end.
  /// - Throws: `TraceError` with the position of the fault. Earlier batches remain valid, and the batch has the events
  ///   right before the fault.
  package mutating func next(into batch: inout EventBatch) throws(TraceError) -> Bool {
    let generation = hasFilledBatch ? batch.names.generation : nil
    defer { (keptNames, hasFilledBatch) = (batch.names.generation == generation, true) }
    while true {
      if case .finished = phase { return false }
      skipAhead()
      let failure = unread.failure
      let wanted = unread.begin(
        &batch, batchSize: batchSize, keepingNames: hasFilledBatch && batch.names.mayBeKept)
      unread.read(upTo: wanted, into: &batch)
      batch.terminate()
      batch.firstLine = position.line
      let shapeWasKnown = shapeIsKnown
      let consumed: Int
      do throws(BatchFault) {
        consumed = try decode(&batch)
      } catch {
        let end = position.moved(to: error.offset, in: batch)
        if let fault = limits.countFault(batch, after: eventCount, at: position) { throw fault }
        // If nothing came before, there is nothing to check.
        if !error.isCutOff || eventCount + batch.events.count == 0 {
          throw TraceError(error.message, at: end)
        }
        cutOff = CutOff.note(line: end.line)
        phase = .finished
        consumed = batch.byteCount
      }
      let progressed = consumed > 0 || shapeIsKnown != shapeWasKnown
      try accept(consumed, of: batch, decodingMore: progressed)
      if case .finished = phase, eventCount == 0,
        let fault = foreign?.elements.format.faultWithoutEvents
      {
        throw TraceError(fault, at: .start)
      }
      if !batch.events.isEmpty {
        batch.joinIdentities(members.joined)
        return true
      }
      // Before that, perhaps only the shape was recognized.
      if consumed == 0, let failure { throw failure }
    }
  }

  /// Skips what is possible of all events but some, in our own format: in JSON Lines all other lines, in a list whole
  /// batches.
  ///
  /// What is wrong with something that is skipped is not noticed.
  /// - Parameters:
  ///   - events: the numbers of the events to read and their lines, both counted from 1, ascending.
  ///   - places: the `places` of a reader of the same bytes.
  package mutating func skipAll(
    but events: [(number: Int, line: Int)], at places: BatchPlaces
  ) {
    wantedLines = events.map(\.line)[...]
    wantedEvents = events.map(\.number)[...]
    knownPlaces = places
  }

  /// Goes on where the batch of the next event to read begins, if that is known.
  private mutating func skipAhead() {
    guard let wantedLines, foreign == nil else { return }
    let place: BatchPlaces.Place?
    switch phase {
    case .lines:
      place = wantedLines.first { $0 >= position.line }
        .flatMap { knownPlaces.last(atOrBeforeLine: $0) }
    case .list:
      wantedEvents = wantedEvents.drop { $0 <= eventCount }
      place = wantedEvents.first.flatMap { knownPlaces.last(beforeEvent: $0) }
    default: return
    }
    guard let place, place.position.offset > position.offset,
      unread.skip(place.position.offset - position.offset)
    else { return }
    (position, eventCount) = (place.position, place.eventCount)
    if let state = place.state { phase = .list(state) }
  }

  /// How many events come before the next batch, if no lines were skipped.
  package private(set) var eventCount = 0

  /// Whether the recording is in the format of another tool.
  package var isForeign: Bool { foreign != nil }

  /// Whether the batch has everything that is left of the source.
  var sourceIsAtEnd: Bool { unread.isAtEnd }

  /// Decodes as much of the batch as possible.
  private mutating func decode(_ batch: inout EventBatch) throws(BatchFault) -> Int {
    switch phase {
    case .start:
      let consumed = try begin(&batch)
      batch.countLineEnds(in: 0..<consumed)
      return consumed
    case .lines:
      let consumed = try decodeLines(&batch)
      if sourceIsAtEnd { phase = .finished }
      return consumed
    case .list(var state):
      let consumed = try decodeList(&batch, &state)
      phase = state == .closed ? .suffix : .list(state)
      return consumed
    case .document(let list):
      if !sourceIsAtEnd { return 0 }
      phase = .finished
      return try decodeDocument(&batch, list)
    case .suffix: return try readSuffix(batch)
    case .finished: return 0
    }
  }

  private mutating func decodeLines(_ batch: inout EventBatch) throws(BatchFault) -> Int {
    let isLast = sourceIsAtEnd
    if let foreign, foreign.elements.format.isReversed { return try decodeReversedLines(&batch) }
    if let consumed = try foreign?.decodeLines(&batch, isLast: isLast) { return consumed }
    guard var wanted = wantedLines else { return try own.decodeLines(&batch, isLast: isLast) }
    let first = position.line
    wanted = wanted.drop { $0 < first }
    (wantedLines, hasSkipped) = (wanted, true)
    return try own.decodeLines(wanted.lazy.map { $0 - first }, of: &batch, isLast: isLast)
  }

  /// Decodes lines of which the newest comes first, once all have arrived.
  private mutating func decodeReversedLines(_ batch: inout EventBatch) throws(BatchFault) -> Int {
    if batch.byteCount > limits.eventSizeInBytes {
      throw BatchFault(
        "only a log of up to \(limits.eventSizeInBytes >> 20) MiB is read from the end; reverse it first, for example with tail -r",
        at: 0)
    }
    if !sourceIsAtEnd { return 0 }
    let consumed = try foreign?.decodeLines(&batch, isLast: true) ?? 0
    batch.events.reverse()
    return consumed
  }

  private mutating func decodeList(
    _ batch: inout EventBatch, _ state: inout ListState
  ) throws(BatchFault) -> Int {
    // A document must be closed, whatever its list may be.
    let isLast = sourceIsAtEnd && prefix.isEmpty
    guard let consumed = try foreign?.decodeList(&batch, &state, isLast: isLast) else {
      return try own.decodeList(&batch, &state, isLast: sourceIsAtEnd)
    }
    if sourceIsAtEnd && state != .closed {
      throw BatchFault("the text ends inside the list", at: batch.byteCount, isCutOff: true)
    }
    return consumed
  }

  /// Reads the elements of a document, which the batch contains completely.
  private mutating func decodeDocument(
    _ batch: inout EventBatch, _ list: [DocumentStep]
  ) throws(BatchFault) -> Int {
    let bytes = batch.view
    let start = bytes.skipSpace(from: 0)
    let end = ElementCutter.end(of: start, in: bytes) ?? bytes.endIndex
    let rest = bytes.skipSpace(from: end)
    if rest < bytes.endIndex { throw BatchFault("nothing is allowed after the document", at: rest) }
    guard let bracket = DocumentStep.offset(of: list, in: bytes[..<end], from: start) else {
      throw BatchFault(
        "the name of the list of events contains escapes, which are not supported there", at: start)
    }
    batch.countLineEnds(in: start..<bracket)
    var state = ListState.beforeFirst
    let after = try foreign?.decodeList(from: bracket + 1, &batch, &state, isLast: true)
    batch.countLineEnds(in: (after ?? end)..<bytes.endIndex)
    return bytes.endIndex
  }

  /// Reads what follows the list of events.
  private mutating func readSuffix(_ batch: borrowing EventBatch) throws(BatchFault) -> Int {
    if !sourceIsAtEnd { return 0 }
    let bytes = batch.view
    if foreign == nil && bytes.count > limits.eventSizeInBytes {
      throw BatchFault(limits.sizeFault, at: 0)
    }
    phase = .finished
    if prefix.isEmpty {
      let rest = bytes.skipSpace(from: 0)
      if rest < bytes.endIndex {
        throw BatchFault("nothing is allowed after the list of events", at: rest)
      }
      return bytes.endIndex
    }
    let whole = prefix + Array("[]".utf8)
    do throws(BatchFault) {
      try readDocument(whole + bytes)
    } catch {
      var fault = error.moved(by: -whole.count)
      fault.isCutOff = (whole + bytes).withView { CutOff.isBeginning(ofObject: $0) }
      throw fault
    }
    return bytes.endIndex
  }

  /// The borders at which the rest can be cut into batches that are read independently; nil if it cannot.
  private var border: BatchBorder? {
    switch phase {
    case .lines where foreign == nil: .line
    case .list(.beforeElement) where foreign == nil: .listedEvent
    default: nil
    }
  }

  /// Hands reading over to a feeder, whose batches others decode, until `resume` is called; nil if that is not possible
  /// yet.
  package func makeFeeder() -> (feeder: BatchFeeder, ledger: BatchLedger)? {
    guard let border else { return nil }
    return (
      BatchFeeder(unread, at: border, batchSize: batchSize, limits: limits),
      BatchLedger(
        own, at: border, position: position, eventCount: eventCount, places: places)
    )
  }

  /// Continues where a ledger has ended.
  package mutating func resume(after feeder: BatchFeeder, _ ledger: BatchLedger) {
    unread = feeder.unread
    unread.giveBack(ledger.rest)
    position = ledger.position
    eventCount = ledger.eventCount
    places = ledger.places
    hasFilledBatch = false
  }

  /// Traps if the reader, or a batch that it filled, is inconsistent; for tests.
  package func checkInvariants(of batch: borrowing EventBatch) {
    batch.checkInvariants()
    unread.checkInvariants()
    switch phase {
    case .lines: own.elements.checkInvariants(of: batch, allowsLineEnds: false)
    case .list, .suffix: own.elements.checkInvariants(of: batch, allowsLineEnds: true)
    case .start, .document, .finished: break
    }
  }

  /// Whether the first bytes have shown what the recording is.
  private var shapeIsKnown: Bool {
    if case .start = phase { false } else { true }
  }

  /// Keeps what was not decoded for the next batch, and moves on.
  /// - Parameter decodingMore: whether more of what has arrived can perhaps be decoded.
  private mutating func accept(
    _ consumed: Int, of batch: borrowing EventBatch, decodingMore: Bool
  ) throws(TraceError) {
    if let fault = limits.countFault(batch, after: eventCount, at: position) { throw fault }
    eventCount += batch.events.count
    unread.keep(batch, from: consumed, decodingMore: decodingMore)
    if unread.carry.count > limits.eventSizeInBytes {
      throw TraceError(limits.sizeFault, at: position.moved(to: consumed, in: batch))
    }
    position.advance(by: consumed, of: batch)
    if foreign != nil { return }
    switch phase {
    case .lines: places.note(.init(position: position, eventCount: eventCount))
    case .list(let state):
      places.note(.init(position: position, eventCount: eventCount, state: state))
    default: break
    }
  }
}
