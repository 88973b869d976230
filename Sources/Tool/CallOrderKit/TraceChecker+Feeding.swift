internal import TraceChecking
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// A batch that is handed from thread to thread.
private final class Parcel: @unchecked Sendable {
  var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  var outcome: BatchLedger.Outcome?
}

/// Decoding one trace on several threads while this thread checks it in order.
extension TraceChecker {
  /// How many threads are of use if events have at most so many bytes on average: one checks, and two read faster.
  private static let threadsForSmallEvents = 3
  private static let smallEvent = 1_024

  /// How many of the threads are worth their memory for a trace whose first events these are.
  func usefulJobs(_ jobs: Int, for batch: borrowing EventBatch) -> Int {
    let isSmall = batch.byteCount <= batch.events.count * Self.smallEvent
    return isSmall ? min(jobs, Self.threadsForSmallEvents) : jobs
  }

  /// Checks events for as long as the bytes can be divided into batches.
  /// - Returns: the ledger of what was checked, with the bytes that go back to the reader.
  func check(
    _ parts: (feeder: BatchFeeder, ledger: BatchLedger), jobs: Int, with checker: inout Checker
  ) -> BatchLedger {
    let parcels = Monitor<[Parcel]>([])
    let hasEnded = Monitor(false)
    var ledger = parts.ledger
    runPipeline(
      jobs: jobs, window: max(3, jobs),
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
        // Batches in flight are consumed as well, so that their bytes go back to the reader.
        return true
      })
    return ledger
  }
}
