import TraceGrammar

/// Checks a trace of windows and notes in a slow and simple way, based only on the documentation.
///
/// It keeps the word of every life, and judges it again whenever its states are needed.
struct FormChecker {
  struct Subject: Hashable {
    var kind: SubjectKindID
    var name: String
  }

  /// The lifecycle of one subject.
  struct LifeKey: Hashable {
    var lifecycle: LifecycleID
    var subject: String
  }

  /// A finding of a rule that is not about a step of a lifecycle.
  struct Firing: Hashable {
    var rule: String
    /// The number of the event, counted from 1.
    var event: Int
    var subject: String
  }

  /// Where a subject last occurred.
  struct Known {
    /// The app; empty if the event did not name it. And that, or the last one that was named.
    var app: String
    var present: String
    var lastEvent: Int
    /// How often it occurred in another app than before, and how often in one whose beginning is not recorded.
    var moves = 0
    var unseenMoves = 0
  }

  let drawn: FormGrammar
  /// The grammar with the documented lifecycles for rule forms.
  let grammar: Grammar
  let trace: [FormEvent]
  /// What the recording shows; nil for all callbacks.
  let records: FormRecords?
  /// For each lifecycle, the calls that may have come unrecorded.
  let silent: IDArray<LifecycleID, Set<CallbackID>>
  /// The apps in the order in which they occur.
  var apps: [String] = []
  var known: [Subject: Known] = [:]
  var lives: [LifeKey: ReferenceLife] = [:]
  var firings: [Firing] = []
  /// For each kind, the events that may concern any of its subjects.
  var anonymous: IDArray<SubjectKindID, [Int]> = [[], [], []]
  var told: [Subject: Int] = [:]
  /// For each kind and event, the calls about other subjects that move those which have not occurred yet.
  var missed: IDArray<SubjectKindID, [Int]> = [[], [], []]
  /// The last call about a subject that has a notification.
  var echoes: [Subject: (callback: String, isNotification: Bool)] = [:]
  /// Kinds of which some subject was named.
  var identified: Set<SubjectKindID> = []
  /// Whether this checker cannot judge the trace, because a state was needed while something was wrong, or because
  /// events concern a subject before any was named.
  var isInDoubt = false
  /// The answers to questions about states for the current event, nil for unknown.
  var answers: [Situation: Bool] = [:]
  var spanAnswers: [CallSpan: Bool] = [:]
  var demands = FormDemands()

