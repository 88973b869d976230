import TraceFindings
import TraceGrammar
import TraceModel

/// Checks a whole trace in a slow and simple way, based only on the documentation.
///
/// For every subject and lifecycle it collects the complete word of calls and facts, and judges the words afterwards, each
/// by itself. The kinds of subjects are a chain, the widest first: each is within the one before.
struct ReferenceChecker {
  /// The lifecycle of one subject.
  struct LifeKey: Hashable {
    var lifecycle: LifecycleID
    /// The identity; in a trace that names no narrow subject, `@` and the identity of the wider subject.
    var subject: String
  }

  /// A subject of any kind.
  struct SubjectKey: Hashable {
    var kind: SubjectKindID
    var name: String
  }

  struct Known {
    /// The identity of the wider subject in which it last occurred; empty for the widest.
    var wider: String
    var lastEvent: Int
    /// Whether its last event did not name the widest subject.
    var isAdrift: Bool
  }

  struct Echoes {
    var callback: CallbackID
    var kinds: Set<EventKind>
  }

  let grammar: Grammar
  let trace: [ReferenceEvent]
  let narrowKind: SubjectKindID
  /// Whether the trace has calls of replaced callbacks and none about narrower subjects: then notifications about these are no
  /// steps.
  let showsReplacedCalls: Bool
  /// Whether some event named a narrow subject so far.
  var namesNarrowSubjects = false
  /// Whether there are several indistinguishable unnamed subjects.
  var hasSeveralUnnamed = false
  /// An event that may concern any subject of a kind.
  struct Anonymous {
    /// The widest subject that it names; nil if it names none.
    var wide: String?
    /// The lifecycles that its callback can move.
    var lifecycles: [LifecycleID]
  }

  /// For every kind, the events that may concern any of its subjects.
  var anonymousEvents: IDArray<SubjectKindID, [Anonymous]>
  /// Those about narrow subjects that came before one was named.
  var unnamedEvents: [Anonymous] = []
  /// By wider subject, how many of them came before it first occurred.
  var anonymousAtStart: [SubjectKey: Int] = [:]
  /// By subject, how many of them it already accounts for.
  var told: [SubjectKey: Int] = [:]
  var lives: [LifeKey: ReferenceLife] = [:]
  /// The unnamed subjects, if there are several.
  var counts: [LifeKey: ReferenceCounts] = [:]
  /// The findings for single events and ends.
  var firings: [ReferenceFiring] = []
  /// Subjects for which it is uncertain which event led to their end, because calls before are wrong.
  var uncertainEnds: Set<String> = []
  /// The last stepping callback of each subject that has notifications.
  var echoes: [SubjectKey: Echoes] = [:]
  var known: [SubjectKey: Known] = [:]
  /// The last recorded role of each subject.
  var roles: [SubjectKey: String] = [:]
  /// For every event, the subject of each wider kind that it belongs to.
  var belongings: [IDArray<SubjectKindID, String?>] = []
  /// The widest subject that was named last.
  var currentWide: String?
  /// The subject between the widest and the narrow one that the last event belonged to.
  var currentMiddle: String?
  var delays = ReferenceDelays()
  var aliases = ReferenceAliases()
  /// The last callback of each subject that changes its first lifecycle somewhere.
  var lastMoves: [SubjectKey: CallbackID] = [:]
  /// The last event of each subject that is part of its slice.
  var lastOwnEvents: [SubjectKey: Int] = [:]
  /// The last unnamed narrow subject: those of other wide subjects may be the same one, continuing there.
  var lastUnnamed = ""
  /// Whether no subject existed before the trace.
  let beginsAtBeginning: Bool
  /// What is known about the states in the conditions of the current event's cases.
  var answers: [Situation: Bool] = [:]
  /// Whether a condition was about a subject with a fault; this checker does not know what counts as settled then.
  var askedInDoubt = false
  /// Whether an ended subject began again under its name; this checker has one life for each name.
  var hasBegunAgain = false

