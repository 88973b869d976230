import TraceFindings
import TraceGrammar
import TraceModel

/// Checks a whole trace the slow and obvious way, from the documentation alone.
///
/// It writes down for every subject and lifecycle the complete word of calls and facts, and judges the words
/// afterwards, each by itself. The grammar has two subjects: 0, the wide one, and 1, which lives within it.
struct ReferenceChecker {
  /// A copy of a lifecycle that runs for one subject.
  struct LifeKey: Hashable {
    var lifecycle: Int
    /// The identity; in a trace that names no narrow subject, `@` and that of the wide one it lives within.
    var subject: String
  }

  private struct NarrowSubject {
    var wide: String
    var lastEvent: Int
  }

  private struct Echoes {
    var callback: Int
    var kinds: Set<EventKind>
  }

  private let grammar: Grammar
  private let trace: [ReferenceEvent]
  private let namesNarrowSubjects: Bool
  private(set) var lives: [LifeKey: ReferenceLife] = [:]
  /// The last stepping callback of each subject that has notifications.
  private var echoes: [LifeKey: Echoes] = [:]
  private var narrowSubjects: [String: NarrowSubject] = [:]
  private var wideLastEvents: [String: Int] = [:]
  /// The unnamed narrow subject that was met last: those of other wide subjects may be the same, and go on there.
  private(set) var lastUnnamed = ""

