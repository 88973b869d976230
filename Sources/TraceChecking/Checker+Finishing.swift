internal import TraceAutomata
package import TraceFindings
internal import TraceDiagnostics
internal import TraceGrammar

/// The end of a trace: what is still open, and the report.
extension Checker {
  /// Explains what is still open and puts everything into a report.
  ///
  /// To be called once, after the last batch. Members that come from elsewhere (path, format, metadata) are
  /// left as they are.
  package mutating func finish(_ report: inout TraceReport) {
    settleDeferred(before: nil)
    for subject in 0..<subjectCount {
      for slot in stores[subject].slots {
        meetForTheLastTime(subject, slot)
        resolveStretches(subject, slot)
        checkEnd(subject, slot)
        hasRisen = false
        settleAdvices(subject, slot)
      }
    }
    for (callback, conditional) in conditionalFindings.sorted(by: { $0.key < $1.key })
    where callbackCounts[callback] > 0 {
      findings.merge(conditional)
    }
    findings.merge(unnamedFindings)
    for subject in 0..<subjectCount { forgetNoOps(subject) }
    fill(&report)
  }

  /// Tells a subject what it missed up to the end of the trace, before its end is judged.
  private mutating func meetForTheLastTime(_ subject: Int, _ slot: SubjectSlot) {
    if isWider(subject) {
      // One that another took the place of was over when that began.
      if current[subject] == slot { touchGaps(subject, slot) }
      return
    }
    let wider = compiled.grammar.subjects[subject].parent
    let parent = wider.flatMap { current[$0] < 0 ? nil : current[$0] }
    meet(subject, slot, parent)
  }

  /// Explains the rest of one life, and whether it may end here.
  mutating func finish(_ subject: Int, _ slot: SubjectSlot, _ lifecycle: Int, _ life: Life) {
    let demandsCompleteLife = demandsCompleteLife(subject, slot)
    let needed =
      demandsCompleteLife ? tables.automata[lifecycle].costToAccept(life.vector) : 0
    if needed == 0, life.stretch < 0 || stretches[life.stretch].rises.isEmpty { return }
    var stretch = Stretch(startVector: life.vector)
    if life.stretch >= 0 {
      stretch = stretches[life.stretch]
    } else {
      stretch.before = stores[subject].recentEntries(of: slot, last: Self.shownBefore)
      stretch.startedBy = (life.setByCallback, life.setByEvent, life.setByLine)
    }
    let states = compiled.lifecycles[lifecycle].lifecycle.states
    let accepting = states.indices.filter { states[$0].isAccepting }
    explain(
      subject, slot, lifecycle, stretch, end: demandsCompleteLife ? accepting : nil)
    if needed >= .unreachable, let rule = compiled.incompleteRule {
      let cheapest = tables.automata[lifecycle].cheapestStates(life.vector)
      addEndFinding(rule, subject, slot, lifecycle, cheapest, life)
    }
  }

  /// Rules on where a life must not end while the subject goes on.
  mutating func checkEnd(_ subject: Int, _ slot: SubjectSlot) {
    for rule in compiled.endRules {
      let law = compiled.lifecycles[rule.lifecycle]
      guard law.lifecycle.subject == subject,
        let number = compiled.lifecyclesOfSubject[subject].firstIndex(of: rule.lifecycle)
      else { continue }
      let life = stores[subject].lives[slot * stores[subject].livesPerSubject + number]
      let states = tables.automata[rule.lifecycle].cheapestStates(life.vector)
      let record = stores[subject].records[slot]
      guard states.allSatisfy(rule.states.contains), life.setByCallback != .max,
        !rule.afterLaterEvents || record.lastEvent > life.setByEvent
      else { continue }
      addEndFinding(rule.rule, subject, slot, rule.lifecycle, states, life)
    }
  }

  private mutating func addEndFinding(
    _ rule: Int, _ subject: Int, _ slot: SubjectSlot, _ lifecycle: Int, _ states: [Int],
    _ life: Life
  ) {
    let grammar = compiled.grammar
    let known = grammar.rules[rule]
    let callback =
      life.setByCallback == .max ? "" : grammar.callbacks[Int(life.setByCallback)].name
    let law = compiled.lifecycles[lifecycle]
    let names = states.map { law.lifecycle.states[$0].name }
    var violation = Violation(
      rule: known.id, severity: known.severity, cause: .missing, event: Int(life.setByEvent),
      line: Int(life.setByLine), callback: callback, spelling: callback,
      lifecycle: law.lifecycle.name, subject: stores[subject].name(slot), states: names,
      expected: law.expected(in: states).map { grammar.callbacks[$0].name },
      message: known.message.filled(callback: callback, states: names),
      steps: [
        .init(
          mark: .match, event: Int(life.setByEvent), line: Int(life.setByLine), callback: callback,
          states: names, offending: true)
      ], fingerprint: "")
    violation.fingerprint = fingerprint(Self.fingerprintParts(violation, [], grammar))
    add((violation, rule), subject, slot)
  }

