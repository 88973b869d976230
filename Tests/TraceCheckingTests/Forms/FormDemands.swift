import TraceGrammar

/// What the reference checker remembers for rules that are not lifecycles, or that have a time limit.
struct FormDemands {
  struct Key: Hashable {
    var rule: String
    var subject: FormChecker.Subject
  }

  /// What a rule expects of a subject since the last event that opened it.
  struct Opening {
    var index: Int
    /// The peer of that event; nil if it is unknown.
    var peer: String?
    /// The peers that came since, or that are still missing.
    var peers: Set<String> = []
    var known: FormChecker.Known
    var anonymous: Int
  }

  /// A duty that has to be met in time.
  struct Deadline {
    var rule: String
    var lifecycle: LifecycleID
    var subject: FormChecker.Subject
    var app: String
    var event: Int
    var due: Double
  }

  var openings: [Key: Opening] = [:]
  var deadlines: [Deadline] = []
  /// Those that were not met, each with the event that shows it.
  var late: [(deadline: Deadline, event: Int)] = []
  /// The times of the calls after which others must not come too early.
  var times: [Key: [Double]] = [:]
  /// By life, the last event that led to its state.
  var led: [FormChecker.LifeKey: Int] = [:]

  /// Whether a rule on subjects side by side is about a kind and names a callback.
  func concern(_ kind: SubjectKindID, _ callback: CallbackID, _ checker: FormChecker) -> Bool {
    checker.drawn.rules.contains { rule in
      rule.about == kind && rule.form.sideBySide.contains(checker.grammar.callbacks[callback].name)
    }
  }
}

extension FormGrammar.Form {
  /// The callbacks that a rule on subjects side by side names.
  var sideBySide: [String] {
    switch self {
    case .byAnother(let callbacks, _, let after, _): callbacks + after
    case .onceByEach(let callback, _, let after): [callback, after]
    case .dutyOfEach(let callbacks, _, _, _, let after, let before): callbacks + after + before
    default: []
    }
  }
}

extension FormChecker {
  // MARK: - In time

  /// Notes an event that led to a state in which something is due.
  mutating func awaitEnd(
    of lifecycle: LifecycleID, _ subject: Subject, before: [StateID], _ index: Int
  ) {
    let key = key(lifecycle, subject)
    guard let life = lives[key], case let after = life.possibleStates(grammar), before != after
    else { return }
    demands.led[key] = index
    let law = grammar.lifecycles[lifecycle]
    guard
      let rule = drawn.rules.first(where: { $0.name == law.name }),
      case .duty(_, _, _, let seconds?) = rule.form, let time = trace[index].time,
      !trace[index].app.isEmpty,
      after == [law.states.firstIndex { $0.name == "owed" } ?? 0]
    else { return }
    if life.judge(grammar, complete: false).cost > 0 { isInDoubt = true }
    demands.deadlines.append(
      .init(
        rule: rule.name, lifecycle: lifecycle, subject: subject, app: trace[index].app,
        event: index, due: time + seconds))
  }

  /// Reports what an event shows to be too late, before it takes effect.
  mutating func judgeDeadlines(_ index: Int) {
    guard let time = trace[index].time, !trace[index].app.isEmpty else { return }
    let late = demands.deadlines.filter { $0.app == trace[index].app && time > $0.due }
    demands.deadlines.removeAll { $0.app == trace[index].app && time > $0.due }
    for deadline in late {
      let subject = deadline.subject
      if subject.kind > 0 && known[subject]?.app != deadline.app { continue }
      // What may have been about it may have met the duty.
      let unclear = anonymous[subject.kind].contains { $0 > deadline.event && $0 < index }
      if unclear { continue }
      touch(subject, index)
      guard let life = lives[key(deadline.lifecycle, subject)] else { continue }
      if life.judge(grammar, complete: false).cost > 0 { isInDoubt = true }
      guard life.possibleStates(grammar).count == 1,
        demands.led[key(deadline.lifecycle, subject)] == deadline.event
      else { continue }
      demands.late.append((deadline, index))
    }
  }

