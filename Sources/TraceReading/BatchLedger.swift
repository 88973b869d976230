internal import TraceDiagnostics
package import TraceModel

/// Keeps account of the batches of one `BatchFeeder`, in order, and of whether they were cut between events.
///
/// A batch that is decoded as if it began at an event does begin at one if the batch before it did and was read to
/// its last byte. Where it was not, the cut was within an event: what is left over and the next batch are decoded
/// together, until a batch ends at an event again. Whatever is more than an event after the other, a fault above
/// all, is left to the reader, which alone decides what is said of it and where.
package struct BatchLedger: Sendable {
  /// What trying a batch came to.
  package struct Outcome: Sendable {
    /// How many bytes hold whole events and the commas after them; nil where there is something else.
    package let consumed: Int?
  }

  private let decoder: BatchDecoder<OwnEvents>
  private let border: BatchBorder
  private let limits: ReadingLimits
  /// The position of the first byte of the rest.
  private(set) var position: SourcePosition
  private(set) var eventCount: Int
  /// What came in batches and was not read.
  private(set) var rest: [UInt8] = []
  /// How large the rest and the next batches have to be for another attempt.
  private var wanted = 0
  /// Whether the reader has to go on; whatever else comes from the feeder is added to the rest.
  package private(set) var hasEnded = false

  init(
    _ decoder: BatchDecoder<OwnEvents>, at border: BatchBorder, position: SourcePosition,
    eventCount: Int
  ) {
    self.decoder = decoder
    self.border = border
    limits = decoder.limits
    self.position = position
    self.eventCount = eventCount
  }

  /// Decodes a batch as if it began at an event; several threads may do so at the same time.
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

  /// Takes note of the next batch in order, which afterwards holds the events that are certain, maybe none.
  package mutating func accept(_ outcome: Outcome, of batch: inout EventBatch) {
    var outcome = outcome
    if !rest.isEmpty && !hasEnded {
      // An event of many batches is not tried with each of them.
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
  }

  private mutating func keep(_ batch: inout EventBatch) {
    rest += batch.bytes[..<batch.byteCount]
    batch.removeEvents()
  }
}
