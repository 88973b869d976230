internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// A batch that is handed from thread to thread.
private final class PassedBatch: @unchecked Sendable {
  // SAFETY: the pipeline hands it on under a lock, and the thread that has it is the only one that uses it.
  var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  var outcome: BatchLedger.Outcome?
}

/// A batch that one thread uses at a time.
final class Workplace: @unchecked Sendable {
  // SAFETY: each thread that checks traces has one of its own.
  var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
}

/// A trace, with all that is needed to read it; used by one thread at a time.
struct ReadableTrace: TraceSource {
  let opened: OpenedTrace
  let workplace: Workplace
  /// The members of events that are read.
  let members: EventMembers
  /// How other formats are read.
  var foreign: ForeignOptions

  /// Whether it has more bytes than could be kept for a second pass.
  var isCut: Bool { opened.isCut }

  /// A reader that begins at the start.
  func makeReader() throws(TraceError) -> TraceReader {
    TraceReader(try opened.begin(), members: members, foreign: foreign)
  }

  func read(by start: (Statements) -> [RunningChecker]) throws(TraceError) -> Pass {
    var reader = try makeReader()
    var hasMore = try reader.next(into: &workplace.batch)
    let header = reader.header
    let checkers = start(Statements(header))
    let jobs = usefulJobs(opened.jobs, for: workplace.batch)
    var mayFeed = jobs > 1
    while hasMore {
      for running in checkers { running.checker.check(workplace.batch) }
      if mayFeed, let parts = reader.makeFeeder() {
        mayFeed = false
        reader.resume(after: parts.feeder, check(parts, jobs: jobs, by: checkers))
      }
      hasMore = try reader.next(into: &workplace.batch)
    }
    opened.places = reader.places
    let isLate =
      header.records != reader.header.records || header.isComplete != reader.header.isComplete
      || header.hasOneWindow != reader.header.hasOneWindow
    return Pass(
      checkers, Statements(reader.header), wasStatedLate: isLate,
      report: TraceReport(on: opened.path, reader.header, reader.notes))
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
  /// batches. A million small events take a sixth less time on two cores.
  /// - Returns: the ledger of what was checked, with the bytes that go back to the reader.
  private func check(
    _ parts: (feeder: BatchFeeder, ledger: BatchLedger), jobs: Int, by checkers: [RunningChecker]
  ) -> BatchLedger {
    let free = Monitor<[PassedBatch]>([])
    let hasEnded = Monitor(false)
    var ledger = parts.ledger
    runPipeline(
      jobs: jobs, window: max(3, jobs),
      produce: { () -> PassedBatch? in
        if hasEnded.withLock({ $0 }) { return nil }
        let passed = free.withLock { $0.popLast() } ?? PassedBatch()
        return parts.feeder.fill(&passed.batch) ? passed : nil
      },
      transform: { [decoder = parts.ledger] passed in
        passed.outcome = decoder.decode(&passed.batch)
        return passed
      },
      consume: { passed in
        if let outcome = passed.outcome { ledger.accept(outcome, of: &passed.batch) }
        if !passed.batch.events.isEmpty {
          for running in checkers { running.checker.check(passed.batch) }
        }
        free.withLock { $0.append(passed) }
        if ledger.hasEnded { hasEnded.withLock { $0 = true } }
        // Batches in flight are consumed as well, so that their bytes go back to the reader.
        return true
      })
    return ledger
  }
}

extension TraceReport {
  /// A report with what only the reader knows.
  init(on path: String, _ header: TraceHeader, _ notes: [ReadingNote]) {
    self.init(path: path, format: header.format)
    metadata = header.metadata.map { .init(name: $0.name, value: $0.value) }
    self.notes = notes.map { Note(id: $0.id, line: $0.line, count: $0.count, message: $0.message) }
  }
}

extension Statements {
  /// What the header of a trace states.
  init(_ header: TraceHeader) {
    self.init()
    (records, isComplete) = (header.records, header.isComplete)
    hasOneWindow = header.hasOneWindow
    platform = header.metadata.first { $0.name == "os" }.flatMap { PlatformVersion($0.value) }
  }
}
