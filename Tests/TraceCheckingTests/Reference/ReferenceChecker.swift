import TraceFindings
import TraceGrammar
import TraceModel

/// Checks a whole trace the slow and obvious way, from the documentation alone.
///
/// It writes down for every subject and lifecycle the complete word of calls and facts, and judges the words
/// afterwards, each by itself. The kinds of subjects are a chain, the widest first: each lives within the one before.
struct ReferenceChecker {
  /// A copy of a lifecycle that runs for one subject.
  struct LifeKey: Hashable {
    var lifecycle: Int
    /// The identity; `@` and that of the wider one it lives within in a trace that names no narrow subject.
    var subject: String
  }

  /// A subject of any kind.
  struct SubjectKey: Hashable {
    var kind: Int
    var name: String
  }

  struct Known {
    /// The identity of the wider subject it was last concerned within; empty for the widest.
    var wider: String
    var lastEvent: Int
    /// Whether its last event did not tell the widest subject that it belongs to.
    var isAdrift: Bool
  }

  struct Echoes {
    var callback: Int
    var kinds: Set<EventKind>
  }

  let grammar: Grammar
  let trace: [ReferenceEvent]
  let narrowKind: Int
  /// Whether some event named a narrow subject so far.
  var namesNarrowSubjects = false
  /// Whether an event that may be a narrow subject's first named none.
  var metUnnamed = false
  /// Whether unnamed subjects are several that nothing tells apart.
  var hasSeveralUnnamed = false
  /// For every kind, how many events may be about any of its subjects.
  var anonymousEvents: [Int]
  /// How many of those about what belongs to a wider subject came before it was met.
  var anonymousAtStart: [SubjectKey: Int] = [:]
  /// How many of those each subject was told of.
  var told: [SubjectKey: Int] = [:]
  var lives: [LifeKey: ReferenceLife] = [:]
  /// The unnamed subjects, should they be several.
  var counts: [LifeKey: ReferenceCounts] = [:]
  /// What single events, and ends, come to.
  var firings: [ReferenceFiring] = []
  /// Subjects of which it is not certain which event led to their end, as calls are wrong before.
  var uncertainEnds: Set<String> = []
  /// The last stepping callback of each subject that has notifications.
  var echoes: [SubjectKey: Echoes] = [:]
  var known: [SubjectKey: Known] = [:]
  /// The role that was last recorded of each subject.
  var roles: [SubjectKey: String] = [:]
  /// For every event the subject of each wider kind that it belongs to.
  var belongings: [[String?]] = []
  /// The widest subject that was named last.
  var currentWide: String?
  /// The subject between the widest and the narrow one that the last event belonged to.
  var currentMiddle: String?
  var delays = ReferenceDelays()
  var aliases = ReferenceAliases()
  /// The last event of each subject that is part of its slice.
  var lastOwnEvents: [SubjectKey: Int] = [:]
  /// The unnamed narrow subject that was met last: those of other wide subjects may be the same, and go on there.
  var lastUnnamed = ""

  /// Whether nothing lived before the trace.
  let beginsAtBeginning: Bool
  /// What is known of the states that cases of the present event ask for.
  var answers: [Situation: Bool] = [:]
  /// Whether a case asked for the state of a subject about which something is wrong: what counts as settled then is not for
  /// this checker to say.
  var askedInDoubt = false

  init(_ grammar: Grammar, _ trace: [ReferenceEvent], beginsAtBeginning: Bool) {
    self.grammar = grammar
    self.trace = trace
    self.beginsAtBeginning = beginsAtBeginning
    narrowKind = grammar.subjects.count - 1
    anonymousEvents = grammar.subjects.map { _ in 0 }
    for index in trace.indices { take(index) }
    touchEverybody()
    for key in known.keys.sorted(by: { ($0.kind, $0.name) < ($1.kind, $1.name) }) { end(key) }
  }

