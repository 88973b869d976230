internal import TraceFindings
internal import TraceGrammar

/// The outcome for a whole trace: the verdict, the coverage, and notes on subjects that it does not tell apart.
extension Checker {
  /// The verdict, and the reason if it is inconclusive.
  func verdict(_ counts: SeverityCounts) -> (Verdict, String?) {
    if counts.errors + counts.warnings > 0 { return (.violating, nil) }
    let reason =
      recording.eventCount == 0
      ? "the trace has no events"
      : declaredReason ?? (recording.undecided + others.notes).first?.message ?? reasonOfNothing
    return reason.map { (.inconclusive, $0) } ?? (.conforming, nil)
  }

  /// The text of a state that the grammar declares inconclusive; nil if some subject of each kind is in no such state.
  private var declaredReason: String? {
    for kind in tables.kindIDs where tables.kinds[kind].isWider {
      if let reason = declaredInconclusive(kind) { return reason }
    }
    return nil
  }

  /// Why nothing in the trace could be checked; nil if something was.
  private var reasonOfNothing: String? {
    for kind in tables.kindIDs where subjects.stepper.stores[kind].hasStepped { return nil }
    for callback in compiled.grammar.callbacks.indices where findings.count(of: callback) > 0 {
      return "no event concerns a lifecycle of the grammar"
    }
    return "no event is one that the grammar knows"
  }

  /// The text of a state that the grammar declares inconclusive, if every subject is in one.
  private func declaredInconclusive(_ kind: SubjectKindID) -> String? {
    var reason: String?
    for subject in subjects.directory.subjects(kind) {
      var found: String?
      for (number, lifecycle) in compiled.kinds[kind].lifecycles.enumerated() {
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

  /// Whether an inconclusive state that calls can leave says nothing about the trace, because narrower subjects were
  /// judged.
  private func isOutweighed(
    _ state: StateID, of lifecycle: CompiledLifecycle, _ kind: SubjectKindID
  ) -> Bool {
    let isLeft = lifecycle.declaration.transitions.contains { $0.from == state && $0.to != state }
    if !isLeft { return false }
    for narrow in tables.kindIDs where tables.kinds[narrow].parent == kind {
      if subjects.stepper.stores[narrow].hasStepped { return true }
    }
    return false
  }

  /// Notes that findings may be wrong because the trace does not tell several wider subjects apart. Each recorded
  /// beginning is taken to begin the next one, but the recorder may have joined others late.
  var notesOnMergedKinds: [TraceReport.Note] {
    var notes: [TraceReport.Note] = []
    for (kind, subject) in compiled.grammar.subjects.numbered {
      guard compiled.kinds[kind].isWider, subjects.directory.kinds[kind].hadUnnamed,
        !subjects.directory.kinds[kind].sawIdentity
      else { continue }
      let plural = SubjectCount.plural(of: subject.name)
      notes.append(
        TraceReport.Note(
          id: "subjects-not-told-apart",
          message:
            "nothing tells the \(plural) apart; if the recorder started late in one, a finding may not be"
            + " a violation: record \(subject.quotedMembers) with each event"))
    }
    return notes
  }

  /// Which parts of the grammar the trace used.
  /// - Parameter violations: how often each rule was broken.
  func coverage(_ violations: [RuleCount]) -> CoverageCounts {
    tables.coverage.counts(
      hits: subjects.stepper.hits, unpinned: subjects.stepper.unpinned, tables,
      callbacks: IDArray(compiled.grammar.callbacks.indices.map { findings.count(of: $0) }),
      violations: violations,
      isChecked: { !findings.isOff($0) && singleEvents.sawValues(for: $0) })
  }
}
