internal import TraceGrammar
internal import TraceModel

/// What the members of an event say. Events that say the same have the same row.
struct Row: Hashable, BitwiseCopyable {
  let who: WhoID
  let how: HowID
}

/// One event as a grammar understands it.
struct Event: BitwiseCopyable {
  /// In seconds; NaN if not recorded.
  let time: Double
  let line: UInt32
  let row: Row
  /// The callback; `none` if the grammar does not know it.
  let callback: UInt16
  let kind: EventKind
  let phase: CallPhase
  /// What is doubtful about it, as `Doubt` says.
  let doubt: Doubt
  static let none = UInt16.max
}

/// Why an event is no call of the platform, or perhaps none. What is uncertain matters only once something is found.
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
  /// The app made it itself, so it is no step.
  case own
}

/// A stored trace as a grammar understands it.
struct Store {
  private let stored: TraceStore
  let grammar: Grammar
  let statements: Statements
  private(set) var events: Events
  /// By how an event came: the class in its spelling; 0 for none.
  private var classes: IDArray<HowID, UInt32>
  /// The names of classes that are no names of the trace; they are numbered after those.
  private var classNames: [String] = []
  /// By spelling that the grammar does not know: the one that it is nearly.
  private(set) var resembled: [UInt32: NearSpellings.Near] = [:]

  var nameCount: Int { stored.names.count + classNames.count + 1 }
  var members: EventMembers { stored.members }
  /// How many members the events are judged by; they come before those that are only shown.
  var memberCount: Int { members.firstShown }
  /// How many rows of identities there are, and how many ways in which events came.
  var whoCount: Int { stored.whoCount }
  var howCount: Int { stored.howCount }
  /// All of these, each as a row of which the other part does not matter.
  var whoRows: LazyMapSequence<Range<Int>, Row> {
    (0..<whoCount).lazy.map { Row(who: WhoID($0), how: HowID(0)) }
  }
  var howRows: LazyMapSequence<Range<Int>, Row> {
    (0..<howCount).lazy.map { Row(who: WhoID(0), how: HowID($0)) }
  }
  var hasDurations: Bool { stored.hasDurations }
  /// How long the call of an event took, in seconds; NaN if that was not recorded.
  func duration(_ event: Int) -> Double { stored.duration(of: event) }

  func value(_ member: Int, _ row: Row) -> UInt32 {
    member < stored.members.identityCount
      ? stored.value(member, in: row.who).rawValue : stored.value(member, in: row.how).rawValue
  }
  func set(_ index: Int, _ row: Row) -> [UInt32] {
    stored.identities(inSet: index, of: row.who).map(\.rawValue)
  }
  /// The identities of subjects of a kind that a row names.
  func names(of kind: Kind, _ row: Row) -> [UInt32] {
    let name = value(kind.member, row)
    let others = kind.set.map { set($0, row) } ?? []
    return name == 0 || others.contains(name) ? others : others + [name]
  }
  /// Whether a row identifies a subject of a kind, or at least names its alias.
  func identifies(_ kind: Kind, _ row: Row, byAlias: Bool = true) -> Bool {
    value(kind.member, row) != 0 || byAlias && kind.alias.map { value($0, row) != 0 } ?? false
      || kind.set.map { !set($0, row).isEmpty } ?? false
  }
  /// Whether a member that holds several identities has any.
  func hasSets(_ row: Row) -> Bool {
    stored.members.sets.indices.contains { !set($0, row).isEmpty }
  }
  /// The class in the spelling; 0 for none.
  func className(_ how: HowID) -> UInt32 { classes[how] }
  /// The delegate that events name, or its class in their spelling; 0 for none.
  func delegate(_ row: Row, _ plan: Plan) -> UInt32 {
    let own = plan.delegateMember.map { value($0, row) } ?? 0
    return own != 0 ? own : classes[row.how]
  }
  /// The number of the spelling, to compare lines.
  func spelling(_ how: HowID) -> UInt32 { stored.callback(of: how).rawValue }
  func string(_ name: UInt32) -> String {
    Int(name) > stored.names.count
      ? classNames[Int(name) - stored.names.count - 1]
      : stored.names.string(NameID(rawValue: name))
  }
  /// The number of a name; 0 if no event has it.
  func name(of text: String) -> UInt32 {
    Array(text.utf8).withUnsafeBytes(stored.names.find).rawValue
  }
  /// When the call began.
  func start(_ event: Int) -> Double {
    events[event].phase == .end
      ? events[event].time - stored.duration(of: event) : events[event].time
  }
  mutating func mark(_ event: Int, _ doubt: Doubt) { events.mark(event, doubt) }

