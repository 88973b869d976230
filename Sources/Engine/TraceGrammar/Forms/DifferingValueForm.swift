/// `A, B have thread "main"`: a call's member has none of the values, though some event of the trace has one of them.
package struct DifferingValueForm: RuleForm {
  package var callbacks: [CallbackID]
  package var member: String
  package var values: [String]

  package init(callbacks: [CallbackID], member: String, values: [String]) {
    (self.callbacks, self.member, self.values) = (callbacks, member, values)
  }

  package var members: [String] { [member] }

  static var notation: FormNotation {
    FormNotation(beginning: .names(then: ["have", .name])) { parser, names in
      guard let member = parser.expectName("the name of a member of an event"),
        let values = parser.expectStrings()
      else { return nil }
      return WrittenForm(members: [member]) { resolver in
        ResolvedForm(
          value: DifferingValueForm(
            callbacks: resolver.resolveWholeCallbacks(names), member: member.text,
            values: values.map(\.text)))
      }
    }
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? { callbacks }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    guard let callback = callbacks.first else { return (.init(nil), .init(nil)) }
    let name = finder.grammar.callbacks[callback].name
    func call(_ value: String) -> RuleWitness.Step {
      .valuedCall(name, member: member, value: value)
    }
    var other = "other"
    while values.contains(other) { other += "'" }
    return (.init([call(values[0]), call(other)]), .init([call(values[0])]))
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String { "it names no callback" }

  package func words(in grammar: Grammar) -> String {
    "\(grammar.names(callbacks)) has another \(member) than \(values.inWords("or")), "
      + "which the recording names somewhere"
  }
}