  /// Whether every narrow subject is told apart by names that findings show.
  var isUnambiguous: Bool {
    if askedInDoubt { return false }
    if trace.first(where: { $0.occurrence != .gap })?.wide == nil {
      return trace.allSatisfy { $0.occurrence == .gap }
    }
    return narrowKind == 1
      || namesNarrowSubjects
        && !zip(trace, belongings).contains { event, subjects in
          if case .callback(let callback, _) = event.occurrence {
            return grammar.callbacks[callback].subject > 0 && subjects.last == .some(nil)
          }
          return false
        }
  }

  /// What every life comes to.
  func judgements(complete: Bool) -> [LifeKey: ReferenceJudgement] {
    Dictionary(
      uniqueKeysWithValues: lives.map { key, life in
        let isPast = key.subject.hasPrefix("@") && key.subject != lastUnnamed
        return (key, life.judge(grammar, complete: complete && !isPast))
      })
  }

  /// Whether any law had a say in the trace.
  var hasCalls: Bool {
    lives.values.contains { life in
      life.word.contains { if case .call = $0 { true } else { false } }
    }
  }

  /// Whether the rule applies to the trace at all.
  func applies(_ rule: Int) -> Bool {
    guard let required = grammar.rules[rule].required else { return true }
    return trace.contains {
      if case .callback(required, _) = $0.occurrence { true } else { false }
    }
  }

  /// The unnamed subject that an event is about which did not tell its widest subject; nil for any other.
  func unnamedSubject(adriftAt event: Int) -> String? {
    guard isAdrift(event - 1), let wider = belongings[event - 1][narrowKind - 1] else { return nil }
    return "@" + wider
  }

  // MARK: Events

  mutating func take(_ index: Int) {
    let event = trace[index]
    var callback: Int?
    if case .callback(let number, _) = event.occurrence { callback = number }
    let about = callback.map { grammar.callbacks[$0].subject }
    currentWide = event.wide ?? currentWide
    var wider = [String?](repeating: nil, count: narrowKind)
    // An unknown callback tells of those that it names, and of what they belong to.
    if event.wide != nil || event.middle != nil || about != nil { wider[0] = currentWide }
    if narrowKind == 2, about.map({ $0 > 0 }) ?? (event.middle != nil) {
      wider[1] = event.middle ?? currentMiddle
      currentMiddle = wider[1]
    }
    if wider[0] == nil { wider = Array(repeating: nil, count: narrowKind) }
    belongings.append(wider)
    for kind in 0..<narrowKind {
      if let name = wider[kind] {
        touch(SubjectKey(kind: kind, name: name), within: kind > 0 ? wider[kind - 1] : nil, index)
      }
    }
    guard let callback, let about, case .callback(_, let kind) = event.occurrence else { return }
    answer(callback, wider, index)
    if isAdrift(index) && (about == 0 || kind != .notification) { anonymousEvents[0] += 1 }
    if about < narrowKind {
      if let name = wider[about], about > 0 || !isAdrift(index) {
        step(SubjectKey(kind: about, name: name), index)
      }
    } else if let parent = wider[narrowKind - 1] {
      takeNarrow(callback, parent, index)
    }
    if kind == .notification { return }
    for kind in 0..<about where kind > 0 || !isAdrift(index) {
      if let name = wider[kind] { append(callback, index, SubjectKey(kind: kind, name: name)) }
    }
  }

  /// Whether the event does not tell which widest subject it belongs to.
  func isAdrift(_ index: Int) -> Bool {
    index < trace.endIndex && trace[index].occurrence != .gap && trace[index].wide == nil
  }

