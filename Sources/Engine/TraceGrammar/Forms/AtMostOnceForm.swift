/// `at most once C after A`: C is legal once after each A, and any number of times before the first. With `by each s`,
/// this holds for each subject side by side (`PeerForm`).
enum AtMostOnceForm {
  static var notation: FormNotation {
    FormNotation(beginning: .words(["at", "most", "once"])) { parser, _ in
      guard let callback = parser.expectName(Parser.callbackRole) else { return nil }
      var peer: Word?
      if parser.takeWord("by") {
        guard parser.expectWord("each"), let name = parser.expectName("the name of a subject")
        else { return nil }
        peer = name
      }
      guard parser.expectWord("after"), let after = parser.expectName(Parser.callbackRole) else {
        return nil
      }
      if let peer { return PeerForm.onceByEach(callback, peer, after: after) }
      return WrittenForm(ofSubject: { resolver, name, subject in
        resolver.resolveAtMostOnce(callback, after, name, subject)
      })
    }
  }
}

extension Resolver {
  fileprivate mutating func resolveAtMostOnce(
    _ callback: Word, _ after: Word, _ name: Word, _ subject: SubjectKindID
  ) -> ResolvedForm? {
    let repeated = resolveCallbackOrGroup(callback)
    let openers = resolveCallbackOrGroup(after)
    guard areDisjoint(repeated, openers, at: callback.range) else { return nil }
    let (idle, open, done): (StateID, StateID, StateID) = (0, 1, 2)
    let transitions =
      [idle, open, done].flatMap { state in
        openers.map { Lifecycle.Transition(from: state, callback: $0, to: open) }
      } + repeated.map { .init(from: open, callback: $0, to: done) }
      + repeated.map { .init(from: idle, callback: $0, to: idle) }
    let lifecycle = addLifecycle(name, subject, ["idle", "open", "done"], transitions)
    return lifecycle.map {
      ResolvedForm(
        value: StepForm(lifecycle: $0, callbacks: repeated, states: [done]),
        written: [(repeated, callback.range)])
    }
  }
}
