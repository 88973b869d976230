internal import TraceGrammar
internal import TraceModel

extension EventMembers {
  /// The member for the role of a subject.
  static let role = "role"

  /// The members that a grammar asks for. Their order says what they are for: first those that identify subjects, from `firstLoose`
  /// on those that only conditions ask about, and last those of which other values than text are no fault.
  init(_ grammar: Grammar) {
    var (single, sets): ([String], [String]) = ([], [])
    @discardableResult func place(_ name: String) -> Int {
      if let known = single.firstIndex(of: name) { return known }
      single.append(name)
      return single.count - 1
    }
    for subject in grammar.subjects {
      place(subject.member)
      if let alias = subject.aliasMember { place(alias) }
      if let set = subject.setMember, !sets.contains(set) { sets.append(set) }
    }
    let joined = grammar.subjects.filter { !$0.joinedMembers.isEmpty }.map { subject in
      Joined(place: place(subject.member), parts: subject.joinedMembers.map(place))
    }
    let identityCount = single.count
    place(Self.role)
    for spelling in grammar.callbacks.lazy.flatMap(\.conditionalSpellings) {
      place(spelling.member)
    }
    for member in grammar.rules.lazy.flatMap({ $0.form.members }) { place(member) }
    if !ConditionTable.spans(of: grammar).isEmpty { place("thread") }
    let firstLoose = single.count
    for condition in ConditionTable.conditions(of: grammar) { place(condition.member) }
    self = EventMembers(
      single: single, sets: sets, firstLoose: firstLoose, identityCount: identityCount,
      joined: joined
    )
    .adding("delegate").adding("caller")
  }

  /// The index of a member that the grammar asks for.
  func place(_ name: String) -> Int {
    guard let place = single.firstIndex(of: name) else {
      preconditionFailure("the grammar does not ask for \(name)")
    }
    return place
  }
}
