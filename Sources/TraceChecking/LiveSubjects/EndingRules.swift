internal import TraceAutomata

/// A subject of which a rule says that it must not end as it did.
struct Ending {
  var subject: SubjectReference
  var lifecycle: Int
  var rule: Int
  var states: [Int]
  var run: Run
  /// Who recorded the subject until then: its next event, by which the end was found, may be another's.
  var recorder: Recorder
}

/// Finds the subjects that end as a rule forbids.
struct EndingRules {
  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  /// What was found and not taken yet.
  private var found: [Ending] = []

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    (self.compiled, self.tables) = (compiled, tables)
  }

  /// Whether there is nothing to take.
  var isEmpty: Bool { found.isEmpty }

  /// Finds rules on where a lifecycle must not end while the subject goes on.
  /// - Parameter lastOfWider: the last event of the wider subject that it belongs to; 0 where that is not known.
  mutating func check(
    _ subject: SubjectReference, _ stepper: borrowing LifecycleStepper, lastOfWider: UInt32,
    by recorder: Recorder
  ) {
    for rule in compiled.forms.ends[subject.kind] {
      let run = stepper.stores[subject.kind].runs(subject.slot)[rule.run]
      if run.setByCallback == .max { continue }
      let lastEvent =
        rule.isAboutWider
        ? lastOfWider : stepper.stores[subject.kind].trail(subject.slot).pointee.lastEvent
      if rule.afterLaterEvents && lastEvent <= run.setByEvent { continue }
      let states = tables.automata[rule.lifecycle].cheapestStates(run.vector)
      guard states.allSatisfy(rule.states.contains) else { continue }
      found.append(
        Ending(
          subject: subject, lifecycle: rule.lifecycle, rule: rule.rule, states: states, run: run,
          recorder: recorder))
    }
  }

  /// Finds lifecycles that no edits lead to an accepting state.
  mutating func demandEnd(
    of subject: SubjectReference, _ stepper: borrowing LifecycleStepper, by recorder: Recorder
  ) {
    guard let rule = compiled.forms.incomplete else { return }
    for (number, lifecycle) in compiled.kinds[subject.kind].lifecycles.enumerated() {
      let run = stepper.stores[subject.kind].runs(subject.slot)[number]
      if tables.automata[lifecycle].costToAccept(run.vector) < .unreachable { continue }
      let states = tables.automata[lifecycle].cheapestStates(run.vector)
      found.append(
        Ending(
          subject: subject, lifecycle: lifecycle, rule: rule, states: states, run: run,
          recorder: recorder))
    }
  }

  /// What was found since this was last called.
  mutating func take() -> [Ending] {
    defer { found.removeAll() }
    return found
  }
}
