internal import TraceModel

/// All known subjects of one kind, by identity and by alias.
struct KindRegister: ~Copyable {
  var store = SubjectStore()
  var aliases: AliasRegister
  /// Subjects that ended, or are not present any more, with the first one to do so first. They are forgotten when there
  /// are too many.
  var forgettable: RecencyList
  /// The remaining data of forgotten subjects.
  var tombstones: Tombstones
  /// For a wider kind, the slot of the subject that events without an identity belong to; nil for none.
  var current: SubjectSlot?
  /// The keys of aliases with which subjects of the kind were opened.
  var openedAliases: Set<UInt64> = []
  /// Whether some event identified a subject of the kind.
  var sawIdentity = false
  /// Whether a subject of a wider kind without identity was met.
  var hadUnnamed = false
  /// The slot of the unnamed subject that was met last; nil for none.
  var unnamed: SubjectSlot?
  /// The events that identified no subject, before any did.
  var unnamedEvents = UnnamedEvents()
  /// How many events named no subject of the kind although others do: each may be about any of them.
  private(set) var anonymousEvents: UInt32 = 0
  /// How many calls about a wider subject would have moved a subject that was not met there yet.
  private var missedCalls: UInt32 = 0
  /// The last event of either sort; 0 for none.
  private(set) var lastUnreached: UInt32 = 0
  /// Whether unnamed subjects turned out to be several, so that their events cannot be told apart.
  var hasSeveralUnnamed = false
  /// Whether a subject that is met for the first time may have left its start state.
  var startIsPast: Bool { missedCalls > 0 }

  init(_ kind: KindTraits, _ limits: MemoryLimits) {
    aliases = AliasRegister(isUsed: kind.alias != nil)
    forgettable = RecencyList()
    tombstones = Tombstones(limit: limits.tombstones)
  }

  /// The slot of the subject with a name of the batch; nil if it is not known. It is mutating so that the register is
  /// passed in place: the compiler copies large values that are borrowed.
  @inline(never)
  mutating func find(_ name: NameID, in batch: borrowing EventBatch) -> SubjectSlot? {
    store.find(batch.names.bytes(name), hash: batch.names.hash(name))
  }

  /// The slot of the subject that the alias with the key stands for; nil for an alias that was never bound.
  func find(alias key: UInt64) -> SubjectSlot? { aliases.find(key, store.records) }

  /// Whether the subject's lifecycles must end well. Of several unnamed subjects, only those of the last one must: the
  /// earlier ones may be the same subject.
  func mayBeJudgedComplete(_ slot: SubjectSlot, isWider: Bool) -> Bool {
    isWider || slot == unnamed || !store.records[slot].isUnnamed
  }

  /// Notes an event that named no subject of the kind and may be about any.
  mutating func noteAnonymous(at event: UInt32) {
    anonymousEvents &+= 1
    lastUnreached = event
  }

  /// Notes a call that would have moved a subject of the kind that was not met there yet.
  mutating func noteMissed(at event: UInt32) {
    missedCalls &+= 1
    lastUnreached = event
  }

  /// Forgets a subject, except for what its tombstone has.
  mutating func remove(_ slot: SubjectSlot) {
    aliases.noteEnded(slot, store.records)
    aliases.noteBound(slot, store.records)
    aliases.forget(slot, store.records)
    forgettable.remove(slot)
    store.remove(slot)
  }
}

/// Events that identified no subject.
struct UnnamedEvents: BitwiseCopyable {
  private(set) var count = 0
  /// The number of the first, counted from 1, and its line.
  private(set) var firstEvent: UInt32 = 0
  private(set) var firstLine: UInt32 = 0

  mutating func add(event: UInt32, line: UInt32) {
    if count == 0 { (firstEvent, firstLine) = (event, line) }
    count += 1
  }
}
