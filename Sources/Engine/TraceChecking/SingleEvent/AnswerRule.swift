internal import TraceGrammar

/// A rule that callbacks must answer an earlier one, with the same value of a member.
struct AnswerRule: Sendable {
  /// The rule, and its lifecycle.
  let rule: RuleID
  let lifecycle: LifecycleID
  /// The callback that is answered, and those that answer it.
  let question: CallbackID
  let answers: [CallbackID]
  /// The index of the member in an event.
  let place: Int
  /// The states in which a question may still be open.
  let openStates: Set<StateID>

  /// The answer rules of a grammar.
  /// - Parameter places: the members that an event can store, by index.
  static func all(in grammar: Grammar, _ places: [String]) -> [AnswerRule] {
    grammar.rules.numbered.compactMap { number, rule in
      guard let answering = rule.answering, let step = rule.form as? StepForm,
        case let (lifecycle, answers) = (step.steppedLifecycle, step.callbacks)
      else { return nil }
      let steps = grammar.lifecycles[lifecycle].transitions
      var open = Set(
        steps.filter { $0.callback == answering.callback && $0.from != $0.to }.map(\.to))
      for _ in grammar.lifecycles[lifecycle].states {
        for step in steps where answers.contains(step.callback) && open.contains(step.from) {
          open.insert(step.to)
        }
      }
      return AnswerRule(
        rule: number, lifecycle: lifecycle, question: answering.callback, answers: answers,
        place: places.firstIndex(of: answering.member) ?? 0, openStates: open)
    }
  }
}
