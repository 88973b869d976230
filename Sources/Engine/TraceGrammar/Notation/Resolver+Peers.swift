internal import TraceModel

/// Rule forms about the subjects that an event names side by side.
extension Resolver {
  /// `handle by another session than arrives`, or `restoreState by another session than saveState across process`
  mutating func resolveByAnother(
    _ callbacks: [Word], _ peer: Word, after: [Word], across: Word?, _ subject: SubjectKindID
  ) -> ResolvedForm? {
    let resolved = resolveWholeCallbacks(callbacks)
    let openers = resolveWholeCallbacks(after)
    guard let peer = resolvePeer(peer, of: subject) else { return nil }
    var demand = PeerDemand(
      .theSame, subject: subject, peer: peer, callbacks: resolved, after: openers)
    if let across { demand.isAcross = resolveWiderSubject(across, of: subject) != nil }
    return ResolvedForm(value: .peers(demand))
  }

  /// `at most once showUpdate by each session after post`
  mutating func resolveOnceByEach(
    _ callback: Word, _ peer: Word, after: Word, _ subject: SubjectKindID
  ) -> ResolvedForm? {
    let repeated = resolveWholeCallbacks([callback])
    let openers = resolveWholeCallbacks([after])
    guard let peer = resolvePeer(peer, of: subject),
      areDisjoint(repeated, openers, at: callback.range)
    else { return nil }
    return ResolvedForm(
      value: .peers(
        PeerDemand(.once, subject: subject, peer: peer, callbacks: repeated, after: openers)))
  }

  /// `expects showUpdate by each session in active after post before checkpoint`
  mutating func resolveDutyOfEach(
    _ callbacks: [Word], _ lifecycle: Word, _ states: [Word], after: [Word], before: [Word],
    _ subject: SubjectKindID
  ) -> ResolvedForm? {
    let expected = resolveWholeCallbacks(callbacks)
    let openers = resolveWholeCallbacks(after)
    let ends = resolveWholeCallbacks(before)
    guard let number = resolveLifecycle(lifecycle) else { return nil }
    let stateSet = Set(resolveStates(states, of: number)).sorted()
    let peer = lifecycles[number].subject
    guard areDisjoint(expected, openers, at: callbacks[0].range),
      !closesItself(expected, ends, at: before[0].range),
      arePeers(subject, peer, at: lifecycle.range)
    else { return nil }
    return ResolvedForm(
      value: .peers(
        PeerDemand(
          .each(lifecycle: number, states: stateSet, ends: ends), subject: subject, peer: peer,
          callbacks: expected, after: openers)))
  }

  /// `at most 2 session in active, inactive`
  mutating func resolveAtMost(
    _ count: Int, _ lifecycle: Word, _ states: [Word], _ subject: SubjectKindID
  ) -> ResolvedForm? {
    guard let number = resolveLifecycle(lifecycle) else { return nil }
    let stateSet = Set(resolveStates(states, of: number)).sorted()
    let kind = lifecycles[number].subject
    if subjects[kind].parent != subject {
      report(
        .notTheWiderSubject,
        "'\(subjects[kind].name)' does not belong directly to '\(subjects[subject].name)', which the rule is about",
        at: lifecycle.range)
      return nil
    }
    return ResolvedForm(value: .atMost(count: count, lifecycle: number, states: stateSet))
  }

  private mutating func resolveLifecycle(_ word: Word) -> LifecycleID? {
    if let number = lifecycleNames.index(of: word.text) { return number }
    reportUnknown(
      .unknownLifecycle, "no lifecycle is named '\(word.text)'", word,
      among: lifecycleNames.texts)
    return nil
  }

  /// The kind of subject with this name, if it belongs to a wider one.
  private mutating func resolvePeer(_ word: Word, of subject: SubjectKindID) -> SubjectKindID? {
    guard let peer = resolveSubject(word), arePeers(subject, peer, at: word.range) else {
      return nil
    }
    return peer
  }

  private mutating func arePeers(
    _ subject: SubjectKindID, _ peer: SubjectKindID, at range: SourceRange
  ) -> Bool {
    if subject != peer, let wider = subjects[subject].parent, subjects[peer].parent == wider {
      return true
    }
    report(
      .notSideBySide,
      "'\(subjects[subject].name)' and '\(subjects[peer].name)' are not two kinds of subject "
        + "within the same one, so no event names them side by side", at: range,
      notes: subjects[peer].parent.map {
        [.init("write 'subject \(subjects[subject].name) within \(subjects[$0].name)'")]
      } ?? [])
    return false
  }
}
