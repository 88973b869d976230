internal import TraceGrammar
internal import TraceModel

/// A situation that an event asks for.
private struct Question {
  let situation: Situation
  let event: Int32
  let asker: Asker
  /// The kind of subject that it is about, and those of them that the event names or is about; nil for one that is new with it.
  let kind: Int
  let named: [Int32?]
  let present: Runs.Present?

  /// The states of a subject by the lifecycle that asks; nil if another one is asked.
  func present(_ subject: Int32) -> [StateID]? {
    present?.subject == subject && present?.lifecycle == situation.lifecycle
      ? present?.states : nil
  }
}

extension Situation {
  /// Whether a subject in one of some states is in the right ones; nil if that is not certain.
  fileprivate func answer(_ possible: [StateID]?) -> Bool? {
    guard let possible, let first = possible.first else { return nil }
    let isIn = states.contains(first)
    return possible.allSatisfy { states.contains($0) == isIn } ? isIn : nil
  }
}

/// Answers questions about the states of subjects right before an event, from the runs of their lifecycles.
extension Runs {
  /// The states of the lifecycle that asks, which may ask about itself.
  typealias Present = (lifecycle: LifecycleID, subject: Int32, states: [StateID])

  /// The outcomes of all conditions of a callback's cases at an event.
  func outcomes(_ letter: Letter, at event: Int32, _ present: Present?) -> ConditionOutcomes {
    var outcomes = letter.outcomes
    let callback = CallbackID(Int(letter.callback))
    if !plan.conditions.situationsAsked[callback].isEmpty { answerQuestions(before: event) }
    for index in plan.conditions.situationsAsked[callback] {
      let situation = plan.conditions.situations[index]
      outcomes.set(
        plan.conditions.conditions.count + index,
        holds: holds(situation, at: event, present))
    }
    for index in plan.conditions.spansAsked[callback] {
      outcomes.set(
        plan.conditions.firstSpan + index,
        holds: spans.holds(index, at: event, slices.askers[event]))
    }
    return outcomes
  }

  /// Answers what was asked before an event, in order. Otherwise each question could lead to another one, as deep as there are
  /// subjects, and the stack is not.
  private func answerQuestions(before event: Int32) {
    while answered < questions.count, questions[answered].event < event {
      let (_, subject, place) = questions[answered]
      answered += 1
      for number in slices.letters[slices.subjects[Int(subject)].kind].machines.indices {
        runner(subject, number).advance(to: place + 1)
      }
    }
  }

  private func holds(_ situation: Situation, at event: Int32, _ present: Present?) -> Bool? {
    let kind = plan.grammar.lifecycles[situation.lifecycle].subject.index
    guard let asker = slices.askers[event], let named = named(kind, at: event, asker) else {
      return nil
    }
    let question = Question(
      situation: situation, event: event, asker: asker, kind: kind, named: named, present: present)
    if situation.whose != .own { return holdsForAny(question) }
    let answers = named.map { subject in
      situation.answer(
        subject.map { states(of: $0, question) } ?? unmet(situation.lifecycle, asker))
    }
    return answers.allSatisfy { $0 == answers[0] } ? answers.first ?? nil : nil
  }

  /// The subjects of a kind that an event names or is about; nil in place of one that is new with it, and for all if it is not
  /// known which wider one that is.
  private func named(_ kind: Int, at event: Int32, _ asker: Asker) -> [Int32?]? {
    let own = plan.traits[Int(store.events[Int(event)].callback)].kind
    func met(_ subject: Int32) -> Int32? {
      subject >= 0 && slices.subjects[Int(subject)].firstEvent < event ? subject : nil
    }
    if plan.kinds[kind].isWider, own == kind || plan.kinds[own].owners.contains(kind) {
      return asker.current[kind] < 0 ? nil : [asker.current[kind]]
    }
    let names = store.names(of: plan.kinds[kind], store.events[Int(event)].row)
    // The event may name its own subject by an alias, or not at all.
    if names.isEmpty, kind == own { return asker.own.map(met) }
    return names.map { met(slices.ofName[kind][Int($0)]) }
  }

  private func states(
    of subject: Int32, _ question: Question, elsewhere wider: Int32? = nil
  ) -> [StateID]? {
    if question.asker.isMixed[question.kind] { return nil }
    return question.present(subject)
      ?? possible(subject, question.situation.lifecycle, at: question.event, elsewhere: wider)
  }

