internal import TraceAutomata
internal import TraceFindings
internal import TraceModel

/// What one event does to the subjects it is about.
extension Checker {
  /// Steps every lifecycle that the event concerns.
  mutating func check(
    _ occurrence: Occurrence, _ event: EventRecord, in batch: borrowing EventBatch
  ) {
    let kind = Int(tables.traits[Int(occurrence.callback)].kind)
    if tables.kinds[kind].isWider {
      let isIdentified = !batch.value(tables.kinds[kind].member, of: event).isNone
      switch subjects.beginning(occurrence, isIdentified: isIdentified) {
      case .undecided: return deferBeginning(occurrence)
      case .ofNext: subjects.startUnnamed(wider: kind)
      case .ofCurrent: break
      }
      let subject = subjects.resolveWider(kind, event, in: batch)
      if !subjects.noteIfAdrift(kind) {
        for firing in eventRules.contradictions(occurrence.callback) {
          report(firing, occurrence, subject)
        }
        checkBeginning(subject, occurrence)
      }
      if !timeline.isFull { addToTimeline(occurrence, [subject]) }
      return
    }
    let wider = subjects.resolveParent(of: kind, event, in: batch)
    stepWider(than: kind, occurrence)
    let costRose = subjects.stepper.costRose
    recording.withNotes {
      subjects.collectConcerned(occurrence, event, wider, in: batch, notes: &$0)
    }
    subjects.stepper.isAboutSeveral = subjects.concerned.count > 1
    if let subject = subjects.concerned.first {
      for firing in eventRules.contradictions(occurrence.callback) {
        report(firing, occurrence, subject)
      }
    }
    for subject in subjects.concerned where !subjects.foundAnother(subject, occurrence) {
      subjects.stepper.costRose = costRose
      step(subject, occurrence, isOwn: true)
    }
    subjects.stepper.isAboutSeveral = false
    if !timeline.isFull { addToTimeline(occurrence, subjects.concerned) }
  }

  /// Steps a wider subject by an event about its own kind.
  private mutating func checkBeginning(_ subject: SubjectReference, _ occurrence: Occurrence) {
    subjects.noteBeginning(subject, occurrence)
    stepWider(than: subject.kind, occurrence)
    step(subject, occurrence, isOwn: true)
  }

  /// Steps the lifecycles of what a kind of subject belongs to, which only calls do: notifications prove nothing to them.
  private mutating func stepWider(than kind: Int, _ occurrence: Occurrence) {
    if occurrence.kind == .notification { return }
    let callback = Int(occurrence.callback)
    var wider = tables.kinds[kind].parent
    while wider >= 0 {
      if !subjects.noteIfAdrift(wider), let subject = subjects.current(wider) {
        if subjects.stepper.unchanged.contains(wider, callback) {
          subjects.stepper.unchanged.count(wider, callback)
        } else if step(subject, occurrence, isOwn: false) {
          subjects.stepper.forgetUnchanged(wider, present: subject.slot)
        } else {
          subjects.stepper.unchanged.learn(wider, callback)
        }
      }
      wider = tables.kinds[wider].parent
    }
  }

  /// Steps all lifecycles of one subject.
  /// - Parameter isOwn: whether the callback is about this kind of subject, and not about one that belongs to it.
  /// - Returns: whether anything about its lifecycles changed, or was said.
  @discardableResult
  private mutating func step(
    _ subject: SubjectReference, _ occurrence: Occurrence, isOwn: Bool
  ) -> Bool {
    let traits = tables.traits[Int(occurrence.callback)]
    var occurrence = occurrence
    if isOwn { subjects.directory.settleRole(of: subject, &occurrence) }
    if traits.isAction != (occurrence.kind == .action) { return true }
    if isOwn {
      if occurrence.kind == .notification && traits.isReplaced { return true }
      // That its notification came first says nothing about how long a call took.
      if traits.hasDurationLimit && occurrence.kind != .notification {
        for firing in eventRules.tooLong(occurrence.duration, occurrence.callback) {
          report(firing, occurrence, subject)
        }
        if occurrence.phase == .begin { awaitEnd(of: occurrence, subject) }
      }
      if subjects.stepper.foldEcho(subject, occurrence) {
        if occurrence.kind == .delegate, let firing = eventRules.notificationAhead() {
          report(firing, occurrence, subject)
        }
        return true
      }
      if traits.isDelayed {
        for firing in eventRules.delays(occurrence, of: subjects.directory.key(subject)) {
          report(firing, occurrence, subject)
        }
      }
    }
    if traits.isAdvised { advise(subject, occurrence) }
    let isChanged = subjects.stepper.step(
      subject, occurrence, isOwn: isOwn, names: subjects.directory)
    if isOwn {
      subjects.stepper.expectEcho(subject, occurrence)
      if isChanged { checkChange(subject, traits) }
    }
    return isChanged || traits.isAdvised
  }

