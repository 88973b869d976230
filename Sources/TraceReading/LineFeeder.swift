internal import TraceDiagnostics
internal import TraceJSON
package import TraceModel

/// Fills batches with whole lines, which can then be decoded in any order, on any thread.
package final class LineFeeder {
  private var unread: UnreadBytes
  private let batchSize: Int
  private let limits: ReadingLimits

  init(_ unread: UnreadBytes, batchSize: Int, limits: ReadingLimits) {
    self.unread = unread
    self.batchSize = batchSize
    self.limits = limits
    // jansson hashes with a seed that has to be there before several threads parse.
    prepareForParallelParsing()
  }

  /// Puts the next lines into the batch, which is not decoded yet.
  /// - Returns: false at the end.
  /// - Throws: `TraceError` without a place when the source fails, and with the place within the rest of the
  ///   trace when a line is too long; the ledger knows where that rest begins.
  package func fill(_ batch: inout EventBatch) throws(TraceError) -> Bool {
    var wanted = unread.begin(&batch, batchSize: batchSize)
    while true {
      unread.read(upTo: wanted, into: &batch)
      var cut = batch.byteCount
      while !unread.isAtEnd, cut > 0, batch.bytes[cut - 1] != UInt8(ascii: "\n") { cut -= 1 }
      if cut > 0 || unread.isAtEnd {
        unread.keep(batch, from: cut)
        batch.byteCount = cut
        batch.terminate()
        return cut > 0
      }
      if batch.byteCount > limits.eventSizeInBytes {
        throw TraceError(limits.sizeFault, at: .start)
      }
      if let failure = unread.failure { throw failure }
      wanted *= 2
    }
  }
}

/// Keeps account of the batches of one feeder, in order.
package struct LineLedger: Sendable {
  /// What decoding a batch came to.
  package struct Outcome: Sendable {
    let fault: (offset: Int, message: String)?
  }

  private let decoder: BatchDecoder
  private let limits: ReadingLimits
  private var position: SourcePosition
  private var eventCount: Int

  init(decoder: BatchDecoder, limits: ReadingLimits, position: SourcePosition, eventCount: Int) {
    self.decoder = decoder
    self.limits = limits
    self.position = position
    self.eventCount = eventCount
  }

  /// Decodes a batch; several threads may do so at the same time.
  package func decode(_ batch: inout EventBatch) -> Outcome {
    do throws(BatchFault) {
      _ = try decoder.decodeLines(&batch, isLast: true)
      return Outcome(fault: nil)
    } catch {
      return Outcome(fault: (error.offset, error.message))
    }
  }

  /// Takes note of the next batch in order.
  /// - Throws: `TraceError` with the place of the fault, if there is one.
  package mutating func accept(
    _ outcome: Outcome, of batch: inout EventBatch
  ) throws(TraceError) {
    batch.firstLine = position.line
    if let fault = limits.countFault(batch, after: eventCount, at: position) { throw fault }
    if let fault = outcome.fault {
      throw TraceError(fault.message, at: position.moved(to: fault.offset, in: batch))
    }
    eventCount += batch.events.count
    position.advance(by: batch.byteCount, of: batch)
  }

  /// An error of the feeder with its place in the trace, when all batches before it were accepted.
  package func placed(_ error: TraceError) -> TraceError {
    TraceError(error.message, at: error.position.map { _ in position })
  }
}
