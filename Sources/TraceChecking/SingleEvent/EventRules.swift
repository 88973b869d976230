internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// A rule that an event breaks by itself, without a repair.
struct Firing {
  var rule: Int
  /// The lifecycle whose states it is about; nil for rules about times.
  var lifecycle: Int?
  /// The states the subject may have been in.
  var states: [Int] = []
  var cause: Cause
  /// What happened, where it is more than the rule's own message.
  var message: String?
  /// Whether it tells which of the widest subjects the event belongs to.
  var namesProcess = true
  /// What the rule's own message does not say.
  var detail: String?
  /// Another event that explains it.
  var related: Violation.Related?
}

/// A finding that holds only if the next step of its subject is legal: else its state was not what it seemed.
struct Advice {
  var violation: Violation
  var rule: Int
  var about: RecordedSubject
}

/// Rules that name no illegal step: advices on legal ones, times, notifications ahead of their call.
struct EventRules: ~Copyable {
  /// A subject and a rule of the form `within`.
  private struct DelayKey: Hashable {
    var rule: Int
    var subject: SubjectKey
  }

  private let compiled: CompiledGrammar
  private let quirks: QuirkMatcher
  /// When the calls came that start a delay, in seconds.
  private var delayStarts: [DelayKey: Double] = [:]
  private var advices: [SubjectKey: [Advice]] = [:]
  var values: ValueWatch
  private var answers: AnswerTracker

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, _ quirks: QuirkMatcher) {
    self.compiled = compiled
    self.quirks = quirks
    values = ValueWatch(tables.plans.values)
    answers = AnswerTracker(compiled)
  }

  /// Whether no advice waits for the next step of its subject.
  @inline(__always)
  var isIdle: Bool { mutating get { advices.isEmpty } }

  // MARK: - What fires

  /// Whether anything may be said of a legal step.
  func advises(on symbol: Int, _ occurrence: Occurrence, lifecycle: Int) -> Bool {
    !compiled.lifecycles[lifecycle].advices[symbol].isEmpty
      || answers.asks(Int(occurrence.callback), lifecycle: lifecycle)
  }

  /// The advices on a legal step whose states are all advised against.
  func advices(_ symbol: Int, in states: [Int], lifecycle: Int) -> [Firing] {
    compiled.lifecycles[lifecycle].advices[symbol].compactMap { advice in
      if !states.allSatisfy(advice.states.contains) { return nil }
      return Firing(rule: advice.rule, lifecycle: lifecycle, states: states, cause: .extra)
    }
  }

  /// The rules whose callbacks answer others that the call breaks by answering nothing.
  mutating func unasked(
    _ occurrence: Occurrence, lifecycle: Int, in states: [Int], of subject: SubjectKey,
    _ certainty: AnswerTracker.Certainty?
  ) -> [Firing] {
    answers.unasked(
      Int(occurrence.callback), value: occurrence.answerValue, lifecycle: lifecycle, in: states,
      of: subject, certainty
    ).map { Firing(rule: $0, lifecycle: lifecycle, states: states, cause: .extra) }
  }

  /// The rules on values of members that the present event breaks.
  @inline(__always)
  func contradictions(_ callback: UInt16) -> [Firing] {
    values.broken.isEmpty ? [] : brokenValues(callback)
  }

  private func brokenValues(_ callback: UInt16) -> [Firing] {
    values.broken.map { broken in
      let message = compiled.grammar.rules[broken.rule.rule].message
        .filled(callback: compiled.grammar.callbacks[Int(callback)].name)
      return Firing(
        rule: broken.rule.rule, cause: .extra,
        message: "\(message): its \(broken.rule.member) is \"\(broken.value)\"")
    }
  }

  /// The rules on how long after another call it came.
  mutating func delays(_ occurrence: Occurrence, of subject: SubjectKey) -> [Firing] {
    var firings: [Firing] = []
    for delay in compiled.forms.delays {
      let key = DelayKey(rule: delay.rule, subject: subject)
      if delay.callback == Int(occurrence.callback),
        let start = delayStarts.removeValue(forKey: key),
        occurrence.time - start > delay.seconds
      {
        firings.append(Firing(rule: delay.rule, cause: .tooLate))
      }
      if delay.after == Int(occurrence.callback) {
        // Where the time of the last such call is not known, nothing is late after it.
        delayStarts[key] = occurrence.time.isNaN ? nil : occurrence.time
      }
    }
    return firings
  }

  /// The rules on how long a call may take for which so many seconds are too long.
  func tooLong(_ seconds: Double, _ callback: UInt16) -> [Firing] {
    let grammar = compiled.grammar
    return compiled.forms.durationLimits[Int(callback)].compactMap { limit in
      if !(seconds > limit.seconds) { return nil }
      let message = grammar.rules[limit.rule].message
        .filled(callback: grammar.callbacks[Int(callback)].name)
      return Firing(
        rule: limit.rule, cause: .tooLate,
        message: "\(message): it took \(seconds) s, the limit is \(limit.seconds) s")
    }
  }

  /// A delegate call came after its notification.
  func notificationAhead() -> Firing? {
    compiled.forms.notificationAhead.map {
      Firing(rule: $0, cause: .outOfOrder, namesProcess: false)
    }
  }

  // MARK: - In words

  /// What fired, in the user's words.
  /// - Parameters:
  ///   - before: the subject's last events, oldest first.
  ///   - process: the widest subject that the event identifies; nil for none.
  ///   - caller: who made the call, as `QuirkQuestions` numbers them; nil where it is not recorded.
  func violation(
    _ firing: Firing, _ occurrence: Occurrence, of subject: SubjectDescription,
    after before: [HistoryEntry], spelling: String, process: String?,
    caller: Int? = nil
  ) -> Violation {
    let grammar = compiled.grammar
    let rule = grammar.rules[firing.rule]
    let lifecycle = firing.lifecycle.map { grammar.lifecycles[$0] }
    let names = firing.states.compactMap { lifecycle?.states[$0].name }
    let callback = grammar.callbacks[grammar.whole(Int(occurrence.callback))].name
    var violation = Violation(
      rule: rule.id, severity: severity(of: rule, firing), cause: firing.cause,
      event: Int(occurrence.number),
      line: Int(occurrence.line), callback: callback, spelling: spelling,
      kind: occurrence.kind, lifecycle: lifecycle?.name ?? subject.kind, subject: subject.name,
      process: firing.namesProcess ? process : nil,
      time: occurrence.time.isNaN ? nil : occurrence.time, states: names,
      message: firing.message ?? rule.message.filled(callback: callback, states: names),
      fingerprint: "")
    let before = before.filter { $0.callback != .max }
    let own = grammar.callbacks[Int(occurrence.callback)].subject
    let kind = grammar.subjects.firstIndex { $0.name == subject.kind } ?? own
    violation.steps = before.map { step($0, kind, offending: false) }
    violation.steps.append(step(occurrence.entry, kind, offending: true))
    if case .notificationAhead = rule.form,
      let notification = before.last(where: { $0.callback == occurrence.callback })
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
      to: &violation, rule: firing.rule, callback: Int(occurrence.callback),
      states: firing.states, role: occurrence.role, caller: caller)
    return violation
  }

  private func severity(of rule: Rule, _ firing: Firing) -> Severity {
    compiled.severity(of: rule, in: firing.states, on: quirks.platform)
  }

  private func step(_ entry: HistoryEntry, _ kind: Int, offending: Bool) -> Violation.Step {
    let lifecycle = compiled.kinds[kind].lifecycles.first.map { compiled.grammar.lifecycles[$0] }
    let isCertain = entry.state != HistoryEntry.unpinned
    return Violation.Step(
      mark: .match, event: Int(entry.event), line: Int(entry.line),
      callback: compiled.grammar.callbacks[Int(entry.callback)].name,
      states: isCertain ? [lifecycle?.states[Int(entry.state)].name ?? ""] : [],
      time: entry.time.isNaN ? nil : entry.time, offending: offending)
  }

  // MARK: - Waiting

  /// Keeps an advice until the next step of its subject.
  mutating func wait(_ advice: Advice, of subject: SubjectKey) {
    advices[subject, default: []].append(advice)
  }

  /// The advices that waited for a step of the subject; they hold if it was legal.
  mutating func settle(_ subject: SubjectKey) -> [Advice] {
    advices.isEmpty ? [] : advices.removeValue(forKey: subject) ?? []
  }

  /// Drops what is known of a subject that is forgotten.
  mutating func forget(_ subject: SubjectKey) {
    answers.forget(subject)
    if delayStarts.isEmpty { return }
    for delay in compiled.forms.delays {
      delayStarts.removeValue(forKey: DelayKey(rule: delay.rule, subject: subject))
    }
  }
}