  /// What follows once an event has changed a subject of its own kind.
  private mutating func checkChange(_ subject: SubjectReference, _ traits: CallbackTraits) {
    if traits.endsItsSubject { subjects.endIfOver(subject) }
    if !eventRules.isIdle { settleAdvices(subject) }
    if tables.kinds[subject.kind].isWider {
      subjects.stepper.forgetUnchanged(
        subject.kind, present: subjects.current(subject.kind)?.slot)
    }
  }

  // MARK: - Rules on single events

  /// Keeps the advices on a step until the next one shows that it was legal.
  private mutating func advise(_ subject: SubjectReference, _ occurrence: Occurrence) {
    let kind = tables.kinds[subject.kind]
    for number in 0..<kind.runCount {
      let traits = tables.runs[kind.firstRun + number]
      let symbol = Int(traits.symbols[Int(occurrence.callback)])
      guard symbol >= 0, let states = subjects.stepper.states(subject, run: number) else {
        continue
      }
      let unasked = eventRules.unasked(
        occurrence, lifecycle: traits.lifecycle, in: states,
        of: subjects.directory.key(subject), subjects.directory.certainty(subject))
      let advices = eventRules.advices(symbol, in: states, lifecycle: traits.lifecycle)
      for firing in advices + unasked {
        let advice = Advice(
          violation: violation(firing, occurrence, subject), rule: firing.rule)
        eventRules.wait(advice, of: subjects.directory.key(subject))
      }
    }
  }

  private mutating func report(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference
  ) {
    findings.add(
      violation(firing, occurrence, subject), rule: firing.rule,
      isUnnamed: subjects.directory.describe(subject, compiled.grammar).isUnnamed)
  }

  /// Keeps what there is to say if a call that begins now takes too long.
  private mutating func awaitEnd(of occurrence: Occurrence, _ subject: SubjectReference) {
    for firing in eventRules.tooLong(.infinity, occurrence.callback) {
      openCalls.wait(
        OpenCalls.Warning(
          violation: violation(firing, occurrence, subject), rule: firing.rule,
          isUnnamed: subjects.directory.describe(subject, compiled.grammar).isUnnamed),
        event: occurrence.number)
    }
  }

  private func violation(
    _ firing: Firing, _ occurrence: Occurrence, _ subject: SubjectReference
  ) -> Violation {
    eventRules.violation(
      firing, occurrence, of: subjects.directory.describe(subject, compiled.grammar),
      after: subjects.stepper.recentEntries(of: subject),
      spelling: spellings.texts[Int(occurrence.spelling)],
      process: subjects.directory.nameOfWidest(occurrence))
  }

  /// Lets the advices on a subject stand if its last step was legal, and drops them if it was not.
  mutating func settleAdvices(_ subject: SubjectReference) {
    let advices = eventRules.settle(subjects.directory.key(subject))
    if subjects.stepper.costRose || advices.isEmpty { return }
    let isUnnamed = subjects.directory.describe(subject, compiled.grammar).isUnnamed
    for advice in advices {
      findings.add(advice.violation, rule: advice.rule, isUnnamed: isUnnamed)
    }
  }

  // MARK: - Beginnings that wait

  private mutating func deferBeginning(_ occurrence: Occurrence) {
    let entry = entry(of: occurrence)
    deferred = DeferredBeginning(
      occurrence: occurrence, timelineEntry: timeline.reserve(entry))
  }

  /// Lets a waiting beginning take effect, now that the event after it is known; nil for a gap or the end.
  mutating func settleDeferred(before next: Occurrence?) {
    guard let waiting = deferred else { return }
    deferred = nil
    let occurrence = waiting.occurrence
    let kind = Int(tables.traits[Int(occurrence.callback)].kind)
    let isSameKind = next.map { Int(tables.traits[Int($0.callback)].kind) == kind } ?? true
    if isSameKind, next.map({ subjects.isLastBeginning($0) }) ?? true {
      subjects.startUnnamed(wider: kind)
    }
    guard let subject = subjects.current(kind) else { return }
    subjects.stepper.costRose = false
    subjects.noteBeginning(subject, occurrence)
    step(subject, occurrence, isOwn: true)
    if let entry = waiting.timelineEntry {
      let lane = concerned(subject)
      timeline.fill(
        entry, concerned: [lane], process: tables.kinds[kind].parent < 0 ? lane : nil)
    }
  }
}
