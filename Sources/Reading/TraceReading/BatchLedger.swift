package import TraceModel

/// Keeps track of the batches of one `BatchFeeder`, in order, and of whether they were cut between events.
///
/// A batch is decoded as if it began at an event. It does if the batch before it did too, and was read to its last
/// byte. Otherwise the cut was within an event: the leftover bytes and the next batch are then decoded together, until
/// a batch ends at an event again. Everything but one event after another, above all a fault, is left to the reader, so
/// that only the reader decides which error is reported and where.
package struct BatchLedger: Sendable {
  /// The result of decoding a batch.
  package struct Outcome: Sendable {
    /// How many bytes hold whole events and the commas after them; nil if there is something else.
    package let consumed: Int?
  }

  private let decoder: BatchDecoder<OwnEvents>
  private let border: BatchBorder
  private let limits: ReadingLimits
  /// The position of the first byte of the rest.
  private(set) var position: SourcePosition
  private(set) var eventCount: Int
  /// Where some batches begin.
  private(set) var places: BatchPlaces
  /// Bytes of batches that were not read.
  private(set) var rest: [UInt8] = []
  /// How large the rest and the next batches must be for another attempt.
  private var wanted = 0
  /// Whether the reader has to continue; whatever else comes from the feeder is added to the rest.
  package private(set) var hasEnded = false

  init(
    _ decoder: BatchDecoder<OwnEvents>, at border: BatchBorder, position: SourcePosition,
    eventCount: Int, places: BatchPlaces
  ) {
    self.decoder = decoder
    self.border = border
    limits = decoder.limits
    self.position = position
    self.eventCount = eventCount
    self.places = places
  }

  /// Decodes a batch as if it began at an event. Several threads may do so at the same time.
  package func decode(_ batch: inout EventBatch) -> Outcome {
    var decoder = decoder
    do throws(BatchFault) {
      switch border {
      case .line: return Outcome(consumed: try decoder.decodeLines(&batch, isLast: false))
      case .listedEvent:
        var state = ListState.beforeElement
        let consumed = try decoder.decodeList(&batch, &state, isLast: false)
        return Outcome(consumed: state == .beforeElement ? consumed : nil)
      }
    } catch {
      return Outcome(consumed: nil)
    }
  }

  /// Accepts the next batch in order. Afterwards it holds the events that are certain, which may be none.
  package mutating func accept(_ outcome: Outcome, of batch: inout EventBatch) {
    var outcome = outcome
    if !rest.isEmpty && !hasEnded {
      // An event that spans many batches is not tried again with each of them.
      if rest.count + batch.byteCount < wanted { return keep(&batch) }
      batch.prepend(rest)
      rest.removeAll(keepingCapacity: true)
      batch.removeEvents()
      outcome = decode(&batch)
    }
    guard !hasEnded, let consumed = outcome.consumed,
      eventCount + batch.events.count <= limits.eventCount
    else {
      hasEnded = true
      return keep(&batch)
    }
    eventCount += batch.events.count
    rest += batch.bytes[consumed..<batch.byteCount]
    wanted = rest.count * 2
    batch.firstLine = position.line
    position.advance(by: consumed, of: batch)
    let state = border == .line ? nil : ListState.beforeElement
    places.note(.init(position: position, eventCount: eventCount, state: state))
  }

  private mutating func keep(_ batch: inout EventBatch) {
    rest += batch.bytes[..<batch.byteCount]
    batch.removeEvents()
  }
}