  /// Reads what the events of a trace mean.
  init(_ stored: TraceStore, _ plan: Plan, _ statements: Statements) {
    (self.stored, grammar, self.statements) = (stored, plan.grammar, statements)
    classes = IDArray(repeating: 0, count: stored.howCount)
    var meanings = Meanings(plan, platform: statements.platform)
    let known = (0..<stored.howCount).map { meanings.meaning(of: HowID($0), in: stored) }
    events = Events(stored.events, IDArray(known.map(\.meaning)))
    resembled = meanings.resembled
    for (index, meaning) in known.enumerated() {
      if let type = meaning.className { classes[HowID(index)] = number(ofClass: type) }
    }
    if meanings.choices.isEmpty { return }
    var roles = RememberedRoles(plan)
    for (index, event) in stored.events.enumerated() {
      if let choice = meanings.choices[event.how] {
        var meaning = known[event.how.index].meaning
        meanings.take(choice, roles.role(choice, plan, event, stored), &meaning)
        events.choose(meaning, for: index)
      }
      roles.note(event, stored)
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

/// What events mean that came in the same way.
private struct Meaning: BitwiseCopyable {
  var callback = Event.none
  var kind: EventKind
  var phase: CallPhase
  var isNearly = false
}

/// The events of a stored trace in order, each put together when it is asked for.
struct Events: RandomAccessCollection {
  private let stored: [StoredEvent]
  private let meanings: IDArray<HowID, Meaning>
  /// The events whose meaning a remembered role chose.
  private var chosen: [Int: Meaning] = [:]
  /// By event, what is doubtful about it; empty while only spellings are.
  private var doubts: [Doubt] = []

  fileprivate init(_ stored: [StoredEvent], _ meanings: IDArray<HowID, Meaning>) {
    (self.stored, self.meanings) = (stored, meanings)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { stored.count }

  subscript(index: Int) -> Event {
    let event = stored[index]
    let meaning =
      chosen.isEmpty ? meanings[event.how] : chosen[index] ?? meanings[event.how]
    return Event(
      time: event.time, line: event.line, row: Row(who: event.who, how: event.how),
      callback: meaning.callback, kind: meaning.kind, phase: meaning.phase,
      doubt: doubts.isEmpty ? meaning.isNearly ? .nearly : .none : doubts[index])
  }

  fileprivate mutating func choose(_ meaning: Meaning, for event: Int) { chosen[event] = meaning }

  fileprivate mutating func mark(_ event: Int, _ doubt: Doubt) {
    if doubts.isEmpty { doubts = map(\.doubt) }
    doubts[event] = doubt
  }
}

/// Finds out which callbacks spellings mean.
private struct Meanings {

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

  mutating func meaning(of how: HowID, in store: TraceStore) -> (
    meaning: Meaning, className: String?
  ) {
    var found = Meaning(kind: store.kind(of: how), phase: store.phase(of: how))
    let name = store.callback(of: how)
    if name.isNone { return (found, nil) }
    let text = store.names.string(name)
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
    return (found, spellings.className(in: text))
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
  private let member: Int
  private let kinds: [Kind]
  /// By the name of a subject, or its alias.
  private var roles: [UInt32: UInt32] = [:]

  init(_ plan: Plan) { (member, kinds) = (plan.roleMember, plan.kinds.filter { !$0.isWider }) }

  mutating func note(_ event: StoredEvent, _ store: TraceStore) {
    let role = store.value(member, of: event)
    if role.isNone { return }
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
