internal import TraceGrammar
internal import TraceModel

/// A kind of subject, prepared for checking.
struct CompiledKind: Sendable {
  /// Its lifecycles, in the order of the grammar.
  let lifecycles: [LifecycleID]
  /// Whether other subjects belong to one of this kind.
  let isWider: Bool
  /// The indices of the event members that identify the subject, by its identity or by its alias.
  let member: Int
  let alias: Int?
  /// The index of the set that identifies several subjects at once; nil for none.
  let set: Int?
  /// The callbacks about the kind that may reveal others that are not recorded, because they lead wherever those do.
  let covering: [CallbackID]

  /// Gives every member of events that the grammar asks for an index.
  static func members(
    _ grammar: Grammar
  ) -> (
    all: EventMembers, subjects: IDArray<SubjectKindID, (member: Int, alias: Int?, set: Int?)>,
    role: Int?, caller: Int?
  ) {
    var single: [String] = []
    var sets: [String] = []
    func place(_ name: String) -> Int {
      if let known = single.firstIndex(of: name) { return known }
      single.append(name)
      return single.count - 1
    }
    let subjects = grammar.subjects.table { subject -> (member: Int, alias: Int?, set: Int?) in
      if let name = subject.setMember, !sets.contains(name) { sets.append(name) }
      return (
        member: place(subject.member), alias: subject.aliasMember.map(place),
        set: subject.setMember.flatMap { sets.firstIndex(of: $0) }
      )
    }
    let joined = grammar.subjects.filter { !$0.joinedMembers.isEmpty }.map { subject in
      EventMembers.Joined(
        place: place(subject.member), parts: subject.joinedMembers.map(place))
    }
    let identityCount = single.count
    let asked = ConditionTable.conditions(of: grammar).map(\.member)
    let asksForRoles =
      grammar.quirks.contains { !$0.roles.isEmpty }
      || asked.contains(ConditionTable.rememberedMember)
      || grammar.callbacks.contains { callback in
        callback.conditionalSpellings.contains { $0.member == ConditionTable.rememberedMember }
      }
    let role = asksForRoles ? place(ConditionTable.rememberedMember) : nil
    for spelling in grammar.callbacks.lazy.flatMap(\.conditionalSpellings) {
      _ = place(spelling.member)
    }
    for rule in grammar.rules {
      for member in rule.form.members { _ = place(member) }
    }
    if !ConditionTable.spans(of: grammar).isEmpty { _ = place(CallSpans.threadMember) }
    let caller = grammar.quirks.contains { !$0.callers.isEmpty } ? place("caller") : nil
    let firstLoose = single.count
    for member in asked { _ = place(member) }
    return (
      EventMembers(
        single: single, sets: sets, firstLoose: firstLoose, identityCount: identityCount,
        joined: joined), subjects, role, caller
    )
  }
}
