internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Aliases that do not stand for the subject with which they come, or for another one again.
extension SubjectFinder {
  /// Whether an event names an alias that its subject certainly does not have. If so, it is no step of the subject.
  mutating func isForeign(
    _ alias: NameID, _ subject: SubjectReference, _ occurrence: Occurrence, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch, _ live: inout LiveSubjects, notes: inout RecordingNotes
  ) -> Bool {
    let role = tables.plans.aliases[occurrence.callback]
    if !role.opens && role.rule == nil || occurrence.kind == .action { return false }
    let key = live.directory.key(of: alias, subject.kind, wider, in: batch)
    if role.opens {
      if isTaken(key, subject, occurrence, live) { noteOther(subject.kind, occurrence, in: &notes) }
      live.directory.open(key, of: subject)
      return false
    }
    guard let rule = role.rule, occurrence.kind == .delegate,
      live.directory.isOther(key, than: subject)
    else { return false }
    if !live.directory.wasOpened(key, subject.kind) {
      if live.directory.noteOther(subject) { noteOther(subject.kind, occurrence, in: &notes) }
      return false
    }
    if live.directory.tellForeign(subject) { foreign = (rule, subject) }
    live.noteRecorder(of: occurrence)
    return true
  }

  /// Notes an alias that does not fit its subject, which is no proof of a fault.
  private func noteOther(
    _ kind: SubjectKindID, _ occurrence: Occurrence, in notes: inout RecordingNotes
  ) {
    notes.add(
      .otherAlias, event: occurrence.number, line: occurrence.line,
      about: compiled.grammar.subjects[kind].aliasMember ?? "")
  }

  /// Whether an alias with which a subject opens still is that of another, which could not be opened again now.
  private func isTaken(
    _ key: UInt64, _ subject: SubjectReference, _ occurrence: Occurrence,
    _ live: borrowing LiveSubjects
  ) -> Bool {
    guard let slot = live.directory.kinds[subject.kind].find(alias: key), slot != subject.slot
    else { return false }
    let other = SubjectReference(kind: subject.kind, slot: slot)
    let record = live.directory[other]
    return record.gaps == live.gaps && !record.wider.isUnattributed
      && record.anonymousEvents == live.directory.kinds[subject.kind].anonymousEvents
      && live.directory.kinds[subject.kind].aliases.unboundCount == 0
      && !live.stepper.isOver(other) && live.stepper.forbids(occurrence, to: other)
  }

  /// Whether an alias alone may stand for another subject than the one that it is bound to, because that one is at a
  /// point where a new subject could be: it has ended, or the event is legal for it; and the event may be the first one
  /// of another.
  func isReused(
    _ occurrence: Occurrence, _ subject: SubjectReference, _ live: borrowing LiveSubjects
  ) -> Bool {
    guard !live.directory[subject].alias.isUnbound,
      !live.stepper.isEcho(subject, occurrence), let run = tables.kinds[subject.kind].runs.first,
      let symbol = run.compiled.symbol(of: occurrence).symbol
    else { return false }
    let starts = run.compiled.declaration.start
    return run.compiled.automaton.edges[symbol].contains {
      starts.contains($0.from) && $0.from != $0.to
    } && (live.stepper.isOver(subject) || !live.stepper.forbids(occurrence, to: subject))
  }
}