  /// An event about the narrowest kind.
  mutating func takeNarrow(_ callback: Int, _ parent: String, _ index: Int) {
    let event = trace[index]
    let alias = grammar.subjects[narrowKind].aliasMember.flatMap { _ in event.alias }
    if event.narrow.isEmpty && alias == nil { return takeUnnamed(callback, parent, index) }
    if !namesNarrowSubjects {
      namesNarrowSubjects = true
      if metUnnamed { anonymousEvents[narrowKind] += 1 }
      dropUnnamed()
    }
    for name in Set(event.narrow).sorted() {
      let isKnownByAlias = aliases.mayBeKnownByAlias
      aliases.name(name)
      if let alias, aliases.subject(alias, within: parent) == name { aliases.confirm(name) }
      meet(name, within: parent, index, isNew: !isKnownByAlias)
      if let alias {
        aliases.bind(alias, to: name, within: parent)
      } else {
        aliases.leave(name)
      }
      step(SubjectKey(kind: narrowKind, name: name), index)
    }
    if let alias, event.narrow.isEmpty {
      let isKnown = aliases.mayBeKnown
      let name =
        aliases.subject(alias, within: parent) ?? aliases.add(alias, within: parent)
      aliases.confirm(name)
      meet(name, within: parent, index, isNew: !isKnown)
      step(SubjectKey(kind: narrowKind, name: name), index)
    }
  }

  /// A narrow subject is concerned by one of its names.
  mutating func meet(_ name: String, within parent: String, _ index: Int, isNew: Bool) {
    let key = SubjectKey(kind: narrowKind, name: name)
    touch(key, within: parent, index, isNew: isNew)
    if aliases.mayBeMixed(name) { move(key) }
  }

  /// An event about the narrowest kind that names nobody.
  mutating func takeUnnamed(_ callback: Int, _ parent: String, _ index: Int) {
    if namesNarrowSubjects || hasSeveralUnnamed {
      anonymousEvents[narrowKind] += 1
      return
    }
    if narrowKind == 1 && isAdrift(index) { anonymousEvents[narrowKind] += 1 }
    let key = SubjectKey(kind: narrowKind, name: "@" + parent)
    if !endsItsSubject(callback) {
      metUnnamed = true
      lastUnnamed = key.name
      if known[key] == nil {
        for lifecycle in lifecycles(of: narrowKind) {
          counts[LifeKey(lifecycle: lifecycle, subject: key.name)] = ReferenceCounts(
            grammar.lifecycles[lifecycle])
        }
      }
      touch(key, within: parent, index)
      if isOfAnother(callback, key, index) {
        hasSeveralUnnamed = true
        return dropUnnamed()
      }
      step(key, index)
    } else if known[key] != nil {
      touch(key, within: parent, index)
      tell(key) { law in law.states.indices.map { [$0] + law.start } }
    }
  }

  /// Forgets whatever has no name.
  mutating func dropUnnamed() {
    func isUnnamed(_ name: String) -> Bool { name.hasPrefix("@") }
    lives = lives.filter { !isUnnamed($0.key.subject) }
    counts = [:]
    known = known.filter { !isUnnamed($0.key.name) }
    echoes = echoes.filter { !isUnnamed($0.key.name) }
    roles = roles.filter { !isUnnamed($0.key.name) }
    firings.removeAll { isUnnamed($0.subject.name) }
    uncertainEnds = uncertainEnds.filter { !isUnnamed($0) }
  }

  // MARK: Lives

  func lifecycles(of subject: Int) -> [Int] {
    grammar.lifecycles.indices.filter { grammar.lifecycles[$0].subject == subject }
  }

  mutating func tell(_ key: SubjectKey, _ fact: (Lifecycle) -> [[Int]]) {
    for lifecycle in lifecycles(of: key.kind) {
      let life = LifeKey(lifecycle: lifecycle, subject: key.name)
      let targets = fact(grammar.lifecycles[lifecycle])
      lives[life]?.word.append(.fact(targets))
      counts[life]?.tell(targets)
    }
  }

