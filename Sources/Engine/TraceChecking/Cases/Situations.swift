internal import TraceGrammar
internal import TraceModel

/// Answers the conditions of cases on the states of subjects, right before the event takes effect.
///
/// An answer counts only if it is certain. If several states are possible, or a finding about the subject is not
/// explained yet, it may be yes or no.
struct Situations {
  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  /// How many subjects may be examined in one trace to answer questions about all of a kind; later ones get no answer.
  private let limit: Int
  private var examinedCount = 0

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, limit: Int) {
    (self.compiled, self.tables, self.limit) = (compiled, tables, limit)
  }

  /// Whether questions about all subjects get no answer any more.
  var isExhausted: Bool { examinedCount >= limit }

  /// The known conditions of cases of the event's callback, including those on states.
  /// - Parameter wider: the subject to which the event's subject belongs; nil for none.
  /// - Complexity: O(situations), and O(subjects of the kind) for each situation that asks for some or no subject.
  mutating func answered(
    _ occurrence: Occurrence, _ event: EventRecord, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) -> ConditionOutcomes {
    var outcomes = occurrence.outcomes
    let asked = compiled.conditions.situationsAsked[occurrence.callback]
    for index in asked {
      let situation = compiled.conditions.situations[index]
      outcomes.set(
        compiled.conditions.conditions.count + index,
        holds: holds(situation, occurrence, event, wider, in: batch, &live))
    }
    return outcomes
  }

  /// Whether a condition on states holds; nil if that is not certain.
  private mutating func holds(
    _ situation: Situation, _ occurrence: Occurrence, _ event: EventRecord,
    _ wider: SubjectSlot?, in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) -> Bool? {
    let kind = compiled.grammar.lifecycles[situation.lifecycle].subject
    let own = tables.traits[occurrence.callback].kind
    if live.isUnattributed(compiled.widest) { return nil }
    var named: [SubjectSlot?] = []
    if tables.kinds[kind].isWider, compiled.grammar.isWithin(own, kind) {
      guard let current = live.current(kind) else { return nil }
      named = [current.slot]
    } else {
      let parent = tables.kinds[kind].parent
      let outer = kind == own ? wider : live.current(parent)?.slot
      named = identified(kind, event, outer, isOwn: kind == own, in: batch, &live)
      for slot in named.compactMap({ $0 }) {
        live.meet(SubjectReference(kind: kind, slot: slot), outer)
      }
    }
    if situation.whose == .own { return answer(situation, kind, named, &live) }
    if situation.whose == .another, named.isEmpty { return nil }
    return answerOfAll(
      situation, kind, but: situation.whose == .another ? named.compactMap { $0 } : [], &live)
  }

  /// Whether the subjects are in the states of a situation: true if all are, false if none is, nil if they differ or it
  /// is not certain. A slot is nil for a subject that was not met before.
  private func answer(
    _ situation: Situation, _ kind: SubjectKindID, _ slots: [SubjectSlot?],
    _ live: inout LiveSubjects
  ) -> Bool? {
    var answer: Bool?
    for slot in slots {
      let states: [StateID]? =
        if let slot {
          possible(SubjectReference(kind: kind, slot: slot), situation.lifecycle, nil, live)
        } else { statesOfUnmet(kind, situation.lifecycle, live) }
      guard let next = Self.answer(situation, states), answer ?? next == next else { return nil }
      answer = next
    }
    return answer
  }

  /// Whether any subject of a kind, within the present wider subject, is in the states.
  private mutating func answerOfAll(
    _ situation: Situation, _ kind: SubjectKindID, but excluded: [SubjectSlot],
    _ live: inout LiveSubjects
  ) -> Bool? {
    let parent = tables.kinds[kind].parent
    guard let current = live.current(parent), !isExhausted else {
      return nil
    }
    // A subject without identity may stand for several, and a forgotten one may be in any state.
    let kinds = live.directory.kinds
    var isNobody =
      kinds[kind].unnamed == nil && !kinds[kind].hasSeveralUnnamed && kinds[kind].tombstones.isEmpty
      && Self.answer(situation, statesOfUnmet(kind, situation.lifecycle, live)) == false
    for subject in live.directory.subjects(kind) where !excluded.contains(subject.slot) {
      examinedCount += 1
      let isHere = live.directory.isWithin(subject, current)
      if isHere { live.meet(subject, current.slot) }
      // A subject that was left in another wider subject may turn up in this one.
      let states = possible(subject, situation.lifecycle, isHere ? nil : current, live)
      let answer = Self.answer(situation, states)
      // A subject without identity may be the one that the event is about.
      let isAnother = situation.whose == .some || !live.directory[subject].isUnnamed
      if answer == true && isHere && isAnother { return true }
      if answer != false { isNobody = false }
    }
    return isNobody ? false : nil
  }

  /// Whether a subject that may be in some states is in those of a situation; nil if that is not certain.
  private static func answer(_ situation: Situation, _ possible: [StateID]?) -> Bool? {
    guard let possible, let first = possible.first else { return nil }
    let isIn = situation.states.contains(first)
    return possible.allSatisfy { situation.states.contains($0) == isIn } ? isIn : nil
  }

  /// The states that a subject may be in; nil if a finding about it waits to be explained.
  /// - Parameter wider: the wider subject to ask about, if the subject was last met in another one; nil otherwise.
  private func possible(
    _ subject: SubjectReference, _ lifecycle: LifecycleID, _ wider: SubjectReference?,
    _ live: borrowing LiveSubjects
  ) -> [StateID]? {
    let record = live.directory[subject]
    if live.directory.kinds[subject.kind].aliases.mayBeMixed(record.alias) { return nil }
    let states = live.stepper.certainStates(subject, lifecycle: lifecycle)
    guard let wider, states != nil,
      let number = compiled.kinds[subject.kind].lifecycles.firstIndex(of: lifecycle)
    else { return states }
    // All of this will be applied to it if it turns up.
    var facts: [Fact] = []
    if record.anonymousEvents != live.directory.kinds[subject.kind].anonymousEvents {
      facts.append(.mayHaveMoved)
    }
    let widerRecord = live.directory[wider]
    if record.wider.isUnattributed {
      if record.gaps != live.gaps {
        facts.append(
          .loss(isUnnamed: record.isUnnamed, isInUnnamed: widerRecord.isUnnamed))
      }
      facts.append(.mayHaveMoved)
    } else {
      let absence = Absence(
        of: record, subject.kind, until: widerRecord, live)
      facts += absence.facts
    }
    let run = live.stepper.stores[subject.kind][subject.slot, number]
    let vector = facts.reduce(run.vector) { vector, fact in
      let symbol = compiled.lifecycles[lifecycle].symbol(fact)
      return tables.automata[lifecycle].step(vector, symbol).next
    }
    return tables.automata[lifecycle].cheapestStates(vector)
  }

  /// The states that a subject may be in if it was not met in this trace.
  private func statesOfUnmet(
    _ kind: SubjectKindID, _ lifecycle: LifecycleID, _ live: borrowing LiveSubjects
  ) -> [StateID] {
    let parent = tables.kinds[kind].parent
    let wider = live.current(parent).map { live.directory[$0] }
    let isKnown =
      live.isSeenToBegin(wider) && live.directory.kinds[kind].aliases.unboundCount == 0
      && live.directory.kinds[kind].anonymousEvents == 0
      && !live.directory.kinds[kind].startIsPast
    let silence = compiled.lifecycles[lifecycle].silence
    return isKnown ? silence.startsOfKnown : silence.startsOfUnknown
  }

  /// The subjects of a kind that an event identifies, with nil for each that was not met before; empty if it identifies
  /// none.
  /// - Parameter isOwn: whether the event is about the kind, so that it may name an alias instead, or nothing.
  private func identified(
    _ kind: SubjectKindID, _ event: EventRecord, _ wider: SubjectSlot?, isOwn: Bool,
    in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) -> [SubjectSlot?] {
    let members = tables.kinds[kind]
    var names = members.identities(of: event, in: batch)
    let name = batch.value(members.member, of: event)
    if !name.isNone { names.append(name) }
    if !names.isEmpty || !isOwn {
      var slots: [SubjectSlot?] = []
      for name in names { slots.append(live.directory.find(kind, name, in: batch)) }
      return slots
    }
    let alias = members.alias(of: event, in: batch)
    if !alias.isNone {
      let key = live.directory.key(of: alias, kind, wider, in: batch)
      return [live.directory.kinds[kind].find(alias: key)]
    }
    if live.directory.kinds[kind].sawIdentity || live.directory.kinds[kind].hasSeveralUnnamed {
      return []
    }
    return [live.directory.unnamed(kind, wider)]
  }
}

extension LifecycleStepper {
  /// The cheapest states of a lifecycle; nil if a finding about it waits to be explained, or the subject has no such
  /// lifecycle.
  func certainStates(_ subject: SubjectReference, lifecycle: LifecycleID) -> [StateID]? {
    guard let number = compiled.kinds[subject.kind].lifecycles.firstIndex(of: lifecycle) else {
      return nil
    }
    if let segment = stores[subject.kind][subject.slot, number].segment.id,
      !segments[segment].increases.isEmpty
    {
      return nil
    }
    return states(subject, run: number)
  }
}