  /// Reports what came too late, but for waits that a call ended in vain: that call is a fault of the duty itself.
  mutating func reportLate() {
    for (deadline, index) in demands.late where !isEndedInVain(deadline) {
      firings.append(
        .init(rule: deadline.rule, event: index + 1, subject: deadline.subject.name))
    }
  }

  private func isEndedInVain(_ deadline: FormDemands.Deadline) -> Bool {
    guard let life = lives[key(deadline.lifecycle, deadline.subject)] else { return false }
    func place(_ number: Int) -> Int? {
      life.word.lastIndex { symbol in
        if case .call(_, let event, _, _) = symbol { event == number } else { false }
      }
    }
    func states(before place: Int) -> [StateID] {
      var beginning = life
      beginning.word = Array(life.word[..<place])
      return beginning.possibleStates(grammar)
    }
    guard let begin = place(deadline.event + 1),
      let end = life.judge(grammar, complete: false).events.first(where: {
        $0 > deadline.event + 1
      }).flatMap(place)
    else { return false }
    let owed = states(before: begin + 1)
    return (begin + 1...end).allSatisfy { states(before: $0) == owed }
  }

  /// Judges how early a call about a subject comes.
  mutating func judgeTimes(_ subject: Subject, _ index: Int) {
    for rule in drawn.rules {
      guard case .atLeast(let callbacks, let seconds, let after) = rule.form,
        let time = trace[index].time
      else { continue }
      let (key, name) = (FormDemands.Key(rule: rule.name, subject: subject), trace[index].callback)
      if callbacks.contains(name), let last = demands.times[key]?.max(),
        (0..<seconds).contains(time - last)
      {
        fire(rule, subject, index)
      }
      if after.contains(name) { demands.times[key, default: []].append(time) }
    }
  }

  // MARK: - To the end

  /// Reports what was owed when a subject left its app.
  mutating func judgeDutiesToEnd(_ subject: Subject) {
    for rule in drawn.rules {
      guard case .dutyToEnd = rule.form, rule.about == subject.kind,
        let lifecycle = grammar.lifecycles.firstIndex(where: { $0.name == rule.name }),
        let life = lives[key(lifecycle, subject)]
      else { continue }
      if life.judge(grammar, complete: false).cost > 0 { isInDoubt = true }
      let owed = grammar.lifecycles[lifecycle].states.firstIndex { $0.name == "owed" } ?? 0
      guard let event = life.eventThatLedHere(grammar), life.possibleStates(grammar) == [owed]
      else { continue }
      firings.append(.init(rule: rule.name, event: event, subject: subject.name))
    }
  }

  // MARK: - Side by side

  /// Judges an event by the rules on subjects that are named side by side, once it has taken effect.
  mutating func judgeDemands(_ callback: CallbackID, _ index: Int) {
    let name = grammar.callbacks[callback].name
    if trace[index].app.isEmpty {
      // It may concern any of them.
      for rule in drawn.rules where rule.form.sideBySide.contains(name) {
        demands.openings = demands.openings.filter { $0.key.rule != rule.name }
      }
      return
    }
    for rule in drawn.rules where rule.form.sideBySide.contains(name) && isShown(rule) {
      let subjects = trace[index].names(rule.about).map { Subject(kind: rule.about, name: $0) }
      switch rule.form {
      case .byAnother(let callbacks, let peer, let after, let isAcross):
        let named = self.peer(peer, index)
        for subject in subjects where callbacks.contains(name) {
          let key = FormDemands.Key(rule: rule.name, subject: subject)
          guard let opening = demands.openings[key], let first = opening.peer, let named,
            named != first, isCertain(opening, subject, index, isAcross: isAcross)
          else { continue }
          fire(rule, subject, index)
          demands.openings[key] = nil
        }
        if after.contains(name) { open(rule, subjects, index, peer: named) }
      case .onceByEach(let callback, let peer, let after):
        let named = self.peer(peer, index)
        for subject in subjects where callback == name {
          let key = FormDemands.Key(rule: rule.name, subject: subject)
          guard let opening = demands.openings[key], let named,
            isCertain(opening, subject, index)
          else { continue }
          if !(demands.openings[key]?.peers.insert(named).inserted ?? true) {
            fire(rule, subject, index)
          }
        }
        if after == name { open(rule, subjects, index, peer: named) }
      case .dutyOfEach(let callbacks, let peer, let lifecycle, let states, let after, let before):
        // For a subject that the call itself opens again, it is no end.
        let opened = after.contains(name) ? subjects : []
        if before.contains(name) { close(rule, lifecycle, states, but: opened, index) }
        for subject in subjects where callbacks.contains(name) {
          let key = FormDemands.Key(rule: rule.name, subject: subject)
          if let named = self.peer(peer, index) {
            demands.openings[key]?.peers.remove(named)
          } else {
            demands.openings[key] = nil
          }
        }
        if after.contains(name) {
          var owing: Set<String> = []
          for other in self.subjects(peer, in: trace[index].app) {
            touch(other, index)
            if isCertainly(other, lifecycle, states, index) { owing.insert(other.name) }
          }
          open(rule, subjects, index, peer: nil, owing)
        }
      default: continue
      }
    }
  }