  /// Whether a question about any subjects around an event is to be answered yes.
  private func holdsForAny(_ question: Question) -> Bool? {
    let (situation, asker, kind) = (question.situation, question.asker, question.kind)
    let excepted = Set(situation.whose == .another ? question.named.compactMap(\.self) : [])
    if situation.whose == .another, question.named.isEmpty { return nil }
    guard let parent = plan.kinds[kind].parent, case let wider = asker.current[parent], wider >= 0
    else { return nil }
    // A subject without identity may stand for several.
    var isNobody =
      !slices.several.contains(kind)
      && situation.answer(unmet(situation.lifecycle, asker)) == false
    if asker.isMixed[kind] {
      let isAnother = slices.ofKind[kind].prefix(question.named.count + 1).contains {
        slices.subjects[Int($0)].firstEvent < question.event && !excepted.contains($0)
      }
      return !isAnother && isNobody ? false : nil
    }
    let bystanders = bystanders(situation, kind)
    if let known = bystanders.results[question.event] { return known }
    bystanders.wake(before: question.event) { subject in
      var answer = self.answer(of: subject, situation, at: question.event)
      if let states = question.present(subject) { answer.atHome = situation.answer(states) }
      return answer
    }
    let here = bystanders.tally(in: wider, without: excepted)
    let isSomebody = here.named > 0 || situation.whose == .some && here.unnamed > 0
    if here.unnamed + here.others > 0 { isNobody = false }
    // A subject that was left in another wider one may turn up in this one; one that was left nobody knows where may be here.
    if !isSomebody, isNobody {
      isNobody = !bystanders.isOpenElsewhere(than: wider, without: excepted) { subject in
        effort += 1
        return slices.subjects[Int(subject)].isUnnamed
          || situation.answer(states(of: subject, question, elsewhere: wider)) != false
          || slices.wider(of: subject, at: question.event) < 0
            && situation.answer(states(of: subject, question)) != false
      }
    }
    let result: Bool? = isSomebody ? true : isNobody ? false : nil
    bystanders.results[question.event] = .some(result)
    return result
  }

  /// The calls of a subject that are legal only because a callback that nobody recorded may have changed the states that their
  /// cases ask for: the rule that would be broken, the event, and those callbacks.
  func unanswered(
    _ subject: Int32, _ number: Int
  ) -> [(rule: RuleID, event: Int32, missing: [CallbackID])] {
    let letters = slices.letters[slices.subjects[Int(subject)].kind]
    let machine = letters.machines[number]
    let runner = runner(subject, number)
    let run = runner.close()
    return runner.answers.sorted { $0.key < $1.key }.compactMap { place, read in
      let entry = runner.word[place]
      let letter = letters.all[Int(entry.letter)]
      guard let read, machine.cases.isUncertain(read), case let vector = run.vector(before: place),
        !machine.costs.step(vector, read).rose
      else { return nil }
      var outcomes = outcomes(letter, at: entry.event, nil)
      var missing: [CallbackID] = []
      for index in plan.conditions.situationsAsked[CallbackID(Int(letter.callback))] {
        let situation = plan.conditions.situations[index]
        guard let (answer, way) = answerOfRecorded(situation, at: entry.event) else { continue }
        outcomes.set(plan.conditions.conditions.count + index, holds: answer)
        missing += way
      }
      guard !missing.isEmpty,
        let plain = machine.symbol(CallbackID(Int(letter.callback)), outcomes),
        machine.costs.step(vector, plain).rose,
        let rule = machine.rule(plain, in: machine.costs.kernel(vector))
      else { return nil }
      return (rule, entry.event, missing)
    }
  }

  /// What the answer is if only what was recorded came, and what else may have changed that: for the subject that an event is
  /// about, or where none of all those around it is in one of the states.
  private func answerOfRecorded(
    _ situation: Situation, at event: Int32
  ) -> (answer: Bool, missing: [CallbackID])? {
    let kind = plan.grammar.lifecycles[situation.lifecycle].subject.index
    guard situation.whose != .another, let asker = slices.askers[event],
      let number = plan.kinds[kind].lifecycles.firstIndex(of: situation.lifecycle)
    else { return nil }
    let machine = slices.letters[kind].machines[number]
    /// The states to which recorded calls led; nil if a fault is not settled.
    func recorded(_ subject: Int32) -> [StateID]? {
      let runner = runner(subject, number)
      let place = reached(runner, slices.letters[kind], before: event)
      runner.advance(to: place)
      return runner.isUnsettled(before: place)
        ? nil : machine.costs.kernel(runner.run.vector(before: place))
    }
    var states = machine.declaration.start
    if situation.whose == .own {
      let names = store.names(of: plan.kinds[kind], store.events[Int(event)].row)
      let subject =
        plan.kinds[kind].isWider
        ? asker.current[kind]
        : names.isEmpty ? asker.own.first ?? -1 : slices.ofName[kind][Int(names[0])]
      guard names.count < 2, subject >= 0, slices.subjects[Int(subject)].kind == kind,
        let own = recorded(subject)
      else { return nil }
      states = own
    } else {
      let met = slices.ofKind[kind].prefix { slices.subjects[Int($0)].firstEvent < event }
      guard let parent = plan.kinds[kind].parent, met.count <= Self.reach,
        met.allSatisfy({ subject in
          slices.wider(of: subject, at: event) != asker.current[parent]
            || recorded(subject)?.allSatisfy { !situation.states.contains($0) } ?? false
        })
      else { return nil }
    }
    guard let answer = situation.whose == .own ? situation.answer(states) : false,
      let way = machine.silentSteps(
        from: states, until: { situation.states.contains($0) != answer })
    else { return nil }
    return (answer, way.compactMap(\.self))
  }

