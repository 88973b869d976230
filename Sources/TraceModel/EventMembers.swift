/// Which members of an event a grammar asks for: those that identify what it is about, and other values.
package struct EventMembers: Sendable, Equatable {
  /// Names of members with one value each, at most `GrammarLimits.members`; the index is the one in an event.
  package let single: [String]
  /// The name of the member that carries several identities; nil when there is none.
  package let set: String?

  /// Makes the description of the members.
  package init(single: [String], set: String?) {
    precondition(single.count <= GrammarLimits.members, "an event has no room for more members")
    self.single = single
    self.set = set
  }
}
