internal import TraceGrammar

/// The rule names what the automata of lifecycles find and no other rule names.
extension UnexpectedForm: EvaluatedForm {
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar) {
    forms.unexpected = forms.unexpected ?? rule
  }
}
