internal import TraceGrammar
internal import TraceModel

/// Which subjects a trace is about: finds them by identity and alias, and forgets those that are over.
///
/// It knows names and slots and nothing of lifecycles.
struct SubjectDirectory: ~Copyable {
  let tables: CheckingTables
  /// One register for every kind of subject.
  let kinds: UnsafeMutablePointer<KindRegister>
  /// The identity of the widest subject in an event.
  private let widest: (kind: Int, member: Int)
  private let limits: MemoryLimits
  var memo: BatchMemo
  var roles: RecordedValues
  var delegates: RecordedValues
  /// The number of the batch, counted from 1.
  private(set) var batchNumber: UInt32 = 0
  /// Whether there may be a subject that has to be forgotten.
  var isCrowded = false

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, limits: MemoryLimits) {
    self.tables = tables
    self.limits = limits
    roles = RecordedValues(
      member: compiled.quirks.roleMember, names: compiled.quirks.roles, limit: 64,
      callbackCount: tables.callbackCount)
    // The first one stands for none.
    delegates = RecordedValues(
      member: compiled.delegateMember, names: [""], limit: Recorder.delegateLimit,
      callbackCount: tables.callbackCount)
    widest = (
      compiled.widest, compiled.kinds.isEmpty ? 0 : compiled.kinds[compiled.widest].member
    )
    kinds = .allocate(capacity: max(1, tables.kindCount))
    for kind in 0..<tables.kindCount {
      (kinds + kind).initialize(
        to: KindRegister(tables.kinds[kind], tombstoneLimit: limits.tombstones))
    }
    memo = BatchMemo(memberCount: compiled.identityMembers.single.count)
  }

  deinit {
    kinds.deinitialize(count: tables.kindCount)
    kinds.deallocate()
  }

  /// Begins a batch.
  /// - Parameter keepingNames: whether it has the names of the batch before, with their numbers, and perhaps some more; else
  ///   what they meant is forgotten.
  mutating func begin(_ batch: borrowing EventBatch, keepingNames: Bool = false) {
    memo.reset(nameCount: batch.names.count, keepingNames: keepingNames)
    if keepingNames { return }
    batchNumber &+= 1
    roles.forgetNames()
    delegates.forgetNames()
  }

  /// What is known of a subject.
  @inline(__always)
  func record(_ subject: SubjectReference) -> UnsafeMutablePointer<SubjectRecord> {
    kinds[subject.kind].store.records + subject.slot
  }

  /// By what it is known that nothing happened to a subject unseen; nil where something may have just now.
  func certainty(_ subject: SubjectReference) -> AnswerTracker.Certainty? {
    let record = record(subject)
    let wider = record.pointee.wider
    if wider.isAdrift || kinds[subject.kind].aliases.mayBeMixed(record.pointee.alias) { return nil }
    return AnswerTracker.Certainty(
      gaps: record.pointee.gaps, anonymousEvents: record.pointee.anonymousEvents,
      parentSerial: wider.serial, moves: wider.moves, unseenMoves: wider.unseenMoves)
  }

  /// What is known of a subject's wider one; nil where it has none.
  func recordOfWider(_ subject: SubjectReference) -> UnsafeMutablePointer<SubjectRecord>? {
    let wider = tables.kinds[subject.kind].parent
    let slot = Int(record(subject).pointee.wider.slot)
    return wider < 0 || slot < 0 ? nil : kinds[wider].store.records + slot
  }

  /// The subject among all that ever were.
  func key(_ subject: SubjectReference) -> SubjectKey {
    SubjectKey(subject: subject, generation: record(subject).pointee.generation)
  }

  /// The identity of a subject as recorded; empty for one without.
  func name(_ subject: SubjectReference) -> String { kinds[subject.kind].store.name(subject.slot) }

  /// The name of the widest subject that an event identifies; nil where it identifies none.
  func nameOfWidest(_ occurrence: Occurrence) -> String? {
    occurrence.namesWidest
      ? name(SubjectReference(kind: widest.kind, slot: kinds[widest.kind].current)) : nil
  }

  /// Whether an event identifies the widest subject, where other subjects belong to such.
  @inline(__always)
  func namesWidest(_ event: EventRecord, in batch: borrowing EventBatch) -> Bool {
    tables.kindCount > 0 && tables.kinds[widest.kind].isWider
      && !batch.value(widest.member, of: event).isNone
  }

  /// All subjects of a kind that are known, by slot; for use while the directory is there.
  func subjects(_ kind: Int) -> KnownSubjects {
    KnownSubjects(kind: kind, register: kinds + kind)
  }

  /// The subject that an event identifies by a member; nil where it was not met before.
  /// - Complexity: O(1) for a name met before in this batch, else O(bytes), expected.
  mutating func find(
    _ kind: Int, _ name: NameID, in batch: borrowing EventBatch
  ) -> SubjectSlot? {
    let member = tables.kinds[kind].member
    let found = memo[member, name]
    if found.slot >= 0,
      kinds[kind].store.records[Int(found.slot)].generation == found.generation
    {
      return Int(found.slot)
    }
    let known = kinds[kind].store.find(batch.names.bytes(name), hash: batch.names.hash(name))
    if let known { learn(kind, name, known) }
    return known
  }

  /// Notes what a name of the batch means.
  func learn(_ kind: Int, _ name: NameID, _ slot: SubjectSlot) {
    memo[tables.kinds[kind].member, name] = .init(
      slot: Int32(slot), generation: kinds[kind].store.records[slot].generation)
  }

  // MARK: - Aliases

  /// From here on the alias stands for the subject; the alias it had is forgotten.
  func bind(
    _ alias: NameID, to subject: SubjectReference, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch
  ) {
    let key = key(of: alias, subject.kind, wider, in: batch)
    let records = kinds[subject.kind].store.records
    kinds[subject.kind].aliases.bind(key, to: subject.slot, records)
    records[subject.slot].alias.name = alias
    records[subject.slot].alias.batch = batchNumber
  }

  /// Notes that an event names a subject with an alias, if that one stands for it already.
  func confirm(
    _ alias: NameID, of subject: SubjectReference, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch
  ) {
    let records = kinds[subject.kind].store.records
    if records[subject.slot].alias.key == key(of: alias, subject.kind, wider, in: batch) {
      kinds[subject.kind].aliases.noteMet(subject.slot, records)
    }
  }

  /// Whether the alias stands for the subject already.
  mutating func isBound(
    _ alias: NameID, to subject: SubjectReference, _ wider: SubjectSlot,
    in batch: borrowing EventBatch
  ) -> Bool {
    let record = record(subject)
    if record.pointee.alias.name == alias && record.pointee.alias.batch == batchNumber {
      return true
    }
    if record.pointee.alias.key != key(of: alias, subject.kind, wider, in: batch) { return false }
    record.pointee.alias.name = alias
    record.pointee.alias.batch = batchNumber
    return true
  }

  /// The key of an alias among those of its kind.
  func key(
    of alias: NameID, _ kind: Int, _ wider: SubjectSlot?, in batch: borrowing EventBatch
  ) -> UInt64 {
    let widerKind = tables.kinds[kind].parent
    let serial = widerKind < 0 ? nil : wider.map { kinds[widerKind].store.records[$0].serial }
    return AliasRegister.key(batch.names.hash(alias), within: serial)
  }

  // MARK: - Forgetting

  /// Puts a subject among those that may be forgotten.
  mutating func makeForgettable(_ subject: SubjectReference) {
    kinds[subject.kind].forgettable.append(subject.slot)
    kinds[subject.kind].aliases.noteEnded(
      subject.slot, kinds[subject.kind].store.records)
    isCrowded = true
  }

  /// The subject of the kind that has to be forgotten now; nil while there is room for all.
  func subjectToForget(_ kind: Int) -> SubjectReference? {
    // Without identities, subjects take turns like the wider ones they belong to.
    let takesTurns = tables.kinds[kind].isWider || !kinds[kind].sawIdentity
    let limit = takesTurns ? limits.waitingSubjects : limits.endedSubjects
    guard kinds[kind].forgettable.count > limit, let oldest = kinds[kind].forgettable.oldest else {
      return nil
    }
    return SubjectReference(kind: kind, slot: oldest)
  }
}

/// How many subjects a check keeps in memory; what is beyond is forgotten, the oldest first.
package struct MemoryLimits: Sendable {
  /// How many subjects of a kind that came to their end are remembered in full.
  package var endedSubjects = 512
  /// How many subjects are remembered in full that take turns: processes, and sessions without identities.
  package var waitingSubjects = 16_384
  /// How many forgotten subjects of a kind are remembered as far as it takes to judge them.
  package var tombstones = 1 << 17
  /// How many states of other subjects are looked at in one trace for questions about some, no or another one.
  package var looksAtOthers = 10_000_000
  /// How many subjects calls may concern in one trace that concern all in a wider one.
  package var stepsOfOthers = 10_000_000
  /// How many subjects that came side by side with others are remembered, and how many of those.
  package var peers = 65_536
  /// How many states may wait to be left in time.
  package var deadlines = 4_096

  package init() {}
}
