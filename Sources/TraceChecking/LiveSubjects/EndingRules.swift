internal import TraceAutomata

/// A subject that ended in a way that a rule forbids.
struct Ending {
  var subject: SubjectReference
  var lifecycle: Int
  var rule: Int
  var states: [Int]
  var run: Run
  /// Who recorded the subject until then. The next event, which revealed the ending, may have another recorder.
  var recorder: Recorder
}

/// Finds the subjects that end as a rule forbids.
struct EndingRules {
  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  /// Endings that were not taken yet.
  private var found: [Ending] = []

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    (self.compiled, self.tables) = (compiled, tables)
  }

  /// Whether there is nothing to take.
  var isEmpty: Bool { found.isEmpty }

  /// Applies the rules on states in which a lifecycle must not end while its subject goes on.
  /// - Parameter lastOfWider: the number of the last event in the wider subject that it belongs to; 0 if unknown.
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

  /// Finds lifecycles that no edits bring to an accepting state.
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

  /// The endings that were found since the last call.
  mutating func take() -> [Ending] {
    defer { found.removeAll() }
    return found
  }
}
