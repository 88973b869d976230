internal import CallOrderCore
internal import TraceChecking
package import TraceFindings
package import TraceGrammar
internal import TraceModel
package import TraceReading
package import TraceSystem

/// Bytes that are checked as they arrive.
package protocol WatchedBytes: AnyObject {
  /// Reads the bytes that are available, or waits for some.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, waitingAtMost milliseconds: Int
  ) throws(ByteSourceError) -> FollowedFile.Arrival
}

/// Checks a recording while it is being made, and reports what a check of everything so far would find.
///
/// The recording is kept in a file of at most 256 MiB. As long as it fits, it is checked again whenever a callback occurs
/// for the first time, by what the recording now shows. About once a second it is also checked as if it ended there, for
/// faults whose repair only later calls would make certain. Once the file is full, the recording is judged by the
/// callbacks that it had shown until then, and faults are reported once they are certain. The memory does not grow with
/// the recording.
package final class TraceWatcher {
  /// How many bytes are kept: 256 MiB.
  package static let spoolLimit = 1 << 28
  /// The maximum number of reported violations that are remembered.
  private static let toldLimit = 100_000
  /// How many bytes may be read again, beyond those that arrived, to find the causes of violations reported at once.
  private static let replayAllowance = 1 << 24

  private let path: String
  private let bytes: any WatchedBytes
  private let checker: TraceChecker
  private let members: EventMembers
  private let endRules: Set<String>
  private let tell: (Violation) -> Void
  private let spool: WatchSpool
  /// The violations that were reported, up to the limit.
  private var told: Set<ToldViolation> = []
  private var schedule: PeekSchedule
  private var replayedBytes = 0

  private struct ToldViolation: Hashable {
    var rule: String
    var event: Int
    var subject: String
  }

  /// The result of a pass over the recording.
  private enum Pass {
    case ended(TraceReport)
    /// More callbacks occur than it was judged by.
    case showsMore(ObservedAlphabet)
  }

  /// - Parameters:
  ///   - path: the name in the report.
  ///   - spoolLimit: how many bytes are kept.
  ///   - interval: the least time between two checks of everything so far.
  ///   - tell: called once with each violation, as soon as it is known.
  package init(
    _ path: String, _ bytes: any WatchedBytes, grammar: Grammar, options: CheckOptions,
    reading: ReadingOptions, spoolLimit: Int = TraceWatcher.spoolLimit,
    peeksEvery interval: Duration = .milliseconds(800),
    tell: @escaping (Violation) -> Void
  ) throws(ByteSourceError) {
    let compiled = CompiledGrammar(grammar)
    self.path = path
    self.bytes = bytes
    self.tell = tell
    checker = TraceChecker(compiled, options, reading)
    // The lens for an inferred alphabet, because it also reads the member that names the delegate.
    members = checker.cabinet.lens(Self.nothing).compiled.identityMembers
    endRules = Set(grammar.rules.filter(\.form.isAboutTheEnd).map(\.id))
    schedule = PeekSchedule(every: interval)
    spool = try WatchSpool(limit: spoolLimit)
  }

  /// Checks to the end of the recording.
  /// - Returns: the report of all of it.
  /// - Throws: `TraceError` if it cannot be read; violations before that have been reported.
  package func run() throws(TraceError) -> TraceReport {
    var alphabet = Self.nothing
    while true {
      switch try pass(judgedBy: alphabet) {
      case .ended(let report): return report
      case .showsMore(let larger): alphabet = larger
      }
    }
  }

  /// What a recording shows before its first event.
  private static let nothing: ObservedAlphabet = {
    var alphabet = ObservedAlphabet()
    alphabet.isInferred = true
    return alphabet
  }()

  private func pass(judgedBy alphabet: ObservedAlphabet) throws(TraceError) -> Pass {
    let source = WatchedSource(bytes, spool)
    var reader = TraceReader(
      source, members: members, fillsBatches: false, foreign: checker.foreign)
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    let hasEvents = try reader.next(into: &batch)
    let stated = checker.stated(reader.header)
    let lens = checker.lens(stated) ?? checker.cabinet.lens(alphabet)
    var options = checker.checking(reader.header, EarlierLook())
    source.whenIdle = { self.peek(through: lens, options) }
    let peekOptions = options
    options.telling = .onceCertain
    // What is kept will be looked at again; for what comes after that, this is the only look.
    options.earlier.isOnlyLook = stated == nil
    return try lens.withTables { (tables: CheckingTables) throws(TraceError) in
      var live = Checker(lens.compiled, tables: tables, options: options)
      var hasMore = hasEvents
      while hasMore {
        live.check(batch)
        if stated == nil, !spool.isFull, source.isLive,
          let larger = Self.grown(alphabet, to: live.occurred)
        {
          return .showsMore(larger)
        }
        let certain = live.takeCertain(all: !spool.isFull)
        // Rereading must not cost more than the first reading did; a peek reports the rest.
        if spool.isFull || replayedBytes <= spool.count + Self.replayAllowance {
          replayedBytes += certain.isEmpty ? 0 : spool.wholeLines
          tell(certain, by: live)
        }
        peek(through: lens, peekOptions)
        hasMore = try reader.next(into: &batch)
      }
      var report = checker.report(path, reader.header, reader.notes, &live)
      if spool.isFull {
        report = checker.described(report, stated, alphabet)
        if stated == nil { report.noteThatItWasJudgedSoFar() }
        checker.explain(
          &report, .init(callbacks: live.occurred, byRole: live.shownByRole),
          by: checker.origins(of: report, from: nil, through: &batch))
      } else {
        let accuses = report.counts.total > 0 || live.scopes != nil
        report = accuses ? try judged(upTo: spool.count) : report
        if report.observed == nil { report = checker.described(report, stated, alphabet) }
      }
      for violation in report.violations
      where told.count < Self.toldLimit || endRules.contains(violation.rule) {
        tellOnce(violation)
      }
      return .ended(report)
    }
  }

  /// The report of a check of everything so far.
  private func judged(upTo end: Int) throws(TraceError) -> TraceReport {
    let kept = TraceInput(path: path) { [spool] in SpoolReplay(spool, upTo: end) }
    switch checker.check(OpenedTrace(kept, readsAhead: false), jobs: 1) {
    case .success(let report): return report
    case .failure(let failed):
      throw TraceError(failed.failure.message, at: failed.failure.position)
    }
  }

  /// The alphabet of what occurs by now; nil if it has not grown.
  private static func grown(
    _ alphabet: ObservedAlphabet, to occurred: ObservedAlphabet
  ) -> ObservedAlphabet? {
    var occurred = occurred
    occurred.isInferred = true
    return occurred == alphabet ? nil : occurred
  }

  /// Checks everything so far as if it ended here, if it is time for that.
  private func peek(through lens: ObservingLens, _ options: CheckingOptions) {
    guard !spool.isFull, told.count < Self.toldLimit, schedule.isTime(for: spool.wholeLines) else {
      return
    }
    schedule.begin(spool.wholeLines)
    defer { schedule.end() }
    var reader = TraceReader(
      SpoolReplay(spool, upTo: spool.wholeLines), members: members, foreign: checker.foreign)
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    lens.withTables { tables in
      var checker = Checker(lens.compiled, tables: tables, options: options)
      // Errors are reported by the pass that waits for more bytes.
      while (try? reader.next(into: &batch)) == true {
        checker.check(batch)
      }
      var report = TraceReport(path: path)
      checker.finish(&report)
      tell(report.violations.filter { !endRules.contains($0.rule) }, by: checker)
    }
  }

  /// Reports the violations that were not reported yet and that a check of everything so far finds as well, with causes by
  /// what the recording shows so far.
  private func tell(_ violations: [Violation], by checker: borrowing Checker) {
    var report = TraceReport(path: path)
    report.violations = violations.filter { !told.contains(identity(of: $0)) }
    if report.violations.isEmpty { return }
    if !spool.isFull, let judged = try? judged(upTo: spool.wholeLines) {
      let found = Set(report.violations.map(identity(of:)))
      return judged.violations.filter { found.contains(identity(of: $0)) }.forEach(tellOnce)
    }
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    self.checker.explain(
      &report, .init(callbacks: checker.occurred, byRole: checker.shownByRole),
      by: self.checker.origins(of: report, from: nil, through: &batch))
    report.violations.forEach(tellOnce)
  }

  private func identity(of violation: Violation) -> ToldViolation {
    ToldViolation(rule: violation.rule, event: violation.event, subject: violation.subject)
  }

  private func tellOnce(_ violation: Violation) {
    let identity = identity(of: violation)
    if told.contains(identity) { return }
    if told.count < Self.toldLimit { told.insert(identity) }
    tell(violation)
  }
}
