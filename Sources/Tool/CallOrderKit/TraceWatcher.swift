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
  private let endRules: Set<String>
  private let tell: (Violation) -> Void
  private let spool: Spool
  /// The violations that were reported, up to the limit.
  private var told: Set<ToldViolation> = []
  private var schedule: PeekSchedule
  private var replayedBytes = 0

  private struct ToldViolation: Hashable {
    var rule: String
    var event: Int
    var subject: String
  }

  /// The result of following the recording.
  private enum Outcome {
    case ended(TraceReport)
    /// More callbacks occur than it was judged by.
    case showsMore(RecordedCallbacks)
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
    endRules = Set(grammar.rules.filter(\.form.isAboutTheEnd).map(\.id))
    schedule = PeekSchedule(every: interval)
    spool = try Spool(limit: spoolLimit)
  }

  /// Checks to the end of the recording.
  /// - Returns: the report of all of it.
  /// - Throws: `TraceError` if it cannot be read; violations before that have been reported.
  package func run() throws(TraceError) -> TraceReport {
    var callbacks = RecordedCallbacks()
    while true {
      switch try follow(judgingBy: callbacks) {
      case .ended(let report): return report
      case .showsMore(let more): callbacks = more
      }
    }
  }

  /// Checks what is kept and what arrives.
  /// - Parameter callbacks: those that the recording has shown so far.
  private func follow(judgingBy callbacks: RecordedCallbacks) throws(TraceError) -> Outcome {
    let passes = checker.passes
    let source = WatchedSource(bytes, spool)
    source.whenIdle = { self.peek() }
    var reader = TraceReader(
      source, members: checker.passes.whole.identityMembers, fillsBatches: false,
      foreign: checker.foreign)
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    var hasMore = try reader.next(into: &batch)
    let statements = Statements(reader.header)
    let stated = passes.stated(statements)
    var options = passes.options(for: statements)
    // What a complete recording lacks at its beginning is found by checking what is kept.
    options.beginsAtBeginning = false
    options.telling = .onceCertain
    // What is kept will be checked again; for what comes after that, this is the only pass.
    options.reported = stated == .all ? .all : .showingAll
    let live = passes.grammar(stated, showing: passes.whole.shown(stated, callbacks))
      .start(options)
    while hasMore {
      live.checker.check(batch)
      if stated != .all, !spool.isFull, source.isLive {
        // Of what is kept, this pass may not have met everything yet.
        let more = callbacks.union(live.checker.occurred)
        if more != callbacks { return .showsMore(more) }
      }
      let certain = live.checker.takeCertain(all: !spool.isFull)
        .filter { !told.contains(identity(of: $0)) }
      if spool.isFull {
        tell(certain, by: live.checker)
      } else if !certain.isEmpty, replayedBytes <= spool.count + Self.replayAllowance {
        // Rereading must not cost more than the first reading did; a peek reports the rest.
        replayedBytes += spool.wholeLines
        tellSoFar()
      } else {
        peek()
      }
      hasMore = try reader.next(into: &batch)
    }
    var report: TraceReport
    if spool.isFull {
      let pass = Pass(
        [live], statements, report: TraceReport(on: path, reader.header, reader.notes))
      report = passes.report(on: pass, stated, callbacks)
      if stated == nil { report.noteThatItWasJudgedSoFar() }
      explain(&report, by: live.checker)
    } else {
      report = try judged(upTo: spool.count)
    }
    for violation in report.violations
    where told.count < Self.toldLimit || endRules.contains(violation.rule) {
      tellOnce(violation)
    }
    return .ended(report)
  }

  /// The report of a check of everything so far.
  private func judged(upTo end: Int) throws(TraceError) -> TraceReport {
    let kept = TraceInput(path: path) { [spool] in SpoolReplay(spool, upTo: end) }
    switch checker.check(OpenedTrace(kept, jobs: 1)) {
    case .success(let checked): return checked.report
    case .failure(let failed):
      throw TraceError(failed.failure.message, at: failed.failure.position)
    }
  }

  /// Checks everything so far as if it ended here, if it is time for that.
  private func peek() {
    guard !spool.isFull, told.count < Self.toldLimit, schedule.isTime(for: spool.wholeLines) else {
      return
    }
    schedule.begin(spool.wholeLines)
    tellSoFar()
    schedule.end()
  }

  /// Reports what a check of everything so far finds. Errors are reported by the pass that waits for more bytes.
  private func tellSoFar() {
    guard let report = try? judged(upTo: spool.wholeLines) else { return }
    for violation in report.violations where !endRules.contains(violation.rule) {
      tellOnce(violation)
    }
  }

  /// Reports violations in the part of a recording that is no longer kept.
  private func tell(_ violations: [Violation], by checker: borrowing Checker) {
    if violations.isEmpty { return }
    var report = TraceReport(path: path)
    report.violations = violations
    explain(&report, by: checker)
    report.violations.forEach(tellOnce)
  }

  /// Adds causes, by what the recording has shown so far.
  private func explain(_ report: inout TraceReport, by checker: borrowing Checker) {
    let shown = ShownCallbacks(checker.occurred, byRole: checker.shownByRole)
    self.checker.explain(&report, shown, stated: nil, by: nil)
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
