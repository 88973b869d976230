internal import TraceModel

/// What identifies a subject, and what is known of it beside its lifecycles.
struct SubjectRecord: BitwiseCopyable {
  var hash: UInt64
  /// The number of the first event about it, counted from 1; 0 for a free slot.
  var firstEvent: UInt32
  /// How many subjects of its kind came before it: it has this number as long as it is known.
  var serial: UInt32 = 0
  /// How often the slot was given to another subject.
  var generation: UInt32 = 0
  /// The number of gaps that it has been told of.
  var gaps: UInt32
  /// How many events without the identity of its kind it has been told of.
  var anonymousEvents: UInt32 = 0
  /// The event that named it last in a set, so that a set names it once.
  var lastInSet: UInt32 = 0
  /// The role and the delegates that its events named.
  var recorder = Recorder()
  var alias = AliasTie()
  var wider = WiderTie()
  var span: SubjectSpan
  var isUnnamed = false

  init(hash: UInt64, firstEvent: UInt32, gaps: UInt32) {
    (self.hash, self.firstEvent, self.gaps) = (hash, firstEvent, gaps)
    span = SubjectSpan(gapsAtStart: gaps)
  }

  /// The role that was last recorded, as `RecordedValues` numbers them; nil where none was.
  var knownRole: Int? { recorder.role < 0 ? nil : Int(recorder.role) }

  /// Lets the role that an event records be that of its subject, and an event without one have the subject's.
  mutating func settleRole(_ occurrence: inout Occurrence) {
    if let role = occurrence.role { recorder.role = Int32(role) }
    occurrence.role = knownRole
  }
}

/// What ties a subject to another identity, its alias.
struct AliasTie: BitwiseCopyable {
  /// The key of the alias that is bound to it, 0 for none.
  var key: UInt64 = 0
  /// The alias as a name of the batch with the number, in which it was last met.
  var name = NameID.none
  var batch: UInt32 = 0
  /// Whether the subject was named by its identity, and has not ended.
  var isNamed = false
  /// The epoch of the register in which it was last met under its alias; 0 where its last event came without one.
  var metInEpoch: UInt32 = 0
  /// Whether it is known by an alias alone, which nothing ties to an identity.
  var isUnbound = false
}

/// The wider subject that a subject was last seen in.
struct WiderTie: BitwiseCopyable {
  /// The slot of it; -1 for none.
  var slot: Int32 = -1
  /// Its serial number.
  var serial: UInt32 = 0
  var isUnnamed = false
  /// How often it was seen in another one than before, and how often in one that was not seen to begin.
  var moves: UInt32 = 0
  var unseenMoves: UInt32 = 0
  /// Whether the last event did not say which wider subject it belongs to, where others do.
  var isAdrift = false
}

/// Where a subject begins, as far as that is recorded, and where it left its turn to another one.
struct SubjectSpan: BitwiseCopyable {
  /// The number of gaps before its first event.
  var gapsAtStart: UInt32
  /// The number of gaps before the last callback that begins it.
  var beganAtGaps: UInt32 = 0
  /// Whether a callback that begins it was seen.
  var began = false
  /// Whether the last of the callbacks that begin it was seen.
  var beganSurely = false
  /// For a wider subject, the last event before another one of its kind had its turn; 0 before that.
  var lastOfTurn: UInt32 = 0
}
