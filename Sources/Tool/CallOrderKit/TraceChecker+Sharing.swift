internal import TraceChecking
internal import TraceFindings
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// One of several checkers that check a trace together; used by one thread at a time.
private final class Sharer: @unchecked Sendable {
  var checker: Checker
  /// The checker that lists the first events, and checks them alone for that; nil if none are listed, or for all sharers
  /// but the first.
  private let lister: Sharer?

  init(
    _ compiled: CompiledGrammar, _ tables: CheckingTables, _ options: CheckingOptions,
    _ share: (index: Int, count: Int) = (0, 1), lister: Sharer? = nil
  ) {
    checker = Checker(compiled, tables: tables, options: options, share: share)
    self.lister = lister
  }

  func check(_ batch: borrowing EventBatch, keepingNames: Bool = false) {
    if let lister, lister.checker.isListing {
      lister.checker.check(batch, keepingNames: keepingNames)
    }
    checker.check(batch, keepingNames: keepingNames)
  }

  func close() {
    checker.close()
    if let lister { moveTimeline(of: &lister.checker, to: &checker) }
  }
}

/// A batch that all checkers look at.
private final class SharedParcel: @unchecked Sendable {
  var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  var outcome: BatchLedger.Outcome?
  var sorter: EventSorter
  /// How many checkers have to look at it yet.
  let readers = Monitor(0)

  init(_ compiled: CompiledGrammar) { sorter = EventSorter(compiled) }
}

/// Checking one long trace by several checkers on as many threads, each with its own sessions.
extension TraceChecker {
  /// With fewer bytes, more time goes into preparing checkers than they save.
  private static let leastBytes = 4 << 20
  /// One checker lists the first events. With fewer bytes for each of them, that takes as long as checking all events.
  private static let leastBytesForListed = 1_000
  /// With fewer threads, it is faster to read on one while another checks, as nothing is then done twice.
  private static let leastJobs = 3

  /// How many checkers may check a trace together; 1 if they cannot, or if it is not worth it.
  func sharerCount(
    _ trace: OpenedTrace, _ compiled: CompiledGrammar, _ options: CheckingOptions, jobs: Int
  ) -> Int {
    let count = min(jobs, reading.processorCount ?? jobs, Checker.sharerLimit)
    let listed = options.timelineLimit ?? 0
    guard count >= Self.leastJobs, trace.mayBeShared, !options.earlier.isOnlyLook,
      trace.sizeInBytes >= Self.leastBytes,
      trace.sizeInBytes / Self.leastBytesForListed >= listed,
      compiled.canBeShared
    else { return 1 }
    return count
  }

  /// Checks a trace by several checkers.
  /// - Parameters:
  ///   - count: how many, which are as many threads.
  ///   - batch: the first events.
  ///   - fill: makes the look of the checker that has everything they found.
  /// - Returns: nil if a single checker has to check the trace from the start.
  func checkTogether(
    _ count: Int, from reader: inout TraceReader, by lens: ObservingLens,
    _ options: CheckingOptions, through batch: inout EventBatch,
    then fill: (inout Checker, inout TraceReader) -> Look
  ) throws(TraceError) -> Look? {
    guard let parts = reader.makeFeeder() else { return nil }
    let listerCount = options.timelineLimit == nil ? 0 : 1
    return try lens.withTables(count + listerCount) {
      (tables: [CheckingTables]) throws(TraceError) -> Look? in
      let lister = listerCount == 0 ? nil : Sharer(lens.compiled, tables[count], options)
      let sharers = tables[..<count].enumerated().map {
        Sharer(lens.compiled, $1, options, ($0, count), lister: $0 == 0 ? lister : nil)
      }
      for sharer in sharers { sharer.check(batch) }
      guard let ledger = check(parts, by: sharers, lens.compiled) else { return nil }
      reader.resume(after: parts.feeder, ledger)
      while try reader.next(into: &batch) {
        for sharer in sharers { sharer.check(batch, keepingNames: reader.keptNames) }
      }
      runConcurrently(jobs: count, count: count) {
        sharers[$0].close()
      } consume: { _ in
      }
      for sharer in sharers.dropFirst() {
        if sharer.checker.cannotShare { return nil }
        sharers[0].checker.absorb(&sharer.checker)
      }
      return sharers[0].checker.cannotShare ? nil : fill(&sharers[0].checker, &reader)
    }
  }

  /// Checks events for as long as the bytes can be divided into batches.
  /// - Returns: the ledger of what was checked; nil if the checkers cannot go on.
  private func check(
    _ parts: (feeder: BatchFeeder, ledger: BatchLedger), by sharers: [Sharer],
    _ compiled: CompiledGrammar
  ) -> BatchLedger? {
    let parcels = Monitor<[SharedParcel]>([])
    let ledger = Monitor(parts.ledger)
    let isComplete = runSharedPipeline(
      consumers: sharers.count, window: sharers.count * 4,
      produce: { () -> SharedParcel? in
        if ledger.withLock({ $0.hasEnded }) { return nil }
        let parcel = parcels.withLock { $0.popLast() } ?? SharedParcel(compiled)
        return parts.feeder.fill(&parcel.batch) ? parcel : nil
      },
      transform: { [decoder = parts.ledger] parcel in
        parcel.outcome = decoder.decode(&parcel.batch)
        parcel.sorter.sort(&parcel.batch)
        return parcel
      },
      admit: { parcel in
        parcel.readers.withLock { $0 = sharers.count }
        if let outcome = parcel.outcome {
          ledger.withLock { $0.accept(outcome, of: &parcel.batch) }
        }
      },
      consume: { number, parcel in
        let sharer = sharers[number]
        if !parcel.batch.events.isEmpty { sharer.check(parcel.batch) }
        let isLast = parcel.readers.withLock { readers in
          readers -= 1
          return readers == 0
        }
        if isLast { parcels.withLock { $0.append(parcel) } }
        return !sharer.checker.cannotShare
      })
    let canGoOn = isComplete && !sharers.contains { $0.checker.cannotShare }
    return canGoOn ? ledger.withLock { $0 } : nil
  }
}