  /// An event about the subject itself.
  mutating func step(_ key: SubjectKey, _ index: Int) {
    guard case .callback(let callback, let kind) = trace[index].occurrence else { return }
    let declared = grammar.callbacks[callback]
    roles[key] = trace[index].role ?? roles[key]
    if kind == .notification && declared.replacement != nil { return }
    for rule in delays.durations(grammar, callback, trace[index].duration) {
      fire(rule, callback, key, index)
    }
    if !declared.notifications.isEmpty {
      if isEcho(callback, kind, key) {
        echoes[key]?.kinds.insert(kind)
        return
      }
      echoes[key] = Echoes(callback: callback, kinds: [kind])
    }
    for rule in delays.late(grammar, callback, trace[index].time, of: key) {
      fire(rule, callback, key, index)
    }
    append(callback, index, key)
    lastOwnEvents[key] = index + 1
    if key.kind == narrowKind, endsItsSubject(callback), isOver(key) { aliases.end(key.name) }
  }

  func isEcho(_ callback: Int, _ kind: EventKind, _ key: SubjectKey) -> Bool {
    guard let last = echoes[key] else { return false }
    return last.callback == callback && !last.kinds.contains(kind)
  }

  mutating func fire(_ rule: Int, _ callback: Int, _ key: SubjectKey, _ index: Int) {
    firings.append(
      .init(
        rule: rule, event: index + 1, subject: key, callback: callback, role: roles[key]))
  }

  mutating func append(_ callback: Int, _ index: Int, _ key: SubjectKey) {
    let isOwn = grammar.callbacks[callback].subject == key.kind
    for lifecycle in lifecycles(of: key.kind)
    where grammar.lifecycles[lifecycle].mentions(callback, in: grammar) {
      let letters = letters(callback, lifecycle, index)
      if letters == [nil] { continue }
      let symbol = ReferenceLife.Symbol.call(
        callback, event: index + 1, role: isOwn ? roles[key] : trace[index].role, letters: letters)
      lives[LifeKey(lifecycle: lifecycle, subject: key.name)]?.word.append(symbol)
    }
  }

  /// Whether every step by the callback in the subject's first law leads to where no step goes on.
  func endsItsSubject(_ callback: Int) -> Bool {
    guard let first = lifecycles(of: grammar.callbacks[callback].subject).first else {
      return false
    }
    let steps = grammar.lifecycles[first].transitions.filter { $0.callback == callback }
    return !steps.isEmpty && steps.allSatisfy { grammar.lifecycles[first].isEnd($0.to) }
  }

  /// Whether the subject is certainly where nothing goes on.
  func isOver(_ key: SubjectKey) -> Bool {
    guard let first = lifecycles(of: key.kind).first,
      let life = lives[LifeKey(lifecycle: first, subject: key.name)]
    else { return false }
    return life.possibleStates(grammar).allSatisfy(grammar.lifecycles[first].isEnd)
  }

  /// A life ends, with the trace or because a new wider subject begins.
  mutating func end(_ key: SubjectKey) {
    for (number, rule) in grammar.rules.enumerated() {
      guard case .end(let lifecycle, let states, let afterLaterEvents) = rule.form,
        let life = lives[LifeKey(lifecycle: lifecycle, subject: key.name)],
        grammar.lifecycles[lifecycle].subject == key.kind
      else { continue }
      if life.judge(grammar, complete: false).cost > 0 {
        uncertainEnds.insert(key.name)
        continue
      }
      guard let event = life.eventThatLedHere(grammar),
        life.possibleStates(grammar).allSatisfy(states.contains),
        !afterLaterEvents || lastOwnEvents[key] ?? 0 > event
      else { continue }
      guard case .callback(let callback, _) = trace[event - 1].occurrence else { continue }
      firings.append(
        .init(
          rule: number, event: event, subject: key, callback: callback,
          states: life.possibleStates(grammar), role: roles[key]))
    }
  }
}

extension Lifecycle {
  /// Whether it names a callback, or a case of it.
  func mentions(_ callback: Int, in grammar: Grammar) -> Bool {
    transitions.contains {
      $0.callback == callback || grammar.callbacks[$0.callback].refinement?.callback == callback
    }
  }

  /// Whether no step leaves the state.
  fileprivate func isEnd(_ state: Int) -> Bool { !transitions.contains { $0.from == state } }
}
