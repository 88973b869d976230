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

  /// Makes a demand.
  package init(
    _ question: Question, subject: SubjectKindID, peer: SubjectKindID, callbacks: [CallbackID],
    after: [CallbackID]
  ) {
    self.question = question
    self.subject = subject
    self.peer = peer
    self.callbacks = callbacks
    self.after = after
  }

  /// All callbacks that it names.
  package var named: [CallbackID] {
    if case .each(_, _, let ends) = question { return callbacks + after + ends }
    return callbacks + after
  }
}

// MARK: - Notation

extension PeerForm {
  /// `handle by another session than arrives`, or `restoreState by another session than saveState across process`, or with
  /// the alias of the subject, `didDisconnect by another scene than willConnect`
  static var notation: FormNotation {
    FormNotation(beginning: .names(then: ["by", "another"])) { parser, names in
      guard let peer = parser.expectName("the name of a subject"), parser.expectWord("than"),
        let after = parser.expectNames(Parser.callbackRole)
      else { return nil }
      var across: Word?
      if parser.takeWord("across") {
        across = parser.expectName("the name of the wider subject")
        if across == nil { return nil }
      }
      return WrittenForm(ofSubject: { resolver, _, subject in
        let resolved = resolver.resolveWholeCallbacks(names)
        let openers = resolver.resolveWholeCallbacks(after)
        if across == nil, resolver.isAlias(peer, of: subject) {
          return ResolvedForm(
            value: PeerForm(
              .ofAlias, subject: subject, peer: subject, callbacks: resolved, after: openers))
        }
        guard let peer = resolver.resolvePeer(peer, of: subject) else { return nil }
        var form = PeerForm(
          .theSame, subject: subject, peer: peer, callbacks: resolved, after: openers)
        if let across { form.isAcross = resolver.resolveWiderSubject(across, of: subject) != nil }
        return ResolvedForm(value: form)
      })
    }
  }

  /// `at most once showUpdate by each session after post`
  static func onceByEach(_ callback: Word, _ peer: Word, after: Word) -> WrittenForm {
    WrittenForm(ofSubject: { resolver, _, subject in
      let repeated = resolver.resolveWholeCallbacks([callback])
      let openers = resolver.resolveWholeCallbacks([after])
      guard let peer = resolver.resolvePeer(peer, of: subject),
        resolver.areDisjoint(repeated, openers, at: callback.range)
      else { return nil }
      return ResolvedForm(
        value: PeerForm(.once, subject: subject, peer: peer, callbacks: repeated, after: openers))
    })
  }

  /// `expects showUpdate by each session in active after post before checkpoint`
  static func dutyOfEach(
    _ callbacks: [Word], _ lifecycle: Word, _ states: [Word], after: [Word], before: [Word]
  ) -> WrittenForm {
    WrittenForm(ofSubject: { resolver, _, subject in
      let expected = resolver.resolveWholeCallbacks(callbacks)
      let openers = resolver.resolveWholeCallbacks(after)
      let ends = resolver.resolveWholeCallbacks(before)
      guard let number = resolver.resolveLifecycle(lifecycle) else { return nil }
      let stateSet = Set(resolver.resolveStates(states, of: number)).sorted()
      let peer = resolver.lifecycles[number].subject
      guard resolver.areDisjoint(expected, openers, at: callbacks[0].range),
        !resolver.closesItself(expected, ends, at: before[0].range),
        resolver.arePeers(subject, peer, at: lifecycle.range)
      else { return nil }
      return ResolvedForm(
        value: PeerForm(
          .each(lifecycle: number, states: stateSet, ends: ends), subject: subject, peer: peer,
          callbacks: expected, after: openers))
    })
  }
}

extension Resolver {
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

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let grammar = finder.grammar
    guard let callback = callbacks.first, let after = after.first else {
      return (.init(nil), .init(nil))
    }
    let member =
      question == .ofAlias
      ? grammar.subjects[peer].aliasMember ?? "" : grammar.subjects[peer].tellingMember
    func call(_ callback: CallbackID, _ peer: String) -> RuleWitness.Step {
      .valuedCall(grammar.callbacks[callback].name, member: member, value: peer)
    }
    switch question {
    case .theSame:
      return (
        .init([call(after, "a"), call(callback, "b")]),
        .init([call(after, "a"), call(callback, "a")])
      )
    case .ofAlias:
      return (
        .init([call(after, "a"), call(after, "b"), call(callback, "a")]),
        .init([call(after, "a"), call(callback, "a")])
      )
    case .once:
      let first = [finder.call(after), call(callback, "a")]
      return (.init(first + [call(callback, "a")]), .init(first))
    case .each(let lifecycle, let states, let ends):
      let way = finder.wayInto(Set(states), of: lifecycle)
      guard let end = ends.first, let known = way.word else { return (way, way) }
      let before = known.steps(by: "a", member) + [finder.call(after)]
      var (breaking, keeping) = (way, way)
      breaking.word = RuleWitness.Word(steps: before + [finder.call(end)])
      keeping.word = RuleWitness.Word(steps: before + [call(callback, "a"), finder.call(end)])
      return (breaking, keeping)
    }
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String { "it names no callback" }

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
