internal import TraceGrammar
internal import TraceModel

/// One event. Everything that its members say is in its row, which events with the same members share.
struct Event: BitwiseCopyable {
  /// In seconds, for both; NaN if not recorded.
  var time: Double
  var line: UInt32
  /// The index of the row in `Store.rows`.
  var row: UInt32
  /// The callback; `none` if the grammar does not know it.
  var callback: UInt16
  var kind: EventKind
  var phase: CallPhase
  /// The number of the spelling, to compare lines.
  var spelling: UInt32 = 0
  /// What is doubtful about it, as `Doubt` says.
  var doubt = Doubt.none
  static let none = UInt16.max
}

/// Why an event is no call, or perhaps none. What is uncertain matters only once something is found.
enum Doubt: UInt8, BitwiseCopyable {
  case none
  /// The end of a call whose beginning is recorded.
  case end
  /// An end without a beginning, where others are recorded: it counts if it is legal.
  case endAlone
  /// It repeats another event: exactly, or as far as is known (then it counts if it is legal).
  case repeated, perhapsRepeated
  /// Its order and that of its neighbors is not certain.
  case disordered
  /// Its name is nearly that of a callback that changes states: it may have been that one, or another.
  case nearly
}

/// A stored trace as a grammar understands it.
struct Store {
  let stored: TraceStore
  let grammar: Grammar
  let statements: Statements
  private(set) var events: [Event] = []
  /// What its events say, in two parts of the stored trace; events that say the same have the same row.
  private var rows: [(who: WhoID, how: HowID)] = []
  /// By how an event came: the class in its spelling; 0 for none.
  private var classes: IDArray<HowID, UInt32>
  /// The names of classes that are no names of the trace; they are numbered after those.
  private var classNames: [String] = []
  /// By event: how long the call took, where that is recorded.
  private(set) var durations: [Int32: Double] = [:]
  /// By spelling that the grammar does not know: the one that it is nearly.
  private(set) var resembled: [UInt32: NearSpellings.Near] = [:]

  var rowCount: Int { rows.count }
  var nameCount: Int { stored.names.count + classNames.count + 1 }
  var members: EventMembers { stored.members }
  var memberCount: Int { members.single.count }

  func value(_ member: Int, _ row: UInt32) -> UInt32 {
    let row = rows[Int(row)]
    return member < stored.members.identityCount
      ? stored.value(member, in: row.who).rawValue : stored.value(member, in: row.how).rawValue
  }
  func set(_ index: Int, _ row: UInt32) -> [UInt32] {
    stored.identities(inSet: index, of: rows[Int(row)].who).map(\.rawValue)
  }
  /// The identities of subjects of a kind that a row names.
  func names(of kind: Kind, _ row: UInt32) -> [UInt32] {
    let name = value(kind.member, row)
    let others = kind.set.map { set($0, row) } ?? []
    return name == 0 || others.contains(name) ? others : others + [name]
  }
  /// Whether a member that holds several identities has any.
  func hasSets(_ row: UInt32) -> Bool {
    stored.members.sets.indices.contains { !set($0, row).isEmpty }
  }
  /// The row of the identities of an event.
  func who(_ row: UInt32) -> WhoID { rows[Int(row)].who }
  func className(_ row: UInt32) -> UInt32 { classes[rows[Int(row)].how] }
  func spelling(_ row: UInt32) -> UInt32 { stored.callback(of: rows[Int(row)].how).rawValue }
  func string(_ name: UInt32) -> String {
    Int(name) > stored.names.count
      ? classNames[Int(name) - stored.names.count - 1]
      : stored.names.string(NameID(rawValue: name))
  }
  /// When the call began.
  func start(_ event: Int) -> Double {
    events[event].phase == .end
      ? events[event].time - (durations[Int32(event)] ?? .nan) : events[event].time
  }
  mutating func mark(_ event: Int, _ doubt: Doubt) { events[event].doubt = doubt }

  /// Reads what the events of a trace mean.
  init(_ stored: TraceStore, _ plan: Plan, _ statements: Statements) {
    (self.stored, grammar, self.statements) = (stored, plan.grammar, statements)
    classes = IDArray(repeating: 0, count: stored.howCount)
    var meanings = Meanings(plan, platform: statements.platform)
    let known = (0..<stored.howCount).map { meanings.meaning(of: HowID($0), in: stored) }
    for (index, meaning) in known.enumerated() {
      if let type = meaning.className { classes[HowID(index)] = number(ofClass: type) }
    }
    resembled = meanings.resembled
    var roles = RememberedRoles(plan)
    var rowNumbers: [UInt64: UInt32] = [:]
    events.reserveCapacity(stored.events.count)
    for (index, event) in stored.events.enumerated() {
      let pair = UInt64(event.who.index) << 32 | UInt64(event.how.index)
      let row = rowNumbers[pair] ?? UInt32(rows.count)
      if Int(row) == rows.count {
        rowNumbers[pair] = row
        rows.append((event.who, event.how))
      }
      var meaning = known[event.how.index]
      if !meanings.choices.isEmpty {
        if let choice = meanings.choices[event.how] {
          meanings.take(choice, roles.role(choice, plan, event, stored), &meaning)
        }
        roles.note(event, stored)
      }
      events.append(
        Event(
          time: event.time, line: event.line, row: row, callback: meaning.callback,
          kind: meaning.kind,
          phase: stored.phase(of: event.how), spelling: stored.callback(of: event.how).rawValue,
          doubt: meaning.isNearly ? .nearly : .none))
      let duration = stored.duration(of: index)
      if !duration.isNaN { durations[Int32(index)] = duration }
    }
  }