  /// How many subjects are asked for a note.
  private static var reach: Int { 64 }

  /// What a subject answers right before an event, until its next entry.
  private func answer(
    of subject: Int32, _ situation: Situation, at event: Int32
  ) -> Bystanders.Answer {
    effort += 1
    let record = slices.subjects[Int(subject)]
    var result = Bystanders.Answer(
      atHome: nil, home: slices.wider(of: subject, at: event), isOpenElsewhere: true,
      isUnnamed: record.isUnnamed, next: .max)
    guard let number = plan.kinds[record.kind].lifecycles.firstIndex(of: situation.lifecycle)
    else { return result }
    let (runner, letters) = (runner(subject, number), slices.letters[record.kind])
    let place = reached(runner, letters, before: event)
    if place < runner.word.count { result.next = runner.word[place].event }
    runner.advance(to: place)
    if runner.isUnsettled(before: place) { return result }
    let (machine, vector) = (letters.machines[number], runner.run.vector(before: place))
    result.atHome = situation.answer(machine.costs.cheapestStates(vector))
    // In another wider subject it is told first that this one began; what was lost or is not clear is told as well.
    if record.isUnnamed || result.home < 0 || !slices.gapEvents.isEmpty
      || !slices.unclearEvents[record.kind].isEmpty
    {
      return result
    }
    let last = place > 0 ? runner.word[place - 1].event : record.firstEvent
    result.isOpenElsewhere = isOpen(
      situation, after: vector, machine, mayLose: lastUnseen[record.kind] > last)
    return result
  }

  /// Whether a subject with certain states may answer yes in some later wider subject.
  private func isOpen(
    _ situation: Situation, after vector: VectorID, _ machine: Machine, mayLose: Bool
  ) -> Bool {
    func step(_ fact: Fact, _ vector: VectorID) -> VectorID {
      machine.costs.step(vector, machine.symbol(fact)).next
    }
    var passed: Set<VectorID> = []
    var vector = vector
    repeat {
      vector = step(.parentBegan, vector)
      var possible = [vector]
      if mayLose { possible += [step(.gap, vector), step(.gapInUnnamed, vector)] }
      if possible.contains(where: {
        situation.answer(machine.costs.cheapestStates($0)) != false
      }) {
        return true
      }
    } while passed.insert(vector).inserted
    return false
  }

  /// How many entries of a word came before an event, with the facts that are told at it.
  private func reached(_ runner: Runner, _ letters: Letters, before event: Int32) -> Int {
    let entries = runner.word
    var place = entries.firstIndex(after: { $0.event < event })
    while place < entries.count, entries[place].event == event,
      letters.all[Int(entries[place].letter)].fact != Letter.call
    { place += 1 }
    return place
  }

  /// The states of a subject right before an event, after the facts of that event; nil if a fault is not settled there.
  /// - Parameters:
  ///   - wider: the wider subject to ask about, if the subject was last met in another one.
  ///   - isOver: whether to ask about its states once the event has taken effect.
  func possible(
    _ subject: Int32, _ lifecycle: LifecycleID, at event: Int32, elsewhere wider: Int32? = nil,
    isOver: Bool = false
  ) -> [StateID]? {
    let kind = slices.subjects[Int(subject)].kind
    guard let number = plan.kinds[kind].lifecycles.firstIndex(of: lifecycle) else { return nil }
    let runner = runner(subject, number)
    let entries = runner.word
    let letters = slices.letters[kind]
    let low =
      isOver
      ? entries.firstIndex(after: { $0.event <= event }) : reached(runner, letters, before: event)
    runner.advance(to: low)
    if runner.isUnsettled(before: low) { return nil }
    let machine = letters.machines[number]
    var vector = runner.run.vector(before: low)
    let last = low > 0 ? entries[low - 1].event : slices.subjects[Int(subject)].firstEvent
    var missed: [Fact] = []
    if let wider {
      missed = slices.absence(of: subject, since: last, until: wider, at: event, machines)
    } else if isOver {
      missed = slices.missed(by: subject, since: last, at: event)
    }
    for fact in missed { vector = machine.costs.step(vector, machine.symbol(fact)).next }
    return machine.costs.cheapestStates(vector)
  }

