internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The rules on single events: on legal steps, times, values, and ends of calls.
struct SingleEvents: ~Copyable {
  /// The role of an event that marks the beginning or the end of a call.
  enum Phase {
    /// The call, or the only mark of it.
    case call
    /// The end of a call, and how many seconds the call took; NaN if that is not known.
    case end(OpenCalls.Call, seconds: Double)
    /// An end whose call has no known beginning.
    case endWithoutBegin
  }

  /// What determines how an event counts that breaks a rule on values.
  private struct ValueKey: Hashable {
    var rule: Int
    var callback: CallbackID
    var caller: Int?
    var role: Int?
    var about: RecordedSubject
  }

  let compiled: CompiledGrammar
  private let tables: CheckingTables
  let quirks: QuirkMatcher
  var values: ValueWatch
  private var timedCalls = TimedCalls()
  /// Findings about legal steps, until the next step of their subjects. If that is not legal, the state was not what it
  /// seemed.
  private var advices: [SubjectKey: [PendingFinding]] = [:]
  /// The events that break rules on values and are no longer listed. A recorder that writes another name of the main
  /// thread breaks such a rule with each event, all in vain if no event has the right name.
  private var brokenValues = BriefFindings<ValueKey>()
  private var openCalls = OpenCalls()
  /// The callbacks with a limit that came with their durations.
  var timed: Set<CallbackID> = []

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, _ quirks: QuirkMatcher) {
    (self.compiled, self.tables, self.quirks) = (compiled, tables, quirks)
    values = ValueWatch(tables.plans.values)
  }

  /// Whether advice waits for the next step of its subject.
  @inline(__always)
  var hasAdvice: Bool { mutating get { !advices.isEmpty } }

  /// Looks at the values of an event's members.
  /// - Parameters:
  ///   - callback: the callback that was called; nil for a notification, and for an unknown callback.
  ///   - number: the number of the batch.
  /// - Returns: whether one of them breaks a rule, or is the first known value of a rule in the trace.
  mutating func look(
    at event: EventRecord, callback: CallbackID?, in batch: borrowing EventBatch, number: UInt32,
    into findings: inout FindingLedger
  ) -> Bool {
    let isRemarkable = values.look(at: event, callback: callback, in: batch, number: number)
    if isRemarkable {
      for rule in values.newlyNamed { findings.noteNamed(rule) }
    }
    return isRemarkable
  }

  // MARK: - What fires

  /// Whether advice may apply to a legal step.
  func advises(on symbol: SymbolID, lifecycle: LifecycleID) -> Bool {
    !compiled.lifecycles[lifecycle].advices[symbol].isEmpty
  }

  /// The advice on a legal step that applies in all of the states.
  func advices(_ symbol: SymbolID, in states: [StateID], lifecycle: LifecycleID) -> [Firing] {
    compiled.lifecycles[lifecycle].advices[symbol].compactMap { advice in
      if !states.allSatisfy(advice.states.contains) { return nil }
      return Firing(rule: advice.rule, lifecycle: lifecycle, states: states, cause: .extra)
    }
  }

  /// The value rule that the present event breaks, in words.
  func contradiction(
    _ broken: ValueWatch.Break, _ callback: CallbackID, in batch: borrowing EventBatch
  ) -> Firing {
    let (rule, value) = values.describe(broken, in: batch)
    let message = compiled.grammar.rules[rule.rule].message
      .filled(callback: compiled.grammar.callbacks[callback].name)
    return Firing(
      rule: rule.rule, cause: .extra, message: "\(message): its \(rule.member) is \"\(value)\"")
  }

  /// The rules that an event breaks because of the time since another call.
  mutating func delays(_ occurrence: Occurrence, of subject: SubjectKey) -> [Firing] {
    timedCalls.firings(at: occurrence, of: subject, compiled.forms.timed)
  }

  // MARK: - Findings

  /// Adds the finding of a rule that fired.
  /// - Parameter spellings: the spellings that the trace uses, by number.
  func report(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference,
    in subjects: borrowing LiveSubjects, _ spellings: [String], into findings: inout FindingLedger
  ) {
    findings.report(finding(firing, occurrence, subject, in: subjects, spellings))
  }

  /// Adds the finding of a rule on values that an event breaks.
  mutating func report(
    _ broken: ValueWatch.Break, _ occurrence: Occurrence, _ subject: SubjectReference,
    in subjects: borrowing LiveSubjects, _ spellings: [String], _ batch: borrowing EventBatch,
    into findings: inout FindingLedger
  ) {
    let isUnnamed = subjects.directory[subject].isNarrowAndUnnamed(tables.kinds[subject.kind])
    let about = RecordedSubject(subject, in: subjects.directory)
    let key = ValueKey(
      rule: broken.index, callback: occurrence.callback, caller: occurrence.caller,
      role: occurrence.role, about: about)
    let event = Int(occurrence.number)
    let brief = isUnnamed ? nil : brokenValues.indices(for: key)
    if let index = brief?.first, !findings.wouldList(brokenValues[index], at: event) {
      return brokenValues[index].countAnother(at: event)
    }
    let firing = contradiction(broken, occurrence.callback, in: batch)
    let counted = findings.report(finding(firing, occurrence, subject, in: subjects, spellings))
    if let counted, brief == nil {
      brokenValues.learn(
        [BriefFinding(counted, rule: firing.rule, entry: 0, about: about)], for: key)
    }
  }

  /// Adds what was only counted to the findings of the trace.
  mutating func addCounted(to findings: inout FindingLedger) {
    brokenValues.addCounted(to: &findings)
  }

  private func finding(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference,
    in subjects: borrowing LiveSubjects, _ spellings: [String]
  ) -> PendingFinding {
    let description = subjects.directory.describe(subject, compiled.grammar)
    let violation = violation(
      firing, occurrence, of: description, after: subjects.stepper.recentEntries(of: subject),
      spelling: spellings[Int(occurrence.spelling)],
      process: subjects.directory.nameOfWidest(occurrence))
    return PendingFinding(
      violation: violation, rule: firing.rule, about: description.about,
      isUnnamed: description.isUnnamed)
  }

  /// Keeps advice on a step until it is known whether the step was legal.
  mutating func advise(
    _ subject: SubjectReference, _ occurrence: Occurrence, in subjects: borrowing LiveSubjects,
    _ spellings: [String]
  ) {
    for number in tables.seeing[subject.kind][occurrence.callback] {
      let lifecycle = tables.kinds[subject.kind].runs[number].lifecycle
      guard let symbol = compiled.lifecycles[lifecycle].symbol(of: occurrence).symbol,
        advises(on: symbol, lifecycle: lifecycle),
        let states = subjects.stepper.states(subject, run: number)
      else { continue }
      let key = subjects.directory.key(subject)
      for firing in advices(symbol, in: states, lifecycle: lifecycle) {
        wait(finding(firing, occurrence, subject, in: subjects, spellings), of: key)
      }
    }
  }

  /// Keeps advice until the next step of its subject.
  mutating func wait(_ advice: PendingFinding, of subject: SubjectKey) {
    advices[subject, default: []].append(advice)
  }

  /// Removes and returns the advice that waited for a step of the subject; it holds if that step was legal.
  mutating func takeAdvices(of subject: SubjectKey) -> [PendingFinding] {
    advices.isEmpty ? [] : advices.removeValue(forKey: subject) ?? []
  }

  /// Reports the advice on a subject if its last step was legal, and drops it otherwise.
  mutating func reportAdvices(
    _ subject: SubjectReference, in subjects: borrowing LiveSubjects,
    into findings: inout FindingLedger
  ) {
    let advices = takeAdvices(of: subjects.directory.key(subject))
    if subjects.stepper.present.costRose { return }
    for advice in advices { findings.report(advice) }
  }

  /// Drops what is known of a subject that is being forgotten.
  mutating func forget(_ subject: SubjectKey) {
    timedCalls.forget(subject, compiled.forms.timed)
  }

  // MARK: - Calls with two events

  /// Records the beginning or the end of a call.
  /// - Parameters:
  ///   - number: the number of the event in its trace.
  ///   - wasSeen: whether the callback came before.
  mutating func phase(
    of event: EventRecord, _ callback: CallbackID, number: UInt32, wasSeen: Bool,
    in batch: borrowing EventBatch
  ) -> Phase {
    let identities = identities(of: callback, event, in: batch)
    if event.phase == .begin {
      openCalls.begin(
        OpenCalls.Call(
          event: number, time: event.time, callback: callback, identities: identities))
      return .call
    }
    if let call = openCalls.end(callback, identities) {
      let seconds = event.duration.isNaN ? event.time - call.time : event.duration
      // Less than a microsecond is noise of the clock.
      return .end(call, seconds: (seconds * 1e6).rounded() / 1e6)
    }
    return openCalls.standsAlone(callback, wasSeen: wasSeen) ? .call : .endWithoutBegin
  }

  /// Keeps the violations of a call that begins now, in case it takes too long.
  mutating func awaitEnd(
    of occurrence: Occurrence, _ subject: SubjectReference, in subjects: borrowing LiveSubjects,
    _ spellings: [String]
  ) {
    for firing in tooLong(.infinity, occurrence.callback) {
      openCalls.wait(
        finding(firing, occurrence, subject, in: subjects, spellings), event: occurrence.number)
    }
  }

  /// Reports the violations that waited for the end of a call, if it took too long.
  func finish(_ call: OpenCalls.Call, after seconds: Double, into findings: inout FindingLedger) {
    let broken = tooLong(seconds, call.callback)
    for var finding in call.findings {
      guard let message = broken.first(where: { $0.rule == finding.rule })?.message else {
        continue
      }
      finding.violation.message = message
      findings.report(finding)
    }
  }

  /// The hashes of the values that identify the callback's subject and its wider subjects; 0 where the event has none.
  private func identities(
    of callback: CallbackID, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> [UInt64] {
    var identities: [UInt64] = []
    var next: SubjectKindID? = tables.traits[callback].kind
    while let kind = next {
      for member in [tables.kinds[kind].member, tables.kinds[kind].alias].compactMap(\.self) {
        let name = batch.value(member, of: event)
        identities.append(name.isNone ? 0 : batch.names.hash(name))
      }
      next = tables.kinds[kind].parent
    }
    return identities
  }
}
