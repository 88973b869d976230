internal import TraceGrammar

extension DifferingValueForm: EvaluatedForm {
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar) {
    forms.values.append(
      ValueRule(
        rule: rule, member: member, place: forms.places.firstIndex(of: member) ?? 0, known: values,
        allowed: IDArray(
          grammar.callbacks.indices.map { callback in
            callbacks.contains(callback) ? values.map { _ in true } : []
          }), comparesToNamed: true))
  }
}
