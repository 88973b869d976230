internal import TraceFindings
package import TraceGrammar
package import TraceModel

/// A grammar prepared once for all traces. It may be used by several threads at once.
package final class Plan: Sendable {
  /// The grammar.
  package let grammar: Grammar
  /// The members of events that a reader has to look for.
  package let members: EventMembers
  let spellings: SpellingTable
  let kinds: [Kind]
  let traits: [Trait]
  let conditions: ConditionTable
  let roleMember: Int
  let callerMember: Int?
  let delegateMember: Int?
  let widest: Int
  /// The place of each condition's member.
  let places: [Int]
  /// Whether a case asks for the value of a member that identifies subjects.
  let asksAboutIdentities: Bool
  let unexpected: RuleID?
  let incomplete: RuleID?
  /// By kind: the rules on the states in which lifecycles end, with the place of the lifecycle among those of the kind.
  let ends: [[(rule: RuleID, form: EndForm, run: Int)]]
  /// Whether rules or cases ask about several subjects, or for how long a state lasts.
  let hasRelations: Bool
  /// By kind: the outermost kind that it belongs to.
  let roots: [Int]
  /// The outermost kinds that others belong to.
  let rootKinds: [Int]
  /// Everything that coverage counts, with zeros.
  let coverageNames: Coverage

  /// Prepares a grammar.
  /// - Complexity: O(size of the grammar).
  package init(_ grammar: Grammar) {
    self.grammar = grammar
    spellings = SpellingTable(grammar)
    let members = EventMembers(grammar)
    self.members = members
    let kinds = Kind.all(grammar, members)
    self.kinds = kinds
    traits = Trait.all(grammar, members, kinds)
    conditions = ConditionTable(grammar, places: members.single)
    roleMember = members.place(EventMembers.role)
    callerMember = members.single.firstIndex(of: "caller")
    delegateMember = members.single.firstIndex(of: "delegate")
    widest = kinds.firstIndex { $0.parent == nil } ?? 0
    places = conditions.conditions.map { members.place($0.member) }
    asksAboutIdentities = places.contains { $0 < members.identityCount }
    unexpected = grammar.rules.firstIndex { $0.form is UnexpectedForm }
    incomplete = grammar.rules.firstIndex { $0.form is IncompleteForm }
    ends = kinds.map { Self.ends(grammar, $0.lifecycles) }
    hasRelations =
      traits.contains { $0.asks }
      || grammar.rules.contains { rule in
        (rule.form as? PeerForm).map { $0.question != .ofAlias }
          ?? ((rule.form as? StepForm)?.deadline != nil)
      }
    roots = kinds.indices.map { kinds[$0].owners.last ?? $0 }
    rootKinds = kinds.indices.filter { kinds[$0].parent == nil && kinds[$0].isWider }
    coverageNames = Coverage(namesOf: grammar)
  }

  private static func ends(
    _ grammar: Grammar, _ lifecycles: [LifecycleID]
  ) -> [(rule: RuleID, form: EndForm, run: Int)] {
    grammar.rules.numbered.compactMap { number, rule in
      guard let form = rule.form as? EndForm,
        let run = lifecycles.firstIndex(of: form.endedLifecycle)
      else { return nil }
      return (number, form, run)
    }
  }
}

extension Grammar {
  /// The callback that an event names, for one that stands for a case of it.
  func whole(_ callback: CallbackID) -> CallbackID {
    callbacks[callback].refinement?.callback ?? callback
  }
}
