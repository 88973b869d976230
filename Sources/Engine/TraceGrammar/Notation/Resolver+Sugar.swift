internal import TraceModel

/// Rule forms that stand for their own lifecycle, which has the rule's name.
extension Resolver {
  /// `at most once C after A`: C is legal once after each A, and any number of times before the first.
  mutating func resolveAtMostOnce(
    _ callback: Word, _ after: Word, _ name: Word, _ subject: SubjectKindID
  ) -> ResolvedForm? {
    let repeated = resolveCallbackOrGroup(callback)
    let openers = resolveCallbackOrGroup(after)
    guard areDisjoint(repeated, openers, at: callback.range) else { return nil }
    let (idle, open, done): (StateID, StateID, StateID) = (0, 1, 2)
    let transitions =
      [idle, open, done].flatMap { state in
        openers.map { Lifecycle.Transition(from: state, callback: $0, to: open) }
      } + repeated.map { .init(from: open, callback: $0, to: done) }
      + repeated.map { .init(from: idle, callback: $0, to: idle) }
    let lifecycle = addLifecycle(name, subject, ["idle", "open", "done"], transitions)
    return lifecycle.map {
      ResolvedForm(
        value: .step(lifecycle: $0, callbacks: repeated, states: [done]),
        written: [(repeated, callback.range)])
    }
  }

  /// `exactly one of B, C after A`: B or C is legal once after each A, where the trace holds any A.
  mutating func resolveExactlyOne(
    _ callbacks: [Word], _ after: Word, _ name: Word, _ subject: SubjectKindID
  ) -> ResolvedForm? {
    let answers = resolveCallbacks(callbacks)
    guard let opener = resolveCallback(after),
      areDisjoint(answers, [opener], at: after.range)
    else { return nil }
    let (idle, open): (StateID, StateID) = (0, 1)
    let transitions =
      [idle, open].map { Lifecycle.Transition(from: $0, callback: opener, to: open) }
      + answers.map { .init(from: open, callback: $0, to: idle) }
    let lifecycle = addLifecycle(name, subject, ["idle", "open"], transitions)
    return lifecycle.map {
      ResolvedForm(
        value: .step(lifecycle: $0, callbacks: answers, states: [idle]), required: opener,
        written: callbacks.map { (resolveCallbackOrGroup($0), $0.range) })
    }
  }

  /// `expects A after B before C`: after B, A has to come before C does.
  ///
  /// The beginning of a new wider subject ends the duty: the old one may have been stopped.
  mutating func resolveDuty(
    _ callbacks: [Word], after: [Word], before: [Word], _ name: Word, _ subject: SubjectKindID
  ) -> ResolvedForm? {
    let expected = resolveCallbacks(callbacks)
    let openers = resolveCallbacks(after)
    let ends = resolveCallbacks(before)
    guard areDisjoint(expected, openers, at: callbacks[0].range) else { return nil }
    if let first = before.first, closesItself(expected, ends, at: first.range) { return nil }
    let (idle, owed): (StateID, StateID) = (0, 1)
    let transitions =
      openers.map { Lifecycle.Transition(from: idle, callback: $0, to: owed) }
      + openers.filter { !ends.contains($0) }.map { .init(from: owed, callback: $0, to: owed) }
      + [idle, owed].flatMap { state in expected.map { .init(from: state, callback: $0, to: idle) }
      }
      + ends.filter { !openers.contains($0) }.map { .init(from: idle, callback: $0, to: idle) }
    let lifecycle = addLifecycle(
      name, subject, ["idle", "owed"], transitions, onParentBegin: [idle, idle])
    if let lifecycle { lifecycles[lifecycle].origin = .duty }
    return lifecycle.map {
      ResolvedForm(
        value: .step(lifecycle: $0, callbacks: ends, states: [owed]),
        written: before.map { (resolveCallbackOrGroup($0), $0.range) })
    }
  }

  /// `on A` in no state: A is never legal. The lifecycle knows it by a state that nothing leads to.
  mutating func resolveBan(_ callbacks: [Word], _ name: Word, _ subject: SubjectKindID)
    -> ResolvedForm?
  {
    let banned = resolveCallbacks(callbacks)
    let (always, never): (StateID, StateID) = (0, 1)
    let lifecycle = addLifecycle(
      name, subject, ["always", "never"],
      banned.map { .init(from: never, callback: $0, to: never) })
    guard let lifecycle else { return nil }
    lifecycles[lifecycle].unknownStart = [always]
    lifecycles[lifecycle].origin = .ban
    return ResolvedForm(
      value: .step(lifecycle: lifecycle, callbacks: banned, states: [always]),
      written: callbacks.map { (resolveCallbackOrGroup($0), $0.range) })
  }

  /// Whether an expected callback is also the one that it has to precede, which is reported.
  mutating func closesItself(_ expected: [CallbackID], _ ends: [CallbackID], at range: SourceRange)
    -> Bool
  {
    guard let both = ends.first(where: expected.contains) else { return false }
    report(
      .dutyClosesItself,
      "'\(callbacks[both].name)' is expected, so it cannot come too early", at: range)
    return true
  }

  mutating func areDisjoint(_ left: [CallbackID], _ right: [CallbackID], at range: SourceRange)
    -> Bool
  {
    guard let both = left.first(where: right.contains) else { return true }
    report(
      .overlappingCallbacks, "'\(callbacks[both].name)' is on both sides of 'after'",
      at: range)
    return false
  }

  /// Adds a lifecycle named like its rule; its first state is the start, and every state accepts.
  private mutating func addLifecycle(
    _ name: Word, _ subject: SubjectKindID, _ states: [String],
    _ transitions: [Lifecycle.Transition],
    onParentBegin: [StateID]? = nil
  ) -> LifecycleID? {
    guard
      let index = declare(
        name, "lifecycle", lifecycleNames.enter(name, atMost: GrammarLimits.lifecycles))
    else { return nil }
    let indices = Array(StateID.all(states.count))
    lifecycles.append(
      Lifecycle(
        name: name.text, subject: subject,
        states: states.map { .init(name: $0, isAccepting: true, range: name.range) },
        transitions: transitions, start: [0], unknownStart: indices,
        onParentBegin: onParentBegin ?? indices,
        range: name.range))
    lifecycles[index].origin = .rule
    var names = DeclaredNames<StateID>()
    for state in states { names.enter(Word(text: state, range: name.range)) }
    stateNames.append(names)
    hasWrittenUnknown.append(false)
    writtenStarts.append(nil)
    transitionRanges.append(transitions.map { _ in name.range })
    return index
  }
}
