internal import TraceFindings
internal import TraceModel

/// What rules say of single events: on legal steps, times, values, answers, and ends of calls.
struct SingleEvents: ~Copyable {
  /// What an event is that marks the beginning or the end of a call.
  enum Phase {
    /// The call, or the only mark of it.
    case call
    /// The end of a call that took so many seconds; NaN where that is not known.
    case end(OpenCalls.Call, seconds: Double)
    /// An end whose beginning is not known.
    case endWithoutBegin
  }

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  var rules: EventRules
  private var openCalls = OpenCalls()

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, _ quirks: QuirkMatcher) {
    (self.compiled, self.tables) = (compiled, tables)
    rules = EventRules(compiled, tables, quirks)
  }

  /// The hash of the value that answers to an event are told by, or that tells what it answers; 0 for none.
  @inline(__always)
  func answerValue(
    of event: EventRecord, _ callback: UInt16, in batch: borrowing EventBatch
  ) -> UInt64 {
    let place = Int(tables.traits[Int(callback)].answerPlace)
    if place < 0 { return 0 }
    let value = batch.value(place, of: event)
    return value.isNone ? 0 : batch.names.hash(value)
  }

  /// Looks at the values of an event's members.
  /// - Parameters:
  ///   - callback: what was called; nil for a notification, and for what the grammar does not know.
  ///   - number: the number of the batch.
  /// - Returns: whether there is anything to be told of them.
  @inline(__always)
  mutating func look(
    at event: EventRecord, callback: Int?, in batch: borrowing EventBatch, number: UInt32,
    into findings: inout FindingLedger
  ) -> Bool {
    let isTelling = rules.values.look(at: event, callback: callback, in: batch, number: number)
    if isTelling {
      for rule in rules.values.newlyNamed { findings.noteNamed(rule) }
    }
    return isTelling
  }

  // MARK: - Findings

  /// Adds what fired.
  /// - Parameter spellings: those that the trace uses, by number.
  func report(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference,
    in subjects: borrowing LiveSubjects, _ spellings: [String], into findings: inout FindingLedger
  ) {
    let violation = violation(firing, occurrence, subject, in: subjects, spellings)
    let about = RecordedSubject(subject, in: subjects.directory)
    if !findings.scopes.tells(violation, about: about) { return }
    findings.add(
      violation, rule: firing.rule, about: about,
      isUnnamed: subjects.directory.describe(subject, compiled.grammar).isUnnamed)
  }

  private func violation(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference,
    in subjects: borrowing LiveSubjects, _ spellings: [String]
  ) -> Violation {
    rules.violation(
      firing, occurrence, of: subjects.directory.describe(subject, compiled.grammar),
      after: subjects.stepper.recentEntries(of: subject),
      spelling: spellings[Int(occurrence.spelling)],
      process: subjects.directory.nameOfWidest(occurrence), caller: subjects.stepper.present.caller)
  }

  /// Keeps the advices on a step until the next one shows that it was legal.
  mutating func advise(
    _ subject: SubjectReference, _ occurrence: Occurrence, in subjects: borrowing LiveSubjects,
    _ spellings: [String]
  ) {
    let firstRun = tables.kinds[subject.kind].firstRun
    for seen in tables.letters.seenRuns[subject.kind, Int(occurrence.callback)] {
      let number = Int(seen)
      let traits = tables.runs + firstRun + number
      let lifecycle = traits.pointee.lifecycle
      let symbol = tables.letters.symbol(traits.pointee, occurrence).symbol
      guard symbol >= 0, rules.advises(on: symbol, occurrence, lifecycle: lifecycle),
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

  /// Lets the advices on a subject stand if its last step was legal, and drops them if it was not.
  mutating func settleAdvices(
    _ subject: SubjectReference, in subjects: borrowing LiveSubjects,
    into findings: inout FindingLedger
  ) {
    let advices = rules.settle(subjects.directory.key(subject))
    if subjects.stepper.present.costRose || advices.isEmpty { return }
    let isUnnamed = subjects.directory.describe(subject, compiled.grammar).isUnnamed
    for advice in advices where findings.scopes.tells(advice.violation, about: advice.about) {
      findings.add(
        advice.violation, rule: advice.rule, about: advice.about, isUnnamed: isUnnamed)
    }
  }

  // MARK: - Calls of which two events tell

  /// Takes note of the beginning or the end of a call.
  /// - Parameters:
  ///   - number: that of the event in its trace.
  ///   - wasSeen: whether the callback came before.
  mutating func phase(
    of event: EventRecord, _ callback: UInt16, number: UInt32, wasSeen: Bool,
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
      // Of what clocks tell, less than microseconds is noise.
      return .end(call, seconds: (seconds * 1e6).rounded() / 1e6)
    }
    return openCalls.standsAlone(callback, wasSeen: wasSeen) ? .call : .endWithoutBegin
  }

  /// Keeps what there is to say if a call that begins now takes too long.
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

  /// Adds what waited for the end of a call, if it took too long.
  func finish(_ call: OpenCalls.Call, after seconds: Double, into findings: inout FindingLedger) {
    let broken = rules.tooLong(seconds, call.callback)
    for var warning in call.warnings {
      guard let message = broken.first(where: { $0.rule == warning.rule })?.message else {
        continue
      }
      if !findings.scopes.tells(warning.violation, about: warning.about) { continue }
      warning.violation.message = message
      findings.add(
        warning.violation, rule: warning.rule, about: warning.about, isUnnamed: warning.isUnnamed)
    }
  }

  /// Hashes of what an event says about the subject of a callback and those it belongs to; 0 where it says nothing.
  private func identities(
    of callback: UInt16, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> [UInt64] {
    var identities: [UInt64] = []
    var kind = Int(tables.traits[Int(callback)].kind)
    while kind >= 0 {
      for member in [tables.kinds[kind].member, tables.kinds[kind].alias] where member >= 0 {
        let name = batch.value(member, of: event)
        identities.append(name.isNone ? 0 : batch.names.hash(name))
      }
      kind = tables.kinds[kind].parent
    }
    return identities
  }
}
