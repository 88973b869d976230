internal import TraceModel

/// `expects A after B before C`: after B, A has to come before C does. With `within 5 s`, the time limits it too, or
/// alone. With neither, A has to come before the subject ends (`EndForm`). With `by each l in x`, each subject side by side
/// has to have an A (`PeerForm`).
///
/// The beginning of a new wider subject ends the duty. It breaks one to the end; the others it cancels, as the old one may
/// have been stopped.
enum DutyForm {
  static var notation: FormNotation {
    FormNotation(beginning: .words(["expects"])) { parser, _ in
      guard let callbacks = parser.expectNames(Parser.callbackRole) else { return nil }
      var peers: (lifecycle: Word, states: [Word])?
      if parser.takeWord("by") {
        guard parser.expectWord("each"),
          let lifecycle = parser.expectName("the name of a lifecycle"), parser.expectWord("in"),
          let states = parser.expectNames("the name of a state")
        else { return nil }
        peers = (lifecycle, states)
      }
      var seconds: Double?
      if peers == nil, parser.takeWord("within") {
        seconds = parser.expectSeconds()
        if seconds == nil { return nil }
      }
      guard parser.expectWord("after"),
        let after = parser.expectNames(of: Parser.callbackRole, upTo: ["before"])
      else { return nil }
      var before: [Word] = []
      if parser.takeWord("before") {
        guard let names = parser.expectNames(Parser.callbackRole) else { return nil }
        before = names
      } else if parser.peek().kind == .unknown {
        // It is reported, and the end of the duty may stand after it.
        return nil
      } else if peers != nil {
        parser.report(
          Diagnostic(
            .dutyWithoutEnd,
            "nothing breaks the rule, as the calls may always come later; add 'before' and the call that they have to precede",
            at: parser.endOfLast))
        return nil
      }
      if let peers {
        return PeerForm.dutyOfEach(
          callbacks, peers.lifecycle, peers.states, after: after, before: before)
      }
      return WrittenForm(ofSubject: { resolver, name, subject in
        resolver.resolveDuty(
          callbacks, after: after, before: before, within: seconds, name, subject)
      })
    }
  }
}

extension Resolver {
  fileprivate mutating func resolveDuty(
    _ callbacks: [Word], after: [Word], before: [Word], within seconds: Double?, _ name: Word,
    _ subject: SubjectKindID
  ) -> ResolvedForm? {
    let expected = resolveCallbacks(callbacks)
    let openers = resolveCallbacks(after)
    let ends = resolveCallbacks(before)
    guard areDisjoint(expected, openers, at: callbacks[0].range) else { return nil }
    if let first = before.first, closesItself(expected, ends, at: first.range) { return nil }
    let (idle, owed): (StateID, StateID) = (0, 1)
    let transitions =
      openers.map { Lifecycle.Transition(from: idle, callback: $0, to: owed) }
      + openers.filter { !ends.contains($0) }.map { .init(from: owed, callback: $0, to: owed) }
      + [idle, owed].flatMap { state in expected.map { .init(from: state, callback: $0, to: idle) }
      }
      + ends.filter { !openers.contains($0) }.map { .init(from: idle, callback: $0, to: idle) }
    let lifecycle = addLifecycle(
      name, subject, ["idle", "owed"], transitions, onParentBegin: [idle, idle], origin: .duty)
    return lifecycle.map {
      if before.isEmpty, seconds == nil {
        return ResolvedForm(
          value: EndForm(
            lifecycle: $0, states: [owed], duty: .init(expected: expected, after: openers)))
      }
      return ResolvedForm(
        value: StepForm(lifecycle: $0, callbacks: ends, states: [owed], deadline: seconds),
        written: before.map { (resolveCallbackOrGroup($0), $0.range) })
    }
  }
}
