internal import TraceGrammar
internal import TraceModel

/// Distributes events to subjects. It knows identities, wider subjects, gaps and facts. It asks `Courses` only where nothing
/// else says whom an event is about: where the next unnamed subject begins, and whether a name stands for a new one.
///
/// What a subject missed it is told when it is met next (`meet`). So `gaps` and `unclear` are clocks: each counts what all
/// subjects have to be told of, and a subject has the time up to which it was told.
struct Slicer: ~Copyable {
  /// The outermost subject, -1 if it is not known, and the role, 0 for none.
  struct Surroundings: Hashable { var root: Int32, role: UInt32 }

  struct Register {
    var current: Int32 = -1
    var unnamed: [Int32: Int32] = [:]
    var count: Int32 = 0
    var hadUnnamed = false
    var sawIdentity = false
    /// How many events may have been about subjects of the kind without saying so.
    var unclear: UInt32 = 0
    /// By the outermost subject that they name, -1 if they name none, and by lifecycle: the last that may have moved it, as
    /// its number among these and in the trace.
    var unclearIn: [Int32: [(number: UInt32, event: Int32)]] = [:]
    /// The last call that would have moved subjects that were not met before; -1 if these are still where they start.
    var lastUnmet: Int32 = -1
    /// In which wider subject all of the kind were last told what they missed, and how many gaps and unclear events there
    /// were then.
    var allMet: (wider: Int32, gaps: UInt32, unclear: UInt32) = (-1, 0, 0)
    /// All events that do not say whom of the kind they are about, also those that move no lifecycle.
    var unclearEvents: [Int32] = []
    /// Whether a case asks about the states of several subjects of the kind.
    var isAskedAbout = false
    /// By wider subject, those in it: the ones that are told of losses before somebody asks, and the ones that are told of calls
    /// about the wider one. Some are there twice, and some have left.
    var inside: [Int32: [Int32]] = [:]
    var listening: [Int32: [Int32]] = [:]
    var ofName: [Int32] = []
    var ofAlias: [UInt64: Int32] = [:]
    var openedAliases: Set<UInt32> = []
    /// The last event at which a subject known by an alias alone was met first, and how many named subjects had no alias
    /// in their last event. If both are there, they may be the same.
    var lastAlone: Int32 = -1
    var lacking = 0
    /// Those known by an alias alone, each with where it is; and how many are there.
    var alone: [Int32: Surroundings] = [:]
    var aloneIn: [Surroundings: Int] = [:]
    /// While some are known by an alias alone: the last event about one of these, and the last one about a named subject
    /// without an alias, by the outermost subject that they name, -1 if they name none.
    var beside: [Int32: (alone: Int32, lacking: Int32)] = [:]
    var isMixed: Bool { !alone.isEmpty }
  }

  let store: Store
  let plan: Plan
  let machines: Machines
  let recording: Recording
  /// Whether repetitions and exchanged lines matter.
  let doubts: Bool
  var out = Slices()
  var registers: [Register]
  var flat: [(subject: Int32, entry: Entry)] = []
  var gaps: UInt32 = 0
  var event: Int32 = 0
  /// The outermost kinds whose subject the present event names, as bits; all at the end.
  var namedRoots: UInt64 = 0
  var isWhole: Bool { machines.isWhole }
  var concerned: [Int32] = []
  /// All subjects that the present event is about, if it is listed.
  var about: [Int32]?
  var flags: UInt8 = 0
  /// The role of the subject that the present event is about.
  var ownRole: UInt32 = 0
  var rowOutcomes: [Asked: ConditionOutcomes] = [:]
  /// What the conditions of cases depend on: identities, if one asks about them; how the event came; the role of its subject.
  struct Asked: Hashable { var who: WhoID, how: HowID, role: UInt32 }
  /// By kind and callback: the lifecycles that it can move, as bits.
  var moved: [UInt32: UInt64] = [:]
  var courses = Courses()
  /// By callback: what an ordinary call of it needs.
  var ordinary: [Ordinary] = []
  /// By the row of their identities: the subject that events concerned last, if they name just one, the wider one, and the
  /// alias that it then had.
  var ofWho: IDArray<WhoID, (subject: Int32, wider: Int32, alias: UInt64, name: UInt32)>
  /// By how events came: the role that they record; 0 for none.
  let roles: IDArray<HowID, UInt32>

