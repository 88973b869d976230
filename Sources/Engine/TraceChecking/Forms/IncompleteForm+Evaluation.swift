internal import TraceGrammar

/// The rule names lifecycles that some edits bring to an end, which the automata find. What no edits bring to an end is
/// found here.
extension IncompleteForm: EvaluatedForm {
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar) {
    forms.incomplete = forms.incomplete ?? rule
  }
}

extension EndingRules {
  /// Finds lifecycles that no edits bring to an accepting state.
  mutating func demandEnd(
    of subject: SubjectReference, _ stepper: borrowing LifecycleStepper, by recorder: Recorder
  ) {
    guard let rule = compiled.forms.incomplete else { return }
    for (number, lifecycle) in compiled.kinds[subject.kind].lifecycles.enumerated() {
      let run = stepper.stores[subject.kind][subject.slot, number]
      if tables.automata[lifecycle].costToAccept(run.vector) < .unreachable { continue }
      found.append(
        Ending(
          subject: subject, lifecycle: lifecycle, rule: rule, run: run, recorder: recorder))
    }
  }
}