  private mutating func fill(_ report: inout TraceReport) {
    let grammar = compiled.grammar
    report.events = Int(eventCount)
    report.subjectCounts = grammar.subjects.enumerated().map {
      .init(kind: $0.element.name, count: stores[$0.offset].totalCount)
    }
    report.counts = findings.counts
    report.countsByRule = findings.countsByRule.sorted { $0.key < $1.key }.map {
      .init(rule: $0.key, count: $0.value)
    }
    report.repairCost = findings.repairCost
    report.groups = findings.sortedGroups()
    report.violations = findings.violations()
    markWrongSubjects(&report.violations)
    for index in report.violations.indices {
      report.violations[index].processKind = grammar.subjects[compiled.widest].name
    }
    report.unlistedViolations = report.counts.total - report.violations.count
    report.unknownCallbacks = unknownCallbacks.sorted { $0.key < $1.key }
      .map { .init(callback: $0.key, count: $0.value.count) }
    report.notes = recordingNotes.notes
    if let first = unknownCallbacks.values.min(by: { $0.event < $1.event }) {
      let count = unknownCallbacks.values.reduce(0) { $0 + $1.count }
      report.notes.append(
        .init(
          id: "unknown-callback", event: Int(first.event), line: Int(first.line), count: count,
          message: "\(count) event\(count == 1 ? "" : "s") of \(unknownCallbacks.count)"
            + " callback\(unknownCallbacks.count == 1 ? "" : "s") that the grammar does not know"))
    }
    report.coverage = coverage()
    (report.verdict, report.reason) = verdict(report.counts)
    let wideKinds = Set(
      zip(grammar.subjects, compiled.isWider).filter(\.1).map { $0.0.name })
    report.timeline = timeline?.finish(eventCount: Int(eventCount), wideKinds: wideKinds)
  }

  private func verdict(_ counts: SeverityCounts) -> (Verdict, String?) {
    if counts.errors + counts.warnings > 0 { return (.violating, nil) }
    if let reason = inconclusiveReason() { return (.inconclusive, reason) }
    return (.conforming, nil)
  }

  /// Why nothing in the trace was checkable; nil when something was.
  private func inconclusiveReason() -> String? {
    if eventCount == 0 { return "the trace has no events" }
    for subject in 0..<subjectCount where isWider(subject) {
      if let reason = declaredInconclusive(subject) { return reason }
    }
    if hasStepped { return nil }
    if callbackCounts.allSatisfy({ $0 == 0 }) { return "no event is one that the grammar knows" }
    return "no event concerns a lifecycle of the grammar"
  }

  /// The text of a state that the grammar declares to be beyond its law, if every subject is in one.
  private func declaredInconclusive(_ subject: Int) -> String? {
    var reason: String?
    for slot in stores[subject].slots {
      let base = slot * stores[subject].livesPerSubject
      var found: String?
      for (number, lifecycle) in compiled.lifecyclesOfSubject[subject].enumerated() {
        let states = compiled.lifecycles[lifecycle].lifecycle.states
        let cheapest = tables.automata[lifecycle].cheapestStates(
          stores[subject].lives[base + number].vector)
        if cheapest.count == 1, states[cheapest[0]].isInconclusive {
          found = states[cheapest[0]].text
        }
      }
      if found == nil { return nil }
      reason = reason ?? found
    }
    return reason
  }

  private func coverage() -> Coverage {
    let grammar = compiled.grammar
    var coverage = Coverage()
    var mentioned = Set<Int>()
    for (index, law) in compiled.lifecycles.enumerated() {
      mentioned.formUnion(law.alphabet)
      coverage.lifecycles.append(coverageOfLifecycle(index, law))
    }
    for rule in grammar.rules {
      var callbacks: [Int] = []
      switch rule.form {
      case .step(_, let named, _), .duration(let named, _): callbacks = named
      case .within(let callback, _, let after): callbacks = [callback, after]
      case .end(let lifecycle, _, _): callbacks = compiled.lifecycles[lifecycle].alphabet
      case .notificationAhead:
        callbacks = grammar.callbacks.indices.filter {
          !grammar.callbacks[$0].notifications.isEmpty
        }
      case .unexpected, .incomplete: callbacks = Array(grammar.callbacks.indices)
      }
      mentioned.formUnion(rule.form == .unexpected || rule.form == .incomplete ? [] : callbacks)
      coverage.rules.append(
        .init(
          id: rule.id, exercised: callbacks.reduce(0) { $0 + callbackCounts[$1] },
          violated: findings.countsByRule[rule.id] ?? 0))
    }
    for (callback, count) in callbackCounts.enumerated()
    where count > 0 && !mentioned.contains(callback) {
      coverage.unmentioned.append(
        .init(callback: grammar.callbacks[callback].name, count: count))
    }
    return coverage
  }

  private func coverageOfLifecycle(_ index: Int, _ law: CompiledLifecycle) -> Coverage.Lifecycle {
    let symbolCount = tables.symbolCounts[index]
    let states = law.lifecycle.states
    var visits = [Int](repeating: 0, count: states.count)
    let transitions = law.lifecycle.transitions.map { step in
      let symbol = Int(law.symbols[step.callback])
      let count = hits[tables.hitOffsets[index] + step.from * symbolCount + symbol]
      visits[step.to] += count
      return Coverage.Transition(
        from: states[step.from].name, callback: compiled.grammar.callbacks[step.callback].name,
        to: states[step.to].name, visits: count)
    }
    return Coverage.Lifecycle(
      name: law.lifecycle.name,
      states: zip(states, visits).map { .init(name: $0.name, visits: $1) },
      transitions: transitions)
  }
}
