internal import TraceFindings
package import TraceGrammar
package import TraceModel

/// What a grammar says about a kind of subject, whatever a recording shows.
final class Kind {
  var parent: Int?
  var isWider = false
  var isSingle = false
  var hasBeginning = false
  /// Whether one of its wider subjects stays the same, unless an event names another one.
  var hasLastingOwner = false
  var member = 0
  var alias: Int?
  var set: Int?
  var lifecycles: [LifecycleID] = []
  /// The callbacks about the kind that may reveal others that are not recorded.
  var covering: [CallbackID] = []
}

/// What a grammar says about a callback.
final class Trait {
  var kind = 0
  var isAction = false
  var isReplaced = false
  var begins = false
  var hasNotification = false
  var endsItsSubject = false
  /// Other kinds that it concerns.
  var concerns: [(kind: Int, isWithin: Bool, movesNewcomers: Bool)] = []
  /// Whether a rule on aliases says that the subject has its alias from here on; and the rule that it may break.
  var opens = false
  var aliasRule: RuleID?
  var hasCases = false
  /// Whether these ask only about values that say how an event came, and not about the role of its subject.
  var hasCasesOnValues = false
  /// Whether its cases ask about states or running calls.
  var asks = false
}

/// A grammar prepared once for all traces. It may be used by several threads at once.
package final class Plan: @unchecked Sendable {
  // SAFETY: nothing changes after `init`; kinds and traits are classes only because they are large.
  /// The grammar.
  package let grammar: Grammar
  /// The members of events that a reader has to look for.
  package let members: EventMembers
  let spellings: SpellingTable
  let kinds: [Kind]
  let traits: [Trait]
  let conditions: ConditionTable
  let roleMember: Int?
  let callerMember: Int?
  let delegateMember: Int?
  let widest: Int
  /// The place of each condition's member.
  let places: [Int]
  /// Whether a case asks for the value of a member that identifies subjects.
  let asksAboutIdentities: Bool
  let unexpected: RuleID?
  let incomplete: RuleID?
  let notificationAhead: RuleID?
  let durations: IDArray<CallbackID, [(rule: RuleID, seconds: Double)]>
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
    var single: [String] = []
    var sets: [String] = []
    func place(_ name: String) -> Int {
      if let known = single.firstIndex(of: name) { return known }
      single.append(name)
      return single.count - 1
    }
    let kinds = grammar.subjects.map { subject in
      let kind = Kind()
      kind.parent = subject.parent?.index
      kind.isSingle = subject.isSingle
      kind.hasBeginning = !subject.beginnings.isEmpty
      kind.member = place(subject.member)
      kind.alias = subject.aliasMember.map(place)
      if let set = subject.setMember {
        if !sets.contains(set) { sets.append(set) }
        kind.set = sets.firstIndex(of: set)
      }
      return kind
    }
    let covering = grammar.lifecycles.reduce(into: Set<CallbackID>()) {
      $0.formUnion(SilentSymbols.covering(grammar, $1))
    }.sorted()
    for index in kinds.indices {
      let id = SubjectKindID(index)
      kinds[index].isWider = grammar.subjects.contains { $0.parent == id }
      kinds[index].lifecycles = grammar.lifecycles.indices.filter {
        grammar.lifecycles[$0].subject == id
      }
      kinds[index].covering = covering.filter { grammar.callbacks[$0].subject == id }
      var outer = kinds[index].parent
      while let wider = outer {
        if kinds[wider].parent != nil || !kinds[wider].hasBeginning {
          kinds[index].hasLastingOwner = true
        }
        outer = kinds[wider].parent
      }
    }
    let joined = grammar.subjects.filter { !$0.joinedMembers.isEmpty }.map { subject in
      EventMembers.Joined(place: place(subject.member), parts: subject.joinedMembers.map(place))
    }
    let identityCount = single.count
    let asked = ConditionTable.conditions(of: grammar).map(\.member)
    let role = place("role")
    for spelling in grammar.callbacks.lazy.flatMap(\.conditionalSpellings) {
      _ = place(spelling.member)
    }
    for rule in grammar.rules {
      for member in rule.form.members { _ = place(member) }
    }
    if !ConditionTable.spans(of: grammar).isEmpty { _ = place("thread") }
    let firstLoose = single.count
    for member in asked { _ = place(member) }
    members = EventMembers(
      single: single, sets: sets, firstLoose: firstLoose, identityCount: identityCount,
      joined: joined
    )
    .adding("delegate").adding("caller")
    delegateMember = members.single.firstIndex(of: "delegate")
    callerMember = members.single.firstIndex(of: "caller")
    roleMember = role
    conditions = ConditionTable(grammar, places: members.single)
    places = conditions.conditions.map { condition in single.firstIndex(of: condition.member) ?? 0 }
    asksAboutIdentities = places.contains { $0 < identityCount }
    widest = grammar.subjects.firstIndex { $0.parent == nil }?.index ?? 0
    self.kinds = kinds
    let left = grammar.lifecycles.table { Set($0.transitions.map(\.from)) }
    let refinements = grammar.callbacks.compactMap(\.refinement)
    let traits = grammar.callbacks.indices.map { id -> Trait in
      let callback = grammar.callbacks[id]
      let trait = Trait()
      trait.kind = callback.subject.index
      trait.isAction = callback.isAction
      trait.isReplaced = callback.replacement != nil
      trait.begins = grammar.subjects.contains { $0.beginnings.contains(id) }
      trait.hasNotification = !callback.notifications.isEmpty
      if let first = kinds[trait.kind].lifecycles.first {
        let steps = grammar.lifecycles[first].transitions.filter { $0.callback == id }
        trait.endsItsSubject = !steps.isEmpty && steps.allSatisfy { !left[first].contains($0.to) }
      }
      let cases = refinements.filter { $0.callback == id }
      trait.hasCases = !cases.isEmpty
      trait.hasCasesOnValues = cases.allSatisfy { refinement in
        refinement.situations.isEmpty && refinement.spans.isEmpty
          && refinement.conditions.allSatisfy { condition in
            let place = single.firstIndex(of: condition.member) ?? 0
            return place >= identityCount && place != role
          }
      }
      trait.asks = cases.contains { !$0.situations.isEmpty || !$0.spans.isEmpty }
      return trait
    }
    for (number, rule) in grammar.rules.numbered {
      guard let form = rule.form as? PeerForm, form.question == .ofAlias else { continue }
      for callback in form.after { traits[callback.index].opens = true }
      for callback in form.callbacks where traits[callback.index].aliasRule == nil {
        traits[callback.index].aliasRule = number
      }
    }
    func isWithin(_ inner: Int, _ outer: Int) -> Bool {
      var kind: Int? = inner
      while let current = kind {
        if current == outer { return true }
        kind = kinds[current].parent
      }
      return false
    }
    for lifecycle in grammar.lifecycles {
      let kind = lifecycle.subject.index
      for callback in lifecycle.alphabet {
        let whole = grammar.whole(callback).index
        let own = traits[whole].kind
        let moves = lifecycle.transitions.contains { step in
          step.callback == callback && step.from != step.to
            && (lifecycle.start.contains(step.from) || lifecycle.onParentBegin.contains(step.from))
        }
        if !isWithin(own, kind) {
          let inside = isWithin(kind, own)
          if let known = traits[whole].concerns.firstIndex(where: { $0.kind == kind }) {
            traits[whole].concerns[known].movesNewcomers =
              traits[whole].concerns[known].movesNewcomers || moves && inside
          } else {
            traits[whole].concerns.append((kind, inside, moves && inside))
          }
        }
      }
    }
    for rule in grammar.rules {
      guard let form = rule.form as? PeerForm, form.question != .ofAlias else { continue }
      let kind = form.subject.index
      for callback in form.named.map(\.index)
      where !isWithin(traits[callback].kind, kind) && !isWithin(kind, traits[callback].kind) {
        if !traits[callback].concerns.contains(where: { $0.kind == kind }) {
          traits[callback].concerns.append((kind, false, false))
        }
      }
    }
    self.traits = traits
    unexpected = grammar.rules.indices.first { grammar.rules[$0].form is UnexpectedForm }
    incomplete = grammar.rules.indices.first { grammar.rules[$0].form is IncompleteForm }
    notificationAhead = grammar.rules.indices.first {
      grammar.rules[$0].form is NotificationAheadForm
    }
    var durations = IDArray<CallbackID, [(rule: RuleID, seconds: Double)]>(
      repeating: [], count: grammar.callbacks.count)
    for (number, rule) in grammar.rules.numbered {
      guard let form = rule.form as? TimeForm, form.after.isEmpty else { continue }
      for callback in form.callbacks {
        durations[callback].append((number, form.seconds))
      }
    }
    self.durations = durations
    ends = kinds.map { kind in
      grammar.rules.numbered.compactMap { number, rule in
        guard let form = rule.form as? EndForm,
          let run = kind.lifecycles.firstIndex(of: form.endedLifecycle)
        else { return nil }
        return (number, form, run)
      }
    }
    coverageNames = Coverage(namesOf: grammar)
    hasRelations =
      traits.contains { $0.asks }
      || grammar.rules.contains { rule in
        (rule.form as? PeerForm).map { $0.question != .ofAlias }
          ?? ((rule.form as? StepForm)?.deadline != nil)
      }
    roots = kinds.indices.map { kind in
      var root = kind
      while let outer = kinds[root].parent { root = outer }
      return root
    }
    rootKinds = kinds.indices.filter { kinds[$0].parent == nil && kinds[$0].isWider }
  }
}

extension Grammar {
  /// The callback that an event names, for one that stands for a case of it.
  func whole(_ callback: CallbackID) -> CallbackID {
    callbacks[callback].refinement?.callback ?? callback
  }
}
