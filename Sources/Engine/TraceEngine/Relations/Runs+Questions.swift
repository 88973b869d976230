internal import TraceGrammar
internal import TraceModel

/// Answers questions about the states of subjects right before an event, from the runs of their lifecycles.
extension Runs {
  /// The outcomes of all conditions of a callback's cases at an event.
  /// - Parameter present: the states of the lifecycle that asks, which may ask about itself.
  func outcomes(
    _ letter: Letter, at event: Int32, _ slices: Slices,
    _ present: (LifecycleID, subject: Int32, states: [StateID])?
  ) -> ConditionOutcomes {
    var outcomes = letter.outcomes
    let callback = CallbackID(Int(letter.callback))
    for index in plan.conditions.situationsAsked[callback] {
      let situation = plan.conditions.situations[index]
      outcomes.set(
        plan.conditions.conditions.count + index,
        holds: holds(situation, at: event, slices, present))
    }
    for index in plan.conditions.spansAsked[callback] {
      let asker = slices.askers[event]
      let widest =
        asker.map { $0.current[plan.roots[plan.traits[Int(letter.callback)].kind]] } ?? -1
      let isSeen = widest >= 0 && slices.subjects[Int(widest)].began || store.statements.isComplete
      outcomes.set(
        plan.conditions.firstSpan + index,
        holds: spans.holds(
          plan.conditions.spans[index], at: event, store, plan, gaps: slices.gapEvents,
          isSeen: isSeen))
    }
    return outcomes
  }

  private func holds(
    _ situation: Situation, at event: Int32, _ slices: Slices,
    _ present: (lifecycle: LifecycleID, subject: Int32, states: [StateID])?
  ) -> Bool? {
    guard let asker = slices.askers[event] else { return nil }
    let kind = plan.grammar.lifecycles[situation.lifecycle].subject.index
    let row = store.events[Int(event)].row
    let own = plan.traits[Int(store.events[Int(event)].callback)].kind
    var named: [Int32?] = []
    var outer: Int? = own
    while let next = outer, next != kind { outer = plan.kinds[next].parent }
    if plan.kinds[kind].isWider, outer != nil {
      if asker.current[kind] < 0 { return nil }
      named = [asker.current[kind]]
    } else if kind == own {
      named = asker.own.map { $0 }
    } else {
      let names =
        [store.value(plan.kinds[kind].member, row)]
        + (plan.kinds[kind].set.map { store.set($0, row) } ?? [])
      for name in names where name != 0 {
        let known = slices.ofName[kind][Int(name)]
        named.append(known >= 0 && slices.subjects[Int(known)].firstEvent <= event ? known : nil)
      }
    }
    func answer(_ states: [StateID]?) -> Bool? {
      guard let states, let first = states.first else { return nil }
      let isIn = situation.states.contains(first)
      return states.allSatisfy { situation.states.contains($0) == isIn } ? isIn : nil
    }
    if situation.whose == .own {
      if let present, present.lifecycle == situation.lifecycle, named == [present.subject] {
        return answer(present.states)
      }
      var result: Bool?
      for subject in named {
        let states =
          subject.map { possible($0, situation.lifecycle, at: event, within: nil, slices) }
          ?? unmet(situation.lifecycle, asker, at: event, slices)
        guard let next = answer(states), result ?? next == next else { return nil }
        result = next
      }
      return result
    }
    if situation.whose == .another, named.isEmpty { return nil }
    guard let parent = plan.kinds[kind].parent, asker.current[parent] >= 0 else { return nil }
    let wider = asker.current[parent]
    var isNobody =
      !slices.several.contains(kind)
      && answer(unmet(situation.lifecycle, asker, at: event, slices)) == false
    for index in slices.ofKind[kind] where slices.subjects[Int(index)].firstEvent <= event {
      if situation.whose == .another, named.contains(index) { continue }
      let isHere = slices.wider(of: index, at: event) == wider
      let own = answer(
        possible(index, situation.lifecycle, at: event, within: isHere ? nil : wider, slices))
      if slices.subjects[Int(index)].isUnnamed { isNobody = false }
      if own == true, isHere, situation.whose == .some || !slices.subjects[Int(index)].isUnnamed {
        return true
      }
      if own != false { isNobody = false }
    }
    return isNobody ? false : nil
  }

  /// The states of a subject right before an event, after the facts of that event; nil if a fault is not settled there.
  func possible(
    _ subject: Int32, _ lifecycle: LifecycleID, at event: Int32, within wider: Int32?,
    _ slices: Slices
  ) -> [StateID]? {
    let kind = slices.subjects[Int(subject)].kind
    guard let number = plan.kinds[kind].lifecycles.firstIndex(of: lifecycle) else { return nil }
    let runner = runner(subject, number)
    let entries = runner.word
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].event < event { low = middle + 1 } else { high = middle }
    }
    let letters = slices.letters[kind]
    while low < entries.count, entries[low].event == event,
      letters.all[Int(entries[low].letter)].fact != Letter.call
    { low += 1 }
    runner.advance(to: low)
    let run = runner.run
    if runner.isUnsettled(before: low) { return nil }
    var vector = run.vector(before: low)
    let machine = letters.machines[number]
    // What it has missed since.
    let last = low > 0 ? entries[low - 1].event : slices.subjects[Int(subject)].firstEvent
    func apply(_ fact: Fact) { vector = machine.costs.step(vector, machine.symbol(fact)).next }
    if slices.gapEvents.contains(where: { $0 > last && $0 < event }) { apply(.gap) }
    if wider != nil { apply(.parentBegan) }
    return machine.costs.cheapestStates(vector)
  }

  /// The states of a subject that was not met so far.
  private func unmet(_ lifecycle: LifecycleID, _ asker: Asker, at event: Int32, _ slices: Slices)
    -> [StateID]
  {
    let kind = plan.grammar.lifecycles[lifecycle].subject.index
    let wider = plan.kinds[kind].parent.map { asker.current[$0] } ?? -1
    let hasGap = slices.gapEvents.contains { $0 < event }
    let isSeen =
      store.statements.isComplete && !hasGap
      || wider >= 0 && slices.subjects[Int(wider)].began && !hasGap
    let machine = slices.letters[kind].machines[
      plan.kinds[kind].lifecycles.firstIndex(of: lifecycle) ?? 0]
    let starts = isSeen ? machine.declaration.start : machine.declaration.unknownStart
    return starts.flatMap { machine.reachable[$0] }
  }
}

extension Slices {
  /// The wider subject in which a subject was last met before an event, or at it.
  func wider(of subject: Int32, at event: Int32) -> Int32 {
    widerHistory[subject]?.last { $0.event <= event }?.wider ?? subjects[Int(subject)].wider
  }
}
