internal import TraceFindings
internal import TraceGrammar

extension NotificationAheadForm: EvaluatedForm {
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar) {
    forms.notificationAhead = forms.notificationAhead ?? rule
  }
}

extension SingleEvents {
  /// The rule that a delegate call breaks by coming after its notification; nil if the grammar has none.
  func notificationAhead() -> Firing? {
    compiled.forms.notificationAhead.map {
      Firing(rule: $0, cause: .outOfOrder, namesProcess: false)
    }
  }
}
