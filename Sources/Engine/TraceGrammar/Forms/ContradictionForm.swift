/// `state contradicts its callback`: an event's member has a value that other callbacks list for it
/// (`Callback.readings`), and its own does not.
package struct ContradictionForm: RuleForm {
  package var member: String

  package init(member: String) { self.member = member }

  package var members: [String] { [member] }

  static var notation: FormNotation {
    FormNotation(beginning: .names(atMost: 1, then: ["contradicts", "its", "callback"])) {
      _, names in
      WrittenForm { _ in ResolvedForm(value: ContradictionForm(member: names[0].text)) }
    }
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    grammar.callbacks.indices.filter { callback in
      grammar.callbacks[callback].readings.contains { $0.member == member }
    }
  }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let grammar = finder.grammar
    let known = grammar.callbacks.flatMap(\.readings).filter { $0.member == member }
      .flatMap(\.values)
    for callback in grammar.callbacks {
      guard let own = callback.readings.first(where: { $0.member == member }),
        let other = known.first(where: { !own.values.contains($0) })
      else { continue }
      func word(_ value: String) -> WitnessFinder.Finding {
        .init([.valuedCall(callback.name, member: member, value: value)])
      }
      return (word(other), word(own.values[0]))
    }
    return (.init(nil), .init(nil))
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String {
    "no callback has a value of '\(member)' that another does not have"
  }

  package func words(in grammar: Grammar) -> String {
    "the \(member) that a call records is one that only other callbacks have"
  }
}
