internal import CallOrderCore
internal import TraceChecking
package import TraceFindings
package import TraceGrammar
internal import TraceModel
package import TraceReading
package import TraceSystem

/// Bytes that are checked as they arrive.
package protocol WatchedBytes: AnyObject {
  // SAFETY: the buffer is the caller's, and is used only during the call, up to its count.

  /// Reads the bytes that are available, or waits for some.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, waitingAtMost milliseconds: Int
  ) throws(ByteSourceError) -> FollowedFile.Arrival
}

/// Checks a recording while it is being made: its events are stored as they arrive, and about once a second, for at most a fifth
/// of the time, all of them are checked as if the recording ended there.
///
/// The memory grows with the recording. Its first 256 MiB are also kept in a file, to find the origins of faults.
package final class TraceWatcher {
  /// How many bytes are kept: 256 MiB.
  package static let spoolLimit = 1 << 28
  /// The maximum number of reported findings that are remembered.
  private static let toldLimit = 100_000
  /// How long to wait for bytes before what has arrived is checked, in milliseconds.
  private static let patience = 200
  private static let chunkSize = 64 << 10

  private let path: String
  private let bytes: any WatchedBytes
  private let checker: TraceChecker
  private let endRules: Set<String>
  private let tell: (Violation) -> Void
  private let opened: OpenedTrace
  private let arrived: ArrivedBytes
  /// The findings that were reported, up to the limit.
  private var told: Set<ToldViolation> = []
  private var schedule: CheckSchedule

  private struct ToldViolation: Hashable {
    var rule: String
    var event: Int
    var subject: String
  }

  /// - Parameters:
  ///   - path: the name in the report.
  ///   - spoolLimit: how many bytes are kept.
  ///   - interval: the least time between two checks of everything so far.
  ///   - tell: called once with each finding, as soon as it is known.
  package init(
    _ path: String, _ bytes: any WatchedBytes, grammar: Grammar, options: CheckOptions,
    reading: ReadingOptions, spoolLimit: Int = TraceWatcher.spoolLimit,
    peeksEvery interval: Duration = .milliseconds(800),
    tell: @escaping (Violation) -> Void
  ) throws(ByteSourceError) {
    self.path = path
    self.bytes = bytes
    self.tell = tell
    checker = TraceChecker(Plan(grammar), options, reading)
    endRules = Set(grammar.rules.filter(\.form.isAboutTheEnd).map(\.id))
    schedule = CheckSchedule(every: interval)
    let arrived = try ArrivedBytes(limit: spoolLimit)
    self.arrived = arrived
    opened = OpenedTrace(TraceInput(path: path) { arrived.replay() })
  }

  /// Checks to the end of the recording.
  /// - Returns: the report of all of it.
  /// - Throws: `TraceError` if it cannot be read; findings before that have been reported.
  package func run() throws(TraceError) -> TraceReport {
    var store = TraceStore(members: checker.plan.members)
    var reader = StoreReader(
      arrived, members: checker.plan.members, fillsUp: false, foreign: checker.foreign)
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    var hasMore = true
    while hasMore {
      switch try arrival(&chunk) {
      case .bytes:
        // What it is becomes known with the first bytes, and is then read in a second step.
        repeat { hasMore = try reader.next(into: &store) } while hasMore && reader.goesOn
      case .nothing: break
      case .end:
        arrived.hasEnded = true
        while hasMore { hasMore = try reader.next(into: &store) }
      }
      if hasMore, told.count < Self.toldLimit, schedule.isTime(for: store.events.count) {
        schedule.begin(store.events.count)
        for violation in report(store, reader.header, reader.notes, reader.places).violations
        where !endRules.contains(violation.rule) {
          tellOnce(violation)
        }
        schedule.end()
      }
    }
    let report = report(store, reader.header, reader.notes, reader.places)
    for violation in report.violations
    where told.count < Self.toldLimit || endRules.contains(violation.rule) {
      tellOnce(violation)
    }
    return report
  }

  private func arrival(_ chunk: inout [UInt8]) throws(TraceError) -> FollowedFile.Arrival {
    do throws(ByteSourceError) {
      let result = chunk.withUnsafeMutableBytes { buffer in
        Result { () throws(ByteSourceError) in
          try bytes.read(into: buffer, waitingAtMost: Self.patience)
        }
      }
      let arrival = try result.get()
      if case .bytes(let count) = arrival { try arrived.add(chunk[..<count]) }
      return arrival
    } catch {
      throw TraceError(error.message)
    }
  }

  /// The report of a check of everything so far.
  private func report(
    _ store: TraceStore, _ header: TraceHeader, _ notes: [ReadingNote], _ places: EventPlaces
  ) -> TraceReport {
    opened.places = places
    return checker.checked(
      ReadTrace(
        opened: opened, store: store, statements: Statements(header),
        report: TraceReport(on: path, header, notes))
    ).report
  }

  private func tellOnce(_ violation: Violation) {
    let identity = ToldViolation(
      rule: violation.rule, event: violation.event, subject: violation.subject)
    if told.contains(identity) { return }
    if told.count < Self.toldLimit { told.insert(identity) }
    tell(violation)
  }
}

/// The bytes that have arrived and were not read yet. All of them are kept, up to a limit, to be read again.
private final class ArrivedBytes: ByteSource, @unchecked Sendable {
  // SAFETY: one thread watches a recording. A buffer is the caller's, and is used only during the call, up to its count.
  private let spool: Spool
  private var unread: [UInt8] = []
  var hasEnded = false

  init(limit: Int) throws(ByteSourceError) { spool = try Spool(limit: limit) }

  func add(_ bytes: ArraySlice<UInt8>) throws(ByteSourceError) {
    unread += bytes
    let kept = bytes.withUnsafeBytes { bytes in
      Result { () throws(ByteSourceError) in try spool.keep(bytes) }
    }
    try kept.get()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = min(buffer.count, unread.count)
    unread.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[..<count])) }
    unread.removeFirst(count)
    return count
  }

  /// Everything that was kept so far, from the start.
  func replay() -> SpoolReplay { SpoolReplay(spool) }
}

/// All kept bytes so far.
private final class SpoolReplay: ByteSource {
  private let spool: Spool
  private var offset = 0

  init(_ spool: Spool) { self.spool = spool }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = try spool.read(at: offset, into: buffer)
    offset += count
    return count
  }
}

/// When to check everything so far again: at intervals, and for at most about a fifth of the time.
private struct CheckSchedule {
  private let clock = ContinuousClock()
  private let interval: Duration
  private var next: ContinuousClock.Instant
  private var begun: ContinuousClock.Instant
  private var seen = 0

  init(every interval: Duration) {
    self.interval = interval
    next = clock.now
    begun = next
  }

  /// Whether there is something new, and the last check was long enough ago.
  func isTime(for count: Int) -> Bool { count > seen && clock.now >= next }

  mutating func begin(_ count: Int) {
    seen = count
    begun = clock.now
  }

  mutating func end() {
    let now = clock.now
    next = max(begun + interval, now + min((now - begun) * 4, interval * 16))
  }
}

/// A growing file or a pipe that is watched.
package final class FollowedBytes: WatchedBytes {
  private let file: FollowedFile

  package init(_ file: FollowedFile) { self.file = file }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, waitingAtMost milliseconds: Int
  ) throws(ByteSourceError) -> FollowedFile.Arrival {
    do throws(SystemError) {
      return try file.read(into: buffer, waitingAtMost: milliseconds)
    } catch {
      throw ByteSourceError(error.message)
    }
  }
}
