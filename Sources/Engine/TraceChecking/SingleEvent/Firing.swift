internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

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

extension SingleEvents {
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
}
