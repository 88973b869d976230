internal import TraceGrammar
internal import TraceModel

/// A subject that the trace is about.
struct Subject {
  let kind: Int
  var name: UInt32
  var isUnnamed = false
  /// For an unnamed one: whether there may be one in each wider subject, as that has a name.
  var isOneOfEach = false
  /// Its number among those of its kind, from 1.
  let serial: Int32
  let firstEvent: Int32
  /// Since the last event that names it: how many calls about wider subjects it was told of, and how often of losses because
  /// others asked.
  var heard: (calls: UInt8, losses: UInt8) = (0, 0)
  /// Whether it is certain that nothing happened to it before its first event.
  var isKnown = false
  /// How many gaps, and events that may have been about it, it has been told of.
  var gaps: UInt32
  var unclear: UInt32 = 0
  var lastNamedAt: Int32 = -1
  /// The wider subject in which it was last met; whether its last event did not say in which.
  var wider: Int32 = -1
  /// If events name its identity or its alias alone: the outermost one in which it was before; -1 for none.
  var lastRoot: Int32 = -1
  var isUnattributed = false
  /// For a wider subject: when it began, as far as that is recorded, and until when it was the present one.
  var gapsAtStart: UInt32
  var beganAtGaps: UInt32 = 0
  /// The event that showed its beginning first; -1 for none.
  var beganAt: Int32 = -1
  var began: Bool { beganAt >= 0 }
  var beganSurely = false
  /// Whether an event that is not certain may have changed it.
  var isBlurred = false
  var lastPresent: Int32 = -1
  /// The last callback with a notification, and the kinds of events that reported it.
  var lastCallback = Event.none
  var lastKinds: UInt8 = 0
  /// The last callback that may have changed its first lifecycle.
  var lastMove = Event.none
  /// Who recorded it: the role that its events named last, and the number of the delegate.
  var role: UInt32 = 0
  var delegate: UInt8 = 0
  var alias: UInt64 = 0
  /// Its last event, if it came under its alias; -1 otherwise.
  var metUnderAlias: Int32 = -1
  var wasNamed = false
  /// Whether it is known by an alias alone.
  var isAliasOnly = false
  /// The alias with which it opened (`stale-scene`); 0 for none, and if something may have happened to it since.
  var opened: UInt32 = 0
}

/// One symbol of a slice: 8 bytes.
struct Entry: BitwiseCopyable {
  /// The index of the event; for `Letter.check`, that of the last event of the wider subject.
  var event: Int32
  var letter: UInt16
  var flags: UInt8 = 0
  static let isOwn: UInt8 = 1
  static let isOfSeveral: UInt8 = 2
  /// Whether the event is about another subject of the kind first.
  static let isFurther: UInt8 = 4
}

/// How often something came, and where first.
struct Tally {
  var count = 0
  /// The index of the first event.
  var first = Int32.max
  /// The kind of subject that it is about.
  var kind = 0

  mutating func add(_ event: Int32, count: Int = 1, about kind: Int = 0) {
    if self.count == 0 { self.kind = kind }
    self.count += count
    first = min(first, event)
  }
}

/// What events leave open about their subjects.
struct LeftOpen {
  /// Events that do not say which subject they are about, although others do, with the kind; those of them that end one; and
  /// those that do not say which widest one.
  var unidentified: [(event: Int32, kind: Int)] = []
  var ended = Tally()
  var unowned = Tally()
  /// The events that showed that unnamed subjects are several, with their kind.
  var several: [(event: Int32, kind: Int)] = []
}

/// Whom an event is about: its subjects, and the wider one around them; -1 for none.
struct Listed {
  var event: Int32
  var subjects: [Int32]
  var process: Int32
}

/// That a subject turned up in a wider one.
struct Move {
  var event: Int32
  /// -1 where the event did not say in which.
  var wider: Int32
  /// How often it has moved so far, and how often to one that was not seen to begin.
  var number: Int32 = 0
  var unseen: Int32 = 0
}

/// The events of a trace, distributed to its subjects.
struct Slices {
  var subjects: [Subject] = []
  /// Those of each subject together, in order; and where each subject's begin.
  var entries: [Entry] = []
  var starts: [Int32] = []
  var letters: [Letters] = []
  /// The calls that the app made itself; and for each subject that one of them is about, the event with it.
  var ownEvents: [Int32] = []
  var own: [(event: Int32, subject: Int32)] = []
  var leftOpen = LeftOpen()
  /// How many subjects were told that others, or the process, did something, for tests that compare how that grows.
  var effort = 0
  /// How many events did not take the ordinary way, `Slicer.takeOrdinary`.
  var takenSingly = 0
  /// The first events, and how many of them were asked for.
  var listed: [Listed] = []
  var listing = 0
  /// Whether repetitions and exchanged lines matter.
  var doubts = false
  /// Kinds whose unnamed subjects are several.
  var several: Set<Int> = []
  /// How many subjects each kind has.
  var counts: [Int] = []
  /// By kind: the events that may have been about any subject of it.
  var unclearEvents: [[Int32]] = []
  var gapEvents: [Int32] = []
  // What questions about several subjects need; empty if nobody asks.
  var askers: [Int32: Asker] = [:]
  /// By event that a rule on several subjects may be about: the wider subject.
  var process: [Int32: Int32] = [:]
  /// By subject: the wider subjects to which it belonged, each since an event.
  var widerHistory: [Int32: [Move]] = [:]
  var ofKind: [[Int32]] = []
  var ofName: [[Int32]] = []
  /// Whether they depend on what is shown: a fact was told less often because everything is recorded, or what a name stands
  /// for was decided by how a lifecycle went.
  var dependsOnShown = false

  /// The same slices for other projections of the lifecycles; nil if they may differ.
  func showing(_ machines: Machines, _ plan: Plan) -> Slices? {
    if dependsOnShown || plan.hasRelations || !several.isEmpty
      || subjects.contains(where: { $0.isUnnamed })
    {
      return nil
    }
    var slices = self
    slices.letters = plan.kinds.indices.map { kind in
      let own = Letters(plan.kinds[kind].lifecycles.map { machines.all[$0] }, plan)
      for letter in letters[kind].all { _ = own.number(of: letter) }
      return own
    }
    return slices
  }

  /// Whether an event is a call of its own, at its place.
  func counts(_ event: Event) -> Bool {
    switch event.doubt {
    case .none, .endAlone: true
    case .end, .nearly, .own: false
    case .repeated, .perhapsRepeated, .disordered: !doubts
    }
  }

  func word(_ subject: Int) -> ArraySlice<Entry> {
    entries[Int(starts[subject])..<Int(starts[subject + 1])]
  }
}

/// What a call that asks about others needs to know about its place, right before it takes effect.
struct Asker {
  /// By kind: the present wider subject.
  var current: [Int32]
  /// By kind: whether a subject that was not met yet is certainly a new one, and its beginning would be recorded.
  var isFresh: [Bool]
  /// By kind: whether events may be about a subject under an alias that is not known to be its own.
  var isMixed: [Bool]
  /// Whether the present outermost subject was seen to begin, and nothing was lost since.
  var isSeen = false
  /// The subjects that the event is about.
  var own: [Int32] = []
}
