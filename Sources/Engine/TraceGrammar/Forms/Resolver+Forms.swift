internal import TraceModel

/// What forms of rules have in common when their names are looked up.
extension Resolver {
  mutating func resolveLifecycle(_ word: Word) -> LifecycleID? {
    if let number = lifecycleNames.index(of: word.text) { return number }
    reportUnknown(
      .unknownLifecycle, "no lifecycle is named '\(word.text)'", word,
      among: lifecycleNames.texts)
    return nil
  }

  /// The wider subject with this name; nil when it is none, which is reported.
  mutating func resolveWiderSubject(_ word: Word, of kind: SubjectKindID) -> SubjectKindID? {
    guard let subject = resolveSubject(word) else { return nil }
    let own = subjects[kind]
    if subject == own.parent { return subject }
    let wider = own.parent.map { subjects[$0].name }
    report(
      .notTheWiderSubject,
      wider.map { "subject '\(own.name)' is within '\($0)', so only that can be named here" }
        ?? "subject '\(own.name)' is within no other, so nothing can be named here",
      at: word.range, suggestion: wider)
    return nil
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
  mutating func addLifecycle(
    _ name: Word, _ subject: SubjectKindID, _ states: [String],
    _ transitions: [Lifecycle.Transition],
    onParentBegin: [StateID]? = nil, origin: Lifecycle.Origin = .rule
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
    lifecycles[index].origin = origin
    var names = DeclaredNames<StateID>()
    for state in states { names.enter(Word(text: state, range: name.range)) }
    stateNames.append(names)
    hasWrittenUnknown.append(false)
    writtenStarts.append(nil)
    transitionRanges.append(transitions.map { _ in name.range })
    return index
  }
}
