internal import TraceDiagnostics
internal import TraceJSON
package import TraceModel

/// Fills batches with whole lines, which can then be decoded in any order, on any thread.
package final class LineFeeder {
  private let source: any ByteSource
  private let limits: ReadingLimits
  private var carry: [UInt8]
  private var isAtEnd: Bool

  init(_ source: any ByteSource, carry: [UInt8], isAtEnd: Bool, limits: ReadingLimits) {
    self.source = source
    self.carry = carry
    self.isAtEnd = isAtEnd
    self.limits = limits
    // jansson hashes with a seed that has to be there before several threads parse.
    prepareForParallelParsing()
  }

  /// Puts the next lines into the batch, which is not decoded yet.
  /// - Returns: false at the end.
  /// - Throws: `TraceError` without a place when the source fails, and with the place within the rest of the
  ///   trace when a line is too long; the ledger knows where that rest begins.
  package func fill(_ batch: inout EventBatch) throws(TraceError) -> Bool {
    var wanted = max(TraceReader.batchSizeInBytes, carry.count * 2)
    batch.removeEvents()
    batch.reserveBytes(wanted)
    carry.withUnsafeBytes { batch.bytes.copyMemory(from: $0) }
    batch.byteCount = carry.count
    carry.removeAll(keepingCapacity: true)
    while true {
      try read(upTo: wanted, into: &batch)
      var cut = batch.byteCount
      while !isAtEnd, cut > 0, batch.bytes[cut - 1] != UInt8(ascii: "\n") { cut -= 1 }
      if cut > 0 || isAtEnd {
        carry += batch.bytes[cut..<batch.byteCount]
        batch.byteCount = cut
        batch.terminate()
        return cut > 0
      }
      if wanted > limits.eventSizeInBytes {
        throw TraceError(
          "an event or a header is larger than the limit of \(limits.eventSizeInBytes) bytes",
          at: .start)
      }
      wanted *= 2
      batch.reserveBytes(wanted)
    }
  }

  private func read(upTo wanted: Int, into batch: inout EventBatch) throws(TraceError) {
    do throws(ByteSourceError) {
      while batch.byteCount < wanted && !isAtEnd {
        let room = UnsafeMutableRawBufferPointer(rebasing: batch.bytes[batch.byteCount..<wanted])
        let count = try source.read(into: room)
        batch.byteCount += count
        isAtEnd = count == 0
      }
    } catch {
      throw TraceError(error.message)
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
    if let fault = outcome.fault {
      throw TraceError(fault.message, at: position.moved(to: fault.offset, in: batch))
    }
    eventCount += batch.events.count
    if eventCount > limits.eventCount {
      throw TraceError("a trace may have at most \(limits.eventCount) events", at: position)
    }
    position.advance(by: batch.byteCount, of: batch)
  }

  /// An error of the feeder with its place in the trace, when all batches before it were accepted.
  package func placed(_ error: TraceError) -> TraceError {
    TraceError(error.message, at: error.position.map { _ in position })
  }
}