  /// By how events with cases came: the letters of the last one; nil if there was none. What a spelling stands for may depend
  /// on more than that.
  var caseLetters: IDArray<HowID, CaseLetters?>

  init(
    _ store: Store, _ plan: Plan, _ machines: Machines, _ recording: Recording, doubts: Bool,
    listing: Int = 0
  ) {
    (self.store, self.plan, self.machines, self.recording) = (store, plan, machines, recording)
    self.doubts = doubts
    registers = plan.kinds.map { _ in Register() }
    (out.doubts, out.listing) = (doubts, listing)
    out.letters = plan.kinds.map { Letters($0.lifecycles.map { machines.all[$0] }, plan) }
    for kind in plan.kinds.indices {
      registers[kind].ofName = Array(repeating: -1, count: store.nameCount)
      registers[kind].isAskedAbout = plan.conditions.situations.contains {
        $0.whose != .own && plan.grammar.lifecycles[$0.lifecycle].subject.index == kind
      }
    }
    ofWho = IDArray(repeating: (-1, -1, 0, 0), count: store.whoCount)
    caseLetters = IDArray(repeating: nil, count: store.howCount)
    roles = IDArray(store.howRows.map { store.value(plan.roleMember, $0) })
    ordinary = ordinaryCalls()
  }

  // MARK: - The pass

  consuming func slice() -> Slices {
    for index in store.events.indices {
      if out.listed.count < out.listing { list(index) } else if !takeOrdinary(index) { take(index) }
    }
    end()
    return sorted()
  }

  /// Takes an event, and lists whom it is about. What is no call, because it was listed before, is not listed.
  private mutating func list(_ index: Int) {
    about = []
    defer { about = nil }
    take(index)
    let item = store.events[index]
    if item.doubt == .end || doubts && item.doubt == .repeated { return }
    var wide: Int?
    if item.kind != .gap {
      let isUnknown = item.callback == Event.none || isBlurred(item)
      let kind = isUnknown ? nil : plan.traits[Int(item.callback)].kind
      wide =
        kind.map { plan.kinds[$0].parent ?? (plan.kinds[$0].isWider ? $0 : nil) }
        ?? plan.kinds.indices.first { plan.kinds[$0].isWider && registers[$0].current >= 0 }
    }
    out.listed.append(
      Listed(
        event: event, subjects: about ?? [], process: wide.map { registers[$0].current } ?? -1))
  }

  /// Whether it is not certain what an event was, or when.
  func isBlurred(_ item: Event) -> Bool {
    item.doubt == .nearly || doubts && item.doubt == .disordered
  }

  mutating func take(_ index: Int) {
    out.takenSingly += 1
    let item = store.events[index]
    event = Int32(index)
    if item.kind == .gap {
      if store.spelling(item.row.how) == 0 {
        gaps += 1
        out.gapEvents.append(event)
      } else {
        blur(item)
      }
      return
    }
    if item.doubt == .nearly { blur(item) }
    noteNamedRoots(item)
    if item.callback == Event.none || item.doubt == .nearly {
      for kind in plan.kinds.indices
      where plan.kinds[kind].isWider && store.value(plan.kinds[kind].member, item.row) != 0 {
        _ = wider(kind, item)
      }
      return
    }
    if item.doubt == .end { return }
    if doubts, item.doubt == .repeated { return }
    if isBlurred(item) { return blur(item) }
    let trait = plan.traits[Int(item.callback)]
    followOwners(item, trait.kind)
    if item.doubt == .own { return takeOwn(item, trait.kind) }
    if isUnclear(plan.roots[trait.kind]) {
      out.leftOpen.unowned.add(event, about: plan.roots[trait.kind])
    }
    flags = 0
    ownRole = trait.hasCases ? role(of: item, trait) : 0
    if plan.kinds[trait.kind].isWider { takeWider(item, trait) } else { takeNarrow(item, trait) }
    if plan.hasRelations {
      let root = plan.roots[trait.kind]
      out.askers[event]?.own = concerned
      if !isUnclear(root) { out.process[event] = registers[root].current }
    }
    about?.append(contentsOf: concerned)
    concernOthers(item, trait)
  }

