/// `A, B at least 10 s after C, D`: A or B came earlier than this after the last C or D of the same subject. The same
/// callback may stand on both sides.
package struct MinimumTimeForm: RuleForm {
  package var callbacks: [CallbackID]
  package var seconds: Double
  package var after: [CallbackID]

  package init(callbacks: [CallbackID], seconds: Double, after: [CallbackID]) {
    (self.callbacks, self.seconds, self.after) = (callbacks, seconds, after)
  }

  static var notation: FormNotation {
    FormNotation(beginning: .names(then: ["at", "least", .number])) { parser, names in
      guard let seconds = parser.expectSeconds(), parser.expectWord("after"),
        let after = parser.expectNames(Parser.callbackRole)
      else { return nil }
      return WrittenForm { resolver in
        ResolvedForm(
          value: MinimumTimeForm(
            callbacks: resolver.resolveWholeCallbacks(names), seconds: seconds,
            after: resolver.resolveWholeCallbacks(after)))
      }
    }
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    Array(Set(callbacks + after)).sorted()
  }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    func subject(_ callback: CallbackID) -> SubjectKindID {
      finder.grammar.callbacks[callback].subject
    }
    let pairs = after.lazy.flatMap { first in callbacks.map { (first, $0) } }
    guard let (first, second) = pairs.first(where: { subject($0) == subject($1) }) else {
      return (.init(nil), .init(nil))
    }
    func word(_ seconds: Double) -> WitnessFinder.Finding {
      .init([finder.call(first), .pause(seconds: seconds), finder.call(second)])
    }
    return (word(seconds / 2), word(seconds))
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String {
    "its callbacks are about different subjects"
  }

  package func words(in grammar: Grammar) -> String {
    "\(grammar.names(callbacks)) comes less than \(inWords(seconds: seconds)) after "
      + grammar.names(after)
  }
}
