internal import CallOrderCore
internal import TraceChecking
package import TraceFindings
package import TraceGrammar
internal import TraceModel
package import TraceReading
package import TraceSystem

/// Bytes that are checked while they come.
package protocol WatchedBytes: AnyObject {
  /// Reads what is there, or waits a while for it.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, waitingAtMost milliseconds: Int
  ) throws(ByteSourceError) -> FollowedFile.Arrival
}

/// Checks one recording while it is made: tells what a check of all that came so far would find.
///
/// What came is kept in a file of at most 256 MiB. As long as it has room, a callback that occurs for the first time is
/// reason to check it again, by what the recording now shows; and about once a second it is checked to its end, for
/// faults of which only later calls would make the repair certain. Beyond it the recording is judged by the callbacks
/// that it had shown until then, and faults are told once they are certain. The memory does not grow with the recording.
package final class TraceWatcher {
  /// Rules about the end of a recording wait for it.
  private static func isAboutTheEnd(_ form: Rule.Form) -> Bool {
    switch form {
    case .end, .incomplete: true
    default: false
    }
  }

  /// How many bytes are kept: 256 MiB.
  package static let spoolLimit = 1 << 28
  /// Of so many violations it is remembered that they were told.
  private static let toldLimit = 100_000
  /// So many bytes more than came are read again for the causes of what is told at once.
  private static let replayAllowance = 1 << 24

  private let path: String
  private let bytes: any WatchedBytes
  private let checker: TraceChecker
  private let members: EventMembers
  private let endRules: Set<String>
  private let tell: (Violation) -> Void
  private let spool: WatchSpool
  /// The violations that were told, as far as they are remembered.
  private var told: Set<ToldViolation> = []
  private var schedule: PeekSchedule
  private var replayedBytes = 0

  private struct ToldViolation: Hashable {
    var rule: String
    var event: Int
    var subject: String
  }

  /// What a pass over the recording came to.
  private enum Pass {
    case ended(TraceReport)
    /// More callbacks occur than it was judged by.
    case showsMore(ObservedAlphabet)
  }

  /// - Parameters:
  ///   - path: the name in the report.
  ///   - spoolLimit: how many bytes are kept.
  ///   - interval: how often what came is checked to its end, at most.
  ///   - tell: is called with each violation, once, as soon as it is known.
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
    // What recorders leave out is told by their delegates.
    members = checker.cabinet.lens(Self.nothing).compiled.identityMembers
    endRules = Set(grammar.rules.filter { Self.isAboutTheEnd($0.form) }.map(\.id))
    schedule = PeekSchedule(every: interval)
    spool = try WatchSpool(limit: spoolLimit)
  }

  /// Checks to the end of the recording.
  /// - Returns: the report of all of it.
  /// - Throws: `TraceError` where it cannot be read; what came before was told.
  package func run() throws(TraceError) -> TraceReport {
    var alphabet = Self.nothing
    while true {
      switch try pass(judgedBy: alphabet) {
      case .ended(let report): return report
      case .showsMore(let larger): alphabet = larger
      }
    }
  }

  /// What a recording shows before anything came.
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
    // What is kept is looked at again; for what comes after that, this is the only look.
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
        // Reading what came again must not cost more than reading it once did; a peek tells the rest.
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

  /// What a check of what came so far finds.
  private func judged(upTo end: Int) throws(TraceError) -> TraceReport {
    let kept = TraceInput(path: path) { [spool] in SpoolReplay(spool, upTo: end) }
    switch checker.check(OpenedTrace(kept, readsAhead: false), jobs: 1) {
    case .success(let report): return report
    case .failure(let failed):
      throw TraceError(failed.failure.message, at: failed.failure.position)
    }
  }

  /// The alphabet with what occurs by now; nil where it has all of it.
  private static func grown(
    _ alphabet: ObservedAlphabet, to occurred: ObservedAlphabet
  ) -> ObservedAlphabet? {
    var occurred = occurred
    occurred.isInferred = true
    return occurred == alphabet ? nil : occurred
  }

  /// Checks what came so far as if it ended here, if it is time for that.
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
      // What cannot be read so far is told by the pass that waits for more of it.
      while (try? reader.next(into: &batch)) == true { checker.check(batch) }
      var report = TraceReport(path: path)
      checker.finish(&report)
      tell(report.violations.filter { !endRules.contains($0.rule) }, by: checker)
    }
  }

  /// Tells those that were not told and that a check of what came so far finds as well, with causes by what the recording
  /// shows so far.
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