  /// Notes whom a call that the app made itself is about. It moves none of them.
  private mutating func takeOwn(_ item: Event, _ kind: Int) {
    let outer =
      plan.kinds[kind].isWider ? -1 : plan.kinds[kind].parent.map { wider($0, item) } ?? -1
    out.ownEvents.append(event)
    concerned.removeAll(keepingCapacity: true)
    if plan.kinds[kind].isWider {
      concerned.append(wider(kind, item))
    } else {
      let (name, alias) = identity(item, kind)
      let names = name == 0 ? plan.kinds[kind].set.map { store.set($0, item.row) } ?? [] : [name]
      for name in names { concerned.append(named(kind, name, outer, item)) }
      if names.isEmpty, alias != 0 {
        registers[kind].ofAlias[key(alias, outer)].map { concerned.append($0) }
      } else if names.isEmpty, !recording.hasIdentity[kind] {
        let place = outer >= 0 && !out.subjects[Int(outer)].isUnnamed ? outer : -1
        registers[kind].unnamed[place].map { concerned.append($0) }
      }
      for subject in concerned { meet(subject, named: item, outer) }
    }
    about?.append(contentsOf: concerned)
    for wider in plan.kinds[kind].owners where !isUnclear(wider) && registers[wider].current >= 0 {
      concerned.append(registers[wider].current)
    }
    for subject in concerned where !isUnclear(out.subjects[Int(subject)].kind) {
      out.own.append((event, subject))
    }
  }

  /// The identity and the alias of the subject that an event is about; 0 for what nothing says. It is the only one if there is
  /// just one, whatever the event names.
  func identity(_ item: Event, _ kind: Int) -> (name: UInt32, alias: UInt32) {
    let (traits, only) = (plan.kinds[kind], recording.only[kind])
    let name = store.value(traits.member, item.row)
    let alias = traits.alias.map { store.value($0, item.row) } ?? 0
    if name != 0 || store.hasSets(item.row) { return (name, alias) }
    return (only.name, alias == 0 && only.name == 0 ? only.alias : alias)
  }

  /// The role of the subject that an event is about, as far as it was recorded before.
  func role(of item: Event, _ trait: Trait) -> UInt32 {
    let kind = plan.kinds[trait.kind]
    if kind.isWider { return 0 }
    let (name, alias) = identity(item, trait.kind)
    if name != 0 {
      let known = registers[trait.kind].ofName[Int(name)]
      return known < 0 ? 0 : out.subjects[Int(known)].role
    }
    let outer = kind.parent.map { registers[$0].current } ?? -1
    if alias != 0 {
      return registers[trait.kind].ofAlias[key(alias, outer)].map { out.subjects[Int($0)].role }
        ?? 0
    }
    if recording.hasIdentity[trait.kind] { return 0 }
    let place = outer >= 0 && !out.subjects[Int(outer)].isUnnamed ? outer : -1
    return registers[trait.kind].unnamed[place].map { out.subjects[Int($0)].role } ?? 0
  }

