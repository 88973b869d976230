internal import TraceModel

/// The forms that stand for a small lifecycle of their own.
extension FormNotation {
  /// C is legal once after each A, and any number of times before the first. With `by each s`, this holds for each subject
  /// side by side (`PeerForm`).
  static let atMostOnce = FormNotation(
    "at most once ANY-CALLBACK [ by each SUBJECT ] after AFTER:ANY-CALLBACK"
  ) { resolver, match, rule in
    guard let subject = resolver.subject(of: rule, match) else { return nil }
    if !match["SUBJECT"].isEmpty { return resolver.resolveOnceByEach(match, subject) }
    let callback = match.word("ANY-CALLBACK")
    let repeated = resolver.resolveCallbackOrGroup(callback)
    let openers = resolver.resolveCallbackOrGroup(match.word("AFTER"))
    guard resolver.areDisjoint(repeated, openers, at: callback.range) else { return nil }
    let (idle, open, done): (StateID, StateID, StateID) = (0, 1, 2)
    let transitions =
      [idle, open, done].flatMap { state in
        openers.map { Lifecycle.Transition(from: state, callback: $0, to: open) }
      } + repeated.map { .init(from: open, callback: $0, to: done) }
      + repeated.map { .init(from: idle, callback: $0, to: idle) }
    return resolver.addLifecycle(rule.name, subject, ["idle", "open", "done"], transitions).map {
      ResolvedForm(
        value: StepForm(lifecycle: $0, callbacks: repeated, states: [done]),
        written: [(repeated, callback.range)])
    }
  }

  /// B or C is legal once after each A, where the trace holds any A.
  static let exactlyOne = FormNotation("exactly one of CALLBACKS after AFTER:ANY-CALLBACK") {
    resolver, match, rule in
    guard let subject = resolver.subject(of: rule, match) else { return nil }
    let (answers, written) = resolver.resolveWritten(match["CALLBACKS"])
    let after = match.word("AFTER")
    guard let opener = resolver.resolveCallback(after),
      resolver.areDisjoint(answers, [opener], at: after.range)
    else { return nil }
    let (idle, open): (StateID, StateID) = (0, 1)
    let transitions =
      [idle, open].map { Lifecycle.Transition(from: $0, callback: opener, to: open) }
      + answers.map { .init(from: open, callback: $0, to: idle) }
    return resolver.addLifecycle(rule.name, subject, ["idle", "open"], transitions).map {
      ResolvedForm(
        value: StepForm(lifecycle: $0, callbacks: answers, states: [idle]), required: opener,
        written: written)
    }
  }

  /// After B, A has to come before C does. With `within 5 s`, the time limits it too, or alone. With neither, A has to
  /// come before the subject ends (`EndForm`). With `by each l in x`, each subject side by side has to have an A
  /// (`PeerForm`).
  ///
  /// The beginning of a new wider subject ends the duty. It breaks one to the end; the others it cancels, as the old one
  /// may have been stopped.
  static let duty = FormNotation(
    "expects CALLBACKS [ by each LIFECYCLE in STATES | within SECONDS ] after AFTER:CALLBACKS [ [ , ] before BEFORE:CALLBACKS ]"
  ) { resolver, match, rule in
    guard let subject = resolver.subject(of: rule, match) else { return nil }
    if !match["LIFECYCLE"].isEmpty {
      return resolver.resolveDutyOfEach(match, subject, isWhole: rule.isWhole)
    }
    let seconds = resolver.seconds(match["SECONDS"])
    if seconds == nil, !match["SECONDS"].isEmpty { return nil }
    let before = match["BEFORE"]
    let expected = resolver.resolveCallbacks(match["CALLBACKS"])
    let openers = resolver.resolveCallbacks(match["AFTER"])
    let (ends, written) = resolver.resolveWritten(before)
    guard resolver.areDisjoint(expected, openers, at: match.word("CALLBACKS").range) else {
      return nil
    }
    if let first = before.first, resolver.closesItself(expected, ends, at: first.range) {
      return nil
    }
    let (idle, owed): (StateID, StateID) = (0, 1)
    let transitions =
      openers.map { Lifecycle.Transition(from: idle, callback: $0, to: owed) }
      + openers.filter { !ends.contains($0) }.map { .init(from: owed, callback: $0, to: owed) }
      + [idle, owed].flatMap { state in expected.map { .init(from: state, callback: $0, to: idle) }
      }
      + ends.filter { !openers.contains($0) }.map { .init(from: idle, callback: $0, to: idle) }
    let lifecycle = resolver.addLifecycle(
      rule.name, subject, ["idle", "owed"], transitions, onParentBegin: [idle, idle], origin: .duty)
    return lifecycle.map {
      if before.isEmpty, seconds == nil {
        return ResolvedForm(
          value: EndForm(
            lifecycle: $0, states: [owed], duty: .init(expected: expected, after: openers)))
      }
      return ResolvedForm(
        value: StepForm(lifecycle: $0, callbacks: ends, states: [owed], deadline: seconds),
        written: written)
    }
  }
}
