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

  private struct Known {
    /// The identity of the wider subject it was last concerned within; empty for the widest.
    var wider: String
    var lastEvent: Int
  }

  private struct Echoes {
    var callback: Int
    var kinds: Set<EventKind>
  }

  let grammar: Grammar
  let trace: [ReferenceEvent]
  private let narrowKind: Int
  private let namesNarrowSubjects: Bool
  private(set) var lives: [LifeKey: ReferenceLife] = [:]
  /// What single events, and ends, come to.
  private(set) var firings: [ReferenceFiring] = []
  /// Subjects of which it is not certain which event led to their end, as calls are wrong before.
  private(set) var uncertainEnds: Set<String> = []
  /// The last stepping callback of each subject that has notifications.
  private var echoes: [SubjectKey: Echoes] = [:]
  private var known: [SubjectKey: Known] = [:]
  /// For every event the subject of each wider kind that it belongs to.
  private var belongings: [[String?]] = []
  /// The subject between the widest and the narrow one that the last event belonged to.
  private var currentMiddle: String?
  private var delays = ReferenceDelays()
  private var aliases = ReferenceAliases()
  /// The last event of each subject that is part of its slice.
  private var lastOwnEvents: [SubjectKey: Int] = [:]
  /// The unnamed narrow subject that was met last: those of other wide subjects may be the same, and go on there.
  private(set) var lastUnnamed = ""

  init(_ grammar: Grammar, _ trace: [ReferenceEvent]) {
    self.grammar = grammar
    self.trace = trace
    narrowKind = grammar.subjects.count - 1
    namesNarrowSubjects = trace.contains { !$0.narrow.isEmpty || $0.alias != nil }
    for index in trace.indices { take(index) }
    touchEverybody()
    for key in known.keys.sorted(by: { ($0.kind, $0.name) < ($1.kind, $1.name) }) { end(key) }
  }

  /// Whether every narrow subject is told apart by names that findings show.
  var isUnambiguous: Bool {
    narrowKind == 1
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

  // MARK: Events

  private mutating func take(_ index: Int) {
    let event = trace[index]
    guard let wide = event.wide else {
      belongings.append(Array(repeating: nil, count: narrowKind))
      return
    }
    var callback: Int?
    if case .callback(let number, _) = event.occurrence { callback = number }
    let about = callback.map { grammar.callbacks[$0].subject }
    var wider = [String?](repeating: nil, count: narrowKind)
    wider[0] = wide
    if narrowKind == 2, about.map({ $0 > 0 }) ?? (event.middle != nil) {
      wider[1] = event.middle ?? currentMiddle
      currentMiddle = wider[1]
    }
    belongings.append(wider)
    for kind in 0..<narrowKind {
      if let name = wider[kind] {
        touch(SubjectKey(kind: kind, name: name), within: kind > 0 ? wider[kind - 1] : nil, index)
      }
    }
    guard let callback, let about, case .callback(_, let kind) = event.occurrence else { return }
    if about < narrowKind {
      if let name = wider[about] { step(SubjectKey(kind: about, name: name), index) }
    } else if let parent = wider[narrowKind - 1] {
      takeNarrow(callback, parent, index)
    }
    if kind == .notification { return }
    for kind in 0..<about {
      if let name = wider[kind] { append(callback, index, SubjectKey(kind: kind, name: name)) }
    }
  }

  /// An event about the narrowest kind.
  private mutating func takeNarrow(_ callback: Int, _ parent: String, _ index: Int) {
    if namesNarrowSubjects {
      for name in narrowSubjects(of: index, within: parent) {
        let key = SubjectKey(kind: narrowKind, name: name)
        touch(key, within: parent, index)
        step(key, index)
      }
      return
    }
    let key = SubjectKey(kind: narrowKind, name: "@" + parent)
    if !endsItsSubject(callback) {
      lastUnnamed = key.name
      touch(key, within: parent, index)
      step(key, index)
    } else if known[key] != nil {
      touch(key, within: parent, index)
      tell(key) { law in law.states.indices.map { [$0] + law.start } }
    }
  }

  /// Whom the event identifies: by name, or by what stands for one.
  private mutating func narrowSubjects(of index: Int, within parent: String) -> [String] {
    let event = trace[index]
    if !event.narrow.isEmpty {
      let names = Set(event.narrow).sorted()
      for name in names { aliases.name(name, with: event.alias, within: parent) }
      return names
    }
    guard let alias = event.alias, grammar.subjects[narrowKind].aliasMember != nil else {
      return []
    }
    return [aliases.subject(alias, within: parent)]
  }

  // MARK: Facts

  private mutating func touch(_ key: SubjectKey, within wider: String?, _ index: Int) {
    defer { known[key] = Known(wider: wider ?? "", lastEvent: index) }
    guard let last = known[key] else {
      let isNew = key.kind < narrowKind || !aliases.mayBeAnother(key.name)
      let isKnown =
        isNew && wider.map { beginningIsRecorded(key.kind - 1, $0, before: index) } ?? false
      for lifecycle in lifecycles(of: key.kind) {
        let law = grammar.lifecycles[lifecycle]
        lives[LifeKey(lifecycle: lifecycle, subject: key.name)] = ReferenceLife(
          lifecycle: lifecycle, start: isKnown ? law.start : law.unknownStart)
      }
      return
    }
    guard let wider, last.wider != wider else {
      if gapLies(in: last.lastEvent..<index) { lose(key) }
      return
    }
    // What the last wide subject was told can have no echo in this one.
    echoes[key] = nil
    let first = belongings.firstIndex { $0[key.kind - 1] == wider } ?? index
    if first > last.lastEvent, gapLies(in: last.lastEvent..<first) { lose(key) }
    end(key)
    tell(key) { law in
      let others = key.name.hasPrefix("@") ? law.start : []
      return law.states.indices.map { [law.onParentBegin[$0]] + others }
    }
    if gapLies(in: first..<index) || !beginningIsRecorded(key.kind - 1, wider, before: index) {
      lose(key)
    }
  }

  /// Events were lost: a subject without a name may also be another one, in any state it may be met in.
  private mutating func lose(_ key: SubjectKey) {
    tell(key) { law in
      let reachable = law.everythingReachable
      if !key.name.hasPrefix("@") { return reachable }
      return law.states.indices.map { state in
        let possible = [state, law.onParentBegin[state]] + law.start + law.unknownStart
        return Set(possible.flatMap { reachable[$0] }).sorted()
      }
    }
  }

  /// What was not met again missed something all the same.
  private mutating func touchEverybody() {
    var last = [String?](repeating: nil, count: narrowKind)
    for kind in 0..<narrowKind { last[kind] = belongings.last { $0[kind] != nil }?[kind] }
    for key in known.keys.sorted(by: { ($0.kind, $0.name) < ($1.kind, $1.name) }) {
      if key.kind == narrowKind {
        touch(key, within: last[narrowKind - 1], trace.endIndex)
      } else {
        // One that another took the turn of goes on unseen.
        let since = known[key]?.lastEvent ?? 0
        let next = belongings[since...].firstIndex {
          $0[key.kind].map { $0 != key.name } ?? false
        }
        if gapLies(in: since..<(next ?? trace.endIndex)) { lose(key) }
      }
    }
  }

  private func gapLies(in range: Range<Int>) -> Bool {
    trace[range].contains { $0.occurrence == .gap }
  }

  /// Whether the wider subject was seen to begin, with nothing lost since.
  private func beginningIsRecorded(_ kind: Int, _ name: String, before index: Int) -> Bool {
    let since = (trace[..<index].lastIndex { $0.occurrence == .gap } ?? -1) + 1
    return (since..<index).contains { event in
      guard case .callback(let callback, _) = trace[event].occurrence else { return false }
      return belongings[event][kind] == name && grammar.subjects[kind].beginnings.contains(callback)
    }
  }

  // MARK: Lives

  private func lifecycles(of subject: Int) -> [Int] {
    grammar.lifecycles.indices.filter { grammar.lifecycles[$0].subject == subject }
  }

  private mutating func tell(_ key: SubjectKey, _ fact: (Lifecycle) -> [[Int]]) {
    for lifecycle in lifecycles(of: key.kind) {
      lives[LifeKey(lifecycle: lifecycle, subject: key.name)]?.word.append(
        .fact(fact(grammar.lifecycles[lifecycle])))
    }
  }

  /// An event about the subject itself.
  private mutating func step(_ key: SubjectKey, _ index: Int) {
    guard case .callback(let callback, let kind) = trace[index].occurrence else { return }
    let declared = grammar.callbacks[callback]
    if kind == .notification && declared.replacement != nil { return }
    for rule in delays.durations(grammar, callback, trace[index].duration) {
      fire(rule, callback, key, index)
    }
    if !declared.notifications.isEmpty {
      if var last = echoes[key], last.callback == callback, !last.kinds.contains(kind) {
        last.kinds.insert(kind)
        echoes[key] = last
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

  private mutating func fire(_ rule: Int, _ callback: Int, _ key: SubjectKey, _ index: Int) {
    firings.append(
      .init(
        rule: rule, event: index + 1, subject: key, callback: callback, role: trace[index].role))
  }

  private mutating func append(_ callback: Int, _ index: Int, _ key: SubjectKey) {
    for lifecycle in lifecycles(of: key.kind)
    where grammar.lifecycles[lifecycle].transitions.contains(where: { $0.callback == callback }) {
      lives[LifeKey(lifecycle: lifecycle, subject: key.name)]?.word.append(
        .call(callback, event: index + 1, role: trace[index].role))
    }
  }

  /// Whether every step by the callback in the subject's first law leads to where no step goes on.
  private func endsItsSubject(_ callback: Int) -> Bool {
    guard let first = lifecycles(of: grammar.callbacks[callback].subject).first else {
      return false
    }
    let steps = grammar.lifecycles[first].transitions.filter { $0.callback == callback }
    return !steps.isEmpty && steps.allSatisfy { grammar.lifecycles[first].isEnd($0.to) }
  }

  /// Whether the subject is certainly where nothing goes on.
  private func isOver(_ key: SubjectKey) -> Bool {
    guard let first = lifecycles(of: key.kind).first,
      let life = lives[LifeKey(lifecycle: first, subject: key.name)]
    else { return false }
    return life.possibleStates(grammar).allSatisfy(grammar.lifecycles[first].isEnd)
  }

  /// A life ends, with the trace or because a new wider subject begins.
  private mutating func end(_ key: SubjectKey) {
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
          states: life.possibleStates(grammar)))
    }
  }
}

extension Lifecycle {
  /// Whether no step leaves the state.
  fileprivate func isEnd(_ state: Int) -> Bool { !transitions.contains { $0.from == state } }
}
