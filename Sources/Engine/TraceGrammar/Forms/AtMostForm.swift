internal import TraceModel

/// `at most 2 l in x, y`: more than this many subjects of the same wider one are in the states of a lifecycle.
package struct AtMostForm: RuleForm {
  package var count: Int
  package var countedLifecycle: LifecycleID
  /// Sorted.
  package var states: [StateID]

  package init(count: Int, lifecycle: LifecycleID, states: [StateID]) {
    (self.count, countedLifecycle, self.states) = (count, lifecycle, states)
  }
}

// MARK: - Notation

extension AtMostForm {
  static var notation: FormNotation {
    FormNotation(beginning: .words(["at", "most", .number])) { parser, _ in
      let number = parser.advance()
      guard let count = Int(number.text), count <= GrammarLimits.counted else {
        parser.report(
          Diagnostic(
            .invalidNumber, "expected a whole number up to \(GrammarLimits.counted)",
            at: number.range))
        return nil
      }
      guard let lifecycle = parser.expectName("the name of a lifecycle"), parser.expectWord("in"),
        let states = parser.expectNames("the name of a state")
      else { return nil }
      return WrittenForm(ofSubject: { resolver, _, subject in
        resolver.resolveAtMost(count, lifecycle, states, subject)
      })
    }
  }
}

extension Resolver {
  fileprivate mutating func resolveAtMost(
    _ count: Int, _ lifecycle: Word, _ states: [Word], _ subject: SubjectKindID
  ) -> ResolvedForm? {
    guard let number = resolveLifecycle(lifecycle) else { return nil }
    let stateSet = Set(resolveStates(states, of: number)).sorted()
    let kind = lifecycles[number].subject
    if subjects[kind].parent != subject {
      report(
        .notTheWiderSubject,
        "'\(subjects[kind].name)' does not belong directly to '\(subjects[subject].name)', which the rule is about",
        at: lifecycle.range)
      return nil
    }
    return ResolvedForm(value: AtMostForm(count: count, lifecycle: number, states: stateSet))
  }
}

// MARK: - Checks

extension AtMostForm {
  package func callbacks(in grammar: Grammar) -> [CallbackID]? {
    grammar.lifecycles[countedLifecycle].alphabet
  }

  /// The way into the states, for one subject more than there may be and for no more.
  package func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let way = finder.wayInto(Set(states), of: countedLifecycle)
    guard let known = way.word else { return (way, way) }
    let grammar = finder.grammar
    let member = grammar.subjects[grammar.lifecycles[countedLifecycle].subject].tellingMember
    func word(_ count: Int) -> RuleWitness.Word {
      RuleWitness.Word(steps: (0..<count).flatMap { known.steps(by: "\($0)", member) })
    }
    var (breaking, keeping) = (way, way)
    breaking.word = word(count + 1)
    keeping.word = count == 0 ? nil : word(count)
    return (breaking, keeping)
  }

  package func reasonForNeverFiring(in grammar: Grammar) -> String { "no calls lead to its states" }

  // MARK: - Words

  package func words(in grammar: Grammar) -> String {
    let kind = grammar.subjects[grammar.lifecycles[countedLifecycle].subject].name
    let names = grammar.names(states, of: countedLifecycle)
    return "more than \(count) subjects of the kind \(kind) are \(names)"
  }
}
