/// All subjects of one kind that are known, by identity and by alias.
struct KindRegister: ~Copyable {
  var store = SubjectStore()
  /// The slot that an alias within a wider subject stands for, by hash of both.
  var aliases = HashIndex()
  /// Subjects that ended, or that others took their turn after, the one that did so first ahead: those are forgotten
  /// when there are too many.
  var forgettable = RecencyList()
  /// What is still known of the forgotten ones.
  var tombstones: Tombstones
  /// The slot that events without an identity belong to, for a wider kind; -1 for none.
  var current: SubjectSlot = -1
  /// Whether some event identified a subject of the kind.
  var sawIdentity = false
  /// Whether a subject of a wider kind without identity was met.
  var hadUnnamed = false
  /// The slot of the one without identity that was met last; -1 for none.
  var unnamed: SubjectSlot = -1
  /// The events that identified none, before any did.
  var unnamedEvents = UnnamedEvents()
  /// How many events named no subject of the kind where others do: each may be about any of them.
  var anonymousEvents: UInt32 = 0
  /// Whether unnamed subjects turned out to be several, so that their events cannot be told apart.
  var hasSeveralUnnamed = false
  /// How many subjects are known by an alias alone.
  var unboundCount = 0
  /// How many subjects lack an alias: one that is met under an unbound alias may be any of them.
  var aliaslessCount = 0

  /// Whether events of one subject may be known by its identity in part, and in part by an alias.
  var isMixed: Bool { unboundCount > 0 && aliaslessCount > 0 }

  init(tombstoneLimit: Int, runCount: Int) {
    tombstones = Tombstones(limit: tombstoneLimit, runCount: runCount)
  }
}

/// Events that identified nothing.
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
