/// `A within 2 s of B`: A came more than this after the last B of the same subject.
package struct WithinForm: RuleForm {
  package var callback: CallbackID
  package var seconds: Double
  package var after: CallbackID

  package init(callback: CallbackID, seconds: Double, after: CallbackID) {
    (self.callback, self.seconds, self.after) = (callback, seconds, after)
  }

  static var notation: FormNotation {
    FormNotation(beginning: .names(atMost: 1, then: ["within", .number])) { parser, names in
      guard let seconds = parser.expectSeconds(), parser.expectWord("of"),
        let after = parser.expectName("the name of a callback")
      else { return nil }
      return WrittenForm { resolver in
        let callback = resolver.resolveCallback(names[0])
        guard let after = resolver.resolveCallback(after), let callback else { return nil }
        return ResolvedForm(value: WithinForm(callback: callback, seconds: seconds, after: after))
      }
    }
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? { [callback, after] }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let grammar = finder.grammar
    guard grammar.callbacks[callback].subject == grammar.callbacks[after].subject else {
      return (.init(nil), .init(nil))
    }
    func word(_ seconds: Double) -> WitnessFinder.Finding {
      .init([finder.call(after), .pause(seconds: seconds), finder.call(callback)])
    }
    return (word(seconds * 2), word(seconds))
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String {
    "its callbacks are about different subjects"
  }

  package func words(in grammar: Grammar) -> String {
    let (call, first) = (grammar.callbacks[callback].name, grammar.callbacks[after].name)
    return "\(call) comes more than \(inWords(seconds: seconds)) after \(first)"
  }
}
