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
  static let notation = FormNotation("at end in STATES [ after later events [ of SUBJECT ] ]") {
    resolver, match, rule in
    guard let lifecycle = resolver.lifecycle(of: rule, match) else { return nil }
    let states = resolver.resolveStateSet(match["STATES"], of: lifecycle)
    let subject = resolver.lifecycles[lifecycle].subject
    var later: LaterEvents = match.choices.contains("after") ? .ofSubject : .none
    if let word = match["SUBJECT"].first, let kind = resolver.resolveWiderSubject(word, of: subject)
    {
      later = .ofWider(kind)
    }
    return ResolvedForm(value: EndForm(lifecycle: lifecycle, states: states, laterEvents: later))
  }
}

// MARK: - Checks

extension EndForm {
  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    grammar.lifecycles[endedLifecycle].alphabet
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
