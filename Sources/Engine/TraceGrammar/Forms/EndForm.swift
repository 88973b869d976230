/// `at end in x, y`, with or without `after later events` and `of s`: a subject ends, with the trace or with its wider
/// subject, in one of the states.
package struct EndForm: RuleForm {
  /// The events that have to come after the one that led to the state.
  package enum LaterEvents: Sendable, Equatable {
    /// None have to.
    case none
    /// Some about the subject.
    case ofSubject
    /// Some about its wider subject.
    case ofWider(SubjectKindID)
  }

  package var endedLifecycle: LifecycleID
  /// Sorted.
  package var states: [StateID]
  package var laterEvents: LaterEvents
  /// For a duty to the end, the callbacks that are expected and those that they are expected after. At the end of the
  /// trace, which may have been cut there, it then fires only with `--complete`.
  package var duty: Duty?

  /// What a duty expects.
  package struct Duty: Sendable, Equatable {
    package var expected: [CallbackID]
    package var after: [CallbackID]

    package init(expected: [CallbackID], after: [CallbackID]) {
      (self.expected, self.after) = (expected, after)
    }
  }

  package init(
    lifecycle: LifecycleID, states: [StateID], laterEvents: LaterEvents = .none, duty: Duty? = nil
  ) {
    (endedLifecycle, self.states, self.laterEvents) = (lifecycle, states, laterEvents)
    self.duty = duty
  }

  package var lifecycle: LifecycleID? { endedLifecycle }
  package var isAboutTheEnd: Bool { true }
}

// MARK: - Notation

extension EndForm {
  static var notation: FormNotation {
    FormNotation(beginning: .words(["at", "end", "in"])) { parser, _ in
      guard let states = parser.expectNames("the name of a state") else { return nil }
      var (isAfterLaterEvents, wider): (Bool, Word?) = (false, nil)
      if parser.takeWord("after") {
        guard parser.expectWords("later", "events") else { return nil }
        isAfterLaterEvents = true
        if parser.takeWord("of") {
          wider = parser.expectName("the name of a wider subject")
          if wider == nil { return nil }
        }
      }
      return WrittenForm(ofLifecycle: { resolver, lifecycle in
        let states = Set(resolver.resolveStates(states, of: lifecycle)).sorted()
        let subject = resolver.lifecycles[lifecycle].subject
        var later: LaterEvents = isAfterLaterEvents ? .ofSubject : .none
        if let kind = wider.flatMap({ resolver.resolveWiderSubject($0, of: subject) }) {
          later = .ofWider(kind)
        }
        return ResolvedForm(
          value: EndForm(lifecycle: lifecycle, states: states, laterEvents: later))
      })
    }
  }
}

// MARK: - Checks

extension EndForm {
  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    grammar.lifecycles[endedLifecycle].alphabet
  }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let (lifecycle, states) = (endedLifecycle, Set(states))
    // The memory counts: 0 no event yet, 1 some event, 2 was certainly in one of the states.
    func remember(_ node: WitnessFinder.Node, _ after: [StateID]) -> Int {
      after.allSatisfy(states.contains) ? 2 : max(node.memory, 1)
    }
    let breaking = finder.find(lifecycle, remember: remember) { node in
      guard node.memory > 0, node.states.allSatisfy(states.contains) else { return nil }
      let call: CallbackID?
      switch laterEvents {
      case .none: return [.end]
      case .ofSubject: call = finder.laterCall(lifecycle, node.states, about: nil)
      case .ofWider(let wider): call = finder.laterCall(lifecycle, node.states, about: wider)
      }
      return call.map { [finder.call($0), .end] }
    }
    var keeping = finder.find(lifecycle, remember: remember) { node in
      node.memory == 2 && states.isDisjoint(with: node.states) ? [.end] : nil
    }
    if keeping.word == nil {
      let wasExhaustive = keeping.isExhaustive
      keeping = finder.find(lifecycle, remember: remember) { node in
        node.memory > 0 && states.isDisjoint(with: node.states) ? [.end] : nil
      }
      keeping.isExhaustive = keeping.isExhaustive && wasExhaustive
    }
    return (breaking, keeping)
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String {
    laterEvents == .none
      ? "no calls lead to its states" : "no calls lead to its states with later calls after them"
  }

  // MARK: - Words

  package func words(in grammar: Grammar) -> String {
    if let duty {
      return
        "its subject ends, and no \(grammar.names(duty.expected)) came after \(grammar.names(duty.after))"
    }
    let owner = grammar.lifecycles[endedLifecycle].name
    let more = laterEvents == .none ? "" : " after later events"
    return "\(owner) ends in the state \(grammar.names(states, of: endedLifecycle))\(more)"
  }
}

extension WitnessFinder {
  /// A call that leaves these states as they are and does not begin the wider subject: about that if one is asked for,
  /// and else, or where there is none, about the lifecycle's own; one that the lifecycle knows, or one it cannot see.
  fileprivate func laterCall(
    _ lifecycle: LifecycleID, _ states: [StateID], about wider: SubjectKindID?
  ) -> CallbackID? {
    let search = searches[lifecycle]
    let beginnings = wider.map { grammar.subjects[$0].beginnings } ?? []
    func calls(about subject: SubjectKindID) -> [CallbackID] {
      grammar.callbacks.indices.filter {
        grammar.callbacks[$0].subject == subject && !beginnings.contains($0)
      }
    }
    let calls = (wider.map(calls) ?? []) + calls(about: search.lifecycle.subject)
    return calls.first { search.states(after: $0, in: states) == states }
      ?? calls.first { !search.alphabet.contains($0) }
  }
}
