/// `at end of an incomplete life`: with `--complete`, a subject ends in a state in which it must not end.
package struct IncompleteForm: RuleForm {
  package init() {}

  package var isUnique: Bool { true }
  package var isSafetyNet: Bool { true }
  package var isAboutTheEnd: Bool { true }

  static var notation: FormNotation {
    FormNotation(beginning: .words(["at", "end", "of", "an", "incomplete", "life"])) { _, _ in
      WrittenForm { _ in ResolvedForm(value: IncompleteForm()) }
    }
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? { nil }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    func find(accepting: Bool) -> WitnessFinder.Finding {
      finder.findAnywhere { lifecycle in
        let definition = finder.grammar.lifecycles[lifecycle]
        return finder.find(lifecycle, remember: { _, _ in 1 }) { node in
          node.memory > 0
            && node.states.allSatisfy { definition.states[$0].isAccepting == accepting }
            ? [.end] : nil
        }
      }
    }
    return (find(accepting: false), find(accepting: true))
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String {
    "a lifecycle may end in every state"
  }

  package func words(in grammar: Grammar) -> String {
    "with --complete, a lifecycle ends in a state in which it may not end"
  }
}
