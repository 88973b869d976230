internal import TraceAutomata
internal import TraceFindings
internal import TraceGrammar

/// What the whole trace comes to: the verdict, and which parts of the grammar it used.
extension Checker {
  func verdict(_ counts: SeverityCounts) -> (Verdict, String?) {
    if counts.errors + counts.warnings > 0 { return (.violating, nil) }
    if let reason = inconclusiveReason() ?? recording.undecided.first?.message {
      return (.inconclusive, reason)
    }
    return (.conforming, nil)
  }

  /// Why nothing in the trace was checkable; nil when something was.
  private func inconclusiveReason() -> String? {
    if recording.eventCount == 0 { return "the trace has no events" }
    for kind in 0..<tables.kindCount where tables.kinds[kind].isWider {
      if let reason = declaredInconclusive(kind) { return reason }
    }
    if (0..<tables.kindCount).contains(where: { subjects.stepper.stores[$0].hasStepped }) {
      return nil
    }
    if compiled.grammar.callbacks.indices.allSatisfy({ findings.count(of: $0) == 0 }) {
      return "no event is one that the grammar knows"
    }
    return "no event concerns a lifecycle of the grammar"
  }

  /// The text of a state that the grammar declares to be beyond its rules, if every subject is in one.
  private func declaredInconclusive(_ kind: Int) -> String? {
    var reason: String?
    for subject in subjects.directory.subjects(kind) {
      var found: String?
      for (number, lifecycle) in compiled.lifecyclesOfKind[kind].enumerated() {
        let states = compiled.lifecycles[lifecycle].declaration.states
        let cheapest = subjects.stepper.states(subject, run: number) ?? []
        if cheapest.count == 1, states[cheapest[0]].isInconclusive,
          !isOutweighed(cheapest[0], of: compiled.lifecycles[lifecycle], kind)
        {
          found = states[cheapest[0]].text
        }
      }
      if found == nil { return nil }
      reason = reason ?? found
    }
    return reason
  }

  /// Whether a state that calls lead out of says nothing about the trace: what belongs to its kind was judged.
  private func isOutweighed(_ state: Int, of lifecycle: CompiledLifecycle, _ kind: Int) -> Bool {
    lifecycle.declaration.transitions.contains { $0.from == state && $0.to != state }
      && (0..<tables.kindCount).contains {
        tables.kinds[$0].parent == kind && subjects.stepper.stores[$0].hasStepped
      }
  }

  /// - Parameter violations: how often each rule was broken.
  func coverage(_ violations: [String: Int]) -> Coverage {
    let grammar = compiled.grammar
    var coverage = Coverage()
    var mentioned = Set<Int>()
    for lifecycle in compiled.lifecycles {
      mentioned.formUnion(lifecycle.alphabet)
      coverage.lifecycles.append(numbers(of: lifecycle))
    }
    for rule in grammar.rules {
      var callbacks: [Int] = []
      switch rule.form {
      case .step(_, let named, _), .duration(let named, _): callbacks = named
      case .within(let callback, _, let after): callbacks = [callback, after]
      case .end(let lifecycle, _, _): callbacks = compiled.lifecycles[lifecycle].alphabet
      case .contradiction(let member):
        callbacks = grammar.callbacks.indices.filter { callback in
          grammar.callbacks[callback].readings.contains { $0.member == member }
        }
      case .differingValue(let named, _, _): callbacks = named
      case .notificationAhead:
        callbacks = grammar.callbacks.indices.filter {
          !grammar.callbacks[$0].notifications.isEmpty
        }
      case .unexpected, .incomplete: callbacks = Array(grammar.callbacks.indices)
      }
      mentioned.formUnion(rule.form == .unexpected || rule.form == .incomplete ? [] : callbacks)
      coverage.rules.append(
        .init(
          id: rule.id, exercised: callbacks.reduce(0) { $0 + findings.count(of: $1) },
          violated: violations[rule.id] ?? 0))
    }
    for callback in grammar.callbacks.indices where !mentioned.contains(callback) {
      let count = findings.count(of: callback)
      if count > 0 {
        coverage.unmentioned.append(
          .init(callback: grammar.callbacks[callback].name, count: count))
      }
    }
    return coverage
  }

  private func numbers(of lifecycle: CompiledLifecycle) -> Coverage.Lifecycle {
    let symbolCount = lifecycle.automaton.symbolCount
    let states = lifecycle.declaration.states
    let offset = tables.hitOffsets[lifecycle.index]
    var visits = [Int](repeating: 0, count: states.count)
    let transitions = lifecycle.declaration.transitions.map { step in
      let symbol = Int(lifecycle.symbols[step.callback])
      let count = subjects.stepper.hits[offset + step.from * symbolCount + symbol]
      visits[step.to] += count
      return Coverage.Transition(
        from: states[step.from].name, callback: compiled.grammar.callbacks[step.callback].name,
        to: states[step.to].name, visits: count)
    }
    return Coverage.Lifecycle(
      name: lifecycle.declaration.name,
      states: zip(states, visits).map { .init(name: $0.name, visits: $1) },
      transitions: transitions)
  }
}
