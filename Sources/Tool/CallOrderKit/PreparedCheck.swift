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
  /// The names of what an app does itself.
  let actions: Set<String>

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
    checker = TraceChecker(Plan(grammar), options, reading)
    actions = Set(grammar.callbacks.lazy.filter(\.isAction).map(\.name))
  }

  /// Checks traces; the report is the same as that of `checkTraces`.
  ///
  /// An input that cannot be read or is malformed becomes a failure in the report; the others are still checked.
  /// The result is the same for any number of jobs.
  /// - Complexity: O(bytes), plus the time to find repairs for findings.
  public func report(of inputs: [TraceInput]) -> Report {
    check(opened(inputs)).report
  }

  /// Checks traces, each by the wider grammar if it has, or says that it records, an action that only this one declares. What
  /// other traces have makes no difference, unless all of them together show what is recorded.
  /// - Parameter wider: the other check; nil if there is none. It is made only if a name is not known.
  /// - Returns: the report, and the wider grammar if any trace was judged by it.
  package func report(
    of inputs: [TraceInput], orBy wider: Lazily<PreparedCheck?>
  ) -> (report: Report, grammar: Grammar) {
    let traces = opened(inputs)
    if options.records != .run {
      let checked = check(traces, orBy: wider)
      return (checked.report, checked.grammar)
    }
    let (report, _, unknown) = check(traces)
    guard !traces.contains(where: \.isCut), let other = wider.value(for: unknown) else {
      return (report, grammar)
    }
    return (other.check(traces).report, other.grammar)
  }

  private func opened(_ inputs: [TraceInput]) -> [OpenedTrace] {
    inputs.flatMap(\.expanded).map(OpenedTrace.init)
  }

  private func check(
    _ traces: [OpenedTrace], orBy wider: Lazily<PreparedCheck?>? = nil
  ) -> (report: Report, grammar: Grammar, unknown: Set<String>) {
    var assembly = ReportAssembly(ReportLimits(options), count: traces.count)
    var alphabet: RecordedCallbacks?
    if options.records == .run {
      var all = RecordedCallbacks()
      runConcurrently(jobs: reading.jobs, count: traces.count) { index in
        checker.occurred(traces[index])
      } consume: { occurred in
        all.calls.formUnion(occurred?.calls ?? [])
        all.notifications.formUnion(occurred?.notifications ?? [])
      }
      alphabet = all
    }
    var unknown: Set<String> = []
    var used = grammar
    // As the report fills up, later traces can skip listing events that it would drop.
    let tellsEvents = Monitor(ToldEvents.ofAll)
    // Reports without a timeline are small, so many of them may wait for their turn.
    let ahead = options.timelineLimit == nil ? 32 : 4
    runConcurrently(jobs: reading.jobs, count: traces.count, ahead: ahead) { [alphabet] index in
      let (trace, told) = (traces[index], tellsEvents.withLock { $0 })
      let outcome = checker.check(trace, among: alphabet, tellingEvents: told)
      guard let wider, case .success(let checked) = outcome, !trace.isCut,
        let other = wider.value(for: checked.unknown)
      else { return (outcome, nil) }
      return (other.checker.check(trace, tellingEvents: told), other.grammar)
    } consume: { (outcome: Result<TraceChecker.Checked, TraceChecker.Failed>, other: Grammar?) in
      used = other ?? used
      switch outcome {
      case .success(let checked):
        assembly.add(checked.report, occurring: checked.occurring)
        if unknown.count < Self.nameLimit { unknown.formUnion(checked.unknown) }
        tellsEvents.withLock { [told = assembly.tellsEvents] in $0 = told }
      case .failure(let failure): assembly.add(failure.failure)
      }
    }
    return (assembly.report(by: used), used, unknown)
  }

  /// After this many names that the grammar does not know, no more are looked at.
  private static let nameLimit = 10_000
}

extension Lazily<PreparedCheck?> {
  /// The check, if names that are not known are actions that its grammar declares.
  func value(for unknown: some Collection<String>) -> PreparedCheck? {
    if unknown.isEmpty { return nil }
    return value.flatMap { $0.actions.isDisjoint(with: unknown) ? nil : $0 }
  }
}
