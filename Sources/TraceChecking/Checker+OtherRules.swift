internal import TraceAutomata
internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Rules that name no illegal step: advices, times, notifications ahead of their call.
extension Checker {
  /// A finding that no repair belongs to.
  private mutating func addFinding(
    _ rule: Int, _ subject: Int, _ slot: SubjectSlot, _ lifecycle: Int?, _ checked: CheckedEvent,
    states: [Int] = [], cause: Cause, message: String? = nil, process: String? = nil,
    role: Int? = nil, isPending: Bool = false
  ) {
    let grammar = compiled.grammar
    let known = grammar.rules[rule]
    let law = lifecycle.map { grammar.lifecycles[$0] }
    let names = states.compactMap { law?.states[$0].name }
    let callback = grammar.callbacks[Int(checked.callback)].name
    let text =
      message
      ?? known.message.filled(callback: callback, states: names)
    var violation = Violation(
      rule: known.id, severity: known.severity, cause: cause, event: Int(checked.number),
      line: Int(checked.line), callback: callback, spelling: spellings[Int(checked.spelling)].text,
      kind: checked.kind, lifecycle: law?.name ?? grammar.subjects[subject].name,
      subject: stores[subject].name(slot), process: process,
      time: checked.time.isNaN ? nil : checked.time, states: names, message: text, fingerprint: "")
    let before = stores[subject].recentEntries(of: slot, last: Self.shownBefore)
      .filter { $0.callback != .max }
    violation.steps = before.map { recalled($0, subject, offending: false) }
    violation.steps.append(recalled(checked.entry, subject, offending: true))
    violation.fingerprint = fingerprint(
      Self.fingerprintParts(
        violation, before.suffix(3).map { grammar.callbacks[Int($0.callback)].name }, grammar))
    if let quirk = quirk(rule, Int(checked.callback), states, role) {
      violation.quirk = grammar.quirks[quirk].id
      violation.severity = .note
    }
    if isPending {
      let generation = stores[subject].records[slot].generation
      let key = SubjectKey(subject: subject, slot: slot, generation: generation)
      pendingAdvices[key, default: []].append((violation, rule))
    } else {
      add((violation, rule), subject, slot)
    }
  }

  /// Lets the advices on a subject stand if its last step was legal, and drops them if it was not.
  mutating func settleAdvices(_ subject: Int, _ slot: SubjectSlot) {
    let generation = stores[subject].records[slot].generation
    let key = SubjectKey(subject: subject, slot: slot, generation: generation)
    guard let advices = pendingAdvices.removeValue(forKey: key), !hasRisen else { return }
    for advice in advices { add(advice, subject, slot) }
  }

  private func recalled(_ entry: HistoryEntry, _ subject: Int, offending: Bool) -> Violation.Step {
    let law = compiled.lifecyclesOfSubject[subject].first.map { compiled.grammar.lifecycles[$0] }
    let isCertain = entry.state != HistoryEntry.unpinned
    return Violation.Step(
      mark: .match, event: Int(entry.event), line: Int(entry.line),
      callback: compiled.grammar.callbacks[Int(entry.callback)].name,
      states: isCertain ? [law?.states[Int(entry.state)].name ?? ""] : [],
      time: entry.time.isNaN ? nil : entry.time, offending: offending)
  }

  private func processName(_ event: EventRecord, in batch: borrowing EventBatch) -> String? {
    let wider = compiled.widest
    let name = batch.value(compiled.members[wider].member, of: event)
    return isWider(wider) && !name.isNone ? batch.names.string(name) : nil
  }

  /// Fires the advices on a legal step whose states are all advised against.
  mutating func advise(
    _ subject: Int, _ slot: SubjectSlot, _ lifecycle: Int, _ symbol: Int, _ vector: UInt32,
    _ checked: CheckedEvent, _ event: EventRecord, in batch: borrowing EventBatch
  ) {
    for advice in compiled.lifecycles[lifecycle].advices[symbol] {
      let states = tables.automata[lifecycle].cheapestStates(vector)
      if !states.allSatisfy(advice.states.contains) { continue }
      addFinding(
        advice.rule, subject, slot, lifecycle, checked, states: states, cause: .extra,
        process: processName(event, in: batch), isPending: true)
    }
  }

  /// Fires rules on how long a callback took and how long after another one it came.
  mutating func checkTimes(
    _ subject: Int, _ slot: SubjectSlot, _ checked: CheckedEvent, _ event: EventRecord,
    in batch: borrowing EventBatch
  ) {
    let limit = compiled.durationLimits[Int(checked.callback)]
    if event.duration > limit.seconds {
      let message = compiled.grammar.rules[limit.rule].message
        .filled(callback: compiled.grammar.callbacks[Int(checked.callback)].name)
      addFinding(
        limit.rule, subject, slot, nil, checked, cause: .tooLate,
        message: "\(message): it took \(event.duration) s, the limit is \(limit.seconds) s",
        process: processName(event, in: batch))
    }
    if checked.time.isNaN { return }
    for delay in compiled.delays {
      let generation = stores[subject].records[slot].generation
      let key = DelayKey(
        rule: delay.rule,
        subject: SubjectKey(subject: subject, slot: slot, generation: generation))
      if delay.callback == Int(checked.callback), let start = delayStarts.removeValue(forKey: key),
        checked.time - start > delay.seconds
      {
        let message = compiled.grammar.rules[delay.rule].message
          .filled(callback: compiled.grammar.callbacks[delay.callback].name)
        addFinding(
          delay.rule, subject, slot, nil, checked, cause: .tooLate, message: message,
          process: processName(event, in: batch))
      }
      if delay.after == Int(checked.callback) { delayStarts[key] = checked.time }
    }
  }

  /// A delegate call came after its notification.
  mutating func noteNotificationAhead(
    _ subject: Int, _ slot: SubjectSlot, _ checked: CheckedEvent
  ) {
    guard let rule = compiled.notificationAheadRule else { return }
    addFinding(rule, subject, slot, nil, checked, cause: .outOfOrder)
  }
}
