internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The rules on single events: on legal steps, times, values, answers, and ends of calls.
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

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  var rules: EventRules
  /// The events that break rules on values and are no longer listed. A recorder that writes another name of the main
  /// thread breaks such a rule with each event, all in vain if no event has the right name.
  private var brokenValues = BriefFindings<ValueKey>()
  private var openCalls = OpenCalls()

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, _ quirks: QuirkMatcher) {
    (self.compiled, self.tables) = (compiled, tables)
    rules = EventRules(compiled, tables, quirks)
  }

  /// The hash of the value that matches an answer to its question, for either of the two; 0 for none.
  @inline(__always)
  func answerValue(
    of event: EventRecord, _ callback: CallbackID, in batch: borrowing EventBatch
  ) -> UInt64 {
    guard let place = tables.traits[callback].answerPlace else { return 0 }
    let value = batch.value(place, of: event)
    return value.isNone ? 0 : batch.names.hash(value)
  }

  /// Looks at the values of an event's members.
  /// - Parameters:
  ///   - callback: the callback that was called; nil for a notification, and for an unknown callback.
  ///   - number: the number of the batch.
  /// - Returns: whether one of them breaks a rule, or is the first known value of a rule in the trace.
  mutating func look(
    at event: EventRecord, callback: CallbackID?, in batch: borrowing EventBatch, number: UInt32,
    into findings: inout FindingLedger
  ) -> Bool {
    let isRemarkable = rules.values.look(at: event, callback: callback, in: batch, number: number)
    if isRemarkable {
      for rule in rules.values.newlyNamed { findings.noteNamed(rule) }
    }
    return isRemarkable
  }

  /// Forgets what the values of the present event break. The next event may not be looked at.
  mutating func forgetValues() { rules.values.forget() }

  // MARK: - Findings

  /// Adds the finding of a rule that fired.
  /// - Parameter spellings: the spellings that the trace uses, by number.
  func report(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference,
    in subjects: borrowing LiveSubjects, _ spellings: [String], into findings: inout FindingLedger
  ) {
    let violation = violation(firing, occurrence, subject, in: subjects, spellings)
    let about = RecordedSubject(subject, in: subjects.directory)
    if !findings.reports(violation, about: about) { return }
    findings.add(
      violation, rule: firing.rule, about: about,
      isUnnamed: subjects.directory.describe(subject, compiled.grammar).isUnnamed)
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
    let firing = rules.contradiction(broken, occurrence.callback, in: batch)
    let violation = violation(firing, occurrence, subject, in: subjects, spellings)
    if !findings.reports(violation, about: about) { return }
    let counted = findings.add(
      violation, rule: firing.rule, about: about, isUnnamed: isUnnamed)
    if let counted, brief == nil {
      brokenValues.learn(
        [BriefFinding(counted, rule: firing.rule, entry: 0, about: about)], for: key)
    }
  }

  /// Adds what was only counted to the findings of the trace.
  mutating func addCounted(to findings: inout FindingLedger) {
    brokenValues.addCounted(to: &findings)
  }

  private func violation(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference,
    in subjects: borrowing LiveSubjects, _ spellings: [String]
  ) -> Violation {
    rules.violation(
      firing, occurrence, of: subjects.directory.describe(subject, compiled.grammar),
      after: subjects.stepper.recentEntries(of: subject),
      spelling: spellings[Int(occurrence.spelling)],
      process: subjects.directory.nameOfWidest(occurrence))
  }

  /// Keeps advice on a step until it is known whether the step was legal.
  mutating func advise(
    _ subject: SubjectReference, _ occurrence: Occurrence, in subjects: borrowing LiveSubjects,
    _ spellings: [String]
  ) {
    for number in tables.seeing[subject.kind][occurrence.callback] {
      let lifecycle = tables.kinds[subject.kind].runs[number].lifecycle
      guard let symbol = compiled.lifecycles[lifecycle].symbol(of: occurrence).symbol,
        rules.advises(on: symbol, occurrence, lifecycle: lifecycle),
        let states = subjects.stepper.states(subject, run: number)
      else { continue }
      let key = subjects.directory.key(subject)
      let unasked = rules.unasked(
        occurrence, lifecycle: lifecycle, in: states, of: key,
        subjects.directory.certainty(subject))
      let advices = rules.advices(symbol, in: states, lifecycle: lifecycle)
      for firing in advices + unasked {
        let violation = violation(firing, occurrence, subject, in: subjects, spellings)
        rules.wait(
          Advice(
            violation: violation, rule: firing.rule,
            about: RecordedSubject(subject, in: subjects.directory)),
          of: key)
      }
    }
  }

  /// Reports the advice on a subject if its last step was legal, and drops it otherwise.
  mutating func reportAdvices(
    _ subject: SubjectReference, in subjects: borrowing LiveSubjects,
    into findings: inout FindingLedger
  ) {
    let advices = rules.takeAdvices(of: subjects.directory.key(subject))
    if subjects.stepper.present.costRose || advices.isEmpty { return }
    let isUnnamed = subjects.directory.describe(subject, compiled.grammar).isUnnamed
    for advice in advices where findings.reports(advice.violation, about: advice.about) {
      findings.add(
        advice.violation, rule: advice.rule, about: advice.about, isUnnamed: isUnnamed)
    }
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
    for firing in rules.tooLong(.infinity, occurrence.callback) {
      openCalls.wait(
        OpenCalls.Warning(
          violation: violation(firing, occurrence, subject, in: subjects, spellings),
          rule: firing.rule,
          isUnnamed: subjects.directory.describe(subject, compiled.grammar).isUnnamed,
          about: RecordedSubject(subject, in: subjects.directory)),
        event: occurrence.number)
    }
  }

  /// Reports the violations that waited for the end of a call, if it took too long.
  func finish(_ call: OpenCalls.Call, after seconds: Double, into findings: inout FindingLedger) {
    let broken = rules.tooLong(seconds, call.callback)
    for var warning in call.warnings {
      guard let message = broken.first(where: { $0.rule == warning.rule })?.message else {
        continue
      }
      if !findings.reports(warning.violation, about: warning.about) { continue }
      warning.violation.message = message
      findings.add(
        warning.violation, rule: warning.rule, about: warning.about, isUnnamed: warning.isUnnamed)
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
