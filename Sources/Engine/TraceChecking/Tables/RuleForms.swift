internal import TraceGrammar

/// The rules of a grammar that are not about illegal steps, by form.
struct RuleForms: Sendable {
  /// A rule that limits how long a call may take.
  struct DurationLimit {
    var seconds: Double
    var rule: RuleID
  }

  /// A rule that limits how long after another call a callback may come.
  struct Delay {
    var rule: RuleID
    var callback: CallbackID
    var seconds: Double
    var after: CallbackID
  }

  /// A rule on states in which a lifecycle must not end.
  struct End {
    var rule: RuleID
    var lifecycle: LifecycleID
    /// The index of the lifecycle among those of its kind of subject.
    var run: Int
    var states: StateSet
    /// Whether it applies only if events came after the one that led to the state.
    var afterLaterEvents: Bool
    /// Whether those are events of the wider subject.
    var isAboutWider: Bool
  }

  /// The rules of forms that occur only once; nil if the grammar has none.
  private(set) var unexpected: RuleID?
  private(set) var incomplete: RuleID?
  private(set) var notificationAhead: RuleID?
  /// For every callback, the rules on its duration, in the order of the grammar.
  private(set) var durationLimits: IDArray<CallbackID, [DurationLimit]>
  /// Rules of the form `within`, by rule number.
  private(set) var delays: [Delay] = []
  /// For every kind of subject, the rules of the form `end` on its lifecycles, by rule number.
  private(set) var ends: IDArray<SubjectKindID, [End]>
  /// The rules on values of members.
  let values: [ValueRule]
  /// The rules on answers.
  let answers: [AnswerRule]

  /// - Parameter places: the members that an event can store, by index.
  init(_ grammar: Grammar, _ kinds: IDArray<SubjectKindID, CompiledKind>, places: [String]) {
    values = ValueRule.all(in: grammar, places)
    answers = AnswerRule.all(in: grammar, places)
    durationLimits = IDArray(repeating: [], count: grammar.callbacks.count)
    ends = IDArray(repeating: [], count: grammar.subjects.count)
    for (number, rule) in grammar.rules.numbered {
      switch rule.form {
      case .duration(let callbacks, let seconds):
        for callback in callbacks {
          durationLimits[callback].append(DurationLimit(seconds: seconds, rule: number))
        }
      case .within(let callback, let seconds, let after):
        delays.append(Delay(rule: number, callback: callback, seconds: seconds, after: after))
      case .end(let lifecycle, let states, let afterLaterEvents):
        let kind = grammar.lifecycles[lifecycle].subject
        guard let run = kinds[kind].lifecycles.firstIndex(of: lifecycle) else { continue }
        ends[kind].append(
          End(
            rule: number, lifecycle: lifecycle, run: run, states: StateSet(states),
            afterLaterEvents: afterLaterEvents, isAboutWider: rule.laterEventsOf != nil))
      case .notificationAhead: notificationAhead = notificationAhead ?? number
      case .unexpected: unexpected = unexpected ?? number
      case .incomplete: incomplete = incomplete ?? number
      case .step, .contradiction, .differingValue, .peers, .atMost: break
      }
    }
  }
}