  /// Whether all callbacks are recorded that may have come between, or instead. Without the others of a rule, it is just not
  /// broken.
  private func isShown(_ rule: FormGrammar.DrawnRule) -> Bool {
    let needed =
      switch rule.form {
      case .byAnother(_, _, let after, _): after
      case .onceByEach(_, _, let after): [after]
      case .dutyOfEach(let expected, _, _, _, let after, _): expected + after
      default: rule.form.sideBySide
      }
    return needed.allSatisfy { records?.calls.contains($0) ?? true }
  }

  private mutating func fire(_ rule: FormGrammar.DrawnRule, _ subject: Subject, _ index: Int) {
    firings.append(.init(rule: rule.name, event: index + 1, subject: subject.name))
  }

  /// The one subject of a kind that an event names.
  private func peer(_ kind: SubjectKindID, _ index: Int) -> String? {
    let names = trace[index].names(kind)
    return names.count == 1 ? names[0] : nil
  }

  private mutating func isCertainly(
    _ subject: Subject, _ lifecycle: LifecycleID, _ states: [StateID], _ index: Int
  ) -> Bool {
    self.states(of: subject, lifecycle, index)?.allSatisfy(states.contains) ?? false
  }

  private mutating func open(
    _ rule: FormGrammar.DrawnRule, _ subjects: [Subject], _ index: Int, peer: String?,
    _ peers: Set<String> = []
  ) {
    for subject in subjects {
      guard let known = known[subject] else { continue }
      demands.openings[.init(rule: rule.name, subject: subject)] = .init(
        index: index, peer: peer, peers: peers, known: known,
        anonymous: anonymous[subject.kind].count)
    }
  }

  private mutating func close(
    _ rule: FormGrammar.DrawnRule, _ lifecycle: LifecycleID, _ states: [StateID],
    but opened: [Subject],
    _ index: Int
  ) {
    let app = trace[index].app
    for (key, opening) in demands.openings
    where key.rule == rule.name && !opened.contains(key.subject) && known[key.subject]?.app == app {
      demands.openings[key] = nil
      if !isCertain(opening, key.subject, index) { continue }
      let peer = grammar.lifecycles[lifecycle].subject
      let isMissing = opening.peers.sorted().contains { name in
        let other = Subject(kind: peer, name: name)
        if known[other]?.app == app { touch(other, index) }
        return known[other]?.app == app && isCertainly(other, lifecycle, states, index)
      }
      if isMissing { fire(rule, key.subject, index) }
    }
  }

  /// Whether no unrecorded change can have happened to a subject since then.
  private func isCertain(
    _ opening: FormDemands.Opening, _ subject: Subject, _ index: Int, isAcross: Bool = false
  ) -> Bool {
    guard let known = known[subject] else { return false }
    return !gapLies(in: opening.index..<index) && anonymous[subject.kind].count == opening.anonymous
      && (isAcross
        ? known.unseenMoves == opening.known.unseenMoves : known.moves == opening.known.moves)
  }
}
