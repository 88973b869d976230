internal import TraceGrammar

/// A form of rule that is evaluated by something else than the automaton of a lifecycle. How it is evaluated stands in the
/// same file.
protocol EvaluatedForm: RuleForm {
  /// Adds a rule of this form to the lists that its evaluation reads.
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar)
}

/// The rules of a grammar that are not about illegal steps, by form. They are listed once for all traces.
struct RuleForms: Sendable {
  /// The rules of forms that occur only once; nil if the grammar has none.
  var unexpected: RuleID?
  var incomplete: RuleID?
  var notificationAhead: RuleID?
  /// For every callback, the rules on its duration, in the order of the grammar.
  var durationLimits: IDArray<CallbackID, [DurationLimit]>
  /// The rules on the time between two calls, by rule number.
  typealias Timed = [(rule: RuleID, form: any TimedForm)]
  var timed: Timed = []
  /// For every kind of subject, the rules on how its lifecycles end, by rule number.
  var ends: IDArray<SubjectKindID, [End]>
  /// The rules on values of members.
  var values: [ValueRule] = []
  /// The members that an event can store, by index.
  let places: [String]

  init(_ grammar: Grammar, places: [String]) {
    self.places = places
    durationLimits = IDArray(repeating: [], count: grammar.callbacks.count)
    ends = IDArray(repeating: [], count: grammar.subjects.count)
    for (number, rule) in grammar.rules.numbered {
      (rule.form as? any EvaluatedForm)?.enlist(number, in: &self, of: grammar)
    }
  }
}
