/// Which members of an event a grammar asks for: those that identify what it is about, and other values.
package struct EventMembers: Sendable, Equatable {
  /// Names of members with one value each, at most `GrammarLimits.members`; the index is the one in an event.
  ///
  /// A name with a dot, such as `options.urls`, is that of a member within another.
  package let single: [String]
  /// The names of members that carry several identities, at most `GrammarLimits.identitySets`.
  package let sets: [String]
  /// From which index on single members may have any value: `true`, `false`, and a list, which stands for its length.
  package let firstLoose: Int
  /// From which index on a value that is none of those is no value, as nobody promised more.
  package let firstLenient: Int

  /// Makes the description of the members.
  /// - Parameters:
  ///   - firstLoose: the index of the first member that may have any value; nil for none.
  ///   - firstLenient: the index of the first one of which any other value is none; nil for none.
  package init(
    single: [String], sets: [String], firstLoose: Int? = nil, firstLenient: Int? = nil
  ) {
    precondition(single.count <= GrammarLimits.members, "an event has no room for more members")
    precondition(sets.count <= GrammarLimits.identitySets, "an event has no room for more sets")
    self.single = single
    self.sets = sets
    self.firstLoose = firstLoose ?? single.count
    self.firstLenient = firstLenient ?? single.count
  }

  /// Makes the description of members of which at most one carries several identities.
  package init(single: [String], set: String?) {
    self.init(single: single, sets: set.map { [$0] } ?? [])
  }
}

extension EventMembers {
  /// The same members and one more, if there is room; of any value, as nobody promised one.
  package func adding(_ name: String) -> EventMembers {
    if single.contains(name) || single.count == GrammarLimits.members { return self }
    return EventMembers(
      single: single + [name], sets: sets, firstLoose: firstLoose, firstLenient: single.count)
  }

  /// What stands before the first dot of a name; nil where there is none.
  package static func head(of name: String) -> String? {
    name.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) }
  }
}
