internal import TraceGrammar

/// A subject that ended in a way that a rule forbids.
struct Ending: BitwiseCopyable {
  var subject: SubjectReference
  var lifecycle: LifecycleID
  var rule: RuleID
  var run: Run
  /// Who recorded the subject until then. The next event, which revealed the ending, may have another recorder.
  var recorder: Recorder

  var about: RecordedSubject { RecordedSubject(kind: subject.kind, recorder: recorder) }
}

/// Finds the subjects that end as a rule forbids.
struct EndingRules {
  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  /// The rules of the form `end`, kind by kind, and for each kind the index of its first one.
  private let rules: [RuleForms.End]
  private let firstRules: [Int]
  /// Endings that were not explained yet.
  var found: [Ending] = []

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    (self.compiled, self.tables) = (compiled, tables)
    rules = Array(compiled.forms.ends.joined())
    firstRules = compiled.forms.ends.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// Applies the rules on states in which a lifecycle must not end while its subject goes on.
  /// - Parameter lastOfWider: the number of the last event in the wider subject that it belongs to; 0 if unknown.
  mutating func check(
    _ subject: SubjectReference, _ stepper: borrowing LifecycleStepper, lastOfWider: UInt32,
    by recorder: Recorder
  ) {
    let runs = stepper.stores[subject.kind].runs(subject.slot)
    for index in firstRules[subject.kind.index]..<firstRules[subject.kind.index + 1] {
      let rule = rules[index]
      let states = tables.automata[rule.lifecycle].cheapestStates(runs[rule.run].vector)
      if !states.allSatisfy(rule.states.contains) { continue }
      let run = runs[rule.run]
      if run.setByCallback.isNone { continue }
      let lastEvent =
        rule.isAboutWider
        ? lastOfWider : stepper.stores[subject.kind].trail(subject.slot).pointee.lastEvent
      if rule.afterLaterEvents && lastEvent <= run.setByEvent { continue }
      found.append(
        Ending(
          subject: subject, lifecycle: rule.lifecycle, rule: rule.rule, run: run,
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
      found.append(
        Ending(
          subject: subject, lifecycle: lifecycle, rule: rule, run: run, recorder: recorder))
    }
  }
}
