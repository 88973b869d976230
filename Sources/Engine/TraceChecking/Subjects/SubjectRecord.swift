/// The identity of a subject, and what is known of it besides its lifecycles.
struct SubjectRecord: BitwiseCopyable {
  /// The hash of its name, or what stands in for it.
  let hash: UInt64
  /// Whether it has no identity.
  var isUnnamed = false
  /// The number of the first event about it, counted from 1; 0 for a free slot.
  var firstEvent: UInt32
  /// Its number among all subjects of its kind, counted from 1; unchanged for as long as it is known.
  var serial: UInt32 = 0
  /// Changes whenever the slot is freed or reused.
  var generation: UInt32 = 0
  /// How many gaps were applied to it.
  var gaps: UInt32
  /// How many events that named no subject of its kind were applied to it.
  var anonymousEvents: UInt32 = 0
  /// The last event that named it. A set that names it twice counts once.
  var lastNamedAt: UInt32 = 0
  /// The role and the delegates that its events named.
  var recorder = Recorder()
  var alias = AliasTie()
  var opened = OpenedAlias()
  var wider = WiderTie()
  var span: SubjectSpan

  init(hash: UInt64, firstEvent: UInt32, gaps: UInt32) {
    (self.hash, self.firstEvent, self.gaps) = (hash, firstEvent, gaps)
    span = SubjectSpan(gapsAtStart: gaps)
  }

  /// The role that was recorded last, as `RecordedValues` numbers roles; nil if none was.
  var knownRole: Int? { recorder.role < 0 ? nil : Int(recorder.role) }

  /// Stores the role that an event records, or gives an event without a role that of its subject.
  mutating func rememberRole(_ occurrence: inout Occurrence) {
    if let role = occurrence.role { recorder.role = Int32(role) }
    occurrence.role = knownRole
  }
}

/// The tie of a subject to another identity, its alias.
struct AliasTie: BitwiseCopyable {
  /// The key of the alias that is bound to it, 0 for none.
  var key: UInt64 = 0
  /// Whether the subject was named by its identity and has not ended.
  var isNamed = false
  /// The epoch of the register in which it was last met under its alias; 0 if its last event came without one.
  var metInEpoch: UInt32 = 0
  /// Whether it is known only by an alias, which nothing ties to an identity.
  var isUnbound = false
}

/// The wider subject in which a subject was last seen.
struct WiderTie: BitwiseCopyable, Equatable {
  /// Its slot; -1 for none.
  var slot: Int32 = -1
  /// Its serial number.
  var serial: UInt32 = 0
  /// How often the subject was seen in another one than before, and how often in one that was not seen to begin.
  var moves: UInt32 = 0
  var unseenMoves: UInt32 = 0
  var isUnnamed = false
  /// Whether the last event did not say which wider subject it belongs to, although others do.
  var isUnattributed = false
}

/// When a subject began, as far as that is recorded, and until when it was the present one.
struct SubjectSpan: BitwiseCopyable, Equatable {
  /// The number of gaps before its first event.
  var gapsAtStart: UInt32
  /// The number of gaps before the last callback that begins it.
  var beganAtGaps: UInt32 = 0
  /// For a wider subject, the last event at which it was the present one; 0 until another one becomes that.
  var lastPresent: UInt32 = 0
  /// Whether a callback that begins it was seen.
  var began = false
  /// Whether the last of the callbacks that begin it was seen.
  var beganSurely = false
}
