internal import TraceGrammar

extension RuleForms {
  /// A rule on states in which a lifecycle must not end.
  struct End {
    var rule: RuleID
    var lifecycle: LifecycleID
    /// The index of the lifecycle among those of its kind of subject.
    var run: Int
    var states: StateSet
    var laterEvents: EndForm.LaterEvents
    /// Whether the end of a trace that may have been cut there does not break it.
    var isDuty: Bool
  }
}

extension EndForm: EvaluatedForm {
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar) {
    let kind = grammar.lifecycles[endedLifecycle].subject
    let siblings = grammar.lifecycles.indices.filter { grammar.lifecycles[$0].subject == kind }
    guard let run = siblings.firstIndex(of: endedLifecycle) else { return }
    forms.ends[kind].append(
      .init(
        rule: rule, lifecycle: endedLifecycle, run: run, states: StateSet(states),
        laterEvents: laterEvents, isDuty: duty != nil))
  }
}

extension EndingRules {
  /// Applies the rules on states in which a lifecycle must not end while its subject goes on.
  /// - Parameters:
  ///   - lastOfWider: the number of the last event in the wider subject that it belongs to; 0 if unknown.
  ///   - isCutOff: whether the subject may go on, although its events end.
  mutating func check(
    _ subject: SubjectReference, _ stepper: borrowing LifecycleStepper, lastOfWider: UInt32,
    isCutOff: Bool, by recorder: Recorder
  ) {
    for index in firstRules[subject.kind.index]..<firstRules[subject.kind.index + 1] {
      let rule = rules[index]
      if rule.isDuty && isCutOff { continue }
      let run = stepper.stores[subject.kind][subject.slot, rule.run]
      let states = tables.automata[rule.lifecycle].cheapestStates(run.vector)
      if !states.allSatisfy(rule.states.contains) { continue }
      if run.origin.callback.isNone { continue }
      switch rule.laterEvents {
      case .none: break
      case .ofSubject:
        let last = stepper.stores[subject.kind].trails[subject.slot].lastEvent
        if last <= run.origin.event { continue }
      case .ofWider: if lastOfWider <= run.origin.event { continue }
      }
      found.append(
        Ending(
          subject: subject, lifecycle: rule.lifecycle, rule: rule.rule, run: run,
          recorder: recorder))
    }
  }
}
