/// `exactly one of B, C after A`: B or C is legal once after each A, where the trace holds any A.
enum ExactlyOneForm {
  static var notation: FormNotation {
    FormNotation(beginning: .words(["exactly", "one", "of"])) { parser, _ in
      guard let callbacks = parser.expectNames(Parser.callbackRole), parser.expectWord("after"),
        let after = parser.expectName(Parser.callbackRole)
      else { return nil }
      return WrittenForm(ofSubject: { resolver, name, subject in
        let answers = resolver.resolveCallbacks(callbacks)
        guard let opener = resolver.resolveCallback(after),
          resolver.areDisjoint(answers, [opener], at: after.range)
        else { return nil }
        let (idle, open): (StateID, StateID) = (0, 1)
        let transitions =
          [idle, open].map { Lifecycle.Transition(from: $0, callback: opener, to: open) }
          + answers.map { .init(from: open, callback: $0, to: idle) }
        let lifecycle = resolver.addLifecycle(name, subject, ["idle", "open"], transitions)
        return lifecycle.map {
          ResolvedForm(
            value: StepForm(lifecycle: $0, callbacks: answers, states: [idle]), required: opener,
            written: callbacks.map { (resolver.resolveCallbackOrGroup($0), $0.range) })
        }
      })
    }
  }
}
