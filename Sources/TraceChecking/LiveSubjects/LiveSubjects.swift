internal import TraceAutomata
internal import TraceGrammar
internal import TraceModel

/// The subjects of a trace with the lifecycles that run for each: finds out what an event is about, and tells every
/// subject what it missed.
///
/// What happens to a wider subject (a new process) and gaps reach a subject when it is next met, so they cost
/// nothing by themselves.
struct LiveSubjects: ~Copyable {
  /// A subject of which a rule says that it must not end as it did.
  struct Ending {
    var subject: SubjectReference
    var lifecycle: Int
    var rule: Int
    var states: [Int]
    var run: Run
  }

  let compiled: CompiledGrammar
  let tables: CheckingTables
  var directory: SubjectDirectory
  var stepper: LifecycleStepper
  /// Whether nothing lived before the recording.
  let beginsAtBeginning: Bool
  /// How many gaps there were so far.
  var gaps: UInt32 = 0
  /// The number of the present event, counted from 1.
  var event: UInt32 = 0
  /// Whether the present event identifies the widest subject itself.
  var namesWidest = true
  /// The subjects of one kind that the present event is about.
  private(set) var concerned: [SubjectReference] = []
  /// Subjects that ended as a rule forbids, not reported yet.
  var endings: [Ending] = []
  /// Kinds of which several unnamed subjects were found just now.
  var severalUnnamed: [Int] = []
  /// Events that named no subject of a kind, for each kind that turned out to have identities.
  var droppedEvents: [UnnamedEvents] = []

  init(
    _ compiled: CompiledGrammar, _ tables: CheckingTables, limits: MemoryLimits,
    beginsAtBeginning: Bool = false
  ) {
    self.compiled = compiled
    self.tables = tables
    self.beginsAtBeginning = beginsAtBeginning
    directory = SubjectDirectory(compiled, tables, limits: limits)
    stepper = LifecycleStepper(compiled, tables)
  }

  /// The present subject of a wider kind; nil when none was met.
  func current(_ kind: Int) -> SubjectReference? {
    let slot = directory.kinds[kind].current
    return slot < 0 ? nil : SubjectReference(kind: kind, slot: slot)
  }

  /// Whether some subject of a wider kind had no identity.
  func isMerged(_ kind: Int) -> Bool { directory.kinds[kind].hadUnnamed }

  // MARK: - Wider subjects

