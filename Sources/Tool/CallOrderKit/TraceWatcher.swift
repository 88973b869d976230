internal import CallOrderCore
internal import TraceChecking
package import TraceFindings
package import TraceGrammar
internal import TraceModel
package import TraceReading
package import TraceSystem

/// Checks a recording while it is being made: its events are stored as they arrive, and about once a second, for at most a fifth
/// of the time, all of them are checked as if the recording ended there.
///
/// The memory grows with the recording. It is read for two grammars until it has an action that only the wider one declares,
/// as that one asks for other members of the events, too.
package final class TraceWatcher {
  /// Reads the bytes that are available into a buffer, or waits for some, at most so many milliseconds.
  package typealias BytesReader = (
    _ buffer: UnsafeMutableRawBufferPointer, _ milliseconds: Int
  ) throws(SystemError) -> FollowedFile.Arrival

  /// The maximum number of reported findings that are remembered.
  private static let toldLimit = 100_000
  /// How long to wait for bytes before what has arrived is checked, in milliseconds.
  private static let patience = 200
  private static let chunkSize = 64 << 10

  private let path: String
  private let readBytes: BytesReader
  private let tell: (Violation, Grammar) -> Void
  /// The readings by each grammar that may still judge the recording, the one that judges it now first.
  private var readings: [Reading]
  /// The findings that were reported, up to the limit.
  private var told: Set<ToldViolation> = []
  private var schedule: CheckSchedule

  private struct ToldViolation: Hashable {
    var rule: String
    var event: Int
    var subject: String
  }

  /// What was read for one grammar.
  private final class Reading {
    let check: PreparedCheck
    let endRules: Set<String>
    let arrived = ArrivedBytes()
    private var store: TraceStore
    private var reader: StoreReader

    init(_ check: PreparedCheck) {
      self.check = check
      endRules = Set(check.grammar.rules.filter(\.form.isAboutTheEnd).map(\.id))
      store = TraceStore(members: check.checker.members)
      reader = StoreReader(
        arrived, members: check.checker.members, fillsUp: false, foreign: check.checker.foreign)
    }

    var eventCount: Int { store.events.count }

    /// Reads what has arrived.
    /// - Returns: whether more may come.
    func read(toEnd isEnd: Bool) throws(TraceError) -> Bool {
      arrived.hasEnded = isEnd
      var hasMore = true
      // What it is becomes known with the first bytes, and is then read in a second step.
      repeat { hasMore = try reader.next(into: &store) } while hasMore && (isEnd || reader.goesOn)
      return hasMore
    }

    /// What a check of everything so far finds.
    func checked(on path: String) -> TraceChecker.Checked {
      check.checker.checked(
        ReadTrace(
          store: store, statements: Statements(reader.header),
          report: TraceReport(on: path, reader.header, reader.notes)))
    }
  }

  /// - Parameters:
  ///   - path: the name in the report.
  ///   - readBytes: reads what arrives next.
  ///   - check: the check by the grammar that judges it as long as it has no action that only the wider one declares.
  ///   - wider: the check by a grammar with more actions; nil if there is none.
  ///   - interval: the least time between two checks of everything so far.
  ///   - tell: called once with each finding, as soon as it is known, and the grammar that it was judged by.
  package init(
    _ path: String, reading readBytes: @escaping BytesReader, by check: PreparedCheck,
    orBy wider: PreparedCheck? = nil, peeksEvery interval: Duration = .milliseconds(800),
    tell: @escaping (Violation, Grammar) -> Void
  ) {
    self.path = path
    self.readBytes = readBytes
    self.tell = tell
    readings = ([check] + (wider.map { [$0] } ?? [])).map(Reading.init)
    schedule = CheckSchedule(every: interval)
  }

  /// Checks to the end of the recording.
  /// - Returns: the report of all of it, and the grammar that it was judged by.
  /// - Throws: `TraceError` if it cannot be read; findings before that have been reported.
  package func run() throws(TraceError) -> (report: TraceReport, grammar: Grammar) {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    var hasMore = true
    while hasMore {
      switch try arrival(&chunk) {
      case .bytes: hasMore = try read(toEnd: false)
      case .nothing: break
      case .end: hasMore = try read(toEnd: true)
      }
      if hasMore, told.count < Self.toldLimit, schedule.isTime(for: readings[0].eventCount) {
        schedule.begin(readings[0].eventCount)
        for violation in report().violations where !readings[0].endRules.contains(violation.rule) {
          tellOnce(violation)
        }
        schedule.end()
      }
    }
    let report = report()
    for violation in report.violations
    where told.count < Self.toldLimit || readings[0].endRules.contains(violation.rule) {
      tellOnce(violation)
    }
    return (report, readings[0].check.grammar)
  }

  /// Reads what has arrived, for each grammar.
  private func read(toEnd isEnd: Bool) throws(TraceError) -> Bool {
    let hasMore = try readings[0].read(toEnd: isEnd)
    // What only the wider grammar cannot read is no recording of it.
    readings =
      readings.prefix(1) + readings.dropFirst().filter { (try? $0.read(toEnd: isEnd)) != nil }
    return hasMore
  }

  private func arrival(_ chunk: inout [UInt8]) throws(TraceError) -> FollowedFile.Arrival {
    do throws(SystemError) {
      // SAFETY: the reader uses the buffer only during the call, up to its count.
      let result = chunk.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemError) in try readBytes(buffer, Self.patience) }
      }
      let arrival = try result.get()
      if case .bytes(let count) = arrival {
        for reading in readings { reading.arrived.add(chunk[..<count]) }
      }
      return arrival
    } catch {
      throw TraceError(error.message)
    }
  }

  /// The report of a check of everything so far, by the grammar that now judges it.
  private func report() -> TraceReport {
    let checked = readings[0].checked(on: path)
    guard readings.count > 1 else { return checked.report }
    if readings[1].check.actions.isDisjoint(with: checked.unknown) { return checked.report }
    readings.removeFirst()
    return readings[0].checked(on: path).report
  }

  private func tellOnce(_ violation: Violation) {
    let identity = ToldViolation(
      rule: violation.rule, event: violation.event, subject: violation.subject)
    if told.contains(identity) { return }
    if told.count < Self.toldLimit { told.insert(identity) }
    tell(violation, readings[0].check.grammar)
  }
}

/// The bytes that have arrived and were not read yet.
private final class ArrivedBytes: ByteSource {
  // SAFETY: a buffer is the caller's, and is used only during the call, up to its count.
  private var unread: [UInt8] = []
  var hasEnded = false

  func add(_ bytes: ArraySlice<UInt8>) { unread += bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, unread.count)
    unread.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[..<count])) }
    unread.removeFirst(count)
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