  mutating func takeWider(_ item: Event, _ trait: Trait) {
    let kind = trait.kind
    let name = store.value(plan.kinds[kind].member, item.row)
    if name == 0 {
      if begins(item, trait) {
        startUnnamed(kind)
      } else if mayBeOfNext(item, trait) {
        for narrow in plan.kinds.indices where plan.kinds[narrow].parent == kind {
          note(unclear: narrow)
        }
      }
    } else if trait.begins, case let known = registers[kind].ofName[Int(name)], known >= 0,
      hasEnded(known), isOver(known)
    {
      out.dependsOnShown = true
      // The name is used again, by a subject that is certainly new.
      registers[kind].ofName[Int(name)] = -1
      out.subjects[Int(wider(kind, item))].isKnown = true
    }
    let subject = wider(kind, item)
    concerned = [subject]
    if isUnclear(kind) { return note(unclear: kind, item) }
    if trait.asks { prepareToAsk(item, trait) }
    if trait.begins, machines.beginnings[kind].contains(CallbackID(Int(item.callback))) {
      out.subjects[Int(subject)].beganAtGaps = gaps
      if out.subjects[Int(subject)].beganAt < 0 { out.subjects[Int(subject)].beganAt = event }
      if machines.beginnings[kind].last?.index == Int(item.callback) {
        out.subjects[Int(subject)].beganSurely = true
      }
    }
    stepWider(than: kind, item, trait)
    step(subject, item, trait, isOwn: true)
  }

  mutating func takeNarrow(_ item: Event, _ trait: Trait) {
    let kind = trait.kind
    let outer = plan.kinds[kind].parent.map { wider($0, item) } ?? -1
    if trait.asks { prepareToAsk(item, trait) }
    stepWider(than: kind, item, trait)
    concerned.removeAll(keepingCapacity: true)
    let traits = plan.kinds[kind]
    let (name, alias) = identity(item, kind)
    let others = traits.set.map { store.set($0, item.row) } ?? []
    if name != 0 {
      let subject = named(kind, name, outer, item)
      if alias == 0 {
        if trait.opens, item.kind != .action, !isEcho(subject, item) {
          out.subjects[Int(subject)].opened = 0
        }
        concern(subject)
      } else if !isForeign(alias, subject, item, trait) {
        concern(
          subject, withAlias: true, isBound: out.subjects[Int(subject)].alias == key(alias, outer))
        bind(alias, subject, outer)
      }
    } else if alias != 0, others.isEmpty {
      concern(aliased(alias, outer, item, trait), withAlias: true, isBound: true)
    }
    for other in others where other != name { concern(named(kind, other, outer, item)) }
    if name == 0, alias == 0, others.isEmpty { takeUnnamed(item, trait, outer) }
    flags = concerned.count > 1 ? Entry.isOfSeveral : 0
    for subject in concerned {
      step(subject, item, trait, isOwn: true)
      flags |= Entry.isFurther
      if trait.endsItsSubject, recording.mixesAliases[kind],
        !out.subjects[Int(subject)].isAliasOnly, out.subjects[Int(subject)].name != 0,
        isOver(subject)
      {
        noteMet(subject, underAlias: .max)
      }
    }
    flags = 0
    remember(item, outer)
  }

  /// Notes that an event is about a subject.
  /// - Parameters:
  ///   - withAlias: whether the event names an alias of it.
  ///   - isBound: whether that alias stood for it before.
  mutating func concern(_ subject: Int32, withAlias: Bool = false, isBound: Bool = false) {
    if out.subjects[Int(subject)].lastNamedAt == event { return }
    let kind = out.subjects[Int(subject)].kind
    if registers[kind].isMixed { meetBeside(subject, withAlias, isBound) }
    out.subjects[Int(subject)].lastNamedAt = event
    listen(subject)
    if plan.kinds[kind].alias != nil, !out.subjects[Int(subject)].isAliasOnly,
      out.subjects[Int(subject)].name != 0, out.subjects[Int(subject)].metUnderAlias != .max
    {
      noteMet(subject, underAlias: withAlias ? event : -1)
    }
    concerned.append(subject)
  }