  /// The wider subject that an event is about: by its identity, or the present one where the event names none.
  mutating func resolveWider(
    _ kind: Int, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> SubjectReference {
    let wider = resolveParent(of: kind, event, in: batch)
    let name = batch.value(tables.kinds[kind].member, of: event)
    if name.isNone {
      let subject = current(kind) ?? startUnnamed(wider: kind)
      meet(subject, wider)
      return subject
    }
    directory.kinds[kind].sawIdentity = true
    let known = directory.find(kind, name, in: batch)
    let slot =
      known
      ?? insert(
        kind, batch.names.bytes(name), hash: batch.names.hash(name), wider: wider
      ).slot
    if known == nil { directory.learn(kind, name, slot) }
    let subject = SubjectReference(kind: kind, slot: slot)
    meet(subject, wider)
    switchCurrent(to: subject)
    return subject
  }

  /// The slot of the subject that those of the kind belong to, as the event tells; nil where there is none.
  mutating func resolveParent(
    of kind: Int, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> SubjectSlot? {
    let wider = tables.kinds[kind].parent
    return wider < 0 ? nil : resolveWider(wider, event, in: batch).slot
  }

  /// Lets an event whose callback is not known tell at least which wider subjects are there.
  mutating func resolveWiderSubjects(_ event: EventRecord, in batch: borrowing EventBatch) {
    for kind in 0..<tables.kindCount
    where tables.kinds[kind].isWider && !batch.value(tables.kinds[kind].member, of: event).isNone {
      _ = resolveWider(kind, event, in: batch)
    }
  }

  /// Gives a subject its turn. Where subjects are identified, the one before goes on and may have its turn again.
  private mutating func switchCurrent(to subject: SubjectReference) {
    let before = current(subject.kind)
    if before == subject { return }
    if let before {
      touchGaps(before)
      directory.record(before).pointee.lastOfTurn = event - 1
      directory.makeForgettable(before)
    }
    directory.makeUnforgettable(subject)
    directory.kinds[subject.kind].current = subject.slot
    stepper.forgetUnchanged(subject.kind, present: subject.slot)
  }

  /// Begins the next subject of a wider kind that the trace does not tell apart.
  @discardableResult
  mutating func startUnnamed(wider kind: Int) -> SubjectReference {
    let noName = SubjectDirectory.noName
    let hash = hashName(noName, seed: UInt64(event) &* 0x9E37_79B9_7F4A_7C15 | 1)
    let parent = tables.kinds[kind].parent
    let subject = insert(kind, noName, hash: hash, wider: parent < 0 ? nil : current(parent)?.slot)
    directory.record(subject).pointee.isUnnamed = true
    directory.kinds[kind].hadUnnamed = true
    switchCurrent(to: subject)
    return subject
  }

  // MARK: - Narrow subjects

  /// Collects in `concerned` the narrow subjects that an event is about; none where the event does not say.
  /// - Complexity: O(identities) expected.
  mutating func collectConcerned(
    _ occurrence: Occurrence, _ event: EventRecord, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch,
    notes: inout RecordingNotes
  ) {
    concerned.removeAll(keepingCapacity: true)
    let traits = tables.traits[Int(occurrence.callback)]
    let kind = Int(traits.kind)
    let members = tables.kinds[kind]
    let name = batch.value(members.member, of: event)
    let alias = members.alias >= 0 ? batch.value(members.alias, of: event) : .none
    if !name.isNone {
      let subject = resolve(kind, name, wider, in: batch)
      concern(subject)
      if !alias.isNone { directory.bind(alias, to: subject, wider, in: batch) }
    } else if !alias.isNone && event.setCount == 0 {
      concern(resolve(alias: alias, kind, wider, in: batch))
    }
    if members.isInSet && event.setCount > 0 {
      let start = Int(event.setStart)
      for index in start..<(start + Int(event.setCount)) {
        concern(resolve(kind, batch.sets[index], wider, in: batch))
      }
    } else if name.isNone && alias.isNone {
      resolveUnnamed(occurrence, wider, notes: &notes)
    }
  }

  /// Adds a subject to those that the event is about; a set may name it again.
  private mutating func concern(_ subject: SubjectReference) {
    let record = directory.record(subject)
    if record.pointee.lastInSet == event { return }
    record.pointee.lastInSet = event
    if directory.mayBeMixed(subject) { tell(subject, .mayHaveMoved) }
    concerned.append(subject)
  }

  /// An event that names nothing is about the one subject of a trace that never does, or of its process there.
  private mutating func resolveUnnamed(
    _ occurrence: Occurrence, _ wider: SubjectSlot?, notes: inout RecordingNotes
  ) {
    let traits = tables.traits[Int(occurrence.callback)]
    let kind = Int(traits.kind)
    if directory.kinds[kind].sawIdentity || directory.kinds[kind].hasSeveralUnnamed {
      if directory.kinds[kind].sawIdentity && !traits.endsItsSubject {
        notes.add(.subjectMissing, event: occurrence.number, line: occurrence.line)
      }
      // Whatever it is about may have moved on.
      directory.kinds[kind].anonymousEvents &+= 1
      return
    }
    // It may be about one in another wider subject, too.
    if isAdrift(tables.kinds[kind].parent) { directory.kinds[kind].anonymousEvents &+= 1 }
    let known = directory.unnamed(kind, wider).map { SubjectReference(kind: kind, slot: $0) }
    if traits.endsItsSubject {
      if let known {
        meet(known, wider)
        tell(known, .unnamedEnd)
      }
      return
    }
    let subject = known ?? insertUnnamed(kind, wider)
    directory.switchUnnamed(to: subject)
    directory.kinds[kind].unnamedEvents.add(event: occurrence.number, line: occurrence.line)
    meet(subject, wider)
    concern(subject)
  }

  private mutating func insertUnnamed(_ kind: Int, _ wider: SubjectSlot?) -> SubjectReference {
    let hash = directory.unnamedHash(kind, wider)
    let subject = insert(kind, SubjectDirectory.noName, hash: hash, wider: wider)
    directory.record(subject).pointee.isUnnamed = true
    return subject
  }

  /// The narrow subject with an identity.
  private mutating func resolve(
    _ kind: Int, _ name: NameID, _ wider: SubjectSlot?, in batch: borrowing EventBatch
  ) -> SubjectReference {
    noteIdentity(kind)
    let subject: SubjectReference
    if let slot = directory.find(kind, name, in: batch) {
      subject = SubjectReference(kind: kind, slot: slot)
    } else {
      subject = insert(
        kind, batch.names.bytes(name), hash: batch.names.hash(name), wider: wider)
      directory.noteLackOfAlias(subject)
      directory.learn(kind, name, subject.slot)
    }
    // A set may name it again.
    if directory.record(subject).pointee.lastInSet != event { meet(subject, wider) }
    return subject
  }

  /// The subject an alias stands for. One that was never bound is a subject by itself; where others are known by
  /// their identity alone it may be one of them, so nothing is known of its beginning.
  private mutating func resolve(
    alias: NameID, _ kind: Int, _ wider: SubjectSlot?, in batch: borrowing EventBatch
  ) -> SubjectReference {
    let (known, key) = directory.find(alias: alias, kind, wider, in: batch)
    if let known {
      let subject = SubjectReference(kind: kind, slot: known)
      meet(subject, wider)
      return subject
    }
    noteIdentity(kind)
    let subject = insert(
      kind, batch.names.bytes(alias), hash: key, wider: wider,
      isNew: directory.kinds[kind].aliaslessCount == 0)
    directory.remember(key, subject)
    directory.noteUnbound(subject)
    meet(subject, wider)
    return subject
  }

  /// From the first identity on, events without one are no longer taken for those of one subject.
  private mutating func noteIdentity(_ kind: Int) {
    if directory.kinds[kind].sawIdentity { return }
    directory.kinds[kind].sawIdentity = true
    if directory.kinds[kind].unnamedEvents.count == 0 { return }
    droppedEvents.append(directory.kinds[kind].unnamedEvents)
    directory.kinds[kind].anonymousEvents &+= 1
    dropUnnamed(kind)
  }

  /// Forgets the subjects of a kind that have no identity, and what is open about them.
  private mutating func dropUnnamed(_ kind: Int) {
    for subject in directory.subjects(kind) where directory.record(subject).pointee.isUnnamed {
      stepper.closeSegments(of: subject)
      directory.remove(subject)
    }
    stepper.finished.removeAll { finished in
      if finished.subject.kind != kind { return false }
      stepper.segments.close(finished.segment)
      return true
    }
    endings.removeAll { $0.subject.kind == kind }
    directory.kinds[kind].unnamed = -1
    stepper.stores[kind].hasStepped = false
  }

  /// Whether an event about an unnamed subject is illegal there and may be the beginning of another one, which the
  /// trace does not tell apart: then nothing is known of them any more.
  /// - Returns: whether that is so.
  mutating func foundAnother(_ subject: SubjectReference, _ occurrence: Occurrence) -> Bool {
    let record = directory.record(subject).pointee
    let traits = tables.traits[Int(occurrence.callback)]
    guard record.isUnnamed, !tables.kinds[subject.kind].isWider,
      traits.isAction == (occurrence.kind == .action),
      !(traits.isReplaced && occurrence.kind == .notification),
      !stepper.isEcho(subject, occurrence)
    else { return false }
    // A recorder that is known to record everything is taken to have been there from the start.
    let isNew =
      !(compiled.observed?.isInferred ?? false) || isSeenToBegin(directory.recordOfWider(subject))
    var isIllegal = false
    for number in 0..<tables.kinds[subject.kind].runCount {
      let traits = tables.runs[tables.kinds[subject.kind].firstRun + number]
      let symbol = Int(traits.symbols[Int(occurrence.callback)])
      if symbol < 0 { continue }
      let vector = stepper.stores[subject.kind].runs(subject.slot)[number].vector
      let other =
        isNew ? tables.knownStarts[traits.lifecycle] : tables.unknownStarts[traits.lifecycle]
      if traits.automaton.pointee.step(vector, symbol).rose { isIllegal = true }
      if traits.automaton.pointee.step(other, symbol).rose { return false }
    }
    if !isIllegal { return false }
    directory.kinds[subject.kind].hasSeveralUnnamed = true
    severalUnnamed.append(subject.kind)
    dropUnnamed(subject.kind)
    return true
  }
}
