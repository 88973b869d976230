internal import TraceGrammar
internal import TraceModel

/// Events whose name is nearly that of a callback: something may have happened, and nobody knows what.
extension Checker {
  /// Treats everything that an event may have changed as unknown: the states of the subjects that it names and of their
  /// wider subjects; if it names none of the callback's kind, the states of all subjects.
  /// - Parameter callback: the callback with the similar name.
  mutating func doubt(_ callback: CallbackID, _ event: EventRecord, in batch: borrowing EventBatch)
  {
    let kind = tables.traits[callback].kind
    let members = tables.kinds[kind]
    let isNamed =
      !batch.value(members.member, of: event).isNone
      || !members.alias(of: event, in: batch).isNone
      || !members.identities(of: event, in: batch).isEmpty
    guard !members.isWider, isNamed else {
      applyWaitingBeginning(before: nil)
      finishEvent()
      subjects.gaps &+= 1
      return
    }
    let wider = finder.resolveParent(of: kind, event, in: batch, &subjects)
    let occurrence = Occurrence(
      number: recording.eventCount, line: 0, callback: callback, spelling: 0,
      kind: event.kind, time: .nan)
    finder.collectConcerned(
      occurrence, event, wider, in: batch, &subjects, notes: &recording.notes)
    for subject in finder.concerned { subjects.apply(.mayHaveMoved, to: subject) }
    var parent = members.parent
    while let kind = parent {
      if let subject = subjects.current(kind) { subjects.apply(.mayHaveMoved, to: subject) }
      parent = tables.kinds[kind].parent
    }
  }
}