  /// Applies to a subject what events may have changed since its last one that name the other of its identity and its alias.
  private mutating func meetBeside(_ subject: Int32, _ withAlias: Bool, _ isBound: Bool) {
    let record = out.subjects[Int(subject)]
    let kind = record.kind
    let place = isUnclear(plan.roots[kind]) ? -1 : root(of: record.wider)
    if !isBound || record.isAliasOnly,
      record.isAliasOnly
        ? registers[kind].lacking > 0 : record.metUnderAlias < registers[kind].lastAlone,
      record.lastNamedAt < 0
        ? record.isAliasOnly || mayBeAlone(kind, record.wider)
        : [-1, place, record.lastRoot].contains(where: {
          registers[kind].beside[$0].map { record.isAliasOnly ? $0.lacking : $0.alone } ?? -1
            > record.lastNamedAt
        })
    {
      apply(.mayHaveMoved, subject)
    }
    if record.isAliasOnly {
      registers[kind].beside[place, default: (-1, -1)].alone = event
    } else if !withAlias {
      registers[kind].beside[place, default: (-1, -1)].lacking = event
    }
  }

  /// Notes whether a named subject came with its alias. No alias can stand for one that has ended (`.max`).
  private mutating func noteMet(_ subject: Int32, underAlias met: Int32) {
    let kind = out.subjects[Int(subject)].kind
    let lacked = out.subjects[Int(subject)].wasNamed && out.subjects[Int(subject)].metUnderAlias < 0
    if met < 0, !lacked { registers[kind].lacking += 1 }
    if met >= 0, lacked { registers[kind].lacking -= 1 }
    out.subjects[Int(subject)].metUnderAlias = met
    out.subjects[Int(subject)].wasNamed = true
  }

  // MARK: - The end

  /// Applies to all subjects what they missed up to the end of the trace.
  mutating func end() {
    namedRoots = .max
    event = Int32(store.events.count)
    let ends = out.letters.map { $0.number(of: Letter(fact: Letter.check, isMarked: true)) }
    for index in out.subjects.indices {
      let (subject, record) = (Int32(index), out.subjects[index])
      let kind = record.kind
      let outer = plan.kinds[kind].parent
      if plan.kinds[kind].isWider {
        tellUnclear(subject)
        if registers[kind].current == subject { tellGaps(subject) }
      } else if let outer, !plan.kinds[outer].hasBeginning, record.wider >= 0,
        !record.isUnattributed
      {
        meet(subject, record.wider)
      } else {
        meet(subject, outer.map { registers[$0].current } ?? -1)
      }
      // The entries of a word ascend, also where nothing says how far its subject reaches.
      let wider = out.subjects[index].wider
      let last = wider < 0 ? event : lastEvent(in: wider)
      emit(subject, Entry(event: last == event ? event - 1 : last, letter: ends[kind]))
    }
    out.counts = registers.map { Int($0.count) }
    out.unclearEvents = registers.map(\.unclearEvents)
    if plan.hasRelations {
      out.ofName = registers.map(\.ofName)
      out.ofKind = plan.kinds.indices.map { kind in
        out.subjects.indices.filter { out.subjects[$0].kind == kind }.map(Int32.init)
      }
    }
  }

  /// The entries of each subject together: a counting sort.
  private consuming func sorted() -> Slices {
    var starts = [Int32](repeating: 0, count: out.subjects.count + 1)
    for item in flat { starts[Int(item.subject) + 1] += 1 }
    for index in out.subjects.indices { starts[index + 1] += starts[index] }
    var next = starts
    let entries = [Entry](unsafeUninitializedCapacity: flat.count) { buffer, count in
      for item in flat {
        buffer[Int(next[Int(item.subject)])] = item.entry
        next[Int(item.subject)] += 1
      }
      count = flat.count
    }
    var out = out
    out.entries = entries
    out.starts = starts
    return out
  }
}
