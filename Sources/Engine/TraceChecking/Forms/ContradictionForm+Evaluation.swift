internal import TraceGrammar

extension ContradictionForm: EvaluatedForm {
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar) {
    let own = grammar.callbacks.table { callback in
      callback.readings.first { $0.member == member }?.values ?? []
    }
    let known = Set(own.joined()).sorted()
    forms.values.append(
      ValueRule(
        rule: rule, member: member, place: forms.places.firstIndex(of: member) ?? 0, known: known,
        allowed: own.table { own in own.isEmpty ? [] : known.map(own.contains) },
        comparesToNamed: false))
  }
}
