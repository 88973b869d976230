internal import TraceGrammar
internal import TraceModel

/// Finds the subjects that an event is about: by identity, by alias, or as the only one there is.
struct SubjectFinder {
  let compiled: CompiledGrammar
  let tables: CheckingTables
  /// Whether events without an identity are about one subject, whatever they show.
  private let hasOneWindow: Bool
  var beginnings: Beginnings
  /// The subjects of one kind that the present event is about.
  private(set) var concerned: [SubjectReference] = []
  /// The rule that the present event breaks because it names another alias than that of its subject, and that subject.
  var foreign: (rule: RuleID, subject: SubjectReference)?
  /// Kinds whose unnamed subjects have just turned out to be several.
  var severalUnnamed: [SubjectKindID] = []
  /// Events that named no subject of a kind, for each kind that turned out to have identities.
  var droppedEvents: [UnnamedEvents] = []

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, _ options: CheckOptions) {
    (self.compiled, self.tables) = (compiled, tables)
    hasOneWindow = options.hasOneWindow
    beginnings = Beginnings(compiled, tables)
  }

  // MARK: - Wider subjects

  /// The wider subject that an event is about: by its identity, or the present one if the event names none.
  ///
  /// The finder itself does not change here. It is passed in place because borrowing it would copy it.
  mutating func resolveWider(
    _ kind: SubjectKindID, _ event: EventRecord, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects
  ) -> SubjectReference {
    let wider = resolveParent(of: kind, event, in: batch, &live)
    let name = batch.value(tables.kinds[kind].member, of: event)
    if name.isNone {
      let subject = live.current(kind) ?? live.startUnnamed(wider: kind)
      live.meet(subject, wider)
      return subject
    }
    live.directory.kinds[kind].sawIdentity = true
    let slot =
      live.directory.find(kind, name, in: batch)
      ?? live.insert(
        kind, batch.names.bytes(name), hash: batch.names.hash(name), wider: wider
      ).slot
    let subject = SubjectReference(kind: kind, slot: slot)
    live.meet(subject, wider)
    live.switchCurrent(to: subject)
    return subject
  }

  /// The slot of the subject to which subjects of the kind belong, as the event shows; nil if there is none.
  mutating func resolveParent(
    of kind: SubjectKindID, _ event: EventRecord, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects
  ) -> SubjectSlot? {
    guard let wider = tables.kinds[kind].parent else { return nil }
    return resolveWider(wider, event, in: batch, &live).slot
  }

  /// Finds the wider subjects that an event with an unknown callback names.
  mutating func resolveWiderSubjects(
    _ event: EventRecord, in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) {
    for kind in tables.kindIDs
    where tables.kinds[kind].isWider && !batch.value(tables.kinds[kind].member, of: event).isNone {
      _ = resolveWider(kind, event, in: batch, &live)
    }
  }

  /// Makes the wider subjects to which the subject of an event belongs present, if the event does not name them. Where
  /// wider subjects follow one another, as processes do, it may have gone on in another one.
  mutating func followOwners(
    _ occurrence: inout Occurrence, _ event: EventRecord, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects
  ) {
    var kind = tables.traits[occurrence.callback].kind
    if !tables.kinds[kind].hasLastingOwner { return }
    let members = tables.kinds[kind]
    let names = [batch.value(members.member, of: event)] + members.identities(of: event, in: batch)
    var subject: SubjectReference?
    for name in names where subject == nil && !name.isNone {
      guard let slot = live.directory.find(kind, name, in: batch) else { continue }
      let known = SubjectReference(kind: kind, slot: slot)
      if live.owner(of: known) != nil { subject = known }
    }
    while let wider = tables.kinds[kind].parent {
      let name = batch.value(tables.kinds[wider].member, of: event)
      if !name.isNone {
        subject = live.directory.find(wider, name, in: batch)
          .map { SubjectReference(kind: wider, slot: $0) }
      } else if let known = subject, staysWithOwner(kind), let owner = live.owner(of: known) {
        live.switchCurrent(to: owner)
        subject = owner
        if tables.kinds[wider].parent == nil {
          occurrence.namesWidest = true
          live.namesWidest = true
        }
      } else {
        subject = nil
      }
      kind = wider
    }
  }

  /// Whether subjects of a kind stay in the wider subject in which they were met last, unless an event names another one.
  private func staysWithOwner(_ kind: SubjectKindID) -> Bool {
    guard let wider = tables.kinds[kind].parent else { return false }
    return tables.kinds[wider].parent != nil || !tables.kinds[wider].hasBeginning
  }

  // MARK: - Narrow subjects

  /// Collects in `concerned` the narrow subjects that an event is about; none if the event does not say.
  /// - Complexity: O(identities) expected.
  mutating func collectConcerned(
    _ occurrence: Occurrence, _ event: EventRecord, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch, _ live: inout LiveSubjects, notes: inout RecordingNotes
  ) {
    concerned.clear()
    foreign = nil
    let traits = tables.traits[occurrence.callback]
    let kind = traits.kind
    let members = tables.kinds[kind]
    let name = batch.value(members.member, of: event)
    let alias = members.alias(of: event, in: batch)
    if !name.isNone {
      let subject = resolve(kind, name, wider, event, in: batch, &live)
      if alias.isNone {
        concernByName(subject, occurrence, &live)
      } else if !isForeign(alias, subject, occurrence, wider, in: batch, &live, notes: &notes) {
        live.directory.confirm(alias, of: subject, wider, in: batch)
        concern(subject, &live)
        live.directory.bind(alias, to: subject, wider, in: batch)
      }
    }
    let others = members.identities(of: event, in: batch)
    if name.isNone && !alias.isNone && others.isEmpty {
      concern(resolve(alias: alias, of: occurrence, wider, in: batch, &live), &live)
    }
    for other in others where other != name {
      concernByName(resolve(kind, other, wider, event, in: batch, &live), occurrence, &live)
    }
    if others.isEmpty && name.isNone && alias.isNone {
      resolveUnnamed(occurrence, wider, &live, notes: &notes)
    }
  }

  /// Adds the subjects of a kind that an event names to a list, whatever kind the event is about.
  mutating func collectNamed(
    _ kind: SubjectKindID, _ event: EventRecord, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects,
    into list: inout [SubjectReference]
  ) {
    let members = tables.kinds[kind]
    let name = batch.value(members.member, of: event)
    let others = members.identities(of: event, in: batch)
    if name.isNone && others.isEmpty { return }
    let wider = resolveParent(of: kind, event, in: batch, &live)
    swap(&concerned, &list)
    if !name.isNone { concern(resolve(kind, name, wider, event, in: batch, &live), &live) }
    for other in others { concern(resolve(kind, other, wider, event, in: batch, &live), &live) }
    swap(&concerned, &list)
  }

  /// Adds a subject to those that the event is about. A set may name it more than once.
  private mutating func concern(_ subject: SubjectReference, _ live: inout LiveSubjects) {
    if live.directory[subject].lastNamedAt == live.event { return }
    live.directory[subject].lastNamedAt = live.event
    if live.directory.kinds[subject.kind].aliases.mayBeMixed(live.directory[subject].alias) {
      live.apply(.mayHaveMoved, to: subject)
    }
    concerned.append(subject)
  }

  /// Adds a subject that is named without its alias.
  private mutating func concernByName(
    _ subject: SubjectReference, _ occurrence: Occurrence, _ live: inout LiveSubjects
  ) {
    if tables.plans.aliases[occurrence.callback].opens, occurrence.kind != .action,
      !live.stepper.isEcho(subject, occurrence)
    {
      live.directory.openUnknown(subject)
    }
    concern(subject, &live)
    live.directory.kinds[subject.kind].aliases.noteUnmet(
      subject.slot, live.directory.kinds[subject.kind].store.records)
  }

  /// Handles an event that names no subject. In a trace that never names any, it is about the only one, or the only one
  /// in its process.
  private mutating func resolveUnnamed(
    _ occurrence: Occurrence, _ wider: SubjectSlot?, _ live: inout LiveSubjects,
    notes: inout RecordingNotes
  ) {
    let traits = tables.traits[occurrence.callback]
    let kind = traits.kind
    if live.directory.kinds[kind].sawIdentity || live.directory.kinds[kind].hasSeveralUnnamed {
      if traits.endsItsSubject {
        noteEnd(kind, occurrence, in: &notes)
      } else if live.directory.kinds[kind].sawIdentity {
        notes.add(.subjectMissing, event: occurrence.number, line: occurrence.line)
      }
      if live.directory.kinds[kind].hasSeveralUnnamed { live.noteRecorder(of: occurrence) }
      // The subject that it is about may have moved on.
      live.directory.kinds[kind].noteAnonymous(at: live.event)
      return
    }
    // It may also be about one in another wider subject.
    if live.isUnattributed(tables.kinds[kind].parent) {
      live.directory.kinds[kind].noteAnonymous(at: live.event)
    }
    let known = live.directory.unnamed(kind, wider).map { SubjectReference(kind: kind, slot: $0) }
    if traits.endsItsSubject, !tables.kinds[kind].isSingle {
      noteEnd(kind, occurrence, in: &notes)
      if let known {
        live.meet(known, wider)
        live.apply(.unnamedEnd, to: known)
      }
      return
    }
    let subject = known ?? insertUnnamed(kind, wider, &live)
    live.directory.switchUnnamed(to: subject)
    live.directory.kinds[kind].unnamedEvents.add(event: occurrence.number, line: occurrence.line)
    live.meet(subject, wider)
    concern(subject, &live)
  }

  private func noteEnd(
    _ kind: SubjectKindID, _ occurrence: Occurrence, in notes: inout RecordingNotes
  ) {
    notes.add(
      .endedMissing, event: occurrence.number, line: occurrence.line,
      about: compiled.grammar.subjects[kind].name)
  }

  private func insertUnnamed(
    _ kind: SubjectKindID, _ wider: SubjectSlot?, _ live: inout LiveSubjects
  ) -> SubjectReference {
    let hash = live.directory.unnamedHash(kind, wider)
    let subject = live.insert(kind, SubjectDirectory.noName, hash: hash, wider: wider)
    // What is the only one of its kind needs no name.
    live.directory[subject].isUnnamed = !tables.kinds[kind].isSingle
    // A subject that was forgotten keeps its counts.
    if live.directory[subject].firstEvent == live.event {
      live.unnamedCounts.begin(kind, hash: hash)
    }
    return subject
  }

  /// The narrow subject with an identity.
  private mutating func resolve(
    _ kind: SubjectKindID, _ name: NameID, _ wider: SubjectSlot?, _ event: EventRecord,
    in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) -> SubjectReference {
    noteIdentity(kind, &live)
    let subject: SubjectReference
    if let slot = live.directory.find(kind, name, in: batch) {
      subject = SubjectReference(kind: kind, slot: slot)
    } else {
      subject = live.insert(
        kind, batch.names.bytes(name), hash: batch.names.hash(name), wider: wider)
      // One that was forgotten has ended.
      if live.directory[subject].firstEvent == live.event {
        live.directory.kinds[kind].aliases.noteNamed(
          subject.slot, live.directory.kinds[kind].store.records)
      }
    }
    // A set may name it again.
    if live.directory[subject].lastNamedAt == live.event { return subject }
    if staysWithOwner(kind), let parent = tables.kinds[kind].parent,
      batch.value(tables.kinds[parent].member, of: event).isNone,
      let owner = live.owner(of: subject)
    {
      live.meet(subject, owner.slot)
    } else {
      live.meet(subject, wider)
    }
    return subject
  }

  /// The subject that an alias stands for. An alias that is not bound becomes a subject of its own. If other subjects are
  /// known only by their identity, it may be one of those, so nothing is known of its beginning.
  private mutating func resolve(
    alias: NameID, of occurrence: Occurrence, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) -> SubjectReference {
    let kind = tables.traits[occurrence.callback].kind
    let key = live.directory.key(of: alias, kind, wider, in: batch)
    var bound = live.directory.kinds[kind].find(alias: key)
    if let slot = bound, isReused(occurrence, SubjectReference(kind: kind, slot: slot), live) {
      live.directory.kinds[kind].aliases.forget(slot, live.directory.kinds[kind].store.records)
      bound = nil
    }
    if let known = bound {
      let subject = SubjectReference(kind: kind, slot: known)
      live.directory.kinds[kind].aliases.noteMet(
        known, live.directory.kinds[kind].store.records)
      live.meet(subject, wider)
      return subject
    }
    noteIdentity(kind, &live)
    let subject = live.insert(
      kind, batch.names.bytes(alias), hash: key, wider: wider,
      isNew: live.directory.kinds[kind].aliases.lackingCount == 0)
    let records = live.directory.kinds[kind].store.records
    live.directory.kinds[kind].aliases.bind(key, to: subject.slot, records)
    live.directory.kinds[kind].aliases.noteUnbound(subject.slot, records)
    live.meet(subject, wider)
    return subject
  }

  /// From the first identity on, events without one are no longer attributed to a single subject.
  private mutating func noteIdentity(_ kind: SubjectKindID, _ live: inout LiveSubjects) {
    if live.directory.kinds[kind].sawIdentity { return }
    live.directory.kinds[kind].sawIdentity = true
    if live.directory.kinds[kind].unnamedEvents.count == 0 { return }
    droppedEvents.append(live.directory.kinds[kind].unnamedEvents)
    live.directory.kinds[kind].noteAnonymous(at: live.event)
    live.dropUnnamed(kind)
  }

  /// Whether an event about an unnamed subject is illegal for it, but legal if there are several that the trace does
  /// not tell apart. If so, nothing is known of them from here on.
  mutating func foundAnother(
    _ subject: SubjectReference, _ occurrence: Occurrence, _ live: inout LiveSubjects
  ) -> Bool {
    let record = live.directory[subject]
    let traits = tables.traits[occurrence.callback]
    guard !hasOneWindow, record.isUnnamed, !tables.kinds[subject.kind].isWider,
      traits.isAction == (occurrence.kind == .action),
      !(traits.isReplaced && occurrence.kind == .notification)
    else { return false }
    // A recorder that is known to record everything is assumed to have been there from the start.
    let isKnown =
      !live.isObservedInPart || live.isSeenToBegin(live.directory.recordOfWider(subject))
    let isEcho = live.stepper.isEcho(subject, occurrence)
    let isLegalForSeveral = live.unnamedCounts.step(
      subject.kind, hash: record.hash, occurrence, isKnown: isKnown, mayBeEcho: isEcho)
    if isEcho || !isLegalForSeveral { return false }
    var isIllegal = false
    for number in 0..<tables.kinds[subject.kind].runCount {
      let traits = tables.kinds[subject.kind].runs[number]
      guard let symbol = traits.compiled.symbol(of: occurrence).symbol else { continue }
      let vector = live.stepper.stores[subject.kind][subject.slot, number].vector
      if tables.automata[traits.lifecycle].step(vector, symbol).rose { isIllegal = true }
    }
    if !isIllegal { return false }
    live.directory.kinds[subject.kind].hasSeveralUnnamed = true
    severalUnnamed.append(subject.kind)
    live.dropUnnamed(subject.kind)
    return true
  }
}
