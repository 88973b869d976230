internal import TraceGrammar
internal import TraceModel

/// Questions about the runs of a subject.
extension LifecycleStepper {
  /// The cheapest states of a run, by its index among those of its kind; nil if there is none.
  func states(_ subject: SubjectReference, run: Int) -> [StateID]? {
    let kind = tables.kinds[subject.kind]
    if run >= kind.runCount { return nil }
    return tables.automata[kind.runs[run].lifecycle].cheapestStates(
      stores[subject.kind][subject.slot, run].vector)
  }

  /// The cost vectors of a subject's lifecycles.
  func vectors(_ subject: SubjectReference) -> [VectorID] {
    stores[subject.kind].runs(of: subject.slot).map(\.vector)
  }

  /// The cost vectors of a subject's lifecycles that are to be kept when it is forgotten.
  ///
  /// Its open faults are explained then. What speaks for another explanation of such a fault must not be held against
  /// the subject again later, so it may then be in any possible state.
  func lastVectors(of subject: SubjectReference) -> [VectorID] {
    zip(tables.kinds[subject.kind].runs, stores[subject.kind].runs(of: subject.slot)).map {
      traits, run in
      guard let segment = run.segment.id, !segments[segment].increases.isEmpty,
        !tables.automata[traits.lifecycle].isSettled(run.vector)
      else { return run.vector }
      return tables.automata[traits.lifecycle].withoutCosts(run.vector)
    }
  }

  /// Whether the subject's first lifecycle is in a state that no step leaves.
  func isOver(_ subject: SubjectReference) -> Bool {
    let ends = tables.kinds[subject.kind].endStates
    if ends.isEmpty { return false }
    return (states(subject, run: 0) ?? []).allSatisfy(ends.contains)
  }

  /// Whether a lifecycle says that the subject can only be followed by the next one.
  func isRenewable(_ subject: SubjectReference) -> Bool {
    compiled.kinds[subject.kind].lifecycles.enumerated().contains { number, lifecycle in
      let renewable = compiled.lifecycles[lifecycle].declaration.renewable
      return !renewable.isEmpty
        && (states(subject, run: number) ?? []).allSatisfy(renewable.contains)
    }
  }

  /// Whether a lifecycle of the subject does not allow an event now.
  func forbids(_ occurrence: Occurrence, to subject: SubjectReference) -> Bool {
    (0..<tables.kinds[subject.kind].runCount).contains { number in
      let traits = tables.kinds[subject.kind].runs[number]
      guard let symbol = traits.compiled.symbol(of: occurrence).symbol else { return false }
      let vector = stores[subject.kind][subject.slot, number].vector
      return tables.automata[traits.lifecycle].step(vector, symbol).rose
    }
  }

  /// Whether an event changes nothing about a subject.
  func leavesUnchanged(_ occurrence: Occurrence, _ subject: SubjectReference) -> Bool {
    (0..<tables.kinds[subject.kind].runCount).allSatisfy { number in
      let traits = tables.kinds[subject.kind].runs[number]
      guard let symbol = traits.compiled.symbol(of: occurrence).symbol else { return true }
      let vector = stores[subject.kind][subject.slot, number].vector
      let step = tables.automata[traits.lifecycle].step(vector, symbol)
      return !step.rose && step.next == vector
    }
  }

  /// Whether an event that the lifecycle with `renew` does not allow any more would leave a subject that has not begun
  /// where it is.
  func comesBeforeBeginning(_ occurrence: Occurrence, _ subject: SubjectReference) -> Bool {
    tables.kinds[subject.kind].runs.indices.contains { number in
      let run = tables.kinds[subject.kind].runs[number]
      guard !run.compiled.declaration.renewable.isEmpty,
        let symbol = run.compiled.symbol(of: occurrence).symbol
      else { return false }
      let vector = stores[subject.kind][subject.slot, number].vector
      let atStart = tables.automata[run.lifecycle].step(run.knownStart, symbol)
      return tables.automata[run.lifecycle].step(vector, symbol).rose && !atStart.rose
        && atStart.next == run.knownStart
    }
  }

  /// The run of a kind whose lifecycle says when a subject can only be followed by the next one; nil for none.
  func renewableRun(of kind: SubjectKindID) -> RunTraits? {
    tables.kinds[kind].runs.first { !$0.compiled.declaration.renewable.isEmpty }
  }

  /// The last events of a subject, oldest first.
  func recentEntries(of subject: SubjectReference) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    stores[subject.kind].copyRecent(of: subject.slot, last: Segment.shownBefore, to: &entries)
    return entries
  }

  /// Whether the event reports a transition that an event of another kind has just reported.
  func isEcho(_ subject: SubjectReference, _ occurrence: Occurrence) -> Bool {
    stores[subject.kind].trails[subject.slot]
      .isEchoed(by: MaybeCallback(occurrence.callback), occurrence.kind)
  }

  /// Whether the event is an echo. If so, it is recorded as one.
  mutating func foldEcho(_ subject: SubjectReference, _ occurrence: Occurrence) -> Bool {
    if !isEcho(subject, occurrence) { return false }
    stores[subject.kind].trails[subject.slot].lastKinds |= 1 << occurrence.kind.rawValue
    return true
  }

  /// Remembers which transition the event reported, so that its echo is recognized.
  mutating func expectEcho(_ subject: SubjectReference, _ occurrence: Occurrence) {
    if !tables.traits[occurrence.callback].hasNotification { return }
    stores[subject.kind].trails[subject.slot].lastCallback = MaybeCallback(occurrence.callback)
    stores[subject.kind].trails[subject.slot].lastKinds = 1 << occurrence.kind.rawValue
  }
}
