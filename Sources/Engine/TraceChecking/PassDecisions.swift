package import TraceFindings
internal import TraceGrammar

// What is decided between the passes over a trace, whoever reads its events: files for the program, values for tests.

extension CompiledGrammar {
  /// What a recording shows: what occurs, and what is stated.
  /// - Parameter stated: nil if nothing is stated.
  package func shown(_ stated: Records?, _ occurred: RecordedCallbacks) -> RecordedCallbacks {
    var shown = occurred
    shown.isInferred = stated == nil
    guard let listed = stated.flatMap(self.stated) else { return shown }
    shown.calls.formUnion(listed.callbacks.calls)
    shown.notifications.formUnion(listed.callbacks.notifications)
    // Only the last of the callbacks that begin a subject is certain to come: an app may not have the others.
    for kind in occurred.mergedKinds {
      let beginnings = grammar.subjects[kind].beginnings
      guard let last = beginnings.last, shown.isSilent(last),
        beginnings.allSatisfy(occurred.isSilent)
      else { continue }
      shown.calls.subtract(beginnings)
      shown.notifications.subtract(beginnings)
    }
    return shown
  }
}

extension TraceReport {
  /// Whether a first pass, which assumed that every callback is shown or those that are stated, found nothing that another
  /// one has to confirm.
  package func isEnough(
    stated: Records?, _ occurred: RecordedCallbacks, hasDoubtfulTimes: Bool,
    by compiled: CompiledGrammar
  ) -> Bool {
    // Notes are no accusations, so they need no second pass, unless they say that a call is missing or extra.
    let isClean =
      counts.errors + counts.warnings == 0
      && !violations.contains { $0.quirk == nil && $0.repair.cost > 0 }
    if stated == .all { return isClean || !hasDoubtfulTimes }
    if let stated {
      // What occurs is recorded, whatever is stated. If wider subjects are not told apart, they may have begun unseen.
      let listed = compiled.shown(stated, RecordedCallbacks())
      if !occurred.isShown(by: listed) { return false }
      // A delegate may have another method instead of one that is stated.
      return isClean
        || occurred.mergedKinds.isEmpty && !hasDoubtfulTimes
          && compiled.observing(listed).revealing.isEmpty
    }
    return isClean
  }

  /// The subjects whose faults are all excused by a quirk, with the quirk.
  package var excusedSubjects: [FaultSubject: String] {
    let bySubject = Dictionary(grouping: violations) {
      FaultSubject(lifecycle: $0.lifecycle, subject: $0.subject)
    }
    return bySubject.compactMapValues { violations in
      violations.allSatisfy { $0.quirk != nil } ? violations[0].quirk : nil
    }
  }
}