  init(
    _ grammar: Grammar, _ trace: [ReferenceEvent], beginsAtBeginning: Bool, isComplete: Bool
  ) {
    self.grammar = grammar
    self.trace = Self.owned(trace, grammar)
    self.beginsAtBeginning = beginsAtBeginning
    narrowKind = SubjectKindID(grammar.subjects.count - 1)
    let calls = trace.compactMap { event -> CallbackID? in
      guard case .callback(let callback, .delegate) = event.occurrence else { return nil }
      return grammar.callbacks[callback].isAction ? nil : callback
    }
    showsReplacedCalls =
      calls.contains { grammar.callbacks[$0].replacement != nil }
      && calls.allSatisfy { grammar.callbacks[$0].subject == 0 }
    anonymousEvents = grammar.subjects.table { _ in [] }
    for index in trace.indices { take(index) }
    touchEverybody()
    for key in known.keys.sorted(by: { ($0.kind, $0.name) < ($1.kind, $1.name) }) {
      end(key, isCutOff: !isComplete || isPast(key.name))
    }
  }

  /// Whether the names in findings identify every narrow subject.
  var isUnambiguous: Bool {
    if askedInDoubt || hasBegunAgain { return false }
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

  /// The judgement of every life.
  func judgements(complete: Bool) -> [LifeKey: ReferenceJudgement] {
    Dictionary(
      uniqueKeysWithValues: lives.map { key, life in
        (key, life.judge(grammar, complete: complete && !isPast(key.subject)))
      })
  }

  /// Whether a subject has no name, and others without a name came after it: it may go on as one of them.
  func isPast(_ subject: String) -> Bool { subject.hasPrefix("@") && subject != lastUnnamed }

  /// Whether any lifecycle has a call in the trace.
  var hasCalls: Bool {
    lives.values.contains { life in
      life.word.contains { if case .call = $0 { true } else { false } }
    }
  }

  /// Whether a rule that is about no lifecycle looks at an event: at how long a call took, or when its callbacks came.
  var isJudgedByRules: Bool {
    trace.contains { event in
      guard case .callback(let callback, let kind) = event.occurrence else { return false }
      return grammar.rules.numbered.contains { id, rule in
        if !applies(id) { return false }
        return switch rule.form {
        case let form as TimeForm where form.after.isEmpty:
          kind != .notification && event.duration != nil && form.callbacks.contains(callback)
        case let form as TimeForm:
          (form.callbacks + form.after).contains { whole($0) == callback }
        default: false
        }
      }
    }
  }

  /// The callback of a case; a callback itself.
  private func whole(_ callback: CallbackID) -> CallbackID {
    grammar.callbacks[callback].refinement?.callback ?? callback
  }

  /// Whether the rule applies to the trace at all.
  func applies(_ rule: RuleID) -> Bool {
    guard let required = grammar.rules[rule].required else { return true }
    return trace.contains {
      if case .callback(required, _) = $0.occurrence { true } else { false }
    }
  }

  /// The unnamed subject of an event that did not name its widest subject; nil for any other event.
  func unnamedSubject(adriftAt event: Int) -> String? {
    guard isAdrift(event - 1), let wider = belongings[event - 1][narrowKind - 1] else { return nil }
    return "@" + wider
  }

  // MARK: Events

  mutating func take(_ index: Int) {
    let event = trace[index]
    var callback: CallbackID?
    if case .callback(let number, _) = event.occurrence { callback = number }
    let about = callback.map { grammar.callbacks[$0].subject }
    currentWide = event.wide ?? currentWide
    var wider = IDArray<SubjectKindID, String?>(repeating: nil, count: narrowKind.index)
    // An unknown callback shows the subjects that it names, and the wider ones.
    if event.wide != nil || event.middle != nil || about != nil { wider[0] = currentWide }
    if narrowKind == 2, about.map({ $0 > 0 }) ?? (event.middle != nil) {
      let own = about == narrowKind ? event.narrow.lazy.compactMap(middle(of:)).first : nil
      wider[1] = event.middle ?? own ?? currentMiddle
      currentMiddle = wider[1]
    }
    if wider[0] == nil { wider = IDArray(repeating: nil, count: narrowKind.index) }
    belongings.append(wider)
    let wasKnown = about.map { isKnown($0, wider) } ?? false
    for kind in SubjectKindID.all(narrowKind.index) {
      if let name = wider[kind] {
        touch(SubjectKey(kind: kind, name: name), within: kind > 0 ? wider[kind - 1] : nil, index)
      }
    }
    guard let callback, let about, case .callback(_, let kind) = event.occurrence else { return }
    answer(callback, wider, index)
    if isAdrift(index) && (about == 0 || kind != .notification) {
      anonymousEvents[0] += anonymous(0, index)
    }
    if about < narrowKind {
      if wasKnown && beginsAgain(callback, about, event) { hasBegunAgain = true }
      if let name = wider[about], about > 0 || !isAdrift(index) {
        step(SubjectKey(kind: about, name: name), index)
      }
    } else if let parent = wider[narrowKind - 1] {
      takeNarrow(callback, parent, index)
    }
    if kind == .notification { return }
    for kind in SubjectKindID.all(about.index) where kind > 0 || !isAdrift(index) {
      if let name = wider[kind] { append(callback, index, SubjectKey(kind: kind, name: name)) }
    }
  }

  /// The subject between the widest and the narrow one in which a narrow one was last met, and in which it stays unless an
  /// event names another; nil if there is none.
  func middle(of name: String) -> String? {
    guard narrowKind == 2 else { return nil }
    return known[SubjectKey(kind: narrowKind, name: name)]?.wider
  }

  /// Whether the event does not name its widest subject.
  func isAdrift(_ index: Int) -> Bool {
    index < trace.endIndex && trace[index].occurrence != .gap && trace[index].wide == nil
  }

  /// Handles an event about the narrowest kind.
  mutating func takeNarrow(_ callback: CallbackID, _ parent: String, _ index: Int) {
    let event = trace[index]
    let alias = grammar.subjects[narrowKind].aliasMember.flatMap { _ in event.alias }
    if event.narrow.isEmpty && alias == nil { return takeUnnamed(callback, parent, index) }
    if !namesNarrowSubjects {
      namesNarrowSubjects = true
      anonymousEvents[narrowKind] += unnamedEvents
      dropUnnamed()
    }
    for name in Set(event.narrow).sorted() {
      let isKnownByAlias = aliases.mayBeKnownByAlias(place(index))
      aliases.name(name)
      if let alias, aliases.subject(alias, within: parent) == name { aliases.confirm(name) }
      let own = event.middle == nil ? middle(of: name) : nil
      meet(name, within: own ?? parent, index, isNew: !isKnownByAlias)
      if let alias {
        aliases.bind(alias, to: name, within: parent)
      } else {
        aliases.leave(name)
      }
      step(SubjectKey(kind: narrowKind, name: name), index)
    }
    if let alias, event.narrow.isEmpty {
      if let bound = aliases.subject(alias, within: parent), isReused(callback, bound, index) {
        aliases.release(alias, within: parent)
      }
      let isKnown = aliases.mayBeKnown
      let name =
        aliases.subject(alias, within: parent)
        ?? aliases.add(alias, within: parent, place(index))
      aliases.confirm(name)
      meet(name, within: parent, index, isNew: !isKnown)
      step(SubjectKey(kind: narrowKind, name: name), index)
    }
  }

  /// Where the subject of an event is, as far as the event says.
  func place(_ index: Int) -> ReferenceAliases.Place {
    .init(root: isAdrift(index) ? nil : belongings[index][0], role: trace[index].role)
  }

  /// Handles an event that concerns a narrow subject by one of its names.
  mutating func meet(_ name: String, within parent: String, _ index: Int, isNew: Bool) {
    let key = SubjectKey(kind: narrowKind, name: name)
    touch(key, within: parent, index, isNew: isNew)
    let root = isAdrift(index) ? nil : belongings[index][0]
    if aliases.mayBeMixed(name),
      aliases.hasOther(name, root, in: belongings[index][0], place(index))
    {
      move(key)
    }
    aliases.note(name, index, root, belongings[index][0], withAlias: trace[index].alias != nil)
  }

  /// What an event without the identity of a subject of a kind may have moved.
  func anonymous(_ kind: SubjectKindID, _ index: Int) -> [Anonymous] {
    guard case .callback(let callback, let occurred) = trace[index].occurrence,
      grammar.callbacks[callback].isAction == (occurred == .action),
      occurred != .notification || !isIgnoredAsNotification(callback)
    else { return [] }
    let moved = lifecycles(of: kind).filter { lifecycle in
      grammar.lifecycles[lifecycle].transitions.contains { step in
        step.from != step.to
          && (step.callback == callback
            || grammar.callbacks[step.callback].refinement?.callback == callback)
      }
    }
    return [Anonymous(wide: isAdrift(index) ? nil : belongings[index][0], lifecycles: moved)]
  }

  /// The trace with the widest subject named in events whose neighbors, about the same subject, agree on it.
  private static func owned(_ trace: [ReferenceEvent], _ grammar: Grammar) -> [ReferenceEvent] {
    func subject(_ event: ReferenceEvent) -> String? {
      guard case .callback(let callback, _) = event.occurrence else { return nil }
      let kind = grammar.callbacks[callback].subject
      if kind == 0 { return nil }
      let name =
        kind.index == grammar.subjects.count - 1
        ? (event.narrow.count == 1 ? event.narrow[0] : nil) : event.middle
      return name.map { "\(kind.index) \($0)" }
    }
    var owned = trace
    for index in trace.indices where trace[index].wide == nil {
      guard let own = subject(trace[index]) else { continue }
      let before = trace[..<index].last { $0.wide != nil && subject($0) == own }?.wide
      let after = trace[index...].first { $0.wide != nil && subject($0) == own }?.wide
      if before == after { owned[index].wide = before }
    }
    return owned
  }

  /// Handles an event about the narrowest kind that names no subject.
  mutating func takeUnnamed(_ callback: CallbackID, _ parent: String, _ index: Int) {
    if namesNarrowSubjects || hasSeveralUnnamed {
      if namesNarrowSubjects || !endsItsSubject(callback) {
        anonymousEvents[narrowKind] += anonymous(narrowKind, index)
      }
      return
    }
    if narrowKind == 1 && isAdrift(index) {
      anonymousEvents[narrowKind] += anonymous(narrowKind, index)
    }
    let key = SubjectKey(kind: narrowKind, name: "@" + parent)
    if !endsItsSubject(callback) {
      unnamedEvents += anonymous(narrowKind, index)
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
      tell(key) { law in IDArray(law.states.indices.map { [$0] + law.start }) }
    }
  }

  /// Forgets the subjects without a name.
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

  func lifecycles(of subject: SubjectKindID) -> [LifecycleID] {
    grammar.lifecycles.indices.filter { grammar.lifecycles[$0].subject == subject }
  }

  mutating func tell(
    _ key: SubjectKey, of moved: Set<LifecycleID>? = nil,
    _ fact: (Lifecycle) -> IDArray<StateID, [StateID]>
  ) {
    for lifecycle in lifecycles(of: key.kind) where moved?.contains(lifecycle) ?? true {
      let life = LifeKey(lifecycle: lifecycle, subject: key.name)
      let targets = fact(grammar.lifecycles[lifecycle])
      lives[life]?.word.append(.fact(targets))
      counts[life]?.tell(targets)
    }
  }

  /// Handles an event about the subject itself.
  mutating func step(_ key: SubjectKey, _ index: Int) {
    guard case .callback(let callback, let kind) = trace[index].occurrence else { return }
    let declared = grammar.callbacks[callback]
    roles[key] = trace[index].role ?? roles[key]
    if kind == .notification && isIgnoredAsNotification(callback) { return }
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
    let losses = trace[..<index].filter { $0.occurrence == .gap }.count + (told[key] ?? 0)
    for rule in delays.untimely(grammar, callback, trace[index].time, of: key, losses: losses) {
      fire(rule, callback, key, index)
    }
    append(callback, index, key)
    lastOwnEvents[key] = index + 1
    if let first = lifecycles(of: key.kind).first,
      grammar.lifecycles[first].transitions.contains(where: {
        $0.callback == callback && $0.from != $0.to
      })
    {
      lastMoves[key] = callback
    }
    if key.kind == narrowKind, endsItsSubject(callback), isOver(key) { aliases.end(key.name) }
  }

  /// Whether a notification is no step, because another callback replaced it or the replaced ones are called.
  func isIgnoredAsNotification(_ callback: CallbackID) -> Bool {
    grammar.callbacks[callback].replacement != nil
      || showsReplacedCalls && grammar.callbacks[callback].subject > 0
  }

  func isEcho(_ callback: CallbackID, _ kind: EventKind, _ key: SubjectKey) -> Bool {
    guard let last = echoes[key] else { return false }
    return last.callback == callback && !last.kinds.contains(kind)
  }

  /// For several subjects, it is one finding, about the first.
  mutating func fire(_ rule: RuleID, _ callback: CallbackID, _ key: SubjectKey, _ index: Int) {
    if firings.contains(where: { $0.rule == rule && $0.event == index + 1 }) { return }
    firings.append(
      .init(
        rule: rule, event: index + 1, subject: key, callback: callback, role: roles[key]))
  }

  mutating func append(_ callback: CallbackID, _ index: Int, _ key: SubjectKey) {
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

  /// Whether every step by the callback in the subject's first lifecycle leads to a final state.
  func endsItsSubject(_ callback: CallbackID) -> Bool {
    guard let first = lifecycles(of: grammar.callbacks[callback].subject).first else {
      return false
    }
    let steps = grammar.lifecycles[first].transitions.filter { $0.callback == callback }
    return !steps.isEmpty && steps.allSatisfy { grammar.lifecycles[first].isEnd($0.to) }
  }

  /// Whether the subject is certainly in a final state.
  func isOver(_ key: SubjectKey) -> Bool {
    guard let first = lifecycles(of: key.kind).first,
      let life = lives[LifeKey(lifecycle: first, subject: key.name)]
    else { return false }
    return life.possibleStates(grammar).allSatisfy(grammar.lifecycles[first].isEnd)
  }

  /// Ends a life, with the trace or because a new wider subject begins.
  /// - Parameter isCutOff: whether it may go on, although its events end.
  mutating func end(_ key: SubjectKey, isCutOff: Bool) {
    for (number, rule) in grammar.rules.numbered {
      guard let form = rule.form as? EndForm,
        let life = lives[LifeKey(lifecycle: form.endedLifecycle, subject: key.name)],
        grammar.lifecycles[form.endedLifecycle].subject == key.kind,
        form.duty == nil || !isCutOff
      else { continue }
      if life.judge(grammar, complete: false).cost > 0 {
        uncertainEnds.insert(key.name)
        continue
      }
      guard let event = life.eventThatLedHere(grammar),
        life.possibleStates(grammar).allSatisfy(form.states.contains),
        form.laterEvents == .none || lastOwnEvents[key] ?? 0 > event
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
  func mentions(_ callback: CallbackID, in grammar: Grammar) -> Bool {
    transitions.contains {
      $0.callback == callback || grammar.callbacks[$0.callback].refinement?.callback == callback
    }
  }

  /// Whether no step leaves the state.
  func isEnd(_ state: StateID) -> Bool { !transitions.contains { $0.from == state } }
}