  /// The number of the name of a class: that of an equal name in the trace, as an event may have it as its delegate.
  private mutating func number(ofClass name: String) -> UInt32 {
    var name = name
    // SAFETY: the bytes are only read within the closure.
    let known = name.withUTF8 { stored.names.find(UnsafeRawBufferPointer($0)) }
    if !known.isNone { return known.rawValue }
    let place = classNames.firstIndex(of: name) ?? classNames.count
    if place == classNames.count { classNames.append(name) }
    return UInt32(stored.names.count + place + 1)
  }
}

/// Finds out which callbacks spellings mean.
private struct Meanings {
  struct Meaning {
    var callback = Event.none
    var kind: EventKind
    var className: String?
    var isNearly = false
  }

  let grammar: Grammar
  let platform: PlatformVersion?
  let spellings: SpellingTable
  private var near: NearSpellings?
  private let moving: Set<CallbackID>
  private var unknown: Set<UInt32> = []
  private(set) var resembled: [UInt32: NearSpellings.Near] = [:]
  /// The spellings that have a meaning by a value which is not among the rest of how the event came.
  private(set) var choices: [HowID: SpellingTable.Choice] = [:]
  /// After this many unknown spellings, no further ones are searched for mistakes.
  private static let searchLimit = 512

  init(_ plan: Plan, platform: PlatformVersion?) {
    (grammar, self.platform, spellings) = (plan.grammar, platform, plan.spellings)
    moving = Set(
      grammar.lifecycles.flatMap(\.transitions).filter { $0.from != $0.to }.map(\.callback))
  }

  mutating func meaning(of how: HowID, in store: TraceStore) -> Meaning {
    let kind = store.kind(of: how)
    var found = Meaning(kind: kind)
    let name = store.callback(of: how)
    if name.isNone { return found }
    let text = store.names.string(name)
    found.className = spellings.className(in: text)
    if let choice = spellings.choice(of: text) {
      if let place = store.members.single.firstIndex(of: choice.member),
        place >= store.members.identityCount,
        let meaning = choice.meanings[store.names.string(store.value(place, in: how))]
      {
        take(meaning, &found)
      } else {
        choices[how] = choice
      }
    } else if let meaning = spellings.meaning(of: text) {
      take(meaning, &found)
    } else {
      if unknown.count < Self.searchLimit, unknown.insert(name.rawValue).inserted {
        if near == nil { near = NearSpellings(grammar) }
        resembled[name.rawValue] = near?.nearest(to: text)
      }
      if let callback = resembled[name.rawValue]?.callback, moving.contains(callback) {
        found.callback = UInt16(callback.index)
        found.isNearly = true
      }
    }
    return found
  }

  /// Gives a spelling the meaning that a value chooses.
  func take(_ choice: SpellingTable.Choice, _ value: String?, _ found: inout Meaning) {
    if let meaning = value.flatMap({ choice.meanings[$0] }) { take(meaning, &found) }
  }

  private func take(_ meaning: SpellingTable.Meaning, _ found: inout Meaning) {
    if !grammar.callbacks[meaning.callback].since.isInForce(on: platform) { return }
    found.callback = UInt16(meaning.callback.index)
    if found.kind != .gap { found.kind = meaning.kind ?? found.kind }
  }
}

/// The roles that were recorded for subjects so far. They hold for later events of these.
private struct RememberedRoles {
  private let member: Int?
  private let kinds: [Kind]
  /// By the name of a subject, or its alias.
  private var roles: [UInt32: UInt32] = [:]

  init(_ plan: Plan) { (member, kinds) = (plan.roleMember, plan.kinds.filter { !$0.isWider }) }

  mutating func note(_ event: StoredEvent, _ store: TraceStore) {
    guard let member, case let role = store.value(member, of: event), !role.isNone else { return }
    for kind in kinds {
      for name in names(kind, event, store) { roles[name] = role.rawValue }
    }
  }

  /// The value by which an event chooses the meaning of its spelling: its own or, for a role, the one that was recorded before.
  func role(
    _ choice: SpellingTable.Choice, _ plan: Plan, _ event: StoredEvent, _ store: TraceStore
  ) -> String? {
    guard let place = store.members.single.firstIndex(of: choice.member) else { return nil }
    let own = store.value(place, of: event)
    if !own.isNone { return store.names.string(own) }
    let about = Set(choice.meanings.values.map { plan.traits[$0.callback.index].kind })
    guard place == member, about.count == 1, let kind = about.first else { return nil }
    let known = names(plan.kinds[kind], event, store).compactMap { roles[$0] }.first
    return known.map { store.names.string(NameID(rawValue: $0)) }
  }

  private func names(_ kind: Kind, _ event: StoredEvent, _ store: TraceStore) -> [UInt32] {
    ([kind.member] + (kind.alias.map { [$0] } ?? [])).map { store.value($0, of: event).rawValue }
      .filter { $0 != 0 }
  }
}
