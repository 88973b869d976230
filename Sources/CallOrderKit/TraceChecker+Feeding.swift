internal import TraceChecking
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// A batch on its way from thread to thread.
private final class Parcel<Outcome>: @unchecked Sendable {
  var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  var outcome: Outcome?
}

/// Decoding one trace on several threads and checking it in order on this one.
extension TraceChecker {
  /// Checks lines up to the end.
  func checkLines(
    _ lines: (feeder: LineFeeder, ledger: LineLedger), jobs: Int, with checker: inout Checker
  ) throws(TraceError) {
    let parcels = Monitor<[Parcel<LineLedger.Outcome>]>([])
    var ledger = lines.ledger
    var failure: TraceError?
    runPipeline(
      jobs: jobs, window: jobs * 3,
      produce: {
        let parcel = parcels.withLock { $0.popLast() } ?? Parcel()
        do throws(TraceError) {
          return try lines.feeder.fill(&parcel.batch)
            ? Result<Parcel<LineLedger.Outcome>, TraceError>.success(parcel) : nil
        } catch {
          return .failure(error)
        }
      },
      transform: { [decoder = lines.ledger] filled in
        if case .success(let parcel) = filled { parcel.outcome = decoder.decode(&parcel.batch) }
        return filled
      },
      consume: { decoded in
        switch decoded {
        case .failure(let error): failure = ledger.placed(error)
        case .success(let parcel):
          do throws(TraceError) {
            if let outcome = parcel.outcome { try ledger.accept(outcome, of: &parcel.batch) }
            checker.check(parcel.batch)
            parcels.withLock { $0.append(parcel) }
          } catch {
            failure = error
          }
        }
        return failure == nil
      })
    if let failure { throw failure }
  }

  /// Checks events of a list as far as they can be told apart.
  /// - Returns: how far that is, with the bytes that the reader gets back.
  func checkList(
    _ list: (feeder: ListFeeder, ledger: ListLedger), jobs: Int, with checker: inout Checker
  ) -> ListLedger {
    let parcels = Monitor<[Parcel<ListLedger.Outcome>]>([])
    let hasEnded = Monitor(false)
    var ledger = list.ledger
    runPipeline(
      jobs: jobs, window: jobs * 3,
      produce: { () -> Parcel<ListLedger.Outcome>? in
        if hasEnded.withLock({ $0 }) { return nil }
        let parcel = parcels.withLock { $0.popLast() } ?? Parcel()
        return list.feeder.fill(&parcel.batch) ? parcel : nil
      },
      transform: { [decoder = list.ledger] parcel in
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
