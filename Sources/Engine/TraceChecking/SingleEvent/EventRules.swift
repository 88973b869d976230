internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

/// A rule that an event breaks by itself, without a repair.
struct Firing {
  var rule: RuleID
  /// The lifecycle that the states belong to; nil for rules about times.
  var lifecycle: LifecycleID?
  /// The states that the subject may have been in.
  var states: [StateID] = []
  var cause: Cause
  /// The message, if it is not the rule's own.
  var message: String?
  /// Whether the violation names the widest subject that the event belongs to.
  var namesProcess = true
  /// Text to append to the message.
  var detail: String?
  /// Another event that explains it.
  var related: Violation.Related?
}

/// A finding that holds only if the next step of its subject is legal. Otherwise the state was not what it seemed.
struct Advice {
  var violation: Violation
  var rule: RuleID
  var about: RecordedSubject
}

/// Rules that apply to legal steps: advice, answers, values, times, and notifications ahead of their calls.
struct EventRules: ~Copyable {
  let compiled: CompiledGrammar
  private let quirks: QuirkMatcher
  private var timedCalls = TimedCalls()
  private var advices: [SubjectKey: [Advice]] = [:]
  var values: ValueWatch
  private var answers: AnswerTracker

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, _ quirks: QuirkMatcher) {
    self.compiled = compiled
    self.quirks = quirks
    values = ValueWatch(tables.plans.values)
    answers = AnswerTracker(compiled)
  }

  /// Whether advice waits for the next step of its subject.
  @inline(__always)
  var hasAdvice: Bool { mutating get { !advices.isEmpty } }

  // MARK: - What fires

  /// Whether advice or an answer rule may apply to a legal step.
  func advises(on symbol: SymbolID, _ occurrence: Occurrence, lifecycle: LifecycleID) -> Bool {
    !compiled.lifecycles[lifecycle].advices[symbol].isEmpty
      || answers.asks(occurrence.callback, lifecycle: lifecycle)
  }

  /// The advice on a legal step that applies in all of the states.
  func advices(_ symbol: SymbolID, in states: [StateID], lifecycle: LifecycleID) -> [Firing] {
    compiled.lifecycles[lifecycle].advices[symbol].compactMap { advice in
      if !states.allSatisfy(advice.states.contains) { return nil }
      return Firing(rule: advice.rule, lifecycle: lifecycle, states: states, cause: .extra)
    }
  }

  /// The answer rules that a call breaks because it answers no question.
  mutating func unasked(
    _ occurrence: Occurrence, lifecycle: LifecycleID, in states: [StateID], of subject: SubjectKey,
    _ certainty: AnswerTracker.Certainty?
  ) -> [Firing] {
    answers.unasked(
      occurrence.callback, value: occurrence.answerValue, lifecycle: lifecycle, in: states,
      of: subject, certainty
    ).map { Firing(rule: $0, lifecycle: lifecycle, states: states, cause: .extra) }
  }

  /// The value rule that the present event breaks, in words.
  func contradiction(
    _ broken: ValueWatch.Break, _ callback: CallbackID, in batch: borrowing EventBatch
  ) -> Firing {
    let (rule, value) = values.describe(broken, in: batch)
    let message = compiled.grammar.rules[rule.rule].message
      .filled(callback: compiled.grammar.callbacks[callback].name)
    return Firing(
      rule: rule.rule, cause: .extra, message: "\(message): its \(rule.member) is \"\(value)\"")
  }

  /// The rules that an event breaks because of the time since another call.
  mutating func delays(_ occurrence: Occurrence, of subject: SubjectKey) -> [Firing] {
    timedCalls.firings(at: occurrence, of: subject, compiled.forms.timed)
  }

  // MARK: - In words

  /// The violation for a rule that fired, in words for users.
  /// - Parameters:
  ///   - before: the subject's last events, oldest first.
  ///   - process: the name of the widest subject; nil if the event does not identify it.
  func violation(
    _ firing: Firing, _ occurrence: Occurrence, of subject: SubjectDescription,
    after before: [HistoryEntry], spelling: String, process: String?
  ) -> Violation {
    let grammar = compiled.grammar
    let rule = grammar.rules[firing.rule]
    let lifecycle = firing.lifecycle.map { grammar.lifecycles[$0] }
    let names = firing.states.compactMap { lifecycle?.states[$0].name }
    let callback = grammar.callbacks[grammar.whole(occurrence.callback)].name
    var violation = Violation(
      rule: rule.id, severity: severity(of: rule, firing), cause: firing.cause,
      event: Int(occurrence.number),
      line: Int(occurrence.line), callback: callback, spelling: spelling,
      kind: occurrence.kind, lifecycle: lifecycle?.name ?? subject.kind, subject: subject.name,
      process: firing.namesProcess ? process : nil,
      time: occurrence.time.isNaN ? nil : occurrence.time, states: names,
      message: firing.message ?? rule.message.filled(callback: callback, states: names),
      fingerprint: "")
    let before = before.filter { !$0.callback.isNone }
    let own = grammar.callbacks[occurrence.callback].subject
    let kind = grammar.subjects.firstIndex { $0.name == subject.kind } ?? own
    violation.steps = before.map { step($0, kind, offending: false) }
    violation.steps.append(step(occurrence.entry, kind, offending: true))
    if rule.form is NotificationAheadForm,
      let notification = before.last(where: { $0.callback.id == occurrence.callback })
    {
      violation.related = [
        .init(
          event: Int(notification.event), line: Int(notification.line),
          message: "the notification came here")
      ]
    }
    if let detail = firing.detail { violation.message += ": \(detail)" }
    if let related = firing.related { violation.related = [related] }
    quirks.apply(
      to: &violation, rule: firing.rule, callback: occurrence.callback,
      states: firing.states, role: occurrence.role, caller: occurrence.caller)
    return violation
  }

  private func severity(of rule: Rule, _ firing: Firing) -> Severity {
    compiled.severity(of: rule, in: firing.states, on: quirks.platform)
  }

  private func step(_ entry: HistoryEntry, _ kind: SubjectKindID, offending: Bool) -> Violation.Step
  {
    let lifecycle = compiled.kinds[kind].lifecycles.first.map { compiled.grammar.lifecycles[$0] }
    return Violation.Step(
      mark: .match, event: Int(entry.event), line: Int(entry.line),
      callback: compiled.grammar.callbacks[entry.callback.known].name,
      states: entry.state.id.map { [lifecycle?.states[$0].name ?? ""] } ?? [],
      time: entry.time.isNaN ? nil : entry.time, offending: offending)
  }

  // MARK: - Waiting

  /// Keeps advice until the next step of its subject.
  mutating func wait(_ advice: Advice, of subject: SubjectKey) {
    advices[subject, default: []].append(advice)
  }

  /// Removes and returns the advice that waited for a step of the subject; it holds if that step was legal.
  mutating func takeAdvices(of subject: SubjectKey) -> [Advice] {
    advices.isEmpty ? [] : advices.removeValue(forKey: subject) ?? []
  }

  /// Drops what is known of a subject that is being forgotten.
  mutating func forget(_ subject: SubjectKey) {
    answers.forget(subject)
    timedCalls.forget(subject, compiled.forms.timed)
  }
}
