/// `anything else`: a step that no lifecycle allows and no other rule names.
package struct UnexpectedForm: RuleForm {
  package init() {}

  package var isUnique: Bool { true }
  package var isSafetyNet: Bool { true }

  static var notation: FormNotation {
    FormNotation(beginning: .words(["anything", "else"])) { _, _ in
      WrittenForm { _ in ResolvedForm(value: UnexpectedForm()) }
    }
  }

  package func callbacks(in grammar: Grammar) -> [CallbackID]? { nil }

  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let breaking = finder.findAnywhere { lifecycle in
      let search = finder.searches[lifecycle]
      return finder.find(lifecycle) { node in
        search.alphabet.first { callback in
          search.states(after: callback, in: node.states).isEmpty
            && node.states.allSatisfy { finder.owner(of: callback, in: $0, lifecycle) == nil }
        }.map { [finder.call($0)] }
      }
    }
    let keeping = finder.findAnywhere { lifecycle in
      finder.find(lifecycle, remember: { _, _ in 1 }) { $0.memory > 0 ? [] : nil }
    }
    return (breaking, keeping)
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String {
    let isAnyIllegal = grammar.lifecycles.contains { lifecycle in
      let legal = Set(lifecycle.transitions.map { StepClaim($0) })
      return lifecycle.alphabet.contains { callback in
        lifecycle.states.indices.contains { !legal.contains(.init(callback: callback, state: $0)) }
      }
    }
    return isAnyIllegal
      ? "the other rules name every illegal step" : "no lifecycle has an illegal step"
  }

  package func words(in grammar: Grammar) -> String {
    "the grammar does not allow a step, and no other rule names it"
  }
}
