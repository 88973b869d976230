internal import TraceChecking
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// A batch on its way from thread to thread.
private final class Parcel: @unchecked Sendable {
  var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  var outcome: BatchLedger.Outcome?
}

/// Decoding one trace on several threads and checking it in order on this one.
extension TraceChecker {
  /// Checks events as far as batches of them can be told apart.
  /// - Returns: how far that is, with the bytes that the reader gets back.
  func check(
    _ parts: (feeder: BatchFeeder, ledger: BatchLedger), jobs: Int, with checker: inout Checker
  ) -> BatchLedger {
    let parcels = Monitor<[Parcel]>([])
    let hasEnded = Monitor(false)
    var ledger = parts.ledger
    runPipeline(
      jobs: jobs, window: jobs * 3,
      produce: { () -> Parcel? in
        if hasEnded.withLock({ $0 }) { return nil }
        let parcel = parcels.withLock { $0.popLast() } ?? Parcel()
        return parts.feeder.fill(&parcel.batch) ? parcel : nil
      },
      transform: { [decoder = parts.ledger] parcel in
        parcel.outcome = decoder.decode(&parcel.batch)
        return parcel
      },
      consume: { parcel in
        if let outcome = parcel.outcome { ledger.accept(outcome, of: &parcel.batch) }
        if !parcel.batch.events.isEmpty { checker.check(parcel.batch) }
        parcels.withLock { $0.append(parcel) }
        if ledger.hasEnded { hasEnded.withLock { $0 = true } }
        // What is under way comes, too, so that the reader gets it back.
        return true
      })
    return ledger
  }
}
