internal import TraceModel

/// `at end of an incomplete life`: with `--complete`, a subject ends in a state in which it must not end.
package struct IncompleteForm: RuleForm {
  package init() {}

  package var isUnique: Bool { true }
  package var isSafetyNet: Bool { true }
  package var isAboutTheEnd: Bool { true }

  static let notation = FormNotation("at end of an incomplete life") { resolver, _, rule in
    resolver.rejectHead(of: rule)
    return ResolvedForm(value: IncompleteForm())
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? { nil }

  package func reasonForNeverFiring(in grammar: Grammar) -> String? {
    grammar.lifecycles.allSatisfy { $0.states.allSatisfy(\.isAccepting) }
      ? "a lifecycle may end in every state" : nil
  }

  package func words(in grammar: Grammar) -> String {
    "with --complete, a lifecycle ends in a state in which it may not end"
  }
}

/// `notification before its callback`: a notification arrives before the delegate call of its transition.
package struct NotificationAheadForm: RuleForm {
  package var isUnique: Bool { true }

  static let notation = FormNotation("notification before its callback") { resolver, _, rule in
    resolver.rejectHead(of: rule)
    return ResolvedForm(value: NotificationAheadForm())
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    grammar.callbacks.indices.filter { !grammar.callbacks[$0].notifications.isEmpty }
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String? {
    grammar.lifecycles.contains { lifecycle in
      lifecycle.transitions.contains {
        $0.from != $0.to && !grammar.callbacks[$0.callback].notifications.isEmpty
      }
    } ? nil : "no callback with a notification changes a state"
  }

  package func words(in grammar: Grammar) -> String {
    "a notification comes before its delegate call"
  }
}

/// `anything else`: a step that no lifecycle allows and no other rule names.
package struct UnexpectedForm: RuleForm {
  package init() {}

  package var isUnique: Bool { true }
  package var isSafetyNet: Bool { true }

  static let notation = FormNotation("anything else") { resolver, _, rule in
    resolver.rejectHead(of: rule)
    return ResolvedForm(value: UnexpectedForm())
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? { nil }

  package func reasonForNeverFiring(in grammar: Grammar) -> String? {
    let steps = grammar.illegalSteps
    if steps.isEmpty { return "no lifecycle has an illegal step" }
    return steps.contains { $0.rule == nil } ? nil : "the other rules name every illegal step"
  }

  package func words(in grammar: Grammar) -> String {
    "the grammar does not allow a step, and no other rule names it"
  }
}

/// `A, B takes at most 20 s`, `A, B within 2 s of C, D` or `A, B at least 10 s after C, D`: the time that a call takes, or that has
/// passed since the last of other calls about the same subject, has a bound. The same callback may stand on both sides.
package struct TimeForm: RuleForm {
  package var callbacks: [CallbackID]
  package var seconds: Double
  /// Whether that is the least, and not the most.
  package var isLeast: Bool
  /// The callbacks since which time passes; empty for the time that a call takes.
  package var after: [CallbackID]

  package init(
    _ callbacks: [CallbackID], seconds: Double, isLeast: Bool = false, after: [CallbackID] = []
  ) {
    (self.callbacks, self.seconds) = (callbacks, seconds)
    (self.isLeast, self.after) = (isLeast, after)
  }

  static let notation = FormNotation(
    "CALLBACKS ( takes at most SECONDS | within SECONDS of AFTER:CALLBACKS | at least SECONDS after AFTER:CALLBACKS )"
  ) { resolver, match, rule in
    resolver.rejectHead(of: rule)
    let callbacks = resolver.resolveWholeCallbacks(match["CALLBACKS"])
    let after = resolver.resolveWholeCallbacks(match["AFTER"])
    return resolver.seconds(match["SECONDS"]).map {
      ResolvedForm(
        value: TimeForm(
          callbacks, seconds: $0, isLeast: match.choices.contains("at"), after: after))
    }
  }

  package var isAboutTime: Bool { true }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    Set(callbacks + after).sorted()
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String? {
    let subjects = Set(after.map { grammar.callbacks[$0].subject })
    return after.isEmpty || callbacks.contains { subjects.contains(grammar.callbacks[$0].subject) }
      ? nil : "its callbacks are about different subjects"
  }

  package func words(in grammar: Grammar) -> String {
    let time = "\(isLeast ? "less" : "more") than \(inWords(seconds: seconds))"
    return after.isEmpty
      ? "\(grammar.names(callbacks)) takes \(time)"
      : "\(grammar.names(callbacks)) comes \(time) after \(grammar.names(after))"
  }
}

/// `state contradicts its callback`: an event's member has a value that other callbacks list for it
/// (`Callback.readings`), and its own does not.
package struct ContradictionForm: RuleForm {
  package var member: String

  package var members: [String] { [member] }

  static let notation = FormNotation("MEMBER contradicts its callback") { resolver, match, rule in
    resolver.rejectHead(of: rule)
    return ResolvedForm(value: ContradictionForm(member: match.word("MEMBER").text))
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    grammar.callbacks.indices.filter { callback in
      grammar.callbacks[callback].readings.contains { $0.member == member }
    }
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String? {
    let readings = grammar.callbacks.flatMap(\.readings).filter { $0.member == member }
    let values = readings.flatMap(\.values)
    return readings.contains { reading in values.contains { !reading.values.contains($0) } }
      ? nil : "no callback has a value of '\(member)' that another does not have"
  }

  package func words(in grammar: Grammar) -> String {
    "the \(member) that a call records is one that only other callbacks have"
  }
}

/// `A, B have thread "main"`: a call's member has none of the values, though some event of the trace has one of them.
package struct DifferingValueForm: RuleForm {
  package var callbacks: [CallbackID]
  package var member: String
  package var values: [String]

  package var members: [String] { [member] }

  static let notation = FormNotation("CALLBACKS have MEMBER TEXTS") { resolver, match, rule in
    resolver.rejectHead(of: rule)
    return ResolvedForm(
      value: DifferingValueForm(
        callbacks: resolver.resolveWholeCallbacks(match["CALLBACKS"]),
        member: match.word("MEMBER").text, values: match["TEXTS"].map(\.text)))
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? { callbacks }

  package func words(in grammar: Grammar) -> String {
    "\(grammar.names(callbacks)) has another \(member) than \(values.inWords("or")), "
      + "which the recording names somewhere"
  }
}
