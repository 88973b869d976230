public import TraceChecking
public import TraceFindings
public import TraceGrammar
internal import TraceReading
internal import TraceSystem

/// A check that is prepared once and then used for many recordings.
///
/// Preparing it takes as long as checking thousands of events, so a service that checks one recording per request should
/// keep it. It can be used by several threads at once.
public struct PreparedCheck: Sendable {
  let grammar: Grammar
  let options: CheckOptions
  let reading: ReadingOptions
  let checker: TraceChecker

  /// Prepares a check.
  /// - Parameters:
  ///   - grammar: the grammar to check against.
  ///   - options: how traces are judged, and how much is reported.
  ///   - reading: how traces are read.
  /// - Complexity: O(size of the grammar's automata).
  public init(
    against grammar: Grammar = .uiScene(), options: CheckOptions = CheckOptions(),
    reading: ReadingOptions = ReadingOptions()
  ) {
    (self.grammar, self.options, self.reading) = (grammar, options, reading)
    checker = TraceChecker(CompiledGrammar(grammar), options, reading)
  }

  /// Checks traces; the report is the same as that of `checkTraces`.
  ///
  /// An input that cannot be read or is malformed becomes a failure in the report; the others are still checked.
  /// The result is the same for any number of jobs.
  /// - Complexity: O(bytes), plus the time to find repairs for violations.
  public func report(of inputs: [TraceInput]) -> Report {
    let inputs = inputs.flatMap(\.expanded)
    let jobs = max(1, reading.jobs)
    var assembly = ReportAssembly(ReportLimits(options), count: inputs.count)
    // Several traces are checked in parallel; a single one is decoded on several threads.
    let side = inputs.count > 1 ? jobs : 1
    let jobsPerTrace = inputs.count > 1 ? 1 : jobs
    // An input that can be opened again does not have to stay open.
    let kept = inputs.map { $0.isRereadable ? nil : OpenedTrace($0, jobs: jobsPerTrace) }
    @Sendable func opened(_ index: Int) -> OpenedTrace {
      kept[index] ?? OpenedTrace(inputs[index], jobs: jobsPerTrace)
    }
    var alphabet: RecordedCallbacks?
    if options.records == .run {
      var all = RecordedCallbacks()
      runConcurrently(jobs: side, count: inputs.count) { index in
        checker.occurred(opened(index))
      } consume: { occurred in
        all.calls.formUnion(occurred?.calls ?? [])
        all.notifications.formUnion(occurred?.notifications ?? [])
      }
      alphabet = all
    }
    // As the report fills up, later traces can skip listing events that it would drop.
    let tellsEvents = Monitor(ToldEvents.ofAll)
    // Reports without a timeline are small, so many of them may wait for their turn.
    let ahead = options.timelineLimit == nil ? 32 : 4
    runConcurrently(jobs: side, count: inputs.count, ahead: ahead) { [alphabet] index in
      checker.check(
        opened(index), among: alphabet, tellingEvents: tellsEvents.withLock { $0 })
    } consume: { outcome in
      switch outcome {
      case .success(let checked):
        assembly.add(checked.report, occurring: checked.occurring)
        tellsEvents.withLock { [told = assembly.tellsEvents] in $0 = told }
      case .failure(let failure): assembly.add(failure.failure)
      }
    }
    return assembly.report(by: grammar)
  }
}
