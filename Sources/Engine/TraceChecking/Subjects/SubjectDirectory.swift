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
  var memo: BatchMemo
  var roles: RecordedValues
  var delegates: RecordedValues
  /// What the values of recent calls meant.
  var recentCalls: RecentCalls
  /// The number of the batch, counted from 1.
  private(set) var batchNumber: UInt32 = 0
  /// Whether some subject may have to be forgotten.
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
    recentCalls = RecentCalls(
      compiled.membersToRead.union([widest.member]),
      valueCount: compiled.identityMembers.single.count)
    kinds = .allocate(capacity: max(1, tables.kindCount))
    for kind in tables.kindIDs {
      kinds.initialize(
        kind,
        to: KindRegister(tables.kinds[kind], limits))
    }
    memo = BatchMemo(kindCount: tables.kindCount)
  }

  deinit {
    kinds.base.deinitialize(count: tables.kindCount)
    kinds.deallocate()
  }

  /// Begins a batch.
  /// - Parameter keepingNames: whether it has the names of the previous batch, with the same numbers, and perhaps more;
  ///   otherwise what they mean is forgotten.
  mutating func begin(_ batch: borrowing EventBatch, keepingNames: Bool = false) {
    memo.reset(nameCount: batch.names.count, keepingNames: keepingNames)
    if keepingNames { return }
    batchNumber &+= 1
    roles.forgetNames()
    delegates.forgetNames()
  }

  /// The record of a subject.
  @inline(__always)
  func record(_ subject: SubjectReference) -> UnsafeMutablePointer<SubjectRecord> {
    kinds[subject.kind].store.records + subject.slot
  }

  /// Numbers that stay the same as long as nothing unrecorded happens to a subject; nil if something may just have
  /// happened.
  func certainty(_ subject: SubjectReference) -> AnswerTracker.Certainty? {
    let record = record(subject)
    let wider = record.pointee.wider
    if wider.isAdrift || kinds[subject.kind].aliases.mayBeMixed(record.pointee.alias) { return nil }
    return AnswerTracker.Certainty(
      gaps: record.pointee.gaps, anonymousEvents: record.pointee.anonymousEvents,
      parentSerial: wider.serial, moves: wider.moves, unseenMoves: wider.unseenMoves)
  }

  /// The record of a subject's wider one; nil if it has none.
  func recordOfWider(_ subject: SubjectReference) -> UnsafeMutablePointer<SubjectRecord>? {
    let slot = Int(record(subject).pointee.wider.slot)
    guard let wider = tables.kinds[subject.kind].parent, slot >= 0 else { return nil }
    return kinds[wider].store.records + slot
  }

  /// Identifies the subject among all that ever existed.
  func key(_ subject: SubjectReference) -> SubjectKey {
    SubjectKey(subject: subject, generation: record(subject).pointee.generation)
  }

  /// The identity of a subject as recorded; empty for one without.
  func name(_ subject: SubjectReference) -> String { kinds[subject.kind].store.name(subject.slot) }

  /// The name of the widest subject that an event identifies; nil if it identifies none.
  func nameOfWidest(_ occurrence: Occurrence) -> String? {
    occurrence.namesWidest ? name(presentWidest) : nil
  }

  /// The present subject of the widest kind. Requires that there is one.
  var presentWidest: SubjectReference {
    SubjectReference(kind: widest.kind, slot: kinds[widest.kind].current)
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
  /// - Complexity: O(1) for a name met before in this batch, else O(bytes), expected.
  @inline(__always)
  mutating func find(
    _ kind: SubjectKindID, _ name: NameID, in batch: borrowing EventBatch
  ) -> SubjectSlot? {
    let found = memo[kind, name]
    if found.slot >= 0,
      kinds[kind].store.records[Int(found.slot)].generation == found.generation
    {
      return Int(found.slot)
    }
    let known = kinds[kind].find(name, in: batch)
    if let known { learn(kind, name, known) }
    return known
  }

  /// Remembers what a name of the batch means.
  func learn(_ kind: SubjectKindID, _ name: NameID, _ slot: SubjectSlot) {
    memo[kind, name] = .init(
      slot: Int32(slot), generation: kinds[kind].store.records[slot].generation)
  }

  // MARK: - Aliases

  /// From here on, the alias stands for the subject, which loses its previous alias.
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
  @inline(never)
  mutating func isBound(
    _ alias: NameID, to subject: SubjectReference, _ wider: SubjectSlot,
    in batch: borrowing EventBatch
  ) -> Bool {
    let record = record(subject)
    if record.pointee.alias.key != key(of: alias, subject.kind, wider, in: batch) { return false }
    record.pointee.alias.name = alias
    record.pointee.alias.batch = batchNumber
    return true
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
    isCrowded = true
  }

  /// The subject of the kind to forget now; nil while there is room for all.
  func subjectToForget(_ kind: SubjectKindID) -> SubjectReference? {
    // Without identities, subjects take turns like the wider ones they belong to.
    let takesTurns = tables.kinds[kind].isWider || !kinds[kind].sawIdentity
    let limit = takesTurns ? limits.waitingSubjects : limits.endedSubjects
    return kinds[kind].forgettable.oldest(ofMoreThan: limit)
      .map { SubjectReference(kind: kind, slot: $0) }
  }
}

/// How much a check keeps in memory. Beyond that, subjects are forgotten, the oldest first.
package struct MemoryLimits: Sendable {
  /// How many ended subjects of a kind are remembered in full.
  package var endedSubjects = 512
  /// How many subjects that take turns are remembered in full: processes, and sessions without identities.
  package var waitingSubjects = 16_384
  /// How many forgotten subjects of a kind are remembered well enough to judge them if they come back.
  package var tombstones = 1 << 17
  /// How many states of other subjects are examined in one trace, for questions about some, no or another subject.
  package var looksAtOthers = 10_000_000
  /// How many subjects one trace's calls may concern that concern all subjects within a wider one.
  package var stepsOfOthers = 10_000_000
  /// How many subjects, and peers they came with, the rules on subjects side by side remember.
  package var peers = 65_536
  /// How many states that must be left in time may wait at once.
  package var deadlines = 4_096

  package init() {}
}
