internal import TraceGrammar
internal import TraceModel

/// The subjects of a trace: finds them by identity and alias, and forgets those that have ended.
///
/// It deals in names and slots, and knows nothing about lifecycles.
struct SubjectDirectory: ~Copyable {
  let tables: CheckingTables
  /// One register per kind of subject.
  let kinds: IDPointer<SubjectKindID, KindRegister>
  /// The kind of the widest subject, and the member of an event that identifies it.
  let widest: (kind: SubjectKindID, member: Int)
  private let limits: MemoryLimits
  var roles: RecordedValues
  var delegates: RecordedValues
  /// The number of the batch, counted from 1.
  private(set) var batchNumber: UInt32 = 0
  /// Whether some subject may have to be forgotten.
  var mayBeOverLimit = false

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
    for kind in tables.kindIDs {
      kinds.initialize(
        kind,
        to: KindRegister(tables.kinds[kind], limits))
    }
  }

  deinit {
    kinds.base.deinitialize(count: tables.kindCount)
    kinds.deallocate()
  }

  /// Begins a batch, in which names have other numbers.
  mutating func beginBatch() {
    batchNumber &+= 1
    roles.forgetNames()
    delegates.forgetNames()
  }

  /// What is known of a subject besides its lifecycles, where it is stored.
  @inline(__always)
  subscript(subject: SubjectReference) -> SubjectRecord {
    // SAFETY: a reference to a known subject has a slot of its store, and the memory moves only when a subject is
    // added, which nothing does while it uses a record in place. Kinds are those of the tables.
    @inline(__always) unsafeAddress {
      UnsafePointer(kinds[subject.kind].store.records + subject.slot)
    }
    @inline(__always) nonmutating unsafeMutableAddress {
      kinds[subject.kind].store.records + subject.slot
    }
  }

  /// What shows whether something unrecorded happens to a subject; nil if something may just have happened.
  func certainty(_ subject: SubjectReference) -> SubjectCertainty? {
    let record = self[subject]
    let wider = record.wider
    if wider.isUnattributed || kinds[subject.kind].aliases.mayBeMixed(record.alias) { return nil }
    return SubjectCertainty(
      gaps: record.gaps, anonymousEvents: record.anonymousEvents,
      parentSerial: wider.serial, moves: wider.moves, unseenMoves: wider.unseenMoves)
  }

  /// The record of a subject's wider one; nil if it has none.
  func recordOfWider(_ subject: SubjectReference) -> SubjectRecord? {
    let slot = Int(self[subject].wider.slot)
    guard let wider = tables.kinds[subject.kind].parent, slot >= 0 else { return nil }
    return self[SubjectReference(kind: wider, slot: slot)]
  }

  /// Identifies the subject among all that ever existed.
  func key(_ subject: SubjectReference) -> SubjectKey {
    SubjectKey(subject: subject, generation: self[subject].generation)
  }

  /// The identity of a subject as recorded; empty for one without.
  func name(_ subject: SubjectReference) -> String { kinds[subject.kind].store.name(subject.slot) }

  /// The name of the widest subject that an event identifies; nil if it identifies none.
  func nameOfWidest(_ occurrence: Occurrence) -> String? {
    guard occurrence.namesWidest, let widest = presentWidest else { return nil }
    return name(widest)
  }

  /// The present subject of the widest kind; nil for none.
  var presentWidest: SubjectReference? {
    kinds[widest.kind].current.map { SubjectReference(kind: widest.kind, slot: $0) }
  }

  /// Whether an event identifies the widest subject, in a grammar in which others belong to that.
  @inline(__always)
  func namesWidest(_ event: EventRecord, in batch: borrowing EventBatch) -> Bool {
    tables.kindCount > 0 && tables.kinds[widest.kind].isWider
      && !batch.value(widest.member, of: event).isNone
  }

  /// All known subjects of a kind, by slot. The sequence must not outlive the directory.
  func subjects(_ kind: SubjectKindID) -> KnownSubjects {
    KnownSubjects(kind: kind, register: kinds.address(kind))
  }

  /// The subject that an event identifies by a member; nil if it was not met before.
  /// - Complexity: O(bytes) expected.
  @inline(__always)
  mutating func find(
    _ kind: SubjectKindID, _ name: NameID, in batch: borrowing EventBatch
  ) -> SubjectSlot? {
    kinds[kind].find(name, in: batch)
  }

  // MARK: - Aliases

  /// From here on, the alias stands for the subject, which loses its previous alias.
  func bind(
    _ alias: NameID, to subject: SubjectReference, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch
  ) {
    let key = key(of: alias, subject.kind, wider, in: batch)
    noteTaken(key, by: subject)
    let records = kinds[subject.kind].store.records
    kinds[subject.kind].aliases.bind(key, to: subject.slot, records)
  }

  /// Notes that an event names a subject with an alias, if the alias already stands for it.
  func confirm(
    _ alias: NameID, of subject: SubjectReference, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch
  ) {
    let records = kinds[subject.kind].store.records
    if records[subject.slot].alias.key == key(of: alias, subject.kind, wider, in: batch) {
      kinds[subject.kind].aliases.noteMet(subject.slot, records)
    }
  }

  /// Whether the alias already stands for the subject.
  func isBound(
    _ alias: NameID, to subject: SubjectReference, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch
  ) -> Bool {
    self[subject].alias.key == key(of: alias, subject.kind, wider, in: batch)
  }

  /// The key of an alias among those of its kind.
  func key(
    of alias: NameID, _ kind: SubjectKindID, _ wider: SubjectSlot?, in batch: borrowing EventBatch
  ) -> UInt64 {
    let widerKind = tables.kinds[kind].parent
    var serial: UInt32?
    if let wider, let widerKind { serial = kinds[widerKind].store.records[wider].serial }
    return AliasRegister.key(batch.names.hash(alias), within: serial)
  }

  // MARK: - Forgetting

  /// Puts a subject among those that may be forgotten.
  mutating func makeForgettable(_ subject: SubjectReference) {
    kinds[subject.kind].forgettable.append(subject.slot)
    kinds[subject.kind].aliases.noteEnded(
      subject.slot, kinds[subject.kind].store.records)
    mayBeOverLimit = true
  }

  /// The subject of the kind to forget now; nil while there is room for all.
  func subjectToForget(_ kind: SubjectKindID) -> SubjectReference? {
    // Without identities, subjects follow one another like the wider ones they belong to.
    let followsOthers = tables.kinds[kind].isWider || !kinds[kind].sawIdentity
    let limit = followsOthers ? limits.waitingSubjects : limits.endedSubjects
    return kinds[kind].forgettable.oldest(ofMoreThan: limit)
      .map { SubjectReference(kind: kind, slot: $0) }
  }
}

/// How much a check keeps in memory. Beyond that, subjects are forgotten, the oldest first.
package struct MemoryLimits: Sendable {
  /// How many ended subjects of a kind are remembered in full.
  package var endedSubjects = 512
  /// How many subjects that follow one another are remembered in full: processes, and sessions without identities.
  package var waitingSubjects = 16_384
  /// How many forgotten subjects of a kind are remembered well enough to judge them if they come back.
  package var tombstones = 1 << 17
  /// How many states of other subjects are examined in one trace, for questions about some, no or another subject.
  package var examinedOthers = 10_000_000
  /// How many subjects one trace's calls may concern that concern all subjects within a wider one.
  package var stepsOfOthers = 10_000_000
  /// How many subjects, and peers they came with, the rules on subjects side by side remember.
  package var peers = 65_536
  /// How many states that must be left in time may wait at once.
  package var deadlines = 4_096

  package init() {}
}

/// Numbers that stay the same as long as nothing unrecorded happens to a subject.
struct SubjectCertainty: Equatable {
  var gaps: UInt32
  var anonymousEvents: UInt32
  var parentSerial: UInt32
  /// How often it moved to another wider subject, and how often to one that was not seen to begin.
  var moves: UInt32
  var unseenMoves: UInt32
}
