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

  /// Which parts of the grammar the trace used.
  /// - Parameter violations: how often each rule was broken.
  func coverage(_ violations: [RuleCount]) -> CoverageTally {
    tables.coverage.tally(
      hits: { subjects.stepper.hits[$0] }, callbacks: { findings.count(of: $0) },
      violations: violations, compiled.grammar)
  }
}