  init(_ grammar: Grammar, _ trace: [ReferenceEvent]) {
    self.grammar = grammar
    self.trace = trace
    namesNarrowSubjects = trace.contains { !$0.narrow.isEmpty }
    for index in trace.indices { take(index) }
    touchEverybody()
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

  private mutating func take(_ index: Int) {
    guard let wide = trace[index].wide else { return }
    touchWide(wide, index)
    guard case .callback(let callback, let kind) = trace[index].occurrence else { return }
    if kind == .notification && grammar.callbacks[callback].replacement != nil { return }
    if grammar.callbacks[callback].subject == 0 {
      step(0, wide, callback, kind, index)
      return
    }
    if namesNarrowSubjects {
      for narrow in Set(trace[index].narrow).sorted() {
        touchNarrow(narrow, wide, index)
        step(1, narrow, callback, kind, index)
      }
    } else if endsItsSubject(callback) {
      if narrowSubjects["@" + wide] != nil {
        touchNarrow("@" + wide, wide, index)
        tellNarrow("@" + wide) { law in law.states.indices.map { [$0] + law.start } }
      }
    } else {
      lastUnnamed = "@" + wide
      touchNarrow(lastUnnamed, wide, index)
      step(1, lastUnnamed, callback, kind, index)
    }
    if kind != .notification { append(callback, index, 0, wide) }
  }

  // MARK: Facts

  private mutating func touchWide(_ wide: String, _ index: Int) {
    if let last = wideLastEvents[wide] {
      if gapLies(in: last..<index) { tell(0, wide) { $0.everythingReachable } }
    } else {
      begin(0, wide, known: false)
    }
    wideLastEvents[wide] = index
  }

  private mutating func touchNarrow(_ narrow: String, _ wide: String, _ index: Int) {
    guard let last = narrowSubjects[narrow] else {
      begin(1, narrow, known: beginningIsRecorded(wide, before: index))
      narrowSubjects[narrow] = NarrowSubject(wide: wide, lastEvent: index)
      return
    }
    if last.wide == wide {
      if gapLies(in: last.lastEvent..<index) { lose(narrow) }
    } else {
      // What the last wide subject was told can have no echo in this one.
      echoes[echoKey(1, narrow)] = nil
      let first = trace.firstIndex { $0.wide == wide } ?? index
      if first > last.lastEvent, gapLies(in: last.lastEvent..<first) { lose(narrow) }
      tellNarrow(narrow) { law in
        let others = narrow.hasPrefix("@") ? law.start : []
        return law.states.indices.map { [law.onParentBegin[$0]] + others }
      }
      if gapLies(in: first..<index) || !beginningIsRecorded(wide, before: index) {
        lose(narrow)
      }
    }
    narrowSubjects[narrow] = NarrowSubject(wide: wide, lastEvent: index)
  }

  /// Events were lost: a subject without a name may also be another one, in any state it may be met in.
  private mutating func lose(_ narrow: String) {
    tellNarrow(narrow) { law in
      let reachable = law.everythingReachable
      if !narrow.hasPrefix("@") { return reachable }
      return law.states.indices.map { state in
        let possible = [state, law.onParentBegin[state]] + law.start + law.unknownStart
        return Set(possible.flatMap { reachable[$0] }).sorted()
      }
    }
  }

  /// What was not met again missed something all the same.
  private mutating func touchEverybody() {
    for (wide, last) in wideLastEvents {
      let next = trace[last...].firstIndex { $0.wide != wide && $0.wide != nil }
      if gapLies(in: last..<(next ?? trace.endIndex)) {
        tell(0, wide) { $0.everythingReachable }
      }
    }
    guard let lastWide = trace.last(where: { $0.wide != nil })?.wide else { return }
    for narrow in narrowSubjects.keys.sorted() { touchNarrow(narrow, lastWide, trace.endIndex) }
  }

  private func gapLies(in range: Range<Int>) -> Bool {
    trace[range].contains { $0.occurrence == .gap }
  }

  /// Whether the wide subject was seen to begin, with nothing lost since.
  private func beginningIsRecorded(_ wide: String, before index: Int) -> Bool {
    let since = (trace[..<index].lastIndex { $0.occurrence == .gap } ?? -1) + 1
    return trace[since..<index].contains { event in
      guard case .callback(let callback, _) = event.occurrence else { return false }
      return event.wide == wide && grammar.subjects[0].beginnings.contains(callback)
    }
  }

  // MARK: Lives

  private func lifecycles(of subject: Int) -> [Int] {
    grammar.lifecycles.indices.filter { grammar.lifecycles[$0].subject == subject }
  }

  private mutating func begin(_ subject: Int, _ name: String, known: Bool) {
    for lifecycle in lifecycles(of: subject) {
      let law = grammar.lifecycles[lifecycle]
      lives[LifeKey(lifecycle: lifecycle, subject: name)] = ReferenceLife(
        lifecycle: lifecycle, start: known ? law.start : law.unknownStart)
    }
  }

  private mutating func tell(_ subject: Int, _ name: String, _ fact: (Lifecycle) -> [[Int]]) {
    for lifecycle in lifecycles(of: subject) {
      lives[LifeKey(lifecycle: lifecycle, subject: name)]?.word.append(
        .fact(fact(grammar.lifecycles[lifecycle])))
    }
  }

  private mutating func tellNarrow(_ name: String, _ fact: (Lifecycle) -> [[Int]]) {
    tell(1, name, fact)
  }

  private mutating func step(
    _ subject: Int, _ name: String, _ callback: Int, _ kind: EventKind, _ index: Int
  ) {
    let key = echoKey(subject, name)
    if !grammar.callbacks[callback].notifications.isEmpty {
      if var last = echoes[key], last.callback == callback, !last.kinds.contains(kind) {
        last.kinds.insert(kind)
        echoes[key] = last
        return
      }
      echoes[key] = Echoes(callback: callback, kinds: [kind])
    }
    append(callback, index, subject, name)
  }

  private func echoKey(_ subject: Int, _ name: String) -> LifeKey {
    LifeKey(lifecycle: -1 - subject, subject: name)
  }

  private mutating func append(_ callback: Int, _ index: Int, _ subject: Int, _ name: String) {
    for lifecycle in lifecycles(of: subject)
    where grammar.lifecycles[lifecycle].transitions.contains(where: { $0.callback == callback }) {
      lives[LifeKey(lifecycle: lifecycle, subject: name)]?.word.append(
        .call(callback, event: index + 1))
    }
  }

  /// Whether every step by the callback in the subject's first law leads to where no step goes on.
  private func endsItsSubject(_ callback: Int) -> Bool {
    guard let first = lifecycles(of: grammar.callbacks[callback].subject).first else {
      return false
    }
    let transitions = grammar.lifecycles[first].transitions
    let steps = transitions.filter { $0.callback == callback }
    return !steps.isEmpty
      && steps.allSatisfy { step in !transitions.contains { $0.from == step.to } }
  }
}
