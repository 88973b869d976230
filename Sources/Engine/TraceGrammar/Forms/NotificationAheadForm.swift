/// `notification before its callback`: a notification arrives before the delegate call of its transition.
package struct NotificationAheadForm: RuleForm {
  package init() {}

  package var isUnique: Bool { true }

  static var notation: FormNotation {
    FormNotation(beginning: .words(["notification", "before", "its", "callback"])) { _, _ in
      WrittenForm { _ in ResolvedForm(value: NotificationAheadForm()) }
    }
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    grammar.callbacks.indices.filter { !grammar.callbacks[$0].notifications.isEmpty }
  }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let grammar = finder.grammar
    func find(_ tail: (String) -> [RuleWitness.Step]) -> WitnessFinder.Finding {
      finder.findAnywhere { lifecycle in
        let search = finder.searches[lifecycle]
        return finder.find(lifecycle) { node in
          search.alphabet.first { callback in
            let after = search.states(after: callback, in: node.states)
            return !grammar.callbacks[callback].notifications.isEmpty && !after.isEmpty
              && after != node.states
          }.map { tail(grammar.callbacks[$0].name) }
        }
      }
    }
    return (
      find { [.notification($0), .call($0)] }, find { [.call($0), .notification($0)] }
    )
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String {
    "no callback with a notification changes a state"
  }

  package func words(in grammar: Grammar) -> String {
    "a notification comes before its delegate call"
  }
}
