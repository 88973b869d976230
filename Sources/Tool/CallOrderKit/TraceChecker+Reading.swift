internal import TraceChecking
internal import TraceFindings
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// A checker at work, with tables that no other uses; used by one thread at a time.
final class RunningChecker: @unchecked Sendable {
  // SAFETY: no other checker has the tables until this one gives them back, and no thread uses it while another does.
  // The checker is freed after that, which reads only constants of the tables.
  private let grammar: PreparedGrammar
  private let tables: CheckingTables
  var checker: Checker

  init(_ grammar: PreparedGrammar, _ options: CheckOptions) {
    self.grammar = grammar
    tables = grammar.takeTables()
    checker = Checker(grammar.compiled, tables: tables, options: options)
  }

  deinit { grammar.giveBack(tables) }
}

/// A batch that is handed from thread to thread.
private final class Parcel: @unchecked Sendable {
  // SAFETY: the pipeline hands it on under a lock, and the thread that has it is the only one that uses it.
  var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  var outcome: BatchLedger.Outcome?
}

/// Reading a trace once while checkers check it.
extension TraceChecker {
  /// A batch that one thread uses at a time.
  final class Workplace: @unchecked Sendable {
    // SAFETY: each thread that checks traces has one of its own.
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  }

  /// What has been read of a trace, and the checkers that have checked it.
  struct Pass {
    var checkers: [RunningChecker]
    var header: TraceHeader
    var notes: [ReadingNote]
    /// Where some of the batches begin.
    var places: BatchPlaces
    /// Whether the header came after the first events.
    var isHeaderLate: Bool
  }

  /// Reads a trace.
  /// - Parameter start: starts the checkers, by what is known before the first event.
  func read(
    _ trace: OpenedTrace, jobs: Int, _ workplace: Workplace,
    by start: (TraceHeader) -> [RunningChecker]
  ) throws(TraceError) -> Pass {
    var reader = TraceReader(
      try trace.begin(), members: grammars.whole.compiled.identityMembers, foreign: foreign)
    var hasMore = try reader.next(into: &workplace.batch)
    let header = reader.header
    let checkers = start(header)
    if hasMore { for running in checkers { running.checker.check(workplace.batch) } }
    let jobs = usefulJobs(jobs, for: workplace.batch)
    var mayFeed = jobs > 1
    while hasMore {
      if mayFeed, let parts = reader.makeFeeder() {
        mayFeed = false
        reader.resume(after: parts.feeder, check(parts, jobs: jobs, by: checkers))
      }
      hasMore = try reader.next(into: &workplace.batch)
      if !hasMore { break }
      for running in checkers {
        running.checker.check(workplace.batch)
      }
    }
    return Pass(
      checkers: checkers, header: reader.header, notes: reader.notes, places: reader.places,
      isHeaderLate: header.records != reader.header.records
        || header.isComplete != reader.header.isComplete
        || header.hasOneWindow != reader.header.hasOneWindow)
  }

  /// How other formats are read.
  var foreign: ForeignOptions {
    var foreign = ForeignOptions(
      vocabulary: grammars.whole.compiled.vocabulary, messagePatterns: reading.messagePatterns)
    foreign.messageWords = reading.messageWords.map { ($0.words, $0.callback) }
    foreign.readsFromEnd = reading.readsFromEnd
    return foreign
  }

  /// How many threads are of use if events have at most so many bytes on average: one checks, and two read faster.
  private static let threadsForSmallEvents = 3
  private static let smallEvent = 1_024

  /// How many of the threads are worth their memory for a trace whose first events these are.
  private func usefulJobs(_ jobs: Int, for batch: borrowing EventBatch) -> Int {
    let isSmall = batch.byteCount <= batch.events.count * Self.smallEvent
    return isSmall ? min(jobs, Self.threadsForSmallEvents) : jobs
  }

  /// Decodes events on several threads while this one checks them in order, for as long as the bytes can be divided into
  /// batches.
  /// - Returns: the ledger of what was checked, with the bytes that go back to the reader.
  private func check(
    _ parts: (feeder: BatchFeeder, ledger: BatchLedger), jobs: Int, by checkers: [RunningChecker]
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
        if !parcel.batch.events.isEmpty {
          for running in checkers { running.checker.check(parcel.batch) }
        }
        parcels.withLock { $0.append(parcel) }
        if ledger.hasEnded { hasEnded.withLock { $0 = true } }
        // Batches in flight are consumed as well, so that their bytes go back to the reader.
        return true
      })
    return ledger
  }
}

extension CompiledGrammar {
  /// The callbacks of the grammar, as the readers of foreign formats look them up.
  fileprivate var vocabulary: CallbackVocabulary {
    CallbackVocabulary {
      let near = NearSpellings(self.grammar)
      return CallbackVocabulary.Names(
        of: self.grammar.callbacks.filter { $0.refinement == nil }.map {
          ($0.name, $0.swift + $0.objectiveC + $0.otherSpellings)
        },
        isMisspelt: { near.nearest(to: $0) != nil })
    } meaning: { spelling in
      self.meaning(of: spelling).map {
        CallbackVocabulary.Meaning(callback: $0.callback, isNotification: $0.isNotification)
      }
    }
  }
}