  /// The states of a subject that was not met so far.
  private func unmet(_ lifecycle: LifecycleID, _ asker: Asker) -> [StateID] {
    let kind = plan.grammar.lifecycles[lifecycle].subject.index
    let machine = slices.letters[kind].machines[
      plan.kinds[kind].lifecycles.firstIndex(of: lifecycle) ?? 0]
    let starts =
      asker.isFresh[kind] ? machine.declaration.start : machine.declaration.unknownStart
    return starts.flatMap { machine.reachable[$0] }
  }
}

extension Slices {
  /// The wider subject in which a subject was last met before an event, or at it.
  func wider(of subject: Int32, at event: Int32) -> Int32 {
    move(of: subject, at: event)?.wider ?? subjects[Int(subject)].wider
  }

  /// The last move of a subject to another wider one, up to an event.
  /// - Complexity: O(log moves).
  func move(of subject: Int32, at event: Int32) -> Move? {
    guard let moves = widerHistory[subject] else { return nil }
    let count = moves.firstIndex(after: { $0.event <= event })
    return count == 0 ? nil : moves[count - 1]
  }

  /// Whether nothing was lost between two events that may have been about a subject of a kind, and none of them is unclear.
  func isSeen(_ kind: Int, after first: Int32, upTo last: Int32) -> Bool {
    !gapEvents.contains(after: first, upTo: last)
      && !unclearEvents[kind].contains(after: first, upTo: last)
  }

  /// Whether nothing has happened to a subject between two events without being recorded, and it moved to no other wider one.
  /// - Parameter isAcross: whether it may have moved to those that were seen to begin.
  func isUndisturbed(
    _ subject: Int32, since first: Int32, at last: Int32, across isAcross: Bool
  ) -> Bool {
    let (before, now) = (move(of: subject, at: first), move(of: subject, at: last))
    return isSeen(subjects[Int(subject)].kind, after: first, upTo: last)
      && (isAcross ? before?.unseen ?? 0 == now?.unseen ?? 0 : before?.number == now?.number)
  }

  /// The outermost subject to which a subject belonged at an event; -1 if it is not known.
  func root(of subject: Int32, at event: Int32) -> Int32 {
    var current = subject
    while current >= 0, case let outer = wider(of: current, at: event), outer >= 0, outer != current
    {
      current = outer
    }
    return current
  }

  /// The facts that will be applied to a subject if it turns up in the wider subject in which it was last met.
  fileprivate func missed(by subject: Int32, since last: Int32, at event: Int32) -> [Fact] {
    let record = subjects[Int(subject)]
    let outer = wider(of: subject, at: event)
    var facts: [Fact] = []
    if unclearEvents[record.kind].contains(after: last, upTo: event) { facts.append(.mayHaveMoved) }
    if gapEvents.contains(after: last, upTo: event) {
      let isInUnnamed = outer >= 0 && subjects[Int(outer)].isUnnamed
      facts.append(.loss(isUnnamed: record.isUnnamed, isInUnnamed: isInUnnamed))
    }
    return facts
  }

  /// The facts that will be applied to a subject if it turns up in another wider subject than before.
  /// - Parameter last: its last entry; nothing that it was told of came later.
  fileprivate func absence(
    of subject: Int32, since last: Int32, until wider: Int32, at event: Int32, _ machines: Machines
  ) -> [Fact] {
    let (record, next) = (subjects[Int(subject)], subjects[Int(wider)])
    let unclear = unclearEvents[record.kind]
    let before = self.wider(of: subject, at: event)
    let loss = Fact.loss(isUnnamed: record.isUnnamed, isInUnnamed: next.isUnnamed)
    var facts: [Fact] = []
    if unclear.contains(after: last, upTo: event - 1) { facts.append(.mayHaveMoved) }
    if gapEvents.contains(after: last - 1, upTo: next.firstEvent) { facts.append(loss) }
    let steps = before < 0 ? Int(next.serial) : Int(next.serial - subjects[Int(before)].serial)
    facts += Array(
      repeating: record.isUnnamed ? .parentBeganUnnamed : .parentBegan,
      count: machines.isWhole ? 1 : min(max(steps, 1), Slicer.beginningLimit))
    let began = next.began && next.beganAt <= event
    if !began || gapEvents.contains(after: next.firstEvent - 1, upTo: event) { facts.append(loss) }
    if unclear.contains(after: next.firstEvent - 1, upTo: event - 1) { facts.append(.mayHaveMoved) }
    return facts
  }
}

extension [Int32] {
  /// How many values are not greater than one. The values must ascend.
  /// - Complexity: O(log count).
  func count(upTo value: Int32) -> Int { firstIndex(after: { $0 <= value }) }

  /// Whether there is a value that is greater than one and not greater than another. The values must ascend.
  /// - Complexity: O(log count).
  func contains(after first: Int32, upTo last: Int32) -> Bool {
    first < last && count(upTo: first) < count(upTo: last)
  }
}
