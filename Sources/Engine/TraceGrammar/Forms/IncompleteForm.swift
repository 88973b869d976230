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
        // A subject that only other calls show has not left its start. What those are about must end well, too, so they
        // are no example of a good end.
        let other = accepting ? nil : finder.otherCall(than: lifecycle)
        return finder.find(lifecycle, remember: { _, _ in 1 }) { node in
          guard node.states.allSatisfy({ definition.states[$0].isAccepting == accepting }) else {
            return nil
          }
          if node.memory > 0 { return [.end] }
          return other.map { [finder.call($0), .end] }
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

extension WitnessFinder {
  /// A call about the subject of a lifecycle, or about one that belongs to it, that the lifecycle does not know; nil if it
  /// knows all of them.
  fileprivate func otherCall(than lifecycle: LifecycleID) -> CallbackID? {
    let search = searches[lifecycle]
    return grammar.callbacks.indices.first { callback in
      var subject: SubjectKindID? = grammar.callbacks[callback].subject
      while let current = subject, current != search.lifecycle.subject {
        subject = grammar.subjects[current].parent
      }
      return subject != nil && grammar.callbacks[callback].refinement == nil
        && !search.alphabet.contains { grammar.isCase($0, of: callback) }
    }
  }
}

extension Grammar {
  /// Whether a callback is another one, or a case of it.
  fileprivate func isCase(_ callback: CallbackID, of whole: CallbackID) -> Bool {
    callback == whole || callbacks[callback].refinement?.callback == whole
  }
}
