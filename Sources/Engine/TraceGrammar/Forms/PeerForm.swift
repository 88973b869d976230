internal import TraceModel

/// The forms with `by`: a demand on subjects that an event names side by side, such as an update and the session showing
/// it.
package struct PeerForm: RuleForm {
  /// The demand.
  package enum Question: Sendable, Equatable {
    /// The callbacks come with the peer that the last of `after` came with.
    case theSame
    /// The callbacks come with the alias of the subject that the last of `after` came with, and not with one that another of
    /// them came with. The peer is the subject itself.
    case ofAlias
    /// The callbacks come at most once with each peer after each of `after`.
    case once
    /// Every peer in one of the states when one of `after` came has one of the callbacks before one of `ends` comes, as
    /// long as it is in one of them.
    case each(lifecycle: LifecycleID, states: [StateID], ends: [CallbackID])
  }

  /// The demand.
  package var question: Question
  /// The kind of subject that the rule is about.
  package var subject: SubjectKindID
  /// The kind of the other subject that an event names; both kinds belong to the same wider one.
  package var peer: SubjectKindID
  /// The callbacks that the rule is on.
  package var callbacks: [CallbackID]
  /// The callbacks that have to come before.
  package var after: [CallbackID]
  /// For the form `theSame`: whether what came before counts in the wider subjects that follow, too.
  package var isAcross = false

  /// All callbacks that it names.
  package var named: [CallbackID] {
    if case .each(_, _, let ends) = question { return callbacks + after + ends }
    return callbacks + after
  }

  /// Those that a recording must show for the rule to be judged: what may have come between, or instead. Without the others it
  /// is just not broken.
  package var needed: [CallbackID] {
    if case .each = question { return callbacks + after }
    return after
  }
}

// MARK: - Notation

extension PeerForm {
  /// `handle by another session than arrives`, or `restoreState by another session than saveState across process`, or with
  /// the alias of the subject, `didDisconnect by another scene than willConnect`
  static let notation = FormNotation(
    "CALLBACKS by another PEER:SUBJECT than AFTER:CALLBACKS [ across SUBJECT ]"
  ) { resolver, match, rule in
    guard let subject = resolver.subject(of: rule, match) else { return nil }
    let callbacks = resolver.resolveWholeCallbacks(match["CALLBACKS"])
    let openers = resolver.resolveWholeCallbacks(match["AFTER"])
    let across = match["SUBJECT"].first
    if across == nil, resolver.isAlias(match.word("PEER"), of: subject) {
      return ResolvedForm(
        value: PeerForm(
          question: .ofAlias, subject: subject, peer: subject, callbacks: callbacks,
          after: openers))
    }
    guard let peer = resolver.resolvePeer(match.word("PEER"), of: subject) else { return nil }
    var form = PeerForm(
      question: .theSame, subject: subject, peer: peer, callbacks: callbacks, after: openers)
    if let across { form.isAcross = resolver.resolveWiderSubject(across, of: subject) != nil }
    return ResolvedForm(value: form)
  }
}

extension Resolver {
  /// `at most once showUpdate by each session after post`
  mutating func resolveOnceByEach(_ match: Match, _ subject: SubjectKindID) -> ResolvedForm? {
    let callback = match.word("ANY-CALLBACK")
    let repeated = resolveWholeCallbacks([callback])
    let openers = resolveWholeCallbacks(match["AFTER"])
    guard let peer = resolvePeer(match.word("SUBJECT"), of: subject),
      areDisjoint(repeated, openers, at: callback.range)
    else { return nil }
    return ResolvedForm(
      value: PeerForm(
        question: .once, subject: subject, peer: peer, callbacks: repeated, after: openers))
  }

  /// `expects showUpdate by each session in active after post before checkpoint`
  mutating func resolveDutyOfEach(
    _ match: Match, _ subject: SubjectKindID, isWhole: Bool
  ) -> ResolvedForm? {
    guard let before = match["BEFORE"].first else {
      // If the rest could not be read, the end of the duty may stand there.
      if isWhole {
        report(
          .dutyWithoutEnd,
          "nothing breaks the rule, as the calls may always come later; add 'before' and the call that they have to precede",
          at: SourceRange(match.range.end, match.range.end))
      }
      return nil
    }
    let expected = resolveWholeCallbacks(match["CALLBACKS"])
    let openers = resolveWholeCallbacks(match["AFTER"])
    let ends = resolveWholeCallbacks(match["BEFORE"])
    let name = match.word("LIFECYCLE")
    guard let lifecycle = resolveLifecycle(name) else { return nil }
    let states = resolveStateSet(match["STATES"], of: lifecycle)
    let peer = lifecycles[lifecycle].subject
    guard areDisjoint(expected, openers, at: match.word("CALLBACKS").range),
      !closesItself(expected, ends, at: before.range), arePeers(subject, peer, at: name.range)
    else { return nil }
    return ResolvedForm(
      value: PeerForm(
        question: .each(lifecycle: lifecycle, states: states, ends: ends), subject: subject,
        peer: peer, callbacks: expected, after: openers))
  }

  /// Whether a word names the alias of a kind of subject, and no kind of subject.
  fileprivate func isAlias(_ word: Word, of subject: SubjectKindID) -> Bool {
    subjects[subject].aliasMember == word.text && subjectNames.index(of: word.text) == nil
  }

  /// The kind of subject with this name, if it belongs to a wider one.
  fileprivate mutating func resolvePeer(_ word: Word, of subject: SubjectKindID) -> SubjectKindID? {
    guard let peer = resolveSubject(word), arePeers(subject, peer, at: word.range) else {
      return nil
    }
    return peer
  }

  fileprivate mutating func arePeers(
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

// MARK: - Checks

extension PeerForm {
  package func callbacks(in grammar: Grammar) -> [CallbackID]? { Array(Set(named)).sorted() }

  // MARK: - Words

  package func words(in grammar: Grammar) -> String {
    let (calls, peer) = (grammar.names(callbacks), grammar.subjects[peer].name)
    let after = grammar.names(after)
    switch question {
    case .theSame: return "\(calls) comes with another \(peer) than the last \(after)"
    case .ofAlias:
      let alias = grammar.subjects[self.peer].aliasMember ?? ""
      return "\(calls) comes with the \(alias) of another \(after) than the last one"
    case .once: return "\(calls) comes twice with one \(peer) after \(after)"
    case .each(let lifecycle, let states, let ends):
      return
        "\(grammar.names(ends)) comes, and some \(peer) that was and is "
        + "\(grammar.names(states, of: lifecycle)) had no \(calls) since \(after)"
    }
  }
}
