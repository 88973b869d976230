/// `A, B takes at most 20 s`: a call took longer.
package struct DurationForm: RuleForm {
  package var callbacks: [CallbackID]
  package var seconds: Double

  package init(callbacks: [CallbackID], seconds: Double) {
    (self.callbacks, self.seconds) = (callbacks, seconds)
  }

  static var notation: FormNotation {
    FormNotation(beginning: .names(then: ["takes", "at", "most"])) { parser, names in
      guard let seconds = parser.expectSeconds() else { return nil }
      return WrittenForm { resolver in
        ResolvedForm(
          value: DurationForm(callbacks: resolver.resolveWholeCallbacks(names), seconds: seconds))
      }
    }
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? { callbacks }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    func word(_ seconds: Double) -> WitnessFinder.Finding {
      let name = callbacks.first.map { finder.grammar.callbacks[$0].name }
      return .init(name.map { [.lastingCall($0, seconds: seconds)] })
    }
    return (word(seconds * 2), word(seconds))
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String { "it names no callback" }

  package func words(in grammar: Grammar) -> String {
    "\(grammar.names(callbacks)) takes more than \(inWords(seconds: seconds))"
  }
}
