internal import TraceFindings
internal import TraceGrammar

extension RuleForms {
  /// A rule that limits how long a call may take.
  struct DurationLimit {
    var seconds: Double
    var rule: RuleID
  }
}

extension DurationForm: EvaluatedForm {
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar) {
    for callback in callbacks {
      forms.durationLimits[callback].append(.init(seconds: seconds, rule: rule))
    }
  }
}

extension SingleEvents {
  /// Notes that a call with a limit has a duration, or will have one.
  mutating func noteDuration(of callback: CallbackID) { timed.insert(callback) }

  /// Whether the trace has what a rule looks at: durations, or values of a member.
  func sawValues(for rule: RuleID) -> Bool {
    if let form = compiled.grammar.rules[rule].form as? DurationForm {
      return form.callbacks.contains(where: timed.contains)
    }
    return values.sawValues(for: rule) ?? true
  }

  /// The rules on durations that a call of this many seconds breaks.
  func tooLong(_ seconds: Double, _ callback: CallbackID) -> [Firing] {
    let grammar = compiled.grammar
    return compiled.forms.durationLimits[callback].compactMap { limit in
      if !(seconds > limit.seconds) { return nil }
      let message = grammar.rules[limit.rule].message
        .filled(callback: grammar.callbacks[callback].name)
      return Firing(
        rule: limit.rule, cause: .tooLate,
        message: "\(message): it took \(seconds) s, the limit is \(limit.seconds) s")
    }
  }
}
