internal import TraceGrammar
internal import TraceModel

/// What checking has to know of a kind of subject.
struct CompiledKind: Sendable {
  /// Its lifecycles, in the order of the grammar.
  let lifecycles: [Int]
  /// Whether other subjects belong to one of this kind.
  let isWider: Bool
  /// Where an event says which subject it is about, as indices into its identities.
  let member: Int
  let alias: Int?
  let isInSet: Bool

  /// Gives every identifying member of the grammar a place in an event.
  static func members(
    _ grammar: Grammar
  ) -> (all: EventMembers, subjects: [(member: Int, alias: Int?, isInSet: Bool)], role: Int?) {
    var single: [String] = []
    var set: String?
    func place(_ name: String) -> Int {
      if let known = single.firstIndex(of: name) { return known }
      single.append(name)
      return single.count - 1
    }
    let subjects = grammar.subjects.map { subject -> (member: Int, alias: Int?, isInSet: Bool) in
      if let name = subject.setMember { set = set ?? name }
      return (
        member: place(subject.member), alias: subject.aliasMember.map(place),
        isInSet: subject.setMember != nil && subject.setMember == set
      )
    }
    let role = grammar.quirks.contains { !$0.roles.isEmpty } ? place("role") : nil
    for spelling in grammar.callbacks.lazy.flatMap(\.conditionalSpellings) {
      _ = place(spelling.member)
    }
    for rule in grammar.rules {
      switch rule.form {
      case .contradiction(let member), .differingValue(_, let member, _): _ = place(member)
      default: if let answering = rule.answering { _ = place(answering.member) }
      }
    }
    return (EventMembers(single: single, set: set), subjects, role)
  }
}