  init(
    _ drawn: FormGrammar, _ grammar: Grammar, _ trace: [FormEvent], _ records: FormRecords? = nil
  ) {
    (self.drawn, self.grammar, self.trace) = (drawn, grammar, Self.owned(trace, grammar))
    self.records = records
    silent = grammar.lifecycles.table { records?.silentLetters(of: $0, grammar) ?? [] }
    for index in trace.indices where !trace[index].isGap {
      if trace[index].phase == .end {
        // An end without a beginning may stand for the call.
        if openCall(endedBy: index) == nil { isInDoubt = true }
      } else {
        // If two run at once, it is unknown which one ends.
        if trace[index].phase == .begin, openCall(endedBy: index) != nil { isInDoubt = true }
        take(index)
      }
    }
    reportLate()
    // At the end every subject is met in the app that a call named last. The end of a call is no call.
    guard let last = trace.last(where: { !$0.app.isEmpty && $0.phase != .end })?.app else { return }
    let subjects = known.keys.filter { $0.kind > 0 }
      .sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }
    for subject in subjects { touch(subject, trace.count, in: last) }
  }

  /// The trace with the app named in events whose neighbors, about the same subject, agree on it.
  private static func owned(_ trace: [FormEvent], _ grammar: Grammar) -> [FormEvent] {
    func subject(_ event: FormEvent) -> String? {
      guard let callback = grammar.callbacks.first(where: { $0.name == event.callback }) else {
        return nil
      }
      if callback.subject == 2 { return event.note.map { "2 \($0)" } }
      return callback.subject == 1 && event.windows.count == 1 ? "1 \(event.windows[0])" : nil
    }
    var owned = trace
    for index in trace.indices where trace[index].app.isEmpty {
      guard let own = subject(trace[index]) else { continue }
      let before = trace[..<index].last { !$0.app.isEmpty && subject($0) == own }?.app
      let after = trace[index...].first { !$0.app.isEmpty && subject($0) == own }?.app
      if let before, before == after { owned[index].app = before }
    }
    return owned
  }

  func number(_ name: String) -> CallbackID {
    grammar.callbacks.firstIndex { $0.name == name } ?? 0
  }

  func kind(of callback: CallbackID) -> SubjectKindID { grammar.callbacks[callback].subject }

  func lifecycles(of kind: SubjectKindID) -> [LifecycleID] {
    grammar.lifecycles.indices.filter { grammar.lifecycles[$0].subject == kind }
  }

  func key(_ lifecycle: LifecycleID, _ subject: Subject) -> LifeKey {
    LifeKey(lifecycle: lifecycle, subject: subject.name)
  }

  /// The subjects of a kind that last occurred in an app.
  func subjects(_ kind: SubjectKindID, in app: String) -> [Subject] {
    known.filter { $0.key.kind == kind && $0.value.app == app }.map(\.key)
      .sorted { $0.name < $1.name }
  }

  /// The beginning of the call that an event ends.
  private func openCall(endedBy index: Int) -> Int? {
    let last = trace[..<index].lastIndex {
      $0.callback == trace[index].callback && $0.phase != .whole
    }
    return last.flatMap { trace[$0].phase == .begin ? $0 : nil }
  }

  // MARK: - Events

  private mutating func take(_ index: Int) {
    let event = trace[index]
    let callback = number(event.callback)
    let kind = kind(of: callback)
    if event.app.isEmpty {
      // Before any app is named, all events concern the same one.
      if !identified.contains(0) { isInDoubt = true }
      if kind > 0 && !event.isNotification { anonymous[0].append(index) }
    } else {
      identified.insert(0)
      if !apps.contains(event.app) { apps.append(event.app) }
      touch(Subject(kind: 0, name: event.app), index)
    }
    if kind > 0 && event.names(kind).isEmpty && !identified.contains(kind) { isInDoubt = true }
    judgeDeadlines(index)
    answer(callback, index)
    let own = event.names(kind).map { Subject(kind: kind, name: $0) }
    if own.isEmpty { anonymous[kind].append(index) }
    identified.formUnion(own.map(\.kind))
    var isEcho = false
    for subject in own {
      touch(subject, index)
      isEcho = isEchoed(event, subject)
      if isEcho { continue }
      judgeTimes(subject, index)
      step(subject, callback, index)
    }
    if !event.isNotification {
      let app = Subject(kind: 0, name: event.app)
      if kind > 0 && !event.app.isEmpty { step(app, callback, index) }
      stepOthers(callback, index)
    }
    if !event.isNotification { judgeDemands(callback, index) }
  }

  /// Whether an event repeats another one of the same subject, as call and notification.
  private mutating func isEchoed(_ event: FormEvent, _ subject: Subject) -> Bool {
    guard event.callback == FormGrammar.posted else { return false }
    if let last = echoes[subject], last.isNotification != event.isNotification {
      echoes[subject] = nil
      return true
    }
    echoes[subject] = (event.callback, event.isNotification)
    return false
  }

  /// Steps the lifecycles of a subject that name a callback or a case of it.
  private mutating func step(_ subject: Subject, _ callback: CallbackID, _ index: Int) {
    for lifecycle in lifecycles(of: subject.kind)
    where grammar.lifecycles[lifecycle].alphabet.contains(where: {
      whole($0) == callback
    }) {
      read(subject, lifecycle, callback, letters(callback, lifecycle, index), index)
    }
  }

  private mutating func read(
    _ subject: Subject, _ lifecycle: LifecycleID, _ callback: CallbackID, _ letters: [CallbackID?]?,
    _ index: Int
  ) {
    if letters == [nil] { return }
    guard var life = lives[key(lifecycle, subject)] else { return }
    let before = life.possibleStates(grammar)
    life.word.append(.call(callback, event: index + 1, letters: letters))
    lives[key(lifecycle, subject)] = life
    awaitEnd(of: lifecycle, subject, before: before, index)
  }

  /// Steps the subjects that are concerned by a call about something else.
  private mutating func stepOthers(_ callback: CallbackID, _ index: Int) {
    let event = trace[index]
    let own = kind(of: callback)
    for kind in [1, 2] as [SubjectKindID] where kind != own {
      let isNamed = lifecycles(of: kind).contains {
        grammar.lifecycles[$0].alphabet.contains { whole($0) == callback }
      }
      if own == 0 {
        if !isNamed { continue }
        noteMissed(kind, index, grammar.callbacks.indices.filter { whole($0) == callback })
        if event.app.isEmpty {
          anonymous[kind].append(index)
          continue
        }
        for subject in subjects(kind, in: event.app) {
          touch(subject, index)
          step(subject, callback, index)
        }
      } else if isNamed || demands.concern(kind, callback, self) {
        for name in event.names(kind) {
          let subject = Subject(kind: kind, name: name)
          identified.insert(kind)
          touch(subject, index)
          step(subject, callback, index)
        }
      }
    }
  }

  /// The callback of a case; a callback itself.
  func whole(_ callback: CallbackID) -> CallbackID {
    grammar.callbacks[callback].refinement?.callback ?? callback
  }

  /// Notes a call that would have moved subjects that occur only later.
  private mutating func noteMissed(_ kind: SubjectKindID, _ index: Int, _ calls: [CallbackID]) {
    let moves = lifecycles(of: kind).map { grammar.lifecycles[$0] }.contains { law in
      law.transitions.contains {
        calls.contains($0.callback) && $0.from != $0.to
          && (law.start.contains($0.from) || law.onParentBegin.contains($0.from))
      }
    }
    if moves { missed[kind].append(index) }
  }
}
